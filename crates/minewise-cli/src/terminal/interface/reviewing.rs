//! The interface while the user reads the review of a game.

use super::{Interface, Page};
use crate::terminal::input::Key;
use crate::terminal::review::{self, Asked, ReviewPage, State};

impl Interface {
    /// Opens the review of the game, or says when there will be one.
    pub(super) fn open_review(&mut self) {
        if self.timed.game().is_over() {
            // It is kept until the game changes, so it is computed only once.
            self.review.get_or_insert_with(|| ReviewPage::new(&self.timed));
            self.page = Page::Review;
        } else {
            self.message = review::NOT_OVER.to_owned();
        }
    }

    /// Whether a review is being computed.
    pub(in crate::terminal) fn is_reviewing(&self) -> bool {
        self.review.as_ref().is_some_and(|page| matches!(page.state, State::Computing(..)))
    }

    /// Takes what the thread that computes the review has sent. Returns whether it is still at work.
    pub(super) fn update_review(&mut self) -> bool {
        self.review.as_mut().is_some_and(ReviewPage::update)
    }

    pub(super) fn press_in_review(&mut self, key: Key) {
        let is_computing = self.update_review();
        let Some(page) = &mut self.review else { return };
        match page.press(key) {
            Asked::Nothing => {}
            Asked::Close => {
                if is_computing {
                    self.review = None;
                }
                self.page = Page::Board;
            }
            Asked::Before(before) => {
                self.show(before.chosen);
                self.page = Page::Before(before);
            }
        }
    }

    /// Returns from the board before a move to the list of moves.
    pub(super) fn close_before(&mut self) {
        self.page = Page::Review;
        self.show(self.cursor);
    }
}
