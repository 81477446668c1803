//! Players by name: the name of each, its options, and how it is created.
//!
//! The entry of a player is in the player's own file. One call in it names an option, gives its default and help text,
//! and reads its value, so none of these can disagree.

pub mod model_file;
mod models;
mod options;

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock};

use minewise::game::{Counting, Searching, Tree};
use minewise::{Player, Position, Rules};

pub use models::{Model, Models, ParsedModel};
pub use options::{OptionEntry, Options, Value, Values};

/// A player that can be created by name.
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
    // Filled on first use: listing the options of a player means creating it, and a program that uses one player
    // need not create all others.
    options: OnceLock<Vec<OptionEntry>>,
    make: Arc<Make>,
    fork: Option<Fork>,
    counts: Option<Counts>,
    tree: Option<GrowTree>,
    not_taught: Option<NotTaught>,
}

/// A player that can play only the rules that it was taught.
pub trait Taught: Player {
    /// Says that it was not taught these rules, and how to teach them; `None` if it can play them.
    fn not_taught(&self, rules: &Rules) -> Option<String>;
}

/// Creates a player from its options; `None` if a model that it needs is missing.
type Make = dyn Fn(&mut Options<'_>) -> Option<Box<dyn Player>> + Send + Sync;

type Fork = fn(&dyn Player) -> Option<Box<dyn Player>>;
type Counts = fn(&dyn Player) -> Vec<(String, u64)>;
type NotTaught = fn(&dyn Player, &Rules) -> Option<String>;
type GrowTree = fn(&mut dyn Player, &Position) -> Option<Tree>;

impl Entry {
    /// Creates the entry of a player from its name, the source of its idea, a sentence on how it plays, and a function
    /// that creates it from its options.
    pub fn new<P: Player + Clone>(
        name: &'static str,
        source: &'static str,
        summary: &'static str,
        make: impl Fn(&mut Options<'_>) -> P + Send + Sync + 'static,
    ) -> Entry {
        Entry::learned(name, source, summary, move |options| Some(make(options)))
    }

    /// Creates the entry of a player that needs a learned model; `make` returns `None` without it.
    ///
    /// `make` must read all other options before the model: while options are listed there are no models, so `make`
    /// returns at that point.
    pub fn learned<P: Player + Clone>(
        name: &'static str,
        source: &'static str,
        summary: &'static str,
        make: impl Fn(&mut Options<'_>) -> Option<P> + Send + Sync + 'static,
    ) -> Entry {
        let make = move |options: &mut Options<'_>| Some(Box::new(make(options)?) as Box<dyn Player>);
        Entry { fork: Some(fork::<P>), ..Entry::with(name.into(), source.into(), summary.into(), make) }
    }

    /// Creates the entry of a player that is known only at run time, such as another program. It has no options, and
    /// the player cannot be copied.
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
        Entry {
            name,
            source,
            summary,
            options: OnceLock::new(),
            make: Arc::new(make),
            fork: None,
            counts: None,
            tree: None,
            not_taught: None,
        }
    }

    /// The same entry, with [`Entry::counts`].
    #[must_use]
    pub fn counting<P: Counting>(self) -> Entry {
        let counts = |player: &dyn Player| {
            (player as &dyn Any).downcast_ref::<P>().map_or(Vec::new(), Counting::counts)
        };
        Entry { counts: Some(counts), ..self }
    }

    /// The same entry, with [`Entry::tree`].
    #[must_use]
    pub fn searching<P: Searching>(self) -> Entry {
        let tree = |player: &mut dyn Player, position: &Position| {
            (player as &mut dyn Any).downcast_mut::<P>()?.tree(position)
        };
        Entry { tree: Some(tree), ..self }
    }

    /// The same entry, with [`Entry::not_taught`].
    #[must_use]
    pub fn taught<P: Taught>(self) -> Entry {
        let not_taught =
            |player: &dyn Player, rules: &Rules| (player as &dyn Any).downcast_ref::<P>()?.not_taught(rules);
        Entry { not_taught: Some(not_taught), ..self }
    }

    /// The name of the player.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where the idea comes from: a paper, or `Minewise`.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// How the player plays, in a sentence.
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// The options of the player.
    pub fn options(&self) -> &[OptionEntry] {
        self.options.get_or_init(|| Options::list(|options| drop(self.make(options))))
    }

    /// Creates the player; `None` if a model is missing or damaged, see [`Options::missing`].
    pub fn make(&self, options: &mut Options<'_>) -> Option<Box<dyn Player>> {
        (self.make)(options)
    }

    /// Copies a player of this entry, so that the copy would continue the game exactly as the original does; `None` if
    /// the player cannot be copied.
    pub fn fork(&self, player: &dyn Player) -> Option<Box<dyn Player>> {
        self.fork?(player)
    }

    /// The counts of a player of this entry since its game was started, each with its name; empty if it counts nothing.
    pub fn counts(&self, player: &dyn Player) -> Vec<(String, u64)> {
        self.counts.map_or(Vec::new(), |counts| counts(player))
    }

    /// Says that a player of this entry was not taught these rules; `None` if it can play them.
    pub fn not_taught(&self, player: &dyn Player, rules: &Rules) -> Option<String> {
        self.not_taught?(player, rules)
    }

    /// The tree that a player of this entry searches to choose in this position; `None` if it searches none.
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
