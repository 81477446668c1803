//! `bssuct` (belief state solver + UCT): upper confidence trees over exact beliefs.
//!
//! From Sebag & Teytaud 2012, "Combining myopic optimization and tree search: application to MineSweeper", section 3.4
//! and Table 1. All that is known about a game is its view, and the layouts that fit it are known exactly, so the game
//! is a Markov decision process whose states are views. A tree of views grows by simulated games. Going down the tree,
//! the cell with the highest upper confidence bound is revealed (with variance estimates, UCB-V). The more often a view
//! is visited, the more cells are tried there and the more outcomes are drawn (double progressive widening). The first
//! view that is not in the tree yet is added, and a game played out from it gives its value. Certainly safe cells are
//! revealed without a choice. The player reveals the cell that was tried most; no opening is entered by hand.
//!
//! Our reading where the paper leaves something open; most of it is an option:
//!
//! - Simulations are counted, not timed (the paper allows 10 to 300 seconds). Simulations that cannot change the choice
//!   any more are left out.
//! - The widening exponents and the constants ζ and c of UCB-V were chosen by measurement. The range b of UCB-V is the
//!   greatest reward of a simulation from the view. A bound is never above the chance to survive the reveal.
//! - `reward=chance`: a simulation never reveals a mine. It is drawn as if each revealed cell were safe, and its reward
//!   is the product of the chances that they are, which has the same mean and far less noise. With `reward=result` the
//!   reward is 1 or 0, as it must be in the paper.
//! - `belief=census`: every reveal in the tree is drawn from all layouts that fit the view there. On grids of up to 64
//!   cells they are listed if they are few ([`listed`]), else drawn by the census. With `rejection` and `mcmc`, the
//!   other two beliefs of the paper, one layout is drawn for a whole simulation, at the view where it starts. The risks
//!   still come from the census, as in Table 1.
//! - A view that can be reached in several ways is one node. Certain cells are revealed on the way to a view, and get
//!   no node. Of first cells that are symmetric, one is tried ([`first`]).
//! - `leaf=auto`: on grids with more than 64 cells, an estimate of the chance to win replaces games played out.
//! - `streams`: several independent trees, each with its own random numbers; the visits and rewards at their roots are
//!   added up. So the number of threads does not change the choice.
//!
//! Work and memory are bounded, see [`MOST_WORK`], [`MOST_CELLS_KEPT`] and [`MOST_LAYOUTS_KEPT`].

mod display;
mod first;
mod leaf;
mod listed;
mod maths;
mod search;
mod source;
mod state;
#[cfg(test)]
mod tests;
mod tree;

use std::sync::Arc;
use std::thread;

use minewise::cancel::inherit;
use minewise::game::{Candidate, Searching, Tree, WinChance};
use minewise::{Cell, Census, Choice, Player, Position, Reason, Rng, Rules, Seed, Start, View};

use crate::entry::{Entry, Options};
use crate::least_risk::exact::choose_without_census;
use crate::{Chance, Exact};
pub use listed::{ListingCost, Order};
use search::Search;
use source::Source;
use state::{Simulator, key_of};
use tree::{Action, SearchTree};

/// The options of [`Bssuct`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BssuctOptions {
    /// Number of simulations for a choice, over all streams.
    pub sims: u64,
    /// The most views in the tree of each stream.
    pub nodes: usize,
    /// Number of independent trees, each with its own random numbers.
    pub streams: usize,
    /// Number of threads for them.
    pub threads: usize,
    /// The most cells considered at a view.
    pub cells: usize,
    /// The most layouts that fit a view for which they are listed instead of counted, on grids of at most 64 cells.
    pub listed: usize,
    /// The order of cells in which layouts are listed.
    pub order: Order,
    /// The exponent of the widening of actions.
    pub actions: f64,
    /// The exponent of the widening of outcomes.
    pub outcomes: f64,
    /// The factor of the logarithm in the bound.
    pub zeta: f64,
    /// The factor of the range of rewards in the bound.
    pub range: f64,
    /// The share of guesses in a game played out that take the least risk.
    pub greedy: f64,
    /// How the value of a new view is found.
    pub leaf: Leaf,
    /// Where the layouts of simulations come from.
    pub belief: Belief,
    /// Whether certainly safe cells are revealed without a choice.
    pub forced: bool,
    /// The reward of a simulation.
    pub reward: Reward,
    /// The most layouts that `rejection` draws for a simulation.
    pub draws: u64,
    /// Number of steps that `mcmc` walks for a simulation.
    pub steps: u64,
}

