//! Players and their measured results.

use minewise_coach::zoo::{Entry, OptionEntry, Values, Zoo};
use serde::{Deserialize, Serialize};

/// All players.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Players {
    /// The players.
    pub players: Vec<Player>,
}

/// A player and its measured results.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Player {
    /// The name of the player.
    pub name: String,
    /// The source of the idea.
    pub source: String,
    /// A sentence on how it plays.
    pub summary: String,
    /// Its options.
    pub options: Vec<PlayerOption>,
    /// Its measured results.
    pub results: Vec<CaseResult>,
}

/// An option of a player.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlayerOption {
    /// The name of the option, as in `name=value`.
    pub name: String,
    /// A sentence on what it changes.
    pub summary: String,
    /// The default value.
    pub default: String,
    /// The allowed words, if the value is a word.
    pub words: Option<Vec<String>>,
    /// A description of the allowed values.
    pub takes: String,
}

/// The measured result of a player under one set of rules.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CaseResult {
    /// The rules.
    pub rules: String,
    /// The player.
    pub player: String,
    /// The number of games.
    pub games: u64,
    /// The number of games won.
    pub wins: u64,
    /// The share of games won.
    pub win_rate: Option<f64>,
    /// Its 95 % confidence interval.
    pub win_rate_ci95: (Option<f64>, Option<f64>),
    /// The win rate adjusted for luck, if luck was measured.
    pub adjusted_win_rate: Option<f64>,
    /// Its 95 % confidence interval.
    pub adjusted_ci95: Option<(f64, f64)>,
    /// The mean number of guesses: reveals that could have hit a mine.
    pub guesses_per_game: Option<f64>,
    /// The name of the full report, if there is one.
    #[serde(default)]
    pub report: Option<String>,
}

impl Players {
    /// Returns every player of a zoo. `results` gives the measured results of a player by its name.
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
        // Requests from the network must not name files of this machine, so only shipped models are offered.
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
