//! What is wrong with a text that names no player.

use std::fmt;

use super::super::options::Values;
use super::super::suggestion::Suggestion;

/// Why a text names no player.
#[derive(Clone, Debug)]
pub enum SpecError {
    /// Not of the form `name` or `name(key=value,…)`.
    Malformed {
        /// What stood there.
        text: String,
    },
    /// No player has this name.
    UnknownPlayer {
        /// What stood there.
        text: String,
        /// What may have been meant.
        suggestion: Suggestion,
    },
    /// The player has no such option.
    UnknownOption {
        /// The player.
        player: &'static str,
        /// What stood there.
        text: String,
        /// What may have been meant.
        suggestion: Suggestion,
    },
    /// An option is set twice.
    Repeated {
        /// The player.
        player: &'static str,
        /// The option.
        option: &'static str,
    },
    /// An option cannot have this value.
    BadValue {
        /// The option.
        option: &'static str,
        /// What it can have.
        values: Values,
        /// What stood there.
        text: String,
    },
    /// The option takes the model of a file, but not here.
    RefusedFile {
        /// The option.
        option: &'static str,
        /// The words for what it takes.
        shipped: &'static [&'static str],
    },
    /// The file of a model cannot be read.
    UnreadModel {
        /// The player.
        player: &'static str,
        /// The file.
        path: String,
        /// Why not.
        wrong: String,
    },
    /// The file of a model is read, but is no model of the player.
    DamagedModel {
        /// The player.
        player: &'static str,
        /// The file.
        path: String,
        /// What is wrong with it.
        wrong: String,
    },
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpecError::Malformed { text } => {
                write!(f, "expected a player like `exact` or `name(key=value,…)`, found `{text}`")
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
                write!(f, "the option `{option}` takes {} here", Values::OneOf(shipped))
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

/// The beginning of a text from outside, safe to print in a sentence.
pub(super) fn excerpt(text: &str) -> String {
    const MOST: usize = 40;
    let mut shown: String = text.chars().take(MOST).flat_map(char::escape_debug).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}
