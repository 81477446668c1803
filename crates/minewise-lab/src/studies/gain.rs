//! Measures what a player gains over another, guess by guess.
//!
//! Two players that mostly agree differ by little, and whole games are a noisy way to measure it. But the difference of
//! their win rates is a sum over single choices. Take a game of the first player, and for each of its choices the value
//! of that choice minus the value of the other player's choice in the same view, if the *other* player plays on from
//! there. The expectation of the sum over a game is exactly the difference of the win rates (the performance difference
//! lemma of Kakade and Langford, 2002). Where both choose the same cell, nothing needs to be played. Where they differ,
//! both choices are tried on the same layouts that fit the view, and the luck of guesses is taken out.
//!
//! For a player that reveals all certainly safe cells before it guesses, their order does not matter. The other player
//! must be such a player.

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

/// The settings of a measurement, as written to `study.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GainSettings {
    pub(crate) rules: String,
    pub(crate) player: String,
    pub(crate) over: String,
    /// The hashes of the players' models; `None` for a player without one.
    pub(crate) models: [Option<String>; 2],
    /// The name of the win estimate that the luck of guesses is measured with.
    pub(crate) estimate: String,
    /// The seed of the first layout. Each following game uses the next seed.
    pub(crate) seed: u64,
    pub(crate) games: u64,
    pub(crate) tries: u64,
}

/// The gain of one game. It depends only on the measurement and the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GainRecord {
    rules: String,
    player: String,
    over: String,
    /// The hashes of the players' models; `None` for a player without one.
    models: [Option<String>; 2],
    /// The name of the win estimate that the luck of guesses was measured with.
    estimate: String,
    seed: u64,
    tries: u64,
    won: bool,
    /// The number of choices that differed.
    differing: u64,
    gain: Fixed,
}

/// The result of a measurement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GainResult {
    /// The number of games played.
    pub(crate) n_games: u64,
    /// The number of games won.
    pub(crate) n_won: u64,
    /// The number of choices that differed, in all games.
    pub(crate) n_differing: u64,
    /// The gain per game, as a difference of win rates, with its 95 % confidence interval.
    pub(crate) gain: Mean,
}

impl GainResult {
    /// Adds up the records of the games that the settings ask for.
    ///
    /// # Errors
    /// Returns an error if the records cannot be read.
    pub(crate) fn read(settings: &GainSettings, files: &Files<'_>) -> Result<GainResult, Problem> {
        let (mut sum, mut squares) = (Fixed::default(), Fixed::default());
        let (mut n_games, mut n_won, mut n_differing) = (0, 0, 0);
        for record in journal::read::<GainRecord>(&files(RECORDS))? {
            let record = record?.content;
            if record.seed.wrapping_sub(settings.seed) >= settings.games {
                continue;
            }
            n_games += 1;
            n_won += u64::from(record.won);
            n_differing += record.differing;
            sum += record.gain;
            squares += Fixed::new(minewise::num::power(record.gain.value(), 2));
        }
        Ok(GainResult { n_games, n_won, n_differing, gain: Mean::of(n_games, sum, squares) })
    }
}

#[cfg(test)]
mod tests;
