//! Every player by its name.
//!
//! Each player's own file has its entry; here is the list. It is open: players can be added at run time, and models are
//! given to it.

mod spec;
mod suggestion;

use std::sync::{Arc, LazyLock};

use minewise_learn::mio::Mio;
use minewise_learn::network::NetworkPlayer;
use minewise_learn::q_table::QPlayer;
use minewise_learn::{classifier, csp_entry, embedded_models, regression};
use minewise_players::entry::Models;
use minewise_players::{
    Bssuct, CspMyopic, CspPgms, Danger, Exact, Expectimax, LimitedSearch, Mcmc, Naive, Perfect, Pgms, Random,
    Rejection, Sat, Search, SinglePoint,
};

pub use minewise_players::Entry;
pub use minewise_players::entry::{OptionEntry, Values};
pub use spec::{OpenModel, PlayerSpec, Reader, SpecError, split_specs};
pub use suggestion::Suggestion;

/// Players by their names, and the models that they play by.
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
    /// All players of Minewise, with these models.
    pub fn new(models: Models) -> Zoo {
        let entries = [
            Random::entry(),
            Exact::entry(),
            Naive::entry(),
            SinglePoint::entry(),
            CspMyopic::entry(),
            CspPgms::entry(),
            Pgms::entry(),
            csp_entry(),
            Rejection::entry(),
            Mcmc::entry(),
            LimitedSearch::entry(),
            Bssuct::entry(),
            Danger::entry(),
            Expectimax::entry(),
            Perfect::entry(),
            Search::entry(),
            Mio::entry(),
            classifier::entry(),
            regression::entry(),
            QPlayer::entry(),
            NetworkPlayer::cnn_entry(),
            NetworkPlayer::dqn_entry(),
            Sat::entry(),
        ];
        Zoo { entries: entries.map(Arc::new).into(), models }
    }

    /// All players of Minewise, with the models that are part of this program.
    pub fn shipped() -> &'static Zoo {
        static SHIPPED: LazyLock<Zoo> = LazyLock::new(|| Zoo::new(embedded_models()));
        &SHIPPED
    }

    /// Adds a player.
    ///
    /// # Errors
    /// When its name is taken, or could not be written as a player.
    pub fn add(&mut self, entry: Entry) -> Result<(), SpecError> {
        let name = entry.name();
        let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if name.is_empty() || !name.bytes().all(is_plain) || self.entry(name).is_some() {
            return Err(SpecError::bad_name(name));
        }
        self.entries.push(Arc::new(entry));
        Ok(())
    }

    /// Gives it a model, by the name of its file.
    pub fn give_model(&mut self, name: String, text: String) {
        self.models.give(name, text);
    }

    /// Every player, in the order of the list.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().map(|entry| &**entry)
    }

    fn entry(&self, name: &str) -> Option<&Arc<Entry>> {
        self.entries.iter().find(|entry| entry.name() == name)
    }

    /// Reads a player, which may only have models of the zoo.
    ///
    /// # Errors
    /// When the text names no player, or a file.
    pub fn read(&self, text: &str) -> Result<PlayerSpec, SpecError> {
        self.reader(None).read(text)
    }

    /// Reads players, whose models may be files if `open` reads them.
    pub fn reader(&self, open: Option<OpenModel>) -> Reader<'_> {
        Reader::new(self, open)
    }
}

#[cfg(test)]
mod tests;
