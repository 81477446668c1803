//! What a player gains over another, guess by guess.
//!
//! Two players that mostly agree differ by little, and whole games are a noisy way to see it. But what a player wins more
//! than another adds up from its choices: over its own games, the sum of what each choice is worth more than the other's
//! choice in the same view, if the *other* plays on from there, has exactly the difference of their win rates as its mean
//! (the performance difference lemma of Kakade and Langford, 2002). Where they choose alike, nothing is to be played.
//! Where they do not, both choices are tried on the same layouts that fit the view, and the luck of guesses is taken out.
//!
//! Cells that are certain to be safe are worth the same in any order to a player that reveals all of them before it
//! guesses; the other player must be one of those.

pub(crate) mod report;

#[cfg(feature = "host")]
mod work;

use minewise_coach::Problem;
use serde::{Deserialize, Serialize};

use crate::play::tally::Mean;
use crate::stats::fixed::Fixed;
use crate::store::folder::RECORDS;
use crate::store::journal;
use crate::store::source::Files;

#[cfg(feature = "host")]
pub use work::Gain;

/// What is asked of a measurement, as it stands in `study.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    pub(crate) rules: String,
    pub(crate) player: String,
    pub(crate) over: String,
    /// The hashes of the models that the players play by; `None` for those that have not learned.
    pub(crate) models: [Option<String>; 2],
    /// The estimate of the chance to win that the luck of guesses is measured by.
    pub(crate) estimate: String,
    /// The seed of the first layout; each of the following games has the next one.
    pub(crate) seed: u64,
    pub(crate) games: u64,
    pub(crate) tries: u64,
}

/// What was gained in one game: a function of the measurement and the program alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    rules: String,
    player: String,
    over: String,
    /// The hashes of the models that the players play by; `None` for those that have not learned.
    models: [Option<String>; 2],
    /// The estimate of the chance to win that the luck of guesses was measured by.
    estimate: String,
    seed: u64,
    tries: u64,
    won: bool,
    /// How many choices differed.
    differing: u64,
    gain: Fixed,
}

/// The result of a measurement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Gained {
    /// The games played.
    pub(crate) n_games: u64,
    /// The games won.
    pub(crate) n_won: u64,
    /// The choices of all games that differed.
    pub(crate) n_differing: u64,
    /// What is gained in a game, as a share of games, with its 95 % confidence interval.
    pub(crate) gain: Mean,
}

impl Gained {
    /// Adds up the games that were asked for, of those recorded among these files.
    ///
    /// # Errors
    /// When the records cannot be read.
    pub(crate) fn read(asked: &Asked, files: &Files<'_>) -> Result<Gained, Problem> {
        let (mut sum, mut squares) = (Fixed::default(), Fixed::default());
        let (mut n_games, mut n_won, mut n_differing) = (0, 0, 0);
        for line in journal::read::<Line>(&files(RECORDS))? {
            let line = line?.content;
            if line.seed.wrapping_sub(asked.seed) >= asked.games {
                continue;
            }
            n_games += 1;
            n_won += u64::from(line.won);
            n_differing += line.differing;
            sum += line.gain;
            squares += Fixed::new(line.gain.value().powi(2));
        }
        Ok(Gained { n_games, n_won, n_differing, gain: Mean::of(n_games, sum, squares) })
    }
}

#[cfg(test)]
mod tests;
