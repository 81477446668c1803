//! Errors of texts that are not players.

use std::fmt;

use minewise_players::entry::Values;

use super::super::suggestion::Suggestion;
use crate::words::excerpt;

/// The reason why a text is not a player.
#[derive(Clone, Debug)]
pub enum SpecError {
    /// Not of the form `name` or `name(key=value,…)`.
    Malformed {
        /// The text that was found.
        text: String,
    },
    /// An option is not of the form `key=value`.
    NoKey {
        /// The player.
        player: String,
        /// The text that was found.
        text: String,
        /// The option that may have been meant, with its value.
        meant: Option<String>,
        /// The options of the player.
        options: Vec<&'static str>,
    },
    /// No player has this name.
    UnknownPlayer {
        /// The text that was found.
        text: String,
        /// Names that may have been meant.
        suggestion: Suggestion,
    },
    /// The player has no such option.
    UnknownOption {
        /// The player.
        player: String,
        /// The text that was found.
        text: String,
        /// Names that may have been meant.
        suggestion: Suggestion,
    },
    /// An option is set twice.
    Repeated {
        /// The player.
        player: String,
        /// The option.
        option: &'static str,
    },
    /// An option cannot have this value.
    BadValue {
        /// The option.
        option: &'static str,
        /// The values that it can have.
        values: Values,
        /// The text that was found.
        text: String,
    },
    /// The option takes a model file, but files are not allowed here.
    RefusedFile {
        /// The option.
        option: &'static str,
        /// The names of the shipped models.
        shipped: Vec<&'static str>,
    },
    /// A model that the player needs is missing or damaged.
    NoModel {
        /// The player.
        player: String,
        /// The error.
        wrong: String,
    },
    /// A player cannot be added under this name.
    BadName {
        /// The text that was found.
        name: String,
    },
    /// The file of a model cannot be read.
    UnreadModel {
        /// The player.
        player: String,
        /// The file.
        path: String,
        /// The error.
        wrong: String,
    },
    /// The file was read, but is not a model of the player.
    DamagedModel {
        /// The player.
        player: String,
        /// The file.
        path: String,
        /// The error.
        wrong: String,
    },
}

impl SpecError {
    pub(in super::super) fn bad_name(name: &str) -> SpecError {
        SpecError::BadName { name: excerpt(name) }
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpecError::Malformed { text } => {
                write!(f, "expected a player like `exact` or `name(key=value,…)`, found `{text}`")
            }
            SpecError::NoKey { player, text, meant: Some(meant), .. } => {
                write!(
                    f,
                    "expected an option as `key=value`, found `{text}`; did you mean `{player}({meant})`?"
                )
            }
            SpecError::NoKey { player, options, .. } if options.is_empty() => {
                write!(f, "the player `{player}` has no options; write `{player}`")
            }
            SpecError::NoKey { player, text, options, .. } => {
                let options = options.join("`, `");
                write!(
                    f,
                    "expected an option as `key=value`, found `{text}`; the player `{player}` has the options `{options}`"
                )
            }
            SpecError::UnknownPlayer { text, suggestion } => {
                write!(f, "there is no player `{text}`; {suggestion}")
            }
            SpecError::UnknownOption { player, text, suggestion } => {
                write!(f, "the player `{player}` has no option `{text}`; {suggestion}")
            }
            SpecError::Repeated { player, option } => {
                write!(f, "the option `{option}` of the player `{player}` is set twice")
            }
            SpecError::BadValue { option, values, text } => {
                write!(f, "the option `{option}` takes {values}, found `{text}`")
            }
            SpecError::RefusedFile { option, shipped } => {
                write!(f, "the option `{option}` takes {} here", Values::OneOf(shipped.clone()))
            }
            SpecError::NoModel { player, wrong } => {
                write!(f, "the player `{player}` cannot play: {wrong}")
            }
            SpecError::BadName { name } => {
                write!(
                    f,
                    "a player cannot be added as `{name}`: that is taken, or not of small letters, digits and `-`"
                )
            }
            SpecError::UnreadModel { player, path, wrong } => {
                write!(f, "the model `{path}` of the player `{player}` cannot be read: {wrong}")
            }
            SpecError::DamagedModel { player, path, wrong } => {
                write!(f, "the model `{path}` of the player `{player}` is damaged: {wrong}")
            }
        }
    }
}

impl std::error::Error for SpecError {}
