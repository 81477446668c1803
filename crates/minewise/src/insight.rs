//! Explanations, measures and difficulty of views and layouts.
//!
//! An [`Explanation`] proves in words that a cell is safe or a mine. [`Measure`] has measures of a layout such as its
//! 3BV, [`Difficulty`] is the kind of reasoning it requires, and [`generate_no_guess`] draws layouts that need no guess.

mod difficulty;
mod explain;
mod measure;
mod no_guess;

pub use difficulty::Difficulty;
pub use explain::Explanation;
pub use measure::Measure;
pub use no_guess::{MAX_PROVEN_CELLS, NoGuess, NoGuessError, generate_no_guess, needs_no_guess};
