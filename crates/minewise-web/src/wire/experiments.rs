//! Experiments of one's own.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::CaseResult;

/// An experiment to play.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewExperiment {
    /// What is played.
    pub rules: Vec<String>,
    /// Who plays.
    pub players: Vec<String>,
    /// How many games each, under each rules.
    pub games: u64,
    /// The seed of the first layout; drawn if left out.
    #[serde(default)]
    pub seed: Option<String>,
}

/// An experiment, and what came of it so far.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Experiment {
    /// By which it is asked for.
    pub id: String,
    /// What is played.
    pub rules: Vec<String>,
    /// Who plays.
    pub players: Vec<String>,
    /// How many games each, under each rules.
    pub games: u64,
    /// The seed of the first layout.
    pub seed: String,
    /// When it was begun, since 1970.
    pub created: u64,
    /// The games that are kept, of all cases together.
    pub played: u64,
    /// How many there are to be.
    pub total: u64,
    /// What came of each case.
    pub results: Vec<CaseResult>,
}

/// Experiments, newest first.
#[derive(Serialize, ToSchema)]
pub struct Experiments {
    /// The experiments.
    pub experiments: Vec<Experiment>,
}

/// How far an experiment is.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ExperimentProgress {
    /// The games played.
    pub played: u64,
    /// How many there are to be.
    pub total: u64,
    /// An estimate.
    pub seconds_left: Option<f64>,
}
