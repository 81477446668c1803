//! Q-learning with a table (Gardea, Koontz & Silva 2015): a value for every cell of every view that was met.
//!
//! A [`QTableCourse`] plays games and stores the results of moves with the views that they were made in, by one of the
//! paper's two algorithms or by standard Q-learning, which both simplify. The result is a [`Model`], a text of views
//! and values, and a [`QPlayer`] plays by it. A view that was never met has no values, so only small boards can be
//! learned. [`Regions`] applies the table of a small board to the regions of a larger one.

mod advice;
mod course;

mod model;
mod player;
mod regions;
mod state;
mod state_table;
mod training_game;

use serde::{Deserialize, Serialize};

pub use course::{QTableCourse, QTableSettings};
pub use model::{MOST_CELLS, Model};
pub use player::QPlayer;
pub use regions::{RegionUse, Regions};

use crate::shared::named::named;

/// The algorithm by which a table is learned and played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Algorithm {
    /// Algorithm 2 of the paper: after a corner, cells are uncovered at random, and the value of a cell in a view is
    /// the mean of −1 for each mine and 1 for each safe cell. With unlimited games it tends to play the least risk.
    Paper2,
    /// Algorithm 3 of the paper: in every view, all perimeter cells without a mine are counted, and one of them is
    /// uncovered. The player reveals the perimeter cell with the highest count. If the view is known and no perimeter
    /// cell was ever counted, it reveals a cell outside the perimeter.
    ///
    /// The paper does not say how a training game continues when all perimeter cells are mines. Here it continues with
    /// a cell outside, as the player would, but one without a mine.
    Paper3,
    /// Standard Q-learning, from which the paper starts, with γ = 1 and a reward of 1 for a won game, so that a value
    /// is the chance to win. With unlimited games it tends to perfect play.
    ///
    /// A value is stored in two parts: the chance that the cell is safe, and the chance to win if it is. The first is
    /// counted for all cells whenever a view is met, as in Algorithm 3. The second is learned by the update rule.
    #[default]
    Standard,
}

impl Algorithm {
    /// Whether games begin in a corner, as in the paper, rather than where the table says.
    fn begins_in_corner(self) -> bool {
        self != Algorithm::Standard
    }
}

named!(Algorithm: Paper2 = "2", Paper3 = "3", Standard = "standard");
