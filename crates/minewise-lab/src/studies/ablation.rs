//! An ablation of Mio, as in Table 2 of Peña Castillo & Wrobel 2003: what each of its four settings learns, and how it
//! plays.
//!
//! A trial is one setting on one sample. The settings with active learning choose their examples; the others get as
//! many random examples as `AL+GS+M` was shown on the same sample. A kill loses at most the trial in progress.

pub(crate) mod report;
#[cfg(feature = "host")]
mod work;

use minewise_learn::mio::Assessment;
use serde::{Deserialize, Serialize};

#[cfg(feature = "host")]
pub use work::Ablation;

/// The rules that a setting learned from a sample, and how it played with them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trial {
    /// The name of the setting.
    pub(crate) setting: String,
    pub(crate) sample: u64,
    /// The numbers of examples that the learner had.
    pub(crate) positive: usize,
    pub(crate) negative: usize,
    /// The number of clauses tested, of searches, and of searches that reached their limit.
    pub(crate) clauses: u64,
    pub(crate) searches: u64,
    pub(crate) cut: u64,
    /// The learned rules about safe cells, as clauses.
    pub(crate) rules: Vec<String>,
    /// How well they classify cells of fresh views.
    pub(crate) fresh: Assessment,
    /// The number of games played with them, and of games won.
    pub(crate) games: u64,
    pub(crate) wins: u64,
}

/// The time that a trial took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearningTime {
    pub(crate) setting: String,
    pub(crate) sample: u64,
    /// The CPU time of learning.
    pub(crate) cpu_ns: u64,
}
