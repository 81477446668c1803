//! The oracle: a player that looks the mines up at a ratio of its moves, and guesses otherwise.
//!
//! The upper line of 001 (§III-A), between its baseline and certainty: it tells how far a player gets that knows so much
//! of the truth, and has no thought for the rest. It needs the layout, which a [`Player`](minewise::Player) never sees,
//! so it is none: it has a trait of its own, a command of its own, and is not ranked among the players.
//!
//! How we read 001: each move is a lookup with the chance `ratio`, independently of all others. A lookup reveals a cell
//! without a mine, a guess any covered cell, each cell as likely. Where the start makes the first reveal safe the mines
//! are dealt after it, so that there is nothing to look up.

pub(crate) mod report;

#[cfg(feature = "host")]
mod seer;
#[cfg(feature = "host")]
mod work;

use serde::{Deserialize, Serialize};

use crate::stats::statistics::wilson;

#[cfg(feature = "host")]
pub use seer::{Oracle, Ratio, Seer};
#[cfg(feature = "host")]
pub use work::Peek;

/// The share of games on 8x8 that an average beginner wins, which 001 (§III-A) takes for its baseline.
const BEGINNER_WIN_RATE: f64 = 0.35;

/// The games of a record, the last one of a case perhaps fewer.
const N_PER_RECORD: u64 = 1000;

/// What is asked of oracles, as it stands in `study.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    pub(crate) rules: Vec<String>,
    /// How many of its moves an oracle looks up, one after the other.
    pub(crate) ratios: Vec<f64>,
    /// How many games each, under each rules.
    pub(crate) games: u64,
    /// The seed of the first layout; each of the following games has the next one.
    pub(crate) seed: u64,
}

/// The results of some games of one oracle under one set of rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    pub(crate) rules: String,
    pub(crate) ratio: f64,
    /// The seed of the first layout.
    pub(crate) seed: u64,
    #[serde(flatten)]
    pub(crate) peeked: Peeked,
}

/// The results of games of an oracle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Peeked {
    /// The games.
    pub(crate) games: u64,
    /// The games won.
    pub(crate) wins: u64,
    /// The cells that the oracle revealed, without those that followed from a 0.
    pub(crate) reveals: u64,
    /// The cells without a mine that were revealed at the end of a game.
    pub(crate) uncovered: u64,
    /// The cells without a mine that there were.
    pub(crate) safe_cells: u64,
}

impl Peeked {
    fn add(&mut self, other: &Peeked) {
        self.games += other.games;
        self.wins += other.wins;
        self.reveals += other.reveals;
        self.uncovered += other.uncovered;
        self.safe_cells += other.safe_cells;
    }

    /// The share of games won.
    fn win_rate(&self) -> f64 {
        self.wins as f64 / self.games as f64
    }

    /// The 95 % confidence interval of the win rate (Wilson).
    fn win_rate_ci95(&self) -> (f64, f64) {
        wilson(self.wins, self.games)
    }

    /// The share of the cells without a mine that were revealed at the end of a game, on average.
    fn uncovered_share(&self) -> f64 {
        self.uncovered as f64 / self.safe_cells as f64
    }

    /// Reveals in a game, on average.
    fn mean_reveals(&self) -> f64 {
        self.reveals as f64 / self.games as f64
    }
}

#[cfg(test)]
mod tests;
