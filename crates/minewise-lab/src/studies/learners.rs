//! The figures of 001: how its learners do, by how much they learned from, by the size of the board, by its mines, and by
//! what they look at.
//!
//! A trial is one learner taught on games of some rules, and then measured: by games, and by single views. A kill loses at
//! most the trial that was under way.

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
    /// Games learned from, on 4x4/3.
    Iterations,
    /// Boards of about the same density.
    Sizes,
    /// Mines on 4x4.
    Mines,
    /// The window that the classifier looks at.
    Windows,
}

/// How a learner did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trial {
    pub(crate) figure: Figure,
    /// What learned, and how.
    pub(crate) learner: String,
    /// The model that it plays by, if it came with one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) model: Option<String>,
    pub(crate) rules: String,
    /// The games that it was taught on; 0 for one that learns nothing, or learned elsewhere.
    pub(crate) taught: u64,
    /// The games that it then played, those it won, and the cells without a mine that it uncovered, of all there were.
    pub(crate) games: u64,
    pub(crate) wins: u64,
    pub(crate) uncovered: u64,
    pub(crate) safe: u64,
    /// The views that it was asked of, and those where it chose a cell of the least risk.
    pub(crate) views: u64,
    pub(crate) right: u64,
    /// The share of cells of fresh views that a classifier gives the right label.
    pub(crate) labels: Option<f64>,
}

/// How long a trial took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    pub(crate) learner: String,
    pub(crate) rules: String,
    pub(crate) taught: u64,
    /// The CPU time of learning.
    pub(crate) cpu_ns: u64,
}

impl Trial {
    /// What was played, as it was when the trial was made.
    pub(crate) fn parsed_rules(&self) -> Option<Rules> {
        self.rules.parse().ok()
    }
}
