//! Players as text: `name` or `name(key=value,…)`.

mod error;
mod reader;

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use minewise::{Player, Rules};
use minewise_players::Entry;
use minewise_players::entry::{Models, Options, Value, Values};

use super::Zoo;

pub use error::SpecError;
pub use reader::{OpenModel, Reader};

/// A player and its options, written `name` or `name(key=value,…)`.
///
/// Reading accepts spaces and any order of options. Writing is canonical: options are sorted, and those at their
/// default are left out, so that equal players have equal names. A model file is read at once and kept in memory; its
/// path is written unchanged.
///
/// # Examples
/// ```
/// use minewise_coach::PlayerSpec;
/// let spec: PlayerSpec = " exact() ".parse()?;
/// assert_eq!(spec.to_string(), "exact");
/// let _player = spec.make();
/// # Ok::<(), minewise_coach::zoo::SpecError>(())
/// ```
#[derive(Clone)]
pub struct PlayerSpec {
    entry: Arc<Entry>,
    /// Invariant: options of the player with valid values, none at its default.
    set: BTreeMap<&'static str, Value>,
    /// Invariant: contains valid models for all that the player needs.
    models: Models,
}

impl PlayerSpec {
    /// Names a player of your own, so that everything that takes a player takes it: a bench, a comparison, a review.
    ///
    /// # Examples
    /// ```
    /// use minewise_coach::PlayerSpec;
    /// let spec = PlayerSpec::own("mine", minewise_players::Exact::default);
    /// assert_eq!(spec.to_string(), "mine");
    /// ```
    pub fn own<P: Player + Clone>(
        name: &'static str,
        make: impl Fn() -> P + Send + Sync + 'static,
    ) -> PlayerSpec {
        let entry = Entry::new(name, "your own", "A player of your own.", move |_| make());
        PlayerSpec { entry: Arc::new(entry), set: BTreeMap::new(), models: Models::default() }
    }

    /// The player's entry in the zoo.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }

    /// Makes the player.
    pub fn make(&self) -> Box<dyn Player> {
        let player = self.entry.make(&mut self.options());
        player.expect("the models of the player were checked when it was read")
    }

    /// Says in a sentence that the player was not taught these rules; `None` if it can play them.
    pub fn not_taught(&self, rules: &Rules) -> Option<String> {
        let not_taught = self.entry.not_taught(&*self.make(), rules)?;
        Some(format!("Every move of {self} on {rules} is {not_taught}."))
    }

    /// Returns the hash of the player's model; `None` if it has none.
    pub fn model(&self) -> Option<String> {
        let mut options = self.options();
        self.entry.make(&mut options)?;
        options.model_id()
    }

    /// Returns the numeric options that are set explicitly, with their names.
    pub fn counts(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        let counts = self.entry.options().iter().filter(|option| matches!(option.values, Values::Count(..)));
        counts.filter_map(|option| Some((option.name, self.set.get(option.name)?.written.parse().ok()?)))
    }

    fn options(&self) -> Options<'_> {
        Options::new(&self.set, &self.models)
    }
}

/// Players that name the same file are equal only if the file had the same content.
impl PartialEq for PlayerSpec {
    fn eq(&self, other: &PlayerSpec) -> bool {
        (self.entry.name(), &self.set) == (other.entry.name(), &other.set)
    }
}

impl Eq for PlayerSpec {}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let set: Vec<String> =
            self.set.iter().map(|(name, value)| format!("{name}={}", value.written)).collect();
        let name = self.entry.name();
        f.pad(&if set.is_empty() { name.to_owned() } else { format!("{name}({})", set.join(",")) })
    }
}

impl fmt::Debug for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PlayerSpec({self})")
    }
}

/// Reads a shipped player with an embedded model. No file is opened.
impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<PlayerSpec, SpecError> {
        Zoo::shipped().read(text)
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
