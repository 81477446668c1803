//! The interface while a player plays.

use std::time::Duration;

use minewise::{Move, Shown};

use super::Interface;
use crate::terminal::input::Key;
use crate::terminal::moves;
use crate::terminal::watch::Watch;

impl Interface {
    /// Watches the advisor play.
    pub(in crate::terminal) fn watch(&mut self) {
        self.watch = Some(Watch::default());
        self.think_again();
    }

    /// Watches on in a new game, at the pace of the last one.
    pub(super) fn watch_on(&mut self, mut watch: Watch, now: Duration) {
        if watch.is_running() {
            watch.run(now);
        }
        self.watch = Some(watch);
        self.think_again();
    }

    /// Passes the game from the person to the player, or back.
    pub(super) fn change_hands(&mut self) {
        if self.watch.take().is_some() {
            self.mark = None;
            self.message = "It is your turn; p lets the player go on.".to_owned();
        } else if self.timed.game().is_over() {
            self.message = "The game is over.".to_owned();
        } else {
            self.watch();
        }
    }

    /// The player makes its move if it is due.
    pub(super) fn tick(&mut self, now: Duration) {
        if self.watch.as_ref().is_some_and(|watch| watch.is_due(now)) {
            self.step(now);
            if let Some(watch) = self.watch.as_mut().filter(|watch| watch.is_running()) {
                watch.run(now);
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
            Key::Letter('a') => watch.run(now),
            Key::Letter('+' | '=') => watch.faster(now),
            Key::Letter('-' | '_') => watch.slower(now),
            Key::Letter(_) => self.message = format!("{} is playing; p takes over.", self.advisor.spec()),
            _ => {}
        }
    }

    /// Asks the player that is watched what it does next, and shows it.
    pub(super) fn think_again(&mut self) {
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
        let told = format!("{}\n{} {}", self.message, advice.text, advice.candidates);
        self.message = told.trim().to_owned();
        self.mark = advice.cell;
        watch.next = Some(advice);
        if let Some(cell) = self.mark {
            self.show(cell);
        }
    }

    /// Makes the move that the player chose.
    fn step(&mut self, now: Duration) {
        let next = self.watch.as_mut().and_then(|watch| watch.next.take());
        let Some(cell) = next.and_then(|advice| advice.cell) else {
            self.message.clear();
            self.think_again();
            return;
        };
        if self.timed.view().shown(cell) == Shown::Flag {
            moves::make(&mut self.timed, Move::Flag(cell), now);
        }
        self.message = moves::make(&mut self.timed, Move::Reveal(cell), now);
        self.cursor = cell;
        self.mark = None;
        self.think_again();
    }
}
