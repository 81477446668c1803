//! The options of players. One call describes an option, has its default and reads its value.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::models::{Model, Models, ParsedModel};

/// An option of a player.
#[derive(Clone, Debug)]
pub struct OptionEntry {
    /// Its name, as in `name=value`.
    pub name: &'static str,
    /// The values that it may have.
    pub values: Values,
    /// The value that it has unless it is set.
    pub default: String,
    /// What it changes, in a sentence.
    pub summary: &'static str,
}

/// The values that an option may have.
#[derive(Clone, Debug)]
pub enum Values {
    /// One of these words.
    OneOf(Vec<&'static str>),
    /// A whole number from the first to the second.
    Count(u64, u64),
    /// A decimal number from 0 to this one, with at most nine decimals.
    Decimal(u32),
    /// A model to play by.
    Model {
        /// The names of the models that ship with the program; any other value is the path of a file.
        shipped: Vec<&'static str>,
        /// Parses the text of such a file, or returns what is wrong with it on one line.
        read: fn(&str) -> Result<ParsedModel, String>,
    },
}

/// The most bytes that a path may have.
const MOST_BYTES_OF_PATH: usize = 4096;

impl Values {
    /// Returns the canonical form of a value; `None` if the option cannot have it.
    pub fn canonical(&self, text: &str) -> Option<String> {
        match self {
            Values::OneOf(words) => words.contains(&text).then(|| text.to_owned()),
            Values::Count(least, most) => {
                let count: u64 = text.parse().ok()?;
                (*least..=*most).contains(&count).then(|| count.to_string())
            }
            Values::Decimal(most) => canonical_decimal(text, *most),
            Values::Model { .. } => is_path(text).then(|| text.to_owned()),
        }
    }
}

/// Checks whether a text can be the path of a file, and be quoted in a message without breaking it.
fn is_path(text: &str) -> bool {
    (1..=MOST_BYTES_OF_PATH).contains(&text.len()) && !text.contains(char::is_control)
}

/// Displays what is expected: ``one of `on`, `off` `` or `a whole number from 1 to 9`.
impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::OneOf(words) => write!(f, "one of `{}`", words.join("`, `")),
            Values::Count(least, most) => write!(f, "a whole number from {least} to {most}"),
            Values::Decimal(most) => write!(f, "a decimal number from 0 to {most}"),
            Values::Model { shipped, .. } => write!(f, "one of `{}`, or a file", shipped.join("`, `")),
        }
    }
}

/// Returns the canonical form of a decimal number: `0.05` for `0.05`, `.05` or `0.050`.
fn canonical_decimal(text: &str, most: u32) -> Option<String> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    // `f64::parse` would accept signs, exponents, `inf` and `NaN` as well.
    let is_plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let is_short = whole.len() <= 10 && decimals.len() <= 9;
    if !(is_plain(whole) && is_plain(decimals) && is_short) || whole.len() + decimals.len() == 0 {
        return None;
    }
    let value: f64 = text.parse().ok()?;
    (0.0..=f64::from(most)).contains(&value).then(|| value.to_string())
}

/// The value of an option that was set.
#[derive(Clone)]
pub struct Value {
    /// Its canonical form.
    pub written: String,
    /// The text of the file that it names and the model in it; `None` if it names none.
    pub file: Option<(Arc<str>, ParsedModel)>,
}

/// Values are equal if their canonical forms are, and the files that they name have the same text.
impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        let text = |value: &Value| value.file.as_ref().map(|(text, _)| Arc::clone(text));
        (&self.written, text(self)) == (&other.written, text(other))
    }
}

impl Eq for Value {}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.written.fmt(f)
    }
}

/// The options from which one player is created.
///
/// Each call describes an option and returns its value, so that name, default, help text and parser are in one place.
/// To list the options of a player, it is created once without any values.
pub struct Options<'a> {
    /// The options that were set, with values already checked; all others have their defaults.
    set: &'a BTreeMap<&'static str, Value>,
    /// `None` while options are only listed.
    models: Option<&'a Models>,
    listed: Vec<OptionEntry>,
    model: Option<ParsedModel>,
    missing: Option<String>,
}

