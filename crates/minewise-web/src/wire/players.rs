//! Players, and what was measured of them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Every player there is.
#[derive(Serialize, ToSchema)]
pub struct Players {
    /// The players.
    pub players: Vec<Player>,
}

/// A player, and what was measured of it.
#[derive(Serialize, ToSchema)]
pub struct Player {
    /// What it is called.
    pub name: String,
    /// Whose idea it is.
    pub source: String,
    /// How it plays.
    pub summary: String,
    /// What can be set.
    pub options: Vec<PlayerOption>,
    /// What was measured.
    pub results: Vec<CaseResult>,
}

/// What can be set of a player.
#[derive(Serialize, ToSchema)]
pub struct PlayerOption {
    /// As in `name=value`.
    pub name: String,
    /// What it changes.
    pub summary: String,
    /// What it is unless set.
    pub default: String,
    /// The words it may be, if it is a word.
    pub words: Option<Vec<String>>,
    /// What it may be, in words.
    pub takes: String,
}

/// What was measured of a player under one set of rules.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct CaseResult {
    /// What was played.
    pub rules: String,
    /// Who played.
    pub player: String,
    /// How many games.
    pub games: u64,
    /// How many were won.
    pub wins: u64,
    /// The share of them.
    pub win_rate: Option<f64>,
    /// Its interval.
    pub win_rate_ci95: (Option<f64>, Option<f64>),
    /// Without the luck of the games, if that was measured.
    pub adjusted_win_rate: Option<f64>,
    /// Its interval.
    pub adjusted_ci95: Option<(f64, f64)>,
    /// Reveals that could have hit a mine.
    pub guesses_per_game: Option<f64>,
    /// The report that tells more, if there is one.
    #[serde(default)]
    pub report: Option<String>,
}

/// Reports of committed experiments, newest first.
#[derive(Serialize, ToSchema)]
pub struct Reports {
    /// The reports.
    pub reports: Vec<ReportEntry>,
}

/// A report: a page of its own at `/reports/{name}`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReportEntry {
    /// By which it is asked for.
    pub name: String,
    /// What it is about.
    pub title: String,
    /// The day.
    pub date: String,
}
