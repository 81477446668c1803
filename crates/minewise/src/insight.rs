//! What can be said of a layout or a view beyond its counts: reasons, measures and difficulty.
//!
//! [`explain`] proves a cell safe or a mine, in words; [`measure`] takes the measures of a layout, [`difficulty`] says
//! what reasoning it asks for, and [`no_guess`] makes layouts that need no guess.

mod difficulty;
mod explain;
mod measure;
mod no_guess;

pub use difficulty::Difficulty;
pub use explain::Explanation;
pub use measure::Measure;
pub use no_guess::{MAX_PROVEN_CELLS, NoGuess, NoGuessError, generate_no_guess, needs_no_guess};
