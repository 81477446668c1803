//! Players as text: `name` or `name(key=value,…)`.

mod error;
mod reader;

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use minewise::Player;

use super::options::{Options, Value, Values};
use super::{Entry, PLAYERS};

pub use error::SpecError;
pub use reader::{ModelFiles, Reader};

/// A player and its options, written `name` or `name(key=value,…)`.
///
/// Reading forgives spaces and any order. Writing is canonical: options sorted, those at their default left out, so
/// that equal players have equal names. A model that is a file is read at once, and kept; its path is written as it was.
///
/// # Examples
/// ```
/// use minewise_coach::PlayerSpec;
/// let spec: PlayerSpec = " exact() ".parse()?;
/// assert_eq!(spec.to_string(), "exact");
/// let _player = spec.make();
/// # Ok::<(), minewise_coach::zoo::SpecError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlayerSpec {
    entry: Entry,
    /// Invariant: options of the player, with values they may have, none at its default.
    set: BTreeMap<&'static str, Value>,
}

impl PlayerSpec {
    /// Reads a player whose models all ship with the program. No file is opened.
    ///
    /// # Errors
    /// When the text names no player, or a file.
    pub fn without_files(text: &str) -> Result<PlayerSpec, SpecError> {
        Reader::new(PLAYERS, ModelFiles::Refused).read(text)
    }

    /// The player's row in the table.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }

    /// Makes the player.
    pub fn make(&self) -> Box<dyn Player> {
        (self.entry.make)(&self.options())
    }

    /// The hash of the model that it plays by; none if it has not learned.
    pub fn model(&self) -> Option<String> {
        (self.entry.model)(&self.options())
    }

    /// The whole numbers that it was set to by hand, with the names of their options.
    pub fn counts(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        let counts = self.entry.options.iter().filter(|option| matches!(option.values, Values::Count(..)));
        counts.filter_map(|option| Some((option.name, self.set.get(option.name)?.written.parse().ok()?)))
    }

    /// Whether some option of it was set to a file.
    pub fn reads_files(&self) -> bool {
        self.set.values().any(|value| value.text.is_some())
    }

    fn options(&self) -> Options {
        Options::new(self.entry.options, &self.set)
    }

    /// Reads a player of `table`, and the files that it names.
    pub fn read(text: &str, table: &[Entry]) -> Result<PlayerSpec, SpecError> {
        Reader::new(table, ModelFiles::Read).read(text)
    }
}

/// Players that name the same file are equal only if it had the same text.
impl PartialEq for PlayerSpec {
    fn eq(&self, other: &PlayerSpec) -> bool {
        (self.entry.name, &self.set) == (other.entry.name, &other.set)
    }
}

impl Eq for PlayerSpec {}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let set: Vec<String> =
            self.set.iter().map(|(name, value)| format!("{name}={}", value.written)).collect();
        let name = self.entry.name;
        f.pad(&if set.is_empty() { name.to_owned() } else { format!("{name}({})", set.join(",")) })
    }
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<PlayerSpec, SpecError> {
        PlayerSpec::read(text, PLAYERS)
    }
}

/// Splits a list of players at its commas, except those inside parentheses.
///
/// # Examples
/// ```
/// let split: Vec<&str> = minewise_coach::zoo::split_specs("exact,search(level=normal,seed=1),random").collect();
/// assert_eq!(split, ["exact", "search(level=normal,seed=1)", "random"]);
/// ```
pub fn split_specs(list: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0usize;
    list.split(move |letter| {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ',' && depth == 0
    })
}

#[cfg(test)]
mod tests;
