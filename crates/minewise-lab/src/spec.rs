//! Players as text: `name` or `name(key=value,…)`.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use minewise::Player;

use crate::options::{OptionEntry, Options, Values};
use crate::registry::{Entry, PLAYERS};
use crate::suggestion::Suggestion;

/// A player and its options, written `name` or `name(key=value,…)`.
///
/// Reading forgives spaces and any order. Writing is canonical: options sorted, those at their default left out, so
/// that equal players have equal names.
///
/// # Examples
/// ```
/// use minewise_lab::PlayerSpec;
/// let spec: PlayerSpec = " exact() ".parse()?;
/// assert_eq!(spec.to_string(), "exact");
/// let _player = spec.make();
/// # Ok::<(), minewise_lab::SpecError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlayerSpec {
    entry: Entry,
    /// Invariant: options of the player, with values they may have, none at its default.
    set: BTreeMap<String, String>,
}

impl PlayerSpec {
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
        self.entry.model.map(|model| model(&self.options()))
    }

    /// The whole numbers that it was set to by hand, with the names of their options.
    pub fn counts(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        let counts = self.entry.options.iter().filter(|option| matches!(option.values, Values::Count(..)));
        counts.filter_map(|option| Some((option.name, self.set.get(option.name)?.parse().ok()?)))
    }

    fn options(&self) -> Options {
        Options::new(self.entry.options, &self.set)
    }

    /// Reads a player of `table`.
    pub(crate) fn read(text: &str, table: &[Entry]) -> Result<PlayerSpec, SpecError> {
        let malformed = || SpecError::Malformed { text: excerpt(text) };
        let (name, inside) = match text.trim().split_once('(') {
            Some((name, rest)) => (name.trim(), rest.strip_suffix(')').ok_or_else(malformed)?),
            None => (text.trim(), ""),
        };
        if name.is_empty() || inside.contains(['(', ')']) {
            return Err(malformed());
        }
        let entry =
            *table.iter().find(|entry| entry.name == name).ok_or_else(|| SpecError::UnknownPlayer {
                text: excerpt(name),
                suggestion: Suggestion::new(name, table.iter().map(|entry| entry.name)),
            })?;
        let mut set = BTreeMap::new();
        for pair in inside.split(',').filter(|_| !inside.trim().is_empty()) {
            let (option, value) = read_option(&entry, pair)?;
            if set.insert(option.name.to_owned(), value).is_some() {
                return Err(SpecError::Repeated { player: entry.name, option: option.name });
            }
        }
        set.retain(|name, value| !entry.options.iter().any(|o| o.name == name && o.default == value));
        Ok(PlayerSpec { entry, set })
    }
}

/// Reads `key=value`.
fn read_option<'a>(entry: &'a Entry, pair: &str) -> Result<(&'a OptionEntry, String), SpecError> {
    let (name, value) = pair
        .split_once('=')
        .map(|(name, value)| (name.trim(), value.trim()))
        .ok_or_else(|| SpecError::Malformed { text: excerpt(pair) })?;
    let option =
        entry.options.iter().find(|option| option.name == name).ok_or_else(|| SpecError::UnknownOption {
            player: entry.name,
            text: excerpt(name),
            suggestion: Suggestion::new(name, entry.options.iter().map(|option| option.name)),
        })?;
    let canonical = option.values.canonical(value).ok_or_else(|| SpecError::BadValue {
        option: option.name,
        values: option.values,
        text: excerpt(value),
    })?;
    Ok((option, canonical))
}

impl PartialEq for PlayerSpec {
    fn eq(&self, other: &PlayerSpec) -> bool {
        (self.entry.name, &self.set) == (other.entry.name, &other.set)
    }
}

impl Eq for PlayerSpec {}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let set: Vec<String> = self.set.iter().map(|(name, value)| format!("{name}={value}")).collect();
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
/// let split: Vec<&str> = minewise_lab::split_specs("exact,search(level=normal,seed=1),random").collect();
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
        }
    }
}

