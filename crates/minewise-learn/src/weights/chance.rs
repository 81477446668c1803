//! Learns the chance to win from a view: the weights of [`minewise_players::Chance`].
//!
//! The obvious way would be to show the network views and whether the game was won. It then gets the level right, but
//! not what one more number is worth: games that differ in everything else drown it. So it is taught differences. At
//! a reveal the census knows every outcome and its chance; the *luck* of the reveal is the estimate for what was shown
//! less the expected one, and the weights are changed so that the luck explains the result of the game as well as it
//! can: so that `(won − expected − luck)²` is least. This is what is left of the noise when luck is taken away from
//! results (see the lab), and as reveals are uncorrelated, the sum over them is what is left of it altogether.
//!
//! The result of a game is noisy too; the luck of the guesses that follow is taken away from it first.

mod adam;
mod fit;
mod lesson;

pub use fit::Fit;
pub use lesson::{Lesson, Outcome, Step, Teacher};
