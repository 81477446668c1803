//! The options of players: described, defaulted and read by one call each.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::models::{Model, Models, ParsedModel};

/// An option that a player has.
#[derive(Clone, Debug)]
pub struct OptionEntry {
    /// Its name, as in `name=value`.
    pub name: &'static str,
    /// What it may be set to.
    pub values: Values,
    /// What it is unless set.
    pub default: String,
    /// What it changes, in a sentence.
    pub summary: &'static str,
}

/// What an option may be set to.
#[derive(Clone, Debug)]
pub enum Values {
    /// One of these words.
    OneOf(Vec<&'static str>),
    /// A whole number from the first to the second.
    Count(u64, u64),
    /// A decimal number from 0 to this one, of at most nine decimals.
    Decimal(u32),
    /// A model to play by.
    Model {
        /// The words for those that ship with the program; anything else is the path of a file.
        shipped: Vec<&'static str>,
        /// Reads the text of such a file, or says what is wrong with it on one line.
        read: fn(&str) -> Result<ParsedModel, String>,
    },
}

/// The most bytes of a path.
const MOST_BYTES_OF_PATH: usize = 4096;

impl Values {
    /// The canonical writing of a value, if it may be set.
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

/// Whether a text can be the path of a file, and stand in a sentence.
fn is_path(text: &str) -> bool {
    (1..=MOST_BYTES_OF_PATH).contains(&text.len()) && !text.contains(char::is_control)
}

/// Says what is expected: ``one of `on`, `off` `` or `a whole number from 1 to 9`.
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
#[derive(Clone)]
pub struct Value {
    /// Its canonical writing.
    pub written: String,
    /// The text of the file that it names and the model in it; `None` if it names none.
    pub file: Option<(Arc<str>, ParsedModel)>,
}

/// Values are equal if they are written alike, and the files that they name have the same text.
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

/// The options of one player, from which it is made.
///
/// Each call describes an option and returns its value, so that name, default, help and parser stand in one place. A
/// player is made once without any values just to list its options.
pub struct Options<'a> {
    /// What was set, already checked; everything else is at its default.
    set: &'a BTreeMap<&'static str, Value>,
    /// `None` while options are only listed.
    models: Option<&'a Models>,
    listed: Vec<OptionEntry>,
    model: Option<ParsedModel>,
    missing: Option<String>,
}

impl<'a> Options<'a> {
    /// Options set to these values, which must be canonical ones of the player's.
    pub fn new(set: &'a BTreeMap<&'static str, Value>, models: &'a Models) -> Options<'a> {
        Options { set, models: Some(models), listed: Vec::new(), model: None, missing: None }
    }

    /// The options that `make` asks for.
    pub(super) fn list(make: impl FnOnce(&mut Options<'_>)) -> Vec<OptionEntry> {
        let mut options =
            Options { set: &BTreeMap::new(), models: None, listed: Vec::new(), model: None, missing: None };
        make(&mut options);
        options.listed
    }

    /// The fingerprint of the model that was asked for; `None` if none was.
    pub fn model_id(&self) -> Option<String> {
        self.model.as_ref()?.id()
    }

    /// Which model that was asked for is missing or damaged, in a sentence.
    pub fn missing(&self) -> Option<&str> {
        self.missing.as_deref()
    }

    /// A whole number.
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

    /// A whole number of things in memory.
    pub fn size(
        &mut self,
        name: &'static str,
        range: RangeInclusive<u64>,
        default: u64,
        summary: &'static str,
    ) -> usize {
        usize::try_from(self.count(name, range, default, summary)).unwrap_or(usize::MAX)
    }

    /// A decimal number from 0 to `most`.
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

    /// One of several words, each with what it stands for.
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

    /// `on` or `off`.
    pub fn switch(&mut self, name: &'static str, default: bool, summary: &'static str) -> bool {
        let words = if default { [("on", true), ("off", false)] } else { [("off", false), ("on", true)] };
        self.one_of(name, &words, words[0].0, summary)
    }

    /// A model: one that ships, by its word, which stands beside the name of its file, or any file of such a model. The
    /// first is the default.
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
            Some(Value { file: Some((_, parsed)), .. }) => self.take(Ok(parsed.clone())),
            Some(Value { written, .. }) => {
                let (_, file_name) = shipped.iter().find(|(word, _)| word == written)?;
                self.shipped_model(file_name)
            }
            None => self.shipped_model(file_name),
        }
    }

    /// A model that ships, by the name of its file.
    pub fn shipped_model<M: Model>(&mut self, file_name: &str) -> Option<Arc<M>> {
        let parsed = self.models?.get::<M>(file_name);
        self.take(parsed)
    }

    fn take<M: Model>(&mut self, parsed: Result<ParsedModel, String>) -> Option<Arc<M>> {
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

    /// Lists an option; what it was set to, if it was.
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
    fn what_is_no_fraction_is_refused() {
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
