//! Q-learning with a table: what every cell of every view that was met is worth (paper 001).
//!
//! Games are played, and what came of each move is kept with the view that it was made in: a [`QTableCourse`] does that,
//! by one of the paper's two algorithms or by the rule that both simplify. What it learned is a [`Model`], a text of views
//! and values, by which a [`QPlayer`] plays. A view that was never met teaches nothing, so only small boards can be learned;
//! [`Regions`] carries what was learned of one over to the regions of a larger board.

mod advice;
mod course;
mod lesson;
mod model;
mod player;
mod regions;
mod state;
mod state_table;

use serde::{Deserialize, Serialize};

pub use course::{QTableCourse, QTableSettings};
pub use model::{MOST_CELLS, Model};
pub use player::QPlayer;
pub use regions::Regions;

use crate::shared::named::named;

/// What is learned, and how it is played by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Algorithm {
    /// Algorithm 2 of 001: after a corner, cells are uncovered at random, and the value of a cell in a view is the mean of
    /// −1 for a mine and 1 for none. Endless games make it play the least risk.
    Paper2,
    /// Algorithm 3 of 001: in every view, all cells of the perimeter that are no mines are counted, and one of them is
    /// uncovered. Played is the cell of the perimeter that was counted most; if the view is known and none was ever
    /// counted, a cell outside the perimeter.
    ///
    /// The paper does not say how a game of learning goes on when all cells of the perimeter are mines. Here it goes on as
    /// it would be played: with a cell outside, one without a mine.
    Paper3,
    /// Q-learning as the paper begins with it, with γ = 1 and a reward of 1 for a game that is won, so that a value is the
    /// chance to win. Endless games make it play perfectly.
    ///
    /// A value is kept in two parts, the chance that the cell is safe and the chance to win if it is. The first is counted of
    /// all cells whenever a view is met, as in Algorithm 3; the second is learned by the paper's rule.
    #[default]
    Standard,
}

impl Algorithm {
    /// Whether games begin in a corner, as the paper has it, rather than where the table says.
    fn begins_in_corner(self) -> bool {
        self != Algorithm::Standard
    }
}

named!(Algorithm: Paper2 = "2", Paper3 = "3", Standard = "standard");
