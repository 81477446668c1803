//! Every player by its name.
//!
//! Each player's own file has its entry, and the crates of players list them. Players can also be added at run time,
//! and models can be loaded later.

mod spec;
mod suggestion;

use std::sync::{Arc, LazyLock};

use minewise_learn::embedded_models;
use minewise_players::entry::Models;

pub use minewise_players::Entry;
pub use minewise_players::entry::{OptionEntry, Values};
pub use spec::{OpenModel, PlayerSpec, Reader, SpecError, split_specs};
pub use suggestion::Suggestion;

/// The order in which players are listed everywhere. Players that are not named here come last.
const ORDER: &str = "random exact naive single-point csp-myopic csp-pgms pgms csp rejection mcmc limited-search \
                     bssuct danger expectimax perfect search mio classifier regression q-table cnn dqn sat";

/// Players by name, and the models that they use.
///
/// # Examples
/// ```
/// use minewise_coach::zoo::{Entry, Zoo};
/// use minewise_players::Exact;
/// let mut zoo = Zoo::shipped().clone();
/// zoo.add(Entry::at_run_time("mine".into(), "me".into(), "Plays as exact.".into(), || Box::<Exact>::default()))?;
/// let mut player = zoo.read("mine")?.make();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Zoo {
    entries: Vec<Arc<Entry>>,
    models: Models,
}

impl Zoo {
    /// Creates a zoo of all players of Minewise, with these models.
    pub fn new(models: Models) -> Zoo {
        let mut entries: Vec<Entry> = minewise_players::entries().chain(minewise_learn::entries()).collect();
        let place = |entry: &Entry| ORDER.split_whitespace().position(|name| name == entry.name());
        entries.sort_by_key(|entry| place(entry).unwrap_or(usize::MAX));
        Zoo { entries: entries.into_iter().map(Arc::new).collect(), models }
    }

    /// Returns the zoo of all players of Minewise, with the models that are embedded in this program.
    pub fn shipped() -> &'static Zoo {
        static SHIPPED: LazyLock<Zoo> = LazyLock::new(|| Zoo::new(embedded_models()));
        &SHIPPED
    }

    /// Adds a player.
    ///
    /// # Errors
    /// Returns an error if its name is taken, or not a valid name of a player.
    pub fn add(&mut self, entry: Entry) -> Result<(), SpecError> {
        let name = entry.name();
        let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if name.is_empty() || !name.bytes().all(is_plain) || self.entry(name).is_some() {
            return Err(SpecError::bad_name(name));
        }
        self.entries.push(Arc::new(entry));
        Ok(())
    }

    /// Adds a model, by the name of its file.
    pub fn give_model(&mut self, name: String, text: String) {
        self.models.add(name, text);
    }

    /// Returns every player, in order.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().map(|entry| &**entry)
    }

    fn entry(&self, name: &str) -> Option<&Arc<Entry>> {
        self.entries.iter().find(|entry| entry.name() == name)
    }

    /// Reads a player from its text. It may only use models of the zoo.
    ///
    /// # Errors
    /// Returns an error if the text is not a player, or names a model file.
    pub fn read(&self, text: &str) -> Result<PlayerSpec, SpecError> {
        self.reader(None).read(text)
    }

    /// Creates a reader of players. Their models may be files if `open` is given, which reads them.
    pub fn reader(&self, open: Option<OpenModel>) -> Reader<'_> {
        Reader::new(self, open)
    }
}

#[cfg(test)]
mod cancel;
#[cfg(test)]
mod conformance;
#[cfg(test)]
mod tests;
