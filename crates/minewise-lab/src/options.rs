//! The options of players: what they may be set to, and what they are set to.

use std::collections::BTreeMap;
use std::fmt;

/// An option that a player has.
#[derive(Clone, Copy, Debug)]
pub struct OptionEntry {
    /// Its name, as in `name=value`.
    pub name: &'static str,
    /// What it may be set to.
    pub values: Values,
    /// What it is unless set.
    pub default: &'static str,
    /// What it changes, in a sentence.
    pub summary: &'static str,
}

/// What an option may be set to.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A whole number from the first to the second.
    Count(u64, u64),
}

impl Values {
    /// The canonical writing of a value, if it may be set.
    pub(crate) fn canonical(self, text: &str) -> Option<String> {
        match self {
            Values::OneOf(words) => words.contains(&text).then(|| text.to_owned()),
            Values::Count(least, most) => {
                let count: u64 = text.parse().ok()?;
                (least..=most).contains(&count).then(|| count.to_string())
            }
        }
    }
}

/// Says what is expected: ``one of `on`, `off` `` or `a whole number from 1 to 9`.
impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::OneOf(words) => write!(f, "one of `{}`", words.join("`, `")),
            Values::Count(least, most) => write!(f, "a whole number from {least} to {most}"),
        }
    }
}

/// What the options of a player are set to.
///
/// Invariant: every option of the player is here, with a value that it may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options(BTreeMap<&'static str, String>);

impl Options {
    /// The options `given`, already checked, and the defaults of all others.
    pub(crate) fn new(entries: &[OptionEntry], given: &BTreeMap<String, String>) -> Options {
        let value =
            |entry: &OptionEntry| given.get(entry.name).map_or(entry.default, String::as_str).to_owned();
        Options(entries.iter().map(|entry| (entry.name, value(entry))).collect())
    }

    /// What an option is set to.
    ///
    /// # Panics
    /// When the player has no such option.
    pub fn word(&self, name: &str) -> &str {
        self.0.get(name).unwrap_or_else(|| panic!("a player asks only for its own options, not `{name}`"))
    }

    /// What an option with [`Values::Count`] is set to.
    ///
    /// # Panics
    /// When the player has no such option, or it is no count.
    pub fn count(&self, name: &str) -> u64 {
        self.word(name).parse().expect("an option with counts holds a count")
    }
}
