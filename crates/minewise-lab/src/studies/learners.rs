//! The figures of Gardea, Koontz & Silva 2015: how well its learners play, depending on the number of games they
//! learned from, the size of the board, its mines, and the window they look at.
//!
//! A trial is one learner that learns from games under some rules and is then measured, by games and by single views. A
//! kill loses at most the trial in progress.

pub(crate) mod report;
#[cfg(feature = "host")]
mod work;

use minewise::Rules;
use serde::{Deserialize, Serialize};

#[cfg(feature = "host")]
pub use work::Learners;

/// A figure of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Figure {
    /// By the number of games learned from, on 4x4/3.
    Iterations,
    /// By the size of the board, at about the same density of mines.
    Sizes,
    /// By the number of mines on 4x4.
    Mines,
    /// By the window that the classifier looks at.
    Windows,
}

/// The results of a learner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trial {
    pub(crate) figure: Figure,
    /// The name of the learner, with its options.
    pub(crate) learner: String,
    /// The hash of the model that it came with, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) model: Option<String>,
    pub(crate) rules: String,
    /// The number of games it learned from; 0 for a player that does not learn here.
    pub(crate) taught: u64,
    /// The number of games it then played, of games won, of safe cells uncovered, and of all safe cells.
    pub(crate) games: u64,
    pub(crate) wins: u64,
    pub(crate) uncovered: u64,
    pub(crate) safe: u64,
    /// The number of views it was shown, and of those where it chose a cell of the least risk.
    pub(crate) views: u64,
    pub(crate) right: u64,
    /// The share of cells of fresh views that a classifier labels correctly.
    pub(crate) labels: Option<f64>,
}

/// The time that a trial took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearningTime {
    pub(crate) learner: String,
    pub(crate) rules: String,
    pub(crate) taught: u64,
    /// The CPU time of learning.
    pub(crate) cpu_ns: u64,
}

impl Trial {
    /// Returns the rules, if this version of the program can still read them.
    pub(crate) fn parsed_rules(&self) -> Option<Rules> {
        self.rules.parse().ok()
    }
}