/// How the value of a new view is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// `Paper` on grids of at most 64 cells, `Chance` on larger ones.
    Auto,
    /// A game played out by the rules of the paper.
    Paper,
    /// A game played out by the least risk.
    LeastRisk,
    /// The estimate of the chance to win.
    Chance,
}

/// Where the layouts of simulations come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Belief {
    /// The census: at every view of the tree, all layouts that fit are equally likely.
    Census,
    /// Random layouts, drawn until one fits.
    Rejection,
    /// A random walk among layouts that fit.
    Mcmc,
}

/// The reward of a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reward {
    /// The chance to survive all its reveals, none of which reveals a mine.
    Chance,
    /// 1 if the game is won and 0 if it reveals a mine.
    Result,
}

/// The most simulations for a choice on grids of more than 64 cells, times the number of cells. So a choice on a large
/// grid takes no longer: there are at most 1041 simulations on Expert and 50 on 100x100.
const MOST_WORK: usize = 500_000;

/// If fewer simulations than this are allowed they are useless, and the choice is that of `exact`. That is the case on
/// grids of more than 25,000 cells.
const FEWEST_SIMS: usize = 20;

/// The most cells of all views of one tree together: about 20 megabytes, and as much again for layouts.
const MOST_CELLS_KEPT: usize = 8_000_000;

/// The most listed layouts of all trees together: half a gigabyte.
const MOST_LAYOUTS_KEPT: usize = 64_000_000;

/// The most trees that may each have [`MOST_CELLS_KEPT`]; more trees share them.
const MOST_FULL_TREES: usize = 8;

/// The most cells of a grid on which `leaf=auto` plays games out and the number of simulations is not limited.
const SMALL: usize = 64;

/// Reveals certainly safe cells; else the cell that a tree of simulated games tries most.
#[derive(Clone, Debug)]
pub struct Bssuct {
    options: BssuctOptions,
    streams: Vec<Stream>,
}

/// A tree that grows from move to move, with its random numbers.
#[derive(Clone, Debug)]
struct Stream {
    rng: Rng,
    /// Shared by copies of the player until one of them grows it.
    tree: Arc<SearchTree>,
}

impl Bssuct {
    /// Creates a player with these options.
    pub fn new(options: BssuctOptions) -> Bssuct {
        let mut player = Bssuct { options, streams: Vec::new() };
        player.reset(Seed::default());
        player
    }

    /// Starts again with empty trees.
    fn reset(&mut self, seed: Seed) {
        let stream = |idx: usize| Stream { rng: Rng::new(seed.stream(idx as u64)), tree: Arc::default() };
        self.streams = (0..self.options.streams.max(1)).map(stream).collect();
    }

    /// Returns the options for a grid of `n_cells` cells, with the limits that depend on it.
    fn options_on(&self, n_cells: usize) -> BssuctOptions {
        let leaf = match self.options.leaf {
            Leaf::Auto if n_cells <= SMALL => Leaf::Paper,
            Leaf::Auto => Leaf::Chance,
            leaf => leaf,
        };
        let n_trees = self.options.streams.max(1);
        let most_cells = MOST_CELLS_KEPT * MOST_FULL_TREES / n_trees.max(MOST_FULL_TREES);
        let most_sims = if n_cells <= SMALL { u64::MAX } else { (MOST_WORK / n_cells) as u64 };
        BssuctOptions {
            leaf,
            sims: self.options.sims.min(most_sims),
            nodes: self.options.nodes.min(most_cells / n_cells),
            ..self.options
        }
    }

