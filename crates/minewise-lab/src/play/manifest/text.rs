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

/// A manifest as it is written, before anything is made of it.
#[derive(Deserialize)]
pub(super) struct Raw {
    pub(super) title: Spanned<String>,
    pub(super) question: Option<String>,
    pub(super) rules: Vec<Spanned<String>>,
    pub(super) players: Vec<Spanned<String>>,
    pub(super) games: Spanned<Whole>,
    pub(super) seed: Spanned<Whole>,
    pub(super) player_seed: Option<Spanned<Whole>>,
    pub(super) chunk: Option<Spanned<Whole>>,
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
    pub(super) win_rate: Spanned<f64>,
    pub(super) games: Option<Spanned<Whole>>,
    pub(super) interval: Option<Spanned<[f64; 2]>>,
    pub(super) uses: Option<Spanned<BTreeMap<String, Spanned<Whole>>>>,
    pub(super) by: String,
    pub(super) source: String,
}

/// The most that is known to be won under some rules, as it is written.
#[derive(Deserialize)]
pub(super) struct RawKnown {
    pub(super) rules: Spanned<String>,
    pub(super) win_rate: Spanned<f64>,
    pub(super) by: String,
    pub(super) source: String,
}

/// The keys of a manifest, and those of figures of others.
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
const PUBLISHED_KEYS: [&str; 8] =
    ["rules", "player", "win_rate", "games", "interval", "uses", "by", "source"];
const KNOWN_KEYS: [&str; 4] = ["rules", "win_rate", "by", "source"];

/// A value of a varied key.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected numbers or texts")]
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
pub(super) struct Whole(i64);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Whole, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Whole;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number")
            }

            fn visit_i64<E>(self, number: i64) -> Result<Whole, E> {
                Ok(Whole(number))
            }
        }
        deserializer.deserialize_i64(Visitor)
    }
}

impl Raw {
    /// Reads a manifest, in which every key is known.
    pub(super) fn read(source: Source) -> Result<Raw, Problem> {
        let table = DeTable::parse(source.text).map_err(|error| source.toml(&error))?;
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
        Raw::deserialize(toml::Deserializer::from(table)).map_err(|error| source.toml(&error))
    }
}

/// Where a manifest was read from, to say what is wrong where.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) path: &'a Path,
    pub(super) text: &'a str,
}

impl Source<'_> {
    /// Something is wrong where this stands.
    pub(super) fn error<T>(self, place: &Spanned<T>, wrong: impl fmt::Display) -> Problem {
        self.at(&place.span(), wrong)
    }

    /// Something is wrong with the manifest as a whole.
    pub(super) fn whole(self, wrong: impl fmt::Display) -> Problem {
        Problem::bad_input(format!("`{}`: {wrong}", self.path.display()))
    }

    /// A number, if it lies within these bounds.
    pub(super) fn whole_number(
        self,
        key: &str,
        number: &Spanned<Whole>,
        least: u64,
        most: u64,
    ) -> Result<u64, Problem> {
        let Whole(value) = *number.get_ref();
        let within = u64::try_from(value).ok().filter(|value| (least..=most).contains(value));
        within.ok_or_else(|| {
            let wrong = format_args!("`{key}` takes a whole number from {least} to {most}, found `{value}`");
            self.error(number, wrong)
        })
    }

    fn at(self, span: &Range<usize>, wrong: impl fmt::Display) -> Problem {
        let before = self.text.as_bytes().get(..span.start).unwrap_or_default();
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        Problem::line(self.path, line as u64, wrong)
    }

    /// What is no TOML, or not what was expected, in one sentence.
    fn toml(self, error: &toml::de::Error) -> Problem {
        let message = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
        match error.span() {
            // What is missing from the manifest itself is missing nowhere.
            Some(span) if !(span.start == 0 && message.starts_with("missing")) => self.at(&span, message),
            _ => self.whole(message),
        }
    }

    fn check_keys(self, table: &DeTable, known: &[&'static str]) -> Result<(), Problem> {
        let Some(key) = table.keys().find(|key| !known.contains(&key.get_ref().as_ref())) else {
            return Ok(());
        };
        let suggestion = Suggestion::new(key.get_ref(), known.iter().copied());
        let shown = excerpt(key.get_ref());
        Err(self.error(key, format_args!("there is no key `{shown}`; {suggestion}")))
    }
}
