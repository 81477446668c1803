//! Players that can be asked for by name: what each is called, what can be set, and how it is made.
//!
//! A player's file has its entry, and the entry has everything: one call describes an option, has its default and reads
//! its value.

pub mod model_file;
mod models;
mod options;

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock};

use minewise::game::{Counting, Searching, Tree};
use minewise::{Player, Position};

pub use models::{Model, Models, ParsedModel};
pub use options::{OptionEntry, Options, Value, Values};

/// A player that can be asked for by name.
///
/// # Examples
/// ```
/// use minewise::Player;
/// use minewise_players::{Entry, Mcmc};
/// let entry = Entry::new("walker", "an example", "Walks among layouts.", |options| {
///     Mcmc::new(options.count("steps", 1..=1_000, 100, "How many steps it walks."))
/// });
/// assert_eq!(entry.options()[0].name, "steps");
/// ```
#[derive(Clone)]
pub struct Entry {
    name: Cow<'static, str>,
    source: Cow<'static, str>,
    summary: Cow<'static, str>,
    /// Listed when somebody asks: a program that plays by one player need not make all others.
    options: OnceLock<Vec<OptionEntry>>,
    make: Arc<Make>,
    fork: Option<Fork>,
    counts: Option<Counts>,
    tree: Option<GrowTree>,
}

/// Makes a player of its options; `None` if a model that it needs is not there.
type Make = dyn Fn(&mut Options<'_>) -> Option<Box<dyn Player>> + Send + Sync;

type Fork = fn(&dyn Player) -> Option<Box<dyn Player>>;
type Counts = fn(&dyn Player) -> Vec<(String, u64)>;
type GrowTree = fn(&mut dyn Player, &Position) -> Option<Tree>;

impl Entry {
    /// A player with its name, whose idea it is, how it plays in a sentence, and how it is made of its options.
    pub fn new<P: Player + Clone>(
        name: &'static str,
        source: &'static str,
        summary: &'static str,
        make: impl Fn(&mut Options<'_>) -> P + Send + Sync + 'static,
    ) -> Entry {
        Entry::learned(name, source, summary, move |options| Some(make(options)))
    }

    /// The same of a player that plays by a model, and cannot be made without it.
    ///
    /// `make` reads all other options before the one that names the model.
    pub fn learned<P: Player + Clone>(
        name: &'static str,
        source: &'static str,
        summary: &'static str,
        make: impl Fn(&mut Options<'_>) -> Option<P> + Send + Sync + 'static,
    ) -> Entry {
        let make = move |options: &mut Options<'_>| Some(Box::new(make(options)?) as Box<dyn Player>);
        Entry { fork: Some(fork::<P>), ..Entry::with(name.into(), source.into(), summary.into(), make) }
    }

    /// A player that is known only at run time, such as another program. It has no options and cannot be copied.
    pub fn at_run_time(
        name: String,
        source: String,
        summary: String,
        make: impl Fn() -> Box<dyn Player> + Send + Sync + 'static,
    ) -> Entry {
        Entry::with(name.into(), source.into(), summary.into(), move |_| Some(make()))
    }

    fn with(
        name: Cow<'static, str>,
        source: Cow<'static, str>,
        summary: Cow<'static, str>,
        make: impl Fn(&mut Options<'_>) -> Option<Box<dyn Player>> + Send + Sync + 'static,
    ) -> Entry {
        let options = OnceLock::new();
        Entry { name, source, summary, options, make: Arc::new(make), fork: None, counts: None, tree: None }
    }

    /// The same player, whose counts can be asked for.
    #[must_use]
    pub fn counting<P: Counting>(self) -> Entry {
        let counts = |player: &dyn Player| {
            (player as &dyn Any).downcast_ref::<P>().map_or(Vec::new(), Counting::counts)
        };
        Entry { counts: Some(counts), ..self }
    }

    /// The same player, whose tree can be asked for.
    #[must_use]
    pub fn searching<P: Searching>(self) -> Entry {
        let tree = |player: &mut dyn Player, position: &Position| {
            (player as &mut dyn Any).downcast_mut::<P>()?.tree(position)
        };
        Entry { tree: Some(tree), ..self }
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whose idea it is.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// How it plays, in a sentence.
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// What can be set.
    pub fn options(&self) -> &[OptionEntry] {
        self.options.get_or_init(|| Options::list(|options| drop(self.make(options))))
    }

    /// Makes the player; `None` if a model is missing or damaged, which the options then say.
    pub fn make(&self, options: &mut Options<'_>) -> Option<Box<dyn Player>> {
        (self.make)(options)
    }

    /// A copy of a player of this entry that would play on exactly as it; `None` if such players cannot be copied.
    pub fn fork(&self, player: &dyn Player) -> Option<Box<dyn Player>> {
        self.fork?(player)
    }

    /// What a player of this entry counted since it was started; empty if it counts nothing.
    pub fn counts(&self, player: &dyn Player) -> Vec<(String, u64)> {
        self.counts.map_or(Vec::new(), |counts| counts(player))
    }

    /// The tree that a player of this entry searches before it chooses here; `None` if it searches none.
    pub fn tree(&self, player: &mut dyn Player, position: &Position) -> Option<Tree> {
        self.tree?(player, position)
    }
}

fn fork<P: Player + Clone>(player: &dyn Player) -> Option<Box<dyn Player>> {
    let player = (player as &dyn Any).downcast_ref::<P>()?;
    Some(Box::new(player.clone()))
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry")
            .field("name", &self.name)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}