    /// Grows all trees from a view.
    fn grow(&mut self, view: &View, census: &Census, keeps_notes: bool) {
        let options = self.options_on(view.grid().n_cells());
        let n_streams = self.streams.len() as u64;
        let share = |idx: u64| options.sims * (idx + 1) / n_streams - options.sims * idx / n_streams;
        let start = |(idx, stream): (usize, &mut Stream)| {
            // The first stream always has a simulation, even if there are fewer simulations than streams.
            let n_sims = share(idx as u64).max(u64::from(idx == 0));
            (stream.start_search(&options, view, census, keeps_notes), n_sims)
        };
        let mut searches: Vec<(Search, u64)> = self.streams.iter_mut().enumerate().map(start).collect();
        let n_cores = thread::available_parallelism().map_or(1, usize::from);
        let n_threads = self.options.threads.min(n_cores).clamp(1, searches.len());
        // With several trees the sum decides, and no tree knows the others. A tree that is displayed must be complete.
        let may_stop = n_streams == 1 && !keeps_notes;
        let run = |(search, n_sims): &mut (Search, u64)| search.run(*n_sims, may_stop);
        if n_threads == 1 {
            searches.iter_mut().for_each(run);
        } else {
            let share = searches.len().div_ceil(n_threads);
            thread::scope(|scope| {
                for part in searches.chunks_mut(share) {
                    scope.spawn(inherit(|| part.iter_mut().for_each(run)));
                }
            });
        }
        for (stream, (search, _)) in self.streams.iter_mut().zip(searches) {
            *stream = Stream { rng: search.rng, tree: Arc::new(search.tree) };
        }
    }

    /// Returns the visits and rewards of each cell, added up over the roots of all trees.
    fn totals(&self) -> Vec<Action> {
        let mut totals: Vec<Action> = Vec::new();
        for action in self.streams.iter().flat_map(|stream| stream.tree.root_actions()) {
            let known = totals.iter().position(|total| total.cell == action.cell);
            let place = known.unwrap_or_else(|| {
                totals.push(Action::new(action.cell as Cell, action.risk));
                totals.len() - 1
            });
            totals[place].n_visits += action.n_visits;
            totals[place].sum += action.sum;
        }
        totals
    }

    /// Chooses a cell by simulations.
    fn choose_by_simulations(&mut self, view: &View, census: &Census) -> Choice {
        self.grow(view, census, false);
        let mut totals = self.totals();
        totals.retain(|total| total.n_visits > 0);
        // A stable sort: of cells tried equally often the first is chosen, which is the least risky.
        totals.sort_by_key(|total| std::cmp::Reverse(total.n_visits));
        let Some(best) = totals.first() else {
            let mut choice = choose_without_census(view);
            choice.reason = Reason::Other("no random layout fits; least risky by single numbers".into());
            return choice;
        };
        let is_certain = !view.is_untouched() && best.risk == 0.0;
        let reason = match view.is_untouched() {
            true => Reason::Opening,
            false if is_certain => Reason::Certain,
            false => Reason::Other("tried most in simulated games".into()),
        };
        let mut choice = Choice::reveal(best.cell as Cell, reason);
        // Before the first reveal the start may guarantee a safe cell, which the census does not know.
        let knows_risk = !view.is_untouched() || view.grid().rules().start() == Start::Any;
        let candidate = |total: &Action| {
            Candidate::new(total.cell as Cell)
                .with_risk(knows_risk.then_some(total.risk))
                .with_win(WinChance::Estimate(total.mean()))
                .with_visits(total.n_visits)
        };
        choice.candidates = totals.iter().map(candidate).collect();
        choice
    }
}

impl Stream {
    /// Creates a search from a view, which keeps what the tree already has of it.
    fn start_search(
        &mut self,
        options: &BssuctOptions,
        view: &View,
        census: &Census,
        keeps_notes: bool,
    ) -> Search {
        let key = key_of(view);
        let most_listed = if options.leaf == Leaf::Chance { 0 } else { options.listed };
        let simulator = Simulator::new(view.grid(), most_listed, options.order);
        let source = match options.belief {
            Belief::Census => None,
            Belief::Rejection => Some(Source::rejection(view, options.draws)),
            Belief::Mcmc => Source::walk(view, options.steps),
        };
        let tree = if keeps_notes { SearchTree::default() } else { self.tree.from(key) };
        let state = simulator.state(key, view.clone(), census.clone(), &mut self.rng);
        let rng = self.rng.clone();
        let chance = Chance::default();
        let mut search = Search { options: *options, simulator, tree, rng, chance, source, keeps_notes };
        search.add_root(&state);
        search
    }
}

impl Bssuct {
    /// The entry of this player.
    pub fn entry() -> Entry {
        let summary =
            "Reveals certainly safe cells, else the cell that a tree of simulated games tries most.";
        let source = "Sebag & Teytaud 2012, §3.4";
        let entry =
            Entry::new("bssuct", source, summary, |options| Bssuct::new(BssuctOptions::read(options)));
        entry.searching::<Bssuct>()
    }
}