impl std::error::Error for SpecError {}

/// The beginning of a text from outside, safe to print in a sentence.
fn excerpt(text: &str) -> String {
    const MOST: usize = 40;
    let mut shown: String = text.chars().take(MOST).flat_map(char::escape_debug).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &[Entry] = &[
        Entry {
            name: "deep",
            source: "test",
            summary: "Has options.",
            options: &[
                OptionEntry {
                    name: "nodes",
                    values: Values::Count(1, 1000),
                    default: "100",
                    summary: "How far to look.",
                },
                OptionEntry {
                    name: "level",
                    values: Values::OneOf(&["low", "high"]),
                    default: "low",
                    summary: "How well to look.",
                },
            ],
            model: Some(|options| format!("nodes {}", options.count("nodes"))),
            make: |options| {
                assert_eq!((options.word("level"), options.count("nodes")), ("high", 100));
                Box::<minewise_players::Exact>::default()
            },
        },
        PLAYERS[0],
        PLAYERS[1],
    ];

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let read =
            PlayerSpec::read(text, TABLE).map_or_else(|error| error.to_string(), |spec| spec.to_string());
        assert_eq!(read, expected);
    }

    #[test]
    fn players_are_written_with_options_sorted_and_defaults_left_out() {
        check("exact", "exact");
        check(" exact ( ) ", "exact");
        check("deep(nodes=7, level=high)", "deep(level=high,nodes=7)");
        check("deep(nodes=0100,level=low)", "deep");
    }

    #[test]
    fn a_player_is_made_with_its_options_and_the_defaults_of_others() {
        let spec = PlayerSpec::read("deep(level=high)", TABLE).unwrap();
        spec.make();
        assert_eq!(spec.model().as_deref(), Some("nodes 100"));
        assert_eq!(PlayerSpec::read("exact", TABLE).unwrap().model(), None);
    }

    #[test]
    fn bad_players_get_a_sentence() {
        check("exat", "there is no player `exat`; did you mean `exact`?");
        check("stockfish", "there is no player `stockfish`; there are `deep`, `random`, `exact`");
        check("", "expected a player like `exact` or `name(key=value,…)`, found ``");
        check("exact(", "expected a player like `exact` or `name(key=value,…)`, found `exact(`");
        check("exact)", "there is no player `exact)`; did you mean `exact`?");
        check("exact(a=1", "expected a player like `exact` or `name(key=value,…)`, found `exact(a=1`");
        check("exact(level=1)", "the player `exact` has no option `level`; it has none");
        check("deep(lvl=low)", "the player `deep` has no option `lvl`; did you mean `level`?");
        check("deep(x=low)", "the player `deep` has no option `x`; there are `nodes`, `level`");
        check("deep(level)", "expected a player like `exact` or `name(key=value,…)`, found `level`");
        check("deep(level=mid)", "the option `level` takes one of `low`, `high`, found `mid`");
        check("deep(nodes=0)", "the option `nodes` takes a whole number from 1 to 1000, found `0`");
        check("deep(nodes=1,nodes=2)", "the option `nodes` of the player `deep` is set twice");
    }

    #[test]
    fn counts_are_told_where_they_are_set() {
        let counts = |text| PlayerSpec::read(text, TABLE).unwrap().counts().collect::<Vec<_>>();
        assert_eq!(counts("deep(level=high,nodes=70)"), [("nodes", 70)]);
        assert_eq!(counts("deep(level=high)"), []);
    }

    #[test]
    fn commas_inside_parentheses_do_not_split_a_list() {
        let split = |list: &'static str| split_specs(list).collect::<Vec<_>>();
        assert_eq!(split("a,b(c=1,d=2),e"), ["a", "b(c=1,d=2)", "e"]);
        assert_eq!(split("a),b"), ["a)", "b"]);
        assert_eq!(split(""), [""]);
    }
}
