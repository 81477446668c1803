//! The oracle: a player that looks up the mines for a share of its moves, and guesses otherwise.
//!
//! It is the oracle of Gardea, Koontz & Silva 2015 (§III-A), which lies between their baseline and certainty. It shows
//! how far a player gets that knows a part of the truth and does not reason about the rest. It needs the layout, which
//! a [`Player`](minewise::Player) never sees. So it is not a `Player`: it has its own trait and its own command, and is
//! not ranked among the players.
//!
//! Our reading of the paper: each move is a lookup with the chance `ratio`, independently of all others. A lookup
//! reveals a cell without a mine, a guess any covered cell, all equally likely. If the start makes the first reveal
//! safe, the mines are placed after it, so there is nothing to look up.

pub(crate) mod report;

#[cfg(feature = "host")]
mod informed;
#[cfg(feature = "host")]
mod work;

use serde::{Deserialize, Serialize};

use crate::stats::statistics::wilson;

#[cfg(feature = "host")]
pub use informed::{InformedPlayer, Oracle, Ratio};
#[cfg(feature = "host")]
pub use work::OracleStudy;

/// The share of games on 8x8 that an average beginner wins, the baseline of Gardea, Koontz & Silva 2015 (§III-A).
const BEGINNER_WIN_RATE: f64 = 0.35;

/// The number of games per record. The last record of a case may have fewer.
const N_PER_RECORD: u64 = 1000;

/// The settings of a study of oracles, as written to `study.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OracleSettings {
    pub(crate) rules: Vec<String>,
    /// The lookup ratios of the oracles.
    pub(crate) ratios: Vec<f64>,
    /// The number of games of each oracle under each set of rules.
    pub(crate) games: u64,
    /// The seed of the first layout. Each following game uses the next seed.
    pub(crate) seed: u64,
}

/// The results of consecutive games of one oracle under one set of rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    pub(crate) rules: String,
    pub(crate) ratio: f64,
    /// The seed of the first layout.
    pub(crate) seed: u64,
    #[serde(flatten)]
    pub(crate) tally: OracleTally,
}

/// The results of games of an oracle, added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OracleTally {
    /// The number of games.
    pub(crate) games: u64,
    /// The number of games won.
    pub(crate) wins: u64,
    /// The number of cells that the oracle revealed, without those that a 0 revealed.
    pub(crate) reveals: u64,
    /// The number of cells without a mine that were revealed at the end of a game.
    pub(crate) uncovered: u64,
    /// The number of cells without a mine in all games.
    pub(crate) safe_cells: u64,
}

impl OracleTally {
    fn add(&mut self, other: &OracleTally) {
        self.games += other.games;
        self.wins += other.wins;
        self.reveals += other.reveals;
        self.uncovered += other.uncovered;
        self.safe_cells += other.safe_cells;
    }

    /// Returns the share of games won.
    fn win_rate(&self) -> f64 {
        self.wins as f64 / self.games as f64
    }

    /// Returns the 95 % confidence interval of the win rate (Wilson).
    fn win_rate_ci95(&self) -> (f64, f64) {
        wilson(self.wins, self.games)
    }

    /// Returns the share of the cells without a mine that were revealed at the end of the games.
    fn uncovered_share(&self) -> f64 {
        self.uncovered as f64 / self.safe_cells as f64
    }

    /// Returns the mean number of reveals in a game.
    fn mean_reveals(&self) -> f64 {
        self.reveals as f64 / self.games as f64
    }
}

#[cfg(test)]
mod tests;
