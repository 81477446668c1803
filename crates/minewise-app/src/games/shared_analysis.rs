//! The analysis of a view, kept for the next question about it.

use std::sync::{Arc, Mutex, PoisonError, TryLockError};

use minewise::cancel::is_cancelled;
use minewise::{Position, View};
use minewise_coach::Judge;

/// The analysis of a view, shared by all questions about it.
///
/// Each question holds a handle of its own. So a move never waits for an analysis, and an answer is never about another
/// view than that of the question.
#[derive(Clone, Debug)]
pub struct SharedAnalysis(Arc<Mutex<ViewAnalysis>>);

/// A position and a judge. Both cache their results.
#[derive(Debug)]
pub(crate) struct ViewAnalysis {
    pub(crate) position: Position,
    pub(crate) judge: Judge,
}

impl ViewAnalysis {
    /// Creates the analysis of a view, with empty caches.
    pub(crate) fn new(view: View) -> ViewAnalysis {
        ViewAnalysis { position: Position::new(view), judge: Judge::default() }
    }

    /// Moves on to another view of the game. If only flags changed, the census is kept.
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

impl SharedAnalysis {
    /// Creates the analysis of a view, with empty caches.
    pub(super) fn new(view: &View) -> SharedAnalysis {
        SharedAnalysis(Arc::new(Mutex::new(ViewAnalysis::new(view.clone()))))
    }

    /// Moves on to another view of the game, and keeps what is still useful. If a question about the old view is still
    /// being answered, it starts with empty caches instead of waiting.
    pub(super) fn follow(&mut self, game: &Position) {
        match Arc::get_mut(&mut self.0) {
            Some(known) => known.get_mut().unwrap_or_else(PoisonError::into_inner).follow(game),
            None => *self = SharedAnalysis::new(game.view()),
        }
    }

    /// Runs a question with exclusive access. If another question is being answered, it gets an analysis of its own
    /// instead of waiting: the answers are the same, and a short question must not wait for a long one.
    pub(crate) fn ask<T>(&self, view: &View, question: impl FnOnce(&mut ViewAnalysis) -> T) -> T {
        let mut known = match self.0.try_lock() {
            Ok(known) => known,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return question(&mut ViewAnalysis::new(view.clone())),
        };
        let answer = question(&mut known);
        // Caches that a cancelled question leaves behind may be wrong.
        if is_cancelled() {
            *known = ViewAnalysis::new(known.position.view().clone());
        }
        answer
    }

    /// Checks whether two handles share the same analysis.
    #[cfg(test)]
    pub(crate) fn is_same(&self, other: &SharedAnalysis) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_keep_the_census_and_numbers_do_not() {
        let position = |view: &str| Position::new(view.parse().unwrap());
        let mut known = ViewAnalysis::new("4x2/2 1.../1...".parse().unwrap());
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