impl<'a> Options<'a> {
    /// Creates options with these values, which must be canonical and belong to options of the player.
    pub fn new(set: &'a BTreeMap<&'static str, Value>, models: &'a Models) -> Options<'a> {
        Options { set, models: Some(models), listed: Vec::new(), model: None, missing: None }
    }

    /// Lists the options that `make` reads.
    pub(super) fn list(make: impl FnOnce(&mut Options<'_>)) -> Vec<OptionEntry> {
        let mut options =
            Options { set: &BTreeMap::new(), models: None, listed: Vec::new(), model: None, missing: None };
        make(&mut options);
        options.listed
    }

    /// The fingerprint of the model that the player uses; `None` if it uses none.
    pub fn model_id(&self) -> Option<String> {
        self.model.as_ref()?.id()
    }

    /// A sentence that says which model is missing or damaged; `None` if none is.
    pub fn missing(&self) -> Option<&str> {
        self.missing.as_deref()
    }

    /// Reads an option that is a whole number.
    pub fn count(
        &mut self,
        name: &'static str,
        range: RangeInclusive<u64>,
        default: u64,
        summary: &'static str,
    ) -> u64 {
        let values = Values::Count(*range.start(), *range.end());
        self.number(name, values, default, summary)
    }

    /// Reads an option that is a whole number, as a `usize`.
    pub fn size(
        &mut self,
        name: &'static str,
        range: RangeInclusive<u64>,
        default: u64,
        summary: &'static str,
    ) -> usize {
        usize::try_from(self.count(name, range, default, summary)).unwrap_or(usize::MAX)
    }

    /// Reads an option that is a decimal number from 0 to `most`.
    pub fn decimal(&mut self, name: &'static str, most: u32, default: f64, summary: &'static str) -> f64 {
        self.number(name, Values::Decimal(most), default, summary)
    }

    fn number<N: std::str::FromStr + fmt::Display>(
        &mut self,
        name: &'static str,
        values: Values,
        default: N,
        summary: &'static str,
    ) -> N {
        let set = self.describe(OptionEntry { name, values, default: default.to_string(), summary });
        set.map_or(default, |value| {
            value.written.parse().unwrap_or_else(|_| unreachable!("what is set was checked"))
        })
    }

    /// Reads an option that is one of several words, and returns the value that stands beside the word.
    ///
    /// # Panics
    /// When the default is none of the words.
    pub fn one_of<T: Copy>(
        &mut self,
        name: &'static str,
        words: &[(&'static str, T)],
        default: &'static str,
        summary: &'static str,
    ) -> T {
        let values = Values::OneOf(words.iter().map(|&(word, _)| word).collect());
        let set = self.describe(OptionEntry { name, values, default: default.to_owned(), summary });
        let chosen = set.map_or(default, |value| value.written.as_str());
        let found = words.iter().find(|&&(word, _)| word == chosen);
        found.expect("a default is one of the words, and so is what was set").1
    }

    /// Reads an option that is `on` or `off`.
    pub fn switch(&mut self, name: &'static str, default: bool, summary: &'static str) -> bool {
        let words = if default { [("on", true), ("off", false)] } else { [("off", false), ("on", true)] };
        self.one_of(name, &words, words[0].0, summary)
    }

    /// Reads an option that is a model: a word of `shipped`, where the file name of the model stands beside it, or the
    /// path of any model file of this kind. The first word is the default.
    pub fn model<M: Model>(
        &mut self,
        name: &'static str,
        shipped: &[(&'static str, &'static str)],
        summary: &'static str,
    ) -> Option<Arc<M>> {
        let words = shipped.iter().map(|&(word, _)| word).collect();
        let values = Values::Model { shipped: words, read: ParsedModel::read::<M> };
        let (default, file_name) = shipped[0];
        let set = self.describe(OptionEntry { name, values, default: default.to_owned(), summary });
        match set {
            Some(Value { file: Some((_, parsed)), .. }) => self.use_model(Ok(parsed.clone())),
            Some(Value { written, .. }) => {
                let (_, file_name) = shipped.iter().find(|(word, _)| word == written)?;
                self.shipped_model(file_name)
            }
            None => self.shipped_model(file_name),
        }
    }

    /// Returns a model that ships with the program, by its file name.
    pub fn shipped_model<M: Model>(&mut self, file_name: &str) -> Option<Arc<M>> {
        let parsed = self.models?.get::<M>(file_name);
        self.use_model(parsed)
    }

    fn use_model<M: Model>(&mut self, parsed: Result<ParsedModel, String>) -> Option<Arc<M>> {
        match parsed {
            Ok(parsed) => {
                let model = parsed.get();
                self.model = Some(parsed);
                model
            }
            Err(sentence) => {
                self.missing = Some(sentence);
                None
            }
        }
    }

    /// Lists an option, and returns the value that it was set to, if it was.
    fn describe(&mut self, option: OptionEntry) -> Option<&'a Value> {
        let set = self.set.get(option.name);
        if self.models.is_none() {
            self.listed.push(option);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        assert_eq!(Values::Decimal(1).canonical(text).as_deref(), expected, "{text}");
    }

    #[test]
    fn decimal_numbers_have_one_canonical_form() {
        check("0.03", Some("0.03"));
        check(".030", Some("0.03"));
        check("0", Some("0"));
        check("0.000000001", Some("0.000000001"));
        check("1.0", Some("1"));
    }

    #[test]
    fn decimal_numbers_may_reach_their_maximum() {
        let read = |text| Values::Decimal(100).canonical(text);
        assert_eq!(
            ["1.20", "99.9", "100", "007"].map(read),
            ["1.2", "99.9", "100", "7"].map(|ok| Some(ok.to_owned()))
        );
        assert_eq!(["100.1", "-1", "1e1", "1.0000000001", "00000000001"].map(read), [const { None }; 5]);
        assert_eq!(Values::Decimal(100).to_string(), "a decimal number from 0 to 100");
    }

    #[test]
    fn other_texts_are_no_decimal_numbers() {
        for text in ["", ".", "-0.1", "+0.1", "1.1", "1e-3", "NaN", "inf", "0.1.2", "0.0000000001"] {
            check(text, None);
        }
    }

    #[test]
    fn a_model_is_a_word_or_a_path() {
        let read = |_: &str| Err(String::new());
        let values = Values::Model { shipped: vec!["small", "large"], read };
        assert_eq!(values.to_string(), "one of `small`, `large`, or a file");
        assert_eq!(
            ["small", "my models/ä.rules", "C:\\x"].map(|text| values.canonical(text).is_some()),
            [true; 3]
        );
        let long = "x".repeat(4097);
        assert_eq!(["", "a\nb", long.as_str()].map(|text| values.canonical(text)), [const { None }; 3]);
    }
}
