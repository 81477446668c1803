//! Mio's techniques taken away one by one, as in Table 2 of 002: what each of the four settings learns, and how it plays.
//!
//! A trial is one setting on one sample. The settings with active learning draw their examples themselves; the others get
//! as many as `AL+GS+M` was shown on the same sample, drawn at random. A kill loses at most the trial that was under way.

pub(crate) mod report;
#[cfg(feature = "host")]
mod work;

use minewise_learn::mio::Assessment;
use serde::{Deserialize, Serialize};

#[cfg(feature = "host")]
pub use work::Ablation;

/// What a setting learned from a sample, and how it then played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trial {
    /// The name of the setting.
    pub(crate) setting: String,
    pub(crate) sample: u64,
    /// The examples that the learner had.
    pub(crate) positive: usize,
    pub(crate) negative: usize,
    /// The clauses tested, the searches, and those of them that were cut short.
    pub(crate) clauses: u64,
    pub(crate) searches: u64,
    pub(crate) cut: u64,
    /// The rules about safe cells, as clauses.
    pub(crate) rules: Vec<String>,
    /// What they say of fresh cells.
    pub(crate) fresh: Assessment,
    /// The games played by them, and how many were won.
    pub(crate) games: u64,
    pub(crate) wins: u64,
}

/// How long a trial took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    pub(crate) setting: String,
    pub(crate) sample: u64,
    /// The CPU time of learning.
    pub(crate) cpu_ns: u64,
}
