//! Reads players from their texts, and the models that are files.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;

use super::super::Entry;
use super::super::options::{OptionEntry, Value, Values};
use super::super::suggestion::Suggestion;
use super::super::text_file::read_text;
use super::PlayerSpec;
use super::error::{SpecError, excerpt};

/// Whether the models of players may be files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelFiles {
    /// They may: the files are read.
    Read,
    /// They may not, and no file is opened: whoever wrote the text has no business with the files of this machine.
    Refused,
}

/// Reads the players of a table.
///
/// The file of a model is read once, so that all players that name it have the same text, which is in memory once.
pub struct Reader<'a> {
    /// The players there are.
    table: &'a [Entry],
    /// Whether their models may be files.
    pub files: ModelFiles,
    /// The files read, by their paths.
    texts: HashMap<String, Arc<str>>,
}

impl<'a> Reader<'a> {
    /// A reader that knows these players.
    pub fn new(table: &'a [Entry], files: ModelFiles) -> Reader<'a> {
        Reader { table, files, texts: HashMap::new() }
    }

    /// Reads `name` or `name(key=value,…)`, and the files that stand there.
    pub fn read(&mut self, text: &str) -> Result<PlayerSpec, SpecError> {
        let malformed = || SpecError::Malformed { text: excerpt(text) };
        let (name, inside) = match text.trim().split_once('(') {
            Some((name, rest)) => (name.trim(), rest.strip_suffix(')').ok_or_else(malformed)?),
            None => (text.trim(), ""),
        };
        if name.is_empty() || inside.contains(['(', ')']) {
            return Err(malformed());
        }
        let entry =
            *self.table.iter().find(|entry| entry.name == name).ok_or_else(|| SpecError::UnknownPlayer {
                text: excerpt(name),
                suggestion: Suggestion::new(name, self.table.iter().map(|entry| entry.name)),
            })?;
        let mut set = BTreeMap::new();
        for pair in inside.split(',').filter(|_| !inside.trim().is_empty()) {
            let (option, written) = read_option(&entry, pair, self.files)?;
            let value = self.value(entry.name, option.values, written)?;
            if set.insert(option.name, value).is_some() {
                return Err(SpecError::Repeated { player: entry.name, option: option.name });
            }
        }
        let is_default = |name, value: &Value| {
            entry.options.iter().any(|option| option.name == name && option.default == value.written)
        };
        set.retain(|&name, value| !is_default(name, value));
        Ok(PlayerSpec { entry, set })
    }

    /// A value with the text of the file that it names, if it names one.
    fn value(&mut self, player: &'static str, values: Values, written: String) -> Result<Value, SpecError> {
        let text = match values {
            Values::Model { shipped, check } if !shipped.contains(&written.as_str()) => {
                Some(self.model(player, &written, check)?)
            }
            _ => None,
        };
        Ok(Value { written, text })
    }

    /// The text of a model, if it is sound.
    fn model(
        &mut self,
        player: &'static str,
        path: &str,
        check: fn(&str) -> Result<(), String>,
    ) -> Result<Arc<str>, SpecError> {
        let text = match self.texts.get(path) {
            Some(text) => Arc::clone(text),
            None => {
                let text = read_text(Path::new(path)).map_err(|unread| SpecError::UnreadModel {
                    player,
                    path: path.to_owned(),
                    wrong: unread.to_string(),
                })?;
                let text: Arc<str> = text.into();
                self.texts.insert(path.to_owned(), Arc::clone(&text));
                text
            }
        };
        match check(&text) {
            Ok(()) => Ok(text),
            Err(wrong) => Err(SpecError::DamagedModel { player, path: path.to_owned(), wrong }),
        }
    }
}

/// Reads `key=value`.
fn read_option<'a>(
    entry: &'a Entry,
    pair: &str,
    files: ModelFiles,
) -> Result<(&'a OptionEntry, String), SpecError> {
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
    if let (Values::Model { shipped, .. }, ModelFiles::Refused) = (option.values, files)
        && !shipped.contains(&value)
    {
        return Err(SpecError::RefusedFile { option: option.name, shipped });
    }
    let canonical = option.values.canonical(value).ok_or_else(|| SpecError::BadValue {
        option: option.name,
        values: option.values,
        text: excerpt(value),
    })?;
    Ok((option, canonical))
}
