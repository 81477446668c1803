//! The options of players: what they may be set to, and what they are set to.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

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
    /// A decimal number from 0 to 1, of at most nine decimals.
    Fraction,
    /// A decimal number from 0 to this one, of at most nine decimals.
    Decimal(u32),
    /// A model to play by.
    Model {
        /// The words for those that ship with the program; anything else is the path of a file.
        shipped: &'static [&'static str],
        /// Says what is wrong with the text of such a file, on one line.
        check: fn(&str) -> Result<(), String>,
    },
}

/// The most bytes of a path.
const MOST_BYTES_OF_PATH: usize = 4096;

impl Values {
    /// The canonical writing of a value, if it may be set.
    pub fn canonical(self, text: &str) -> Option<String> {
        match self {
            Values::OneOf(words) => words.contains(&text).then(|| text.to_owned()),
            Values::Count(least, most) => {
                let count: u64 = text.parse().ok()?;
                (least..=most).contains(&count).then(|| count.to_string())
            }
            Values::Fraction => canonical_decimal(text, 1),
            Values::Decimal(most) => canonical_decimal(text, most),
            Values::Model { .. } => is_path(text).then(|| text.to_owned()),
        }
    }
}

/// Whether a text can be the path of a file, and be told in a sentence.
fn is_path(text: &str) -> bool {
    (1..=MOST_BYTES_OF_PATH).contains(&text.len()) && !text.contains(char::is_control)
}

/// Says what is expected: ``one of `on`, `off` `` or `a whole number from 1 to 9`.
impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::OneOf(words) => write!(f, "one of `{}`", words.join("`, `")),
            Values::Count(least, most) => write!(f, "a whole number from {least} to {most}"),
            Values::Fraction => f.write_str("a decimal number from 0 to 1"),
            Values::Decimal(most) => write!(f, "a decimal number from 0 to {most}"),
            Values::Model { shipped, .. } => write!(f, "{}, or a file", Values::OneOf(shipped)),
        }
    }
}

/// Reads `0.05`, `.05` or `0.050` and writes `0.05`.
fn canonical_decimal(text: &str, most: u32) -> Option<String> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let is_plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let is_short = whole.len() <= 10 && decimals.len() <= 9;
    if !(is_plain(whole) && is_plain(decimals) && is_short) || whole.len() + decimals.len() == 0 {
        return None;
    }
    let value: f64 = text.parse().ok()?;
    (0.0..=f64::from(most)).contains(&value).then(|| value.to_string())
}

/// What an option is set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    /// Its canonical writing.
    pub(crate) written: String,
    /// The text of the file that it names; none if it names none.
    pub(crate) text: Option<Arc<str>>,
}

/// A model that a player is told to play by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model<'a> {
    /// One that ships with the program, by its word.
    Shipped(&'a str),
    /// The text of a file, found to be sound.
    Text(&'a str),
}

/// What the options of a player are set to.
///
/// Invariant: every option of the player is here, with a value that it may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options(BTreeMap<&'static str, Value>);

impl Options {
    /// The options `given`, already checked, and the defaults of all others.
    pub(crate) fn new(entries: &[OptionEntry], given: &BTreeMap<&'static str, Value>) -> Options {
        let usual = |entry: &OptionEntry| Value { written: entry.default.to_owned(), text: None };
        let value = |entry: &OptionEntry| given.get(entry.name).cloned().unwrap_or_else(|| usual(entry));
        Options(entries.iter().map(|entry| (entry.name, value(entry))).collect())
    }

    /// What an option is set to.
    ///
    /// # Panics
    /// When the player has no such option.
    pub fn word(&self, name: &str) -> &str {
        &self.value(name).written
    }

    /// What an option with [`Values::Count`] is set to.
    ///
    /// # Panics
    /// When the player has no such option, or it is no count.
    pub fn count(&self, name: &str) -> u64 {
        self.word(name).parse().expect("an option with counts holds a count")
    }

    /// What an option with [`Values::Fraction`] or [`Values::Decimal`] is set to.
    ///
    /// # Panics
    /// When the player has no such option, or it is no decimal number.
    pub fn decimal(&self, name: &str) -> f64 {
        self.word(name).parse().expect("an option with decimal numbers holds one")
    }

    /// What an option with [`Values::Model`] is set to. The file was read when the option was.
    ///
    /// # Panics
    /// When the player has no such option.
    pub fn model(&self, name: &str) -> Model<'_> {
        let Value { written, text } = self.value(name);
        text.as_deref().map_or(Model::Shipped(written), Model::Text)
    }

    /// The value of an option, which the player has.
    fn value(&self, name: &str) -> &Value {
        self.0.get(name).unwrap_or_else(|| panic!("a player asks only for its own options, not `{name}`"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        assert_eq!(Values::Fraction.canonical(text).as_deref(), expected, "{text}");
    }

    #[test]
    fn fractions_have_one_writing() {
        check("0.03", Some("0.03"));
        check(".030", Some("0.03"));
        check("0", Some("0"));
        check("0.000000001", Some("0.000000001"));
        check("1.0", Some("1"));
    }

    #[test]
    fn decimal_numbers_go_beyond_1_as_far_as_they_may() {
        let read = |text| Values::Decimal(100).canonical(text);
        assert_eq!(
            ["1.20", "99.9", "100", "007"].map(read),
            ["1.2", "99.9", "100", "7"].map(|ok| Some(ok.to_owned()))
        );
        assert_eq!(["100.1", "-1", "1e1", "1.0000000001", "00000000001"].map(read), [const { None }; 5]);
        assert_eq!(Values::Decimal(100).to_string(), "a decimal number from 0 to 100");
    }

    #[test]
    fn a_model_is_a_word_or_a_path() {
        let values = Values::Model { shipped: &["small", "large"], check: |_| Ok(()) };
        assert_eq!(values.to_string(), "one of `small`, `large`, or a file");
        assert_eq!(
            ["small", "my models/ä.rules", "C:\\x"].map(|text| values.canonical(text).is_some()),
            [true; 3]
        );
        let long = "x".repeat(4097);
        assert_eq!(["", "a\nb", long.as_str()].map(|text| values.canonical(text)), [const { None }; 3]);
    }

    #[test]
    fn what_is_no_fraction_is_refused() {
        for text in ["", ".", "-0.1", "+0.1", "1.1", "1e-3", "NaN", "inf", "0.1.2", "0.0000000001"] {
            check(text, None);
        }
    }
}
