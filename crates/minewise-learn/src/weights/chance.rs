//! Learns the chance to win from a view: the weights of [`minewise_players::Chance`].
//!
//! The obvious way would be to train the network on views and whether the game was won. It then gets the general level
//! right, but not the value of one more number, because games differ in everything else too. So it is trained on
//! differences. At each reveal, the census gives every possible outcome and its chance. The *luck* of the reveal is the
//! estimate after what was shown, minus the expected estimate. The weights are changed so that luck explains the result
//! of the game as well as possible, that is, so that `(won − expected − luck)²` is least. This is the noise that
//! remains when luck is subtracted from results (see the lab). Reveals are uncorrelated, so the total remaining noise
//! is the sum over all reveals.
//!
//! The result of a game is noisy too, so the luck of all later guesses is subtracted from it first.

mod adam;
mod fit;
mod lesson;

pub use fit::Fit;
pub use lesson::{Lesson, Outcome, Step, Teacher};
