//! The interface while a player plays.

use std::time::Duration;

use minewise::{Cell, Move, Shown};

use super::Interface;
use crate::terminal::input::Key;
use crate::terminal::moves;
use crate::terminal::watch::{Speed, Watch};

impl Interface {
    /// Watches the advisor play. It starts by itself.
    pub(in crate::terminal) fn watch(&mut self, now: Duration) {
        let mut watch = Watch::default();
        watch.begin(self.speed, now);
        self.watch = Some(watch);
        self.update_advice();
    }

    /// Watches a new game, step by step if that was so before.
    pub(super) fn watch_next(&mut self, before: &Watch, now: Duration) {
        let mut watch = Watch::default();
        // The last game may have ended by itself, or by a step.
        if before.is_running() || before.next.is_none() {
            watch.begin(self.speed, now);
        }
        self.watch = Some(watch);
        self.update_advice();
    }

    /// Lets the player take over from the user, or the user from the player.
    pub(super) fn toggle_watching(&mut self, now: Duration) {
        if self.watch.take().is_some() {
            self.mark = None;
            self.message = "It is your turn; p lets the player play again.".to_owned();
        } else if self.timed.game().is_over() {
            self.message = "The game is over.".to_owned();
        } else {
            self.watch(now);
        }
    }

    /// Makes the player's move if it is due.
    pub(super) fn tick(&mut self, now: Duration) {
        if self.watch.as_ref().is_some_and(|watch| watch.is_due(now)) {
            self.step(now);
            if let Some(watch) = self.watch.as_mut().filter(|watch| watch.is_running()) {
                watch.run(self.speed, now);
            }
        }
    }

    pub(super) fn press_watching(&mut self, key: Key, now: Duration) {
        let Some(watch) = &mut self.watch else { return };
        match key {
            Key::Letter(' ') | Key::Enter => {
                watch.stop();
                self.step(now);
            }
            Key::Letter('a') if watch.is_running() => watch.stop(),
            Key::Letter('a') => watch.run(self.speed, now),
            Key::Letter('+' | '=') => self.set_speed(self.speed.faster(), now),
            Key::Letter('-' | '_') => self.set_speed(self.speed.slower(), now),
            Key::Letter(_) => self.message = format!("{} is playing; p takes over.", self.advisor.spec()),
            _ => {}
        }
    }

    fn set_speed(&mut self, speed: Speed, now: Duration) {
        self.speed = speed;
        if let Some(watch) = self.watch.as_mut().filter(|watch| watch.is_running()) {
            watch.run(speed, now);
        }
    }

    /// Asks the watched player for its next move, and shows it.
    pub(super) fn update_advice(&mut self) {
        let Some(watch) = &mut self.watch else { return };
        if self.timed.game().is_over() {
            watch.stop();
            watch.next = None;
            return;
        }
        let advice = self.advisor.advise(&self.timed);
        if advice.cell.is_none() {
            watch.stop();
        }
        let message = format!("{}\n{} {}", self.message, advice.text, advice.candidates);
        self.message = message.trim().to_owned();
        self.mark = advice.cell;
        watch.next = Some(advice);
        if let Some(cell) = self.mark {
            self.show(cell);
        }
    }

    /// Makes the move that the player has chosen.
    fn step(&mut self, now: Duration) {
        let next = self.watch.as_mut().and_then(|watch| watch.next.take());
        let Some(cell) = next.and_then(|advice| advice.cell) else {
            self.message.clear();
            self.update_advice();
            return;
        };
        if self.timed.view().shown(cell) == Shown::Flag {
            moves::make(&mut self.timed, Move::Flag(cell), now);
        }
        self.message = moves::make(&mut self.timed, Move::Reveal(cell), now);
        self.cursor = cell;
        self.mark = None;
        self.update_advice();
        self.set_flags(now);
    }

    /// Sets a flag on each mine that the player has marked.
    fn set_flags(&mut self, now: Duration) {
        let marks = self.watch.iter_mut().filter_map(|watch| watch.next.as_mut());
        let marks: Vec<Cell> = marks.flat_map(|advice| std::mem::take(&mut advice.marks)).collect();
        for cell in marks {
            if self.timed.view().shown(cell) == Shown::Covered {
                moves::make(&mut self.timed, Move::Flag(cell), now);
            }
        }
    }
}
