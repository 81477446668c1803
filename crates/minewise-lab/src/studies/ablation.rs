//! An ablation of Mio, as in Table 2 of Peña Castillo & Wrobel 2003: what each of its four settings learns, and how it
//! plays.
//!
//! A trial is one setting on one sample. The settings with active learning choose their examples; the others get as
//! many random examples as `AL+GS+M` was shown on the same sample. Further trials do what the paper says about searches
//! without a limit, and what it could not finish: learning from all examples at once. A kill loses at most the trial in
//! progress.

mod claims;
pub(crate) mod report;
#[cfg(feature = "host")]
mod work;

use std::collections::BTreeMap;

use minewise_learn::mio::Assessment;
use serde::{Deserialize, Serialize};

#[cfg(feature = "host")]
pub use work::Ablation;

/// The conditions of a trial.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Conditions {
    /// Searches are limited, and the examples are few, as in the paper's Table 2.
    #[default]
    Table2,
    /// Searches are not limited.
    Unlimited,
    /// The examples are as many as those of the paper's server together: 2,890 positive and 1,306 negative.
    AllExamples,
}

/// The rules that a setting learned from a sample, and how it played with them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trial {
    /// The name of the setting.
    pub(crate) setting: String,
    pub(crate) sample: u64,
    #[serde(default)]
    pub(crate) conditions: Conditions,
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
    /// How often each rule was used in these games, and how often a cell was guessed.
    #[serde(default)]
    pub(crate) uses: BTreeMap<String, u64>,
}

/// The time that a trial took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearningTime {
    pub(crate) setting: String,
    pub(crate) sample: u64,
    #[serde(default)]
    pub(crate) conditions: Conditions,
    /// The CPU time of learning.
    pub(crate) cpu_ns: u64,
}
