//! What was counted of a view, kept for the next question about it.

use std::sync::{Arc, Mutex, PoisonError};

use minewise::{Position, View};
use minewise_coach::Judge;

/// A view with what was counted and found of it, shared by all who ask about it.
///
/// A question holds its own handle, so a move never waits for a count, and an answer is never of another view than the
/// one asked about.
#[derive(Clone, Debug)]
pub struct Counted(Arc<Mutex<Known>>);

/// A position and who judges it. Both remember what they found.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) position: Position,
    pub(crate) judge: Judge,
}

impl Known {
    /// A view of which nothing is known yet.
    pub(crate) fn new(view: View) -> Known {
        Known { position: Position::new(view), judge: Judge::default() }
    }

    /// Goes on to another view of the game. Flags change nothing that was counted.
    fn follow(&mut self, game: &Position) {
        let (old, new) = (self.position.view(), game.view());
        let changed: Vec<_> =
            (0..new.grid().n_cells()).filter(|&cell| old.shown(cell) != new.shown(cell)).collect();
        if !changed.iter().all(|&cell| old.is_covered(cell) && new.is_covered(cell)) {
            self.position.become_like(game);
            return;
        }
        for cell in changed {
            self.position.flag(cell, new.shown(cell));
        }
    }
}

impl Counted {
    /// A view of a game of which nothing is known yet.
    pub(super) fn new(view: &View) -> Counted {
        Counted(Arc::new(Mutex::new(Known::new(view.clone()))))
    }

    /// Goes on to another view of the game, with what is worth keeping, unless a question about the old one is not
    /// answered yet: then it begins anew rather than wait.
    pub(super) fn follow(&mut self, game: &Position) {
        match Arc::get_mut(&mut self.0) {
            Some(known) => known.get_mut().unwrap_or_else(PoisonError::into_inner).follow(game),
            None => *self = Counted::new(game.view()),
        }
    }

    /// Asks something, after whoever asks at the moment.
    pub(crate) fn ask<T>(&self, question: impl FnOnce(&mut Known) -> T) -> T {
        question(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether two questions are about the same view of the same game.
    #[cfg(test)]
    pub(crate) fn is_same(&self, other: &Counted) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_change_nothing_that_was_counted_and_numbers_do() {
        let position = |view: &str| Position::new(view.parse().unwrap());
        let mut known = Known::new("4x2/2 1.../1...".parse().unwrap());
        known.position.census().unwrap();
        for (view, risk) in
            [("4x2/2 1F../1..F", Some(0.5)), ("4x2/2 1.../1F..", Some(0.5)), ("4x2/2 12../1...", None)]
        {
            let next = position(view);
            known.follow(&next);
            assert_eq!((known.position.view(), known.position.known_risk(5)), (next.view(), risk), "{view}");
        }
    }
}
