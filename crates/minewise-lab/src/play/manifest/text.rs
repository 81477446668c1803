//! Manifests as TOML, and where things stand in them.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::path::Path;

use minewise_coach::zoo::Suggestion;
use minewise_coach::{Problem, excerpt};
use serde::{Deserialize, Deserializer};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A manifest as it is written, before it is checked.
#[derive(Deserialize)]
pub(super) struct Raw {
    pub(super) title: Spanned<String>,
    pub(super) question: Option<String>,
    pub(super) rules: Vec<Spanned<String>>,
    pub(super) players: Vec<Spanned<String>>,
    pub(super) games: Spanned<WholeNumber>,
    pub(super) seed: Spanned<WholeNumber>,
    pub(super) player_seed: Option<Spanned<WholeNumber>>,
    pub(super) chunk: Option<Spanned<WholeNumber>>,
    pub(super) adjust: Option<Spanned<String>>,
    pub(super) vary: Option<Spanned<BTreeMap<String, Vec<Value>>>>,
    #[serde(default)]
    pub(super) published: Vec<RawPublished>,
    #[serde(default)]
    pub(super) known: Vec<RawKnown>,
}

/// A published figure as it is written.
#[derive(Deserialize)]
pub(super) struct RawPublished {
    pub(super) rules: Spanned<String>,
    pub(super) player: Spanned<String>,
    pub(super) win_rate: Option<Spanned<f64>>,
    pub(super) stated: Option<Spanned<String>>,
    pub(super) games: Option<Spanned<WholeNumber>>,
    pub(super) interval: Option<Spanned<[f64; 2]>>,
    pub(super) uses: Option<Spanned<BTreeMap<String, Spanned<WholeNumber>>>>,
    pub(super) mean_seconds: Option<Spanned<f64>>,
    pub(super) median_seconds: Option<Spanned<f64>>,
    pub(super) longest_seconds: Option<Spanned<f64>>,
    pub(super) by: String,
    pub(super) source: String,
    pub(super) explanation: Option<Spanned<String>>,
}

/// A known win rate as it is written.
#[derive(Deserialize)]
pub(super) struct RawKnown {
    pub(super) rules: Spanned<String>,
    pub(super) win_rate: Spanned<f64>,
    pub(super) by: String,
    pub(super) source: String,
}

/// The keys of a manifest, and those of its `[[published]]` and `[[known]]` tables.
const KEYS: [&str; 12] = [
    "title",
    "question",
    "rules",
    "players",
    "games",
    "seed",
    "player_seed",
    "chunk",
    "adjust",
    "vary",
    "published",
    "known",
];
const PUBLISHED_KEYS: [&str; 13] = [
    "rules",
    "player",
    "win_rate",
    "stated",
    "games",
    "interval",
    "uses",
    "mean_seconds",
    "median_seconds",
    "longest_seconds",
    "by",
    "source",
    "explanation",
];
const KNOWN_KEYS: [&str; 4] = ["rules", "win_rate", "by", "source"];

/// A value of a varied key.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected numbers or strings")]
pub(super) enum Value {
    Whole(i64),
    Fraction(f64),
    Text(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Whole(number) => number.fmt(f),
            Value::Fraction(number) => number.fmt(f),
            Value::Text(text) => text.fmt(f),
        }
    }
}

/// A whole number.
#[derive(Clone, Copy)]
pub(super) struct WholeNumber(i64);

impl<'de> Deserialize<'de> for WholeNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WholeNumber, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = WholeNumber;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number")
            }

            fn visit_i64<E>(self, number: i64) -> Result<WholeNumber, E> {
                Ok(WholeNumber(number))
            }
        }
        deserializer.deserialize_i64(Visitor)
    }
}

impl Raw {
    /// Reads a manifest. An unknown key is an error.
    pub(super) fn read(source: ManifestSource) -> Result<Raw, Problem> {
        let table = DeTable::parse(source.text).map_err(|error| source.toml_error(&error))?;
        source.check_keys(table.get_ref(), &KEYS)?;
        for (list, keys) in [("published", &PUBLISHED_KEYS[..]), ("known", &KNOWN_KEYS)] {
            let Some(DeValue::Array(figures)) = table.get_ref().get(list).map(Spanned::get_ref) else {
                continue;
            };
            for figure in figures {
                if let DeValue::Table(figure) = figure.get_ref() {
                    source.check_keys(figure, keys)?;
                }
            }
        }
        Raw::deserialize(toml::Deserializer::from(table)).map_err(|error| source.toml_error(&error))
    }
}

/// The path and text of a manifest, for error messages that name the line.
#[derive(Clone, Copy)]
pub(super) struct ManifestSource<'a> {
    pub(super) path: &'a Path,
    pub(super) text: &'a str,
}

impl ManifestSource<'_> {
    /// Returns an error about the line of a value.
    pub(super) fn error<T>(self, place: &Spanned<T>, wrong: impl fmt::Display) -> Problem {
        self.error_at(&place.span(), wrong)
    }

    /// Returns an error about the manifest as a whole.
    pub(super) fn file_error(self, wrong: impl fmt::Display) -> Problem {
        Problem::bad_input(format!("`{}`: {wrong}", self.path.display()))
    }

    /// Checks that a number lies within these bounds.
    pub(super) fn whole_number(
        self,
        key: &str,
        number: &Spanned<WholeNumber>,
        least: u64,
        most: u64,
    ) -> Result<u64, Problem> {
        let WholeNumber(value) = *number.get_ref();
        let within = u64::try_from(value).ok().filter(|value| (least..=most).contains(value));
        within.ok_or_else(|| {
            let wrong = format_args!("`{key}` takes a whole number from {least} to {most}, found `{value}`");
            self.error(number, wrong)
        })
    }

    fn error_at(self, span: &Range<usize>, wrong: impl fmt::Display) -> Problem {
        let before = self.text.as_bytes().get(..span.start).unwrap_or_default();
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        Problem::line(self.path, line as u64, wrong)
    }

    /// Turns an error of the TOML parser into one line.
    fn toml_error(self, error: &toml::de::Error) -> Problem {
        let message = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
        match error.span() {
            // A key that is missing at the top level has no line of its own.
            Some(span) if !(span.start == 0 && message.starts_with("missing")) => {
                self.error_at(&span, message)
            }
            _ => self.file_error(message),
        }
    }

    /// Checks that all keys are known. Done here rather than by serde, so that the error can suggest a similar key.
    fn check_keys(self, table: &DeTable, known: &[&'static str]) -> Result<(), Problem> {
        let Some(key) = table.keys().find(|key| !known.contains(&key.get_ref().as_ref())) else {
            return Ok(());
        };
        let suggestion = Suggestion::new(key.get_ref(), known.iter().copied());
        let shown = excerpt(key.get_ref());
        Err(self.error(key, format_args!("there is no key `{shown}`; {suggestion}")))
    }
}
