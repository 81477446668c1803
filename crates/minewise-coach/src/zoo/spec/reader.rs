//! Reads players from their texts, and model files.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use minewise_players::Entry;
use minewise_players::entry::{OptionEntry, Options, ParsedModel, Value, Values};

use super::super::Zoo;
use super::super::suggestion::Suggestion;
use super::PlayerSpec;
use super::error::SpecError;
use crate::words::excerpt;

/// A function that reads the file at a path, or returns an error message.
pub type OpenModel = fn(&str) -> Result<String, String>;

/// Reads the players of a zoo.
///
/// Each model file is read once, so that all players that name it share the same content in memory.
pub struct Reader<'a> {
    zoo: &'a Zoo,
    /// Reads model files; `None` if they are not allowed, because the author of the text must not reach files of this
    /// machine.
    open: Option<OpenModel>,
    /// The contents of the files read so far, by path.
    texts: HashMap<String, Arc<str>>,
}

impl<'a> Reader<'a> {
    pub(in super::super) fn new(zoo: &'a Zoo, open: Option<OpenModel>) -> Reader<'a> {
        Reader { zoo, open, texts: HashMap::new() }
    }

    /// Reads `name` or `name(key=value,…)`, and the model files that it names.
    ///
    /// # Errors
    /// Returns an error if the text is not a player, or names a model that cannot be read.
    pub fn read(&mut self, text: &str) -> Result<PlayerSpec, SpecError> {
        let malformed = || SpecError::Malformed { text: excerpt(text) };
        let (name, inside) = match text.trim().split_once('(') {
            Some((name, rest)) => (name.trim(), rest.strip_suffix(')').ok_or_else(malformed)?),
            None => (text.trim(), ""),
        };
        if name.is_empty() || inside.contains(['(', ')']) {
            return Err(malformed());
        }
        let entry = self.zoo.entry(name).ok_or_else(|| SpecError::UnknownPlayer {
            text: excerpt(name),
            suggestion: Suggestion::new(name, self.zoo.entries().map(Entry::name)),
        })?;
        let mut set = BTreeMap::new();
        for pair in inside.split(',').filter(|_| !inside.trim().is_empty()) {
            let (option, value) = self.read_option(entry, pair)?;
            if set.insert(option.name, value).is_some() {
                return Err(SpecError::Repeated { player: entry.name().to_owned(), option: option.name });
            }
        }
        set.retain(|&name, value| {
            !entry.options().iter().any(|option| option.name == name && option.default == value.written)
        });
        let spec = PlayerSpec { entry: Arc::clone(entry), set, models: self.zoo.models.clone() };
        check_models(&spec)?;
        Ok(spec)
    }

    /// Reads `key=value`.
    fn read_option<'e>(
        &mut self,
        entry: &'e Entry,
        pair: &str,
    ) -> Result<(&'e OptionEntry, Value), SpecError> {
        let (name, value) = pair
            .split_once('=')
            .map(|(name, value)| (name.trim(), value.trim()))
            .ok_or_else(|| no_key(entry, pair.trim()))?;
        let option = entry.options().iter().find(|option| option.name == name).ok_or_else(|| {
            let names = entry.options().iter().map(|option| option.name);
            SpecError::UnknownOption {
                player: entry.name().to_owned(),
                text: excerpt(name),
                suggestion: Suggestion::new(name, names),
            }
        })?;
        let bad_value = || SpecError::BadValue {
            option: option.name,
            values: option.values.clone(),
            text: excerpt(value),
        };
        let file = match &option.values {
            Values::Model { shipped, read } if !shipped.contains(&value) => {
                let refused = || SpecError::RefusedFile { option: option.name, shipped: shipped.clone() };
                let open = self.open.ok_or_else(refused)?;
                let path = option.values.canonical(value).ok_or_else(bad_value)?;
                Some(self.model(entry.name(), &path, open, *read)?)
            }
            _ => None,
        };
        let written = option.values.canonical(value).ok_or_else(bad_value)?;
        Ok((option, Value { written, file }))
    }

    /// Reads the text of a file and the model in it.
    fn model(
        &mut self,
        player: &str,
        path: &str,
        open: OpenModel,
        read: fn(&str) -> Result<ParsedModel, String>,
    ) -> Result<(Arc<str>, ParsedModel), SpecError> {
        let (player, path) = (player.to_owned(), path.to_owned());
        let text = match self.texts.get(&path) {
            Some(text) => Arc::clone(text),
            None => match open(&path) {
                Ok(text) => Arc::clone(self.texts.entry(path.clone()).or_insert(text.into())),
                Err(wrong) => return Err(SpecError::UnreadModel { player, path, wrong }),
            },
        };
        match read(&text) {
            Ok(model) => Ok((text, model)),
            Err(wrong) => Err(SpecError::DamagedModel { player, path, wrong }),
        }
    }
}

/// The error for an option without `=`, such as `deep` or `level` where `level=deep` is meant.
fn no_key(entry: &Entry, text: &str) -> SpecError {
    let has_value = |option: &&OptionEntry| match &option.values {
        Values::OneOf(words) => words.contains(&text),
        Values::Model { shipped, .. } => shipped.contains(&text),
        _ => false,
    };
    let by_value = entry.options().iter().find(has_value).map(|option| format!("{}={text}", option.name));
    let by_name = entry.options().iter().find(|option| option.name == text);
    let by_name = by_name.map(|option| format!("{text}={}", option.default));
    SpecError::NoKey {
        player: entry.name().to_owned(),
        text: excerpt(text),
        meant: by_value.or(by_name),
        options: entry.options().iter().map(|option| option.name).collect(),
    }
}

/// Checks that the models that a player needs are available.
fn check_models(spec: &PlayerSpec) -> Result<(), SpecError> {
    let mut options: Options<'_> = spec.options();
    spec.entry.make(&mut options);
    match options.missing() {
        None => Ok(()),
        Some(wrong) => {
            Err(SpecError::NoModel { player: spec.entry.name().to_owned(), wrong: wrong.to_owned() })
        }
    }
}
