//! Players, and what was measured of them.

use minewise_coach::zoo::{Entry, OptionEntry, Values, Zoo};
use serde::{Deserialize, Serialize};

/// Every player there is.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Players {
    /// The players.
    pub players: Vec<Player>,
}

/// A player, and what was measured of it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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

impl Players {
    /// Every player of a zoo; `results` says what was measured of each, by its name.
    pub fn of(zoo: &Zoo, results: impl Fn(&str) -> Vec<CaseResult>) -> Players {
        let player = |entry: &Entry| Player {
            name: entry.name().to_owned(),
            source: entry.source().to_owned(),
            summary: entry.summary().to_owned(),
            options: entry.options().iter().map(PlayerOption::of).collect(),
            results: results(entry.name()),
        };
        Players { players: zoo.entries().map(player).collect() }
    }
}

impl PlayerOption {
    fn of(option: &OptionEntry) -> PlayerOption {
        // Nobody names files of this machine from afar: a model is one of those that ship.
        let values = match &option.values {
            Values::Model { shipped, .. } => Values::OneOf(shipped.clone()),
            values => values.clone(),
        };
        let words = match &values {
            Values::OneOf(words) => Some(words.iter().map(|&word| word.to_owned()).collect()),
            _ => None,
        };
        PlayerOption {
            name: option.name.to_owned(),
            summary: option.summary.to_owned(),
            default: option.default.clone(),
            words,
            takes: values.to_string(),
        }
    }
}