impl BssuctOptions {
    // Formatted by hand: one line for the name, range and default of an option, and one for its help text.
    #[rustfmt::skip]
    fn read(options: &mut Options<'_>) -> BssuctOptions {
        let orders =
            [("beside", Order::Beside), ("least", Order::LeastConstrained), ("most", Order::MostConstrained)];
        let leaves =
            [("auto", Leaf::Auto), ("paper", Leaf::Paper), ("least-risk", Leaf::LeastRisk), ("chance", Leaf::Chance)];
        let beliefs = [("census", Belief::Census), ("rejection", Belief::Rejection), ("mcmc", Belief::Mcmc)];
        let rewards = [("chance", Reward::Chance), ("result", Reward::Result)];
        BssuctOptions {
            sims: options.count("sims", 1..=10_000_000, 10_000,
                "Number of games simulated for a choice; fewer on large boards."),
            nodes: options.size("nodes", 1..=1_000_000, 20_000,
                "Most views in each tree."),
            streams: options.size("streams", 1..=64, 1,
                "Number of independent trees, each with its own random numbers; their visits are added up."),
            threads: options.size("threads", 1..=64, 1,
                "Number of threads for the trees, which changes only the time."),
            cells: options.size("cells", 1..=1000, 64,
                "Most cells considered at a view, the least risky ones."),
            listed: options.size("listed", 0..=1_000_000, 300,
                "Most layouts of a view that are listed instead of counted, on boards of up to 64 cells."),
            order: options.one_of("order", &orders, "beside",
                "Order of cells in listing layouts: number by number, or by the fewest or the most numbers touched."),
            actions: options.decimal("actions", 1, 0.3,
                "Exponent of the number of cells tried, as a power of the visits of a view."),
            outcomes: options.decimal("outcomes", 1, 1.0,
                "Exponent of the number of outcomes drawn, as a power of the visits of a cell; 1 draws each time."),
            zeta: options.decimal("zeta", 100, 0.5,
                "Factor of the logarithm in the upper confidence bound."),
            range: options.decimal("range", 100, 0.3,
                "Factor of the greatest reward in the upper confidence bound."),
            greedy: options.decimal("greedy", 1, 0.7,
                "Share of guesses in a game played out that take the least risk."),
            leaf: options.one_of("leaf", &leaves, "auto",
                "How the value of a new view is found: by a game played out, or by an estimate of the chance to win."),
            belief: options.one_of("belief", &beliefs, "census",
                "Where the layouts of simulated games come from."),
            forced: options.switch("forced", true,
                "Whether certainly safe cells are revealed without a choice."),
            reward: options.one_of("reward", &rewards, "chance",
                "Reward of a simulated game: the chance to survive it, or 1 if it is won and else 0."),
            draws: options.count("draws", 1..=1_000_000, 1000,
                "Most layouts that `belief=rejection` draws for a simulated game."),
            steps: options.count("steps", 1..=1_000_000, 20,
                "Number of steps that `belief=mcmc` walks for a simulated game."),
        }
    }
}

impl Player for Bssuct {
    fn start(&mut self, _: &Rules, seed: Seed) {
        self.reset(seed);
    }

    fn choose(&mut self, position: &Position) -> Choice {
        let view = position.view();
        if MOST_WORK / view.grid().n_cells() < FEWEST_SIMS {
            return Exact::default().choose(position);
        }
        let plain = position.plainly_safe().next().filter(|_| self.options.forced);
        if let Some(cell) = plain {
            return Choice::reveal(cell, Reason::Certain);
        }
        let Ok(census) = position.census() else { return choose_without_census(view) };
        match census.safe().next().filter(|_| self.options.forced) {
            Some(cell) => Choice::reveal(cell, Reason::Certain),
            None => self.choose_by_simulations(view, census),
        }
    }
}

impl Searching for Bssuct {
    fn tree(&mut self, position: &Position) -> Option<Tree> {
        let view = position.view();
        if MOST_WORK / view.grid().n_cells() < FEWEST_SIMS {
            return None;
        }
        let mut fork = self.clone();
        fork.grow(view, position.census().ok()?, true);
        let trees: Vec<&SearchTree> = fork.streams.iter().map(|stream| &*stream.tree).collect();
        Some(display::tree_of(view, &trees))
    }
}
