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
//! # Two settings
//!
//! `setting=paper` is the search of Table 1: values are means of simulations (`backup=mean`), widening is double, the
//! bandit is UCB-V with constants for which its regret is proven (ζ > 1, c = 1), a simulation is won or lost, and leaves
//! are played out. It is consistent, but slow: see `docs/papers/sebag-2012.md` for its curves.
//!
//! `setting=ours`, the default, goes beyond the paper. Where all layouts that fit a view can be listed, the search ends
//! with a proof (`backup=proven`, [`proof`]). Elsewhere values are means, with constants chosen by measurement.
//!
//! The setting of the paper settles most other options, whatever they say.
//!
//! # Our reading where the paper leaves something open
//!
//! - Simulations are counted, not timed (the paper allows 10 to 300 seconds). Simulations that cannot change the choice
//!   any more are left out. People can give a time instead (`--seconds`), see [`Thinking`].
//! - The widening exponents are 1/2 in the setting of the paper. The range b of UCB-V is the greatest reward of a
//!   simulation from the view. A bound is never above the chance to survive the reveal.
//! - `reward=result`: the reward is 1 for a game won and 0 for one lost. With `reward=chance` (ours) a simulation never
//!   reveals a mine. It is drawn as if each revealed cell were safe, and its reward is the product of the chances that
//!   they are, which has the same mean and far less noise.
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
mod proof;
mod search;
mod source;
mod state;
#[cfg(test)]
mod tests;
mod tree;

use std::sync::Arc;
use std::thread;

use minewise::cancel::inherit;
use minewise::game::{Candidate, Searching, Thinking, Tree, WinChance};
use minewise::{Cell, Census, Choice, Player, Position, Reason, Rng, Rules, Seed, Start, View};

use crate::entry::{Entry, Options};
use crate::least_risk::exact::choose_without_census;
use crate::{Chance, Exact};
pub use listed::{ListingCost, Order};
use proof::Proof;
use search::Search;
use source::Source;
use state::{Simulator, key_of};
use tree::{Action, SearchTree};

/// The options of [`Bssuct`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BssuctOptions {
    /// Number of simulations for a choice, over all streams.
    pub sims: u64,
    /// How values go up the tree.
    pub backup: Backup,
    /// The most layouts that fit a view for which a proof is tried, on grids of at most 64 cells.
    pub layouts: usize,
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
    /// What is known about the cells of a view before they are tried.
    pub prior: Prior,
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

/// How values go up the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backup {
    /// As bounds that end in a proof where all layouts can be listed, else as means.
    Proven,
    /// As means of the rewards of simulations.
    Mean,
}

/// What is known about the cells of a view before they are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prior {
    /// Their risks: the safest are tried first.
    Risk,
    /// Their promise, by which the player `search` rates them: the most promising are tried first, as if some
    /// simulations had already shown how far they are behind the best.
    Promise,
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
    /// The promise by which the player `search` rates views.
    Promise,
}

impl Leaf {
    /// Whether new views are estimated from their census, so that no game is played out.
    fn is_estimate(self) -> bool {
        matches!(self, Leaf::Chance | Leaf::Promise)
    }
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

/// How long a search may go on.
struct Budget<'a> {
    n_sims: u64,
    /// Whether there is time left. Asked only now and then, because clocks are slow.
    has_time: &'a (dyn Fn() -> bool + Sync),
}

/// The number of simulations between two looks at the clock.
const LOOK_AT_CLOCK_EVERY: u64 = 16;

impl Budget<'_> {
    /// Whether another simulation may be played after `n_done`. At least one is.
    fn goes_on(&self, n_done: u64) -> bool {
        n_done == 0 || !n_done.is_multiple_of(LOOK_AT_CLOCK_EVERY) || (self.has_time)()
    }
}

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
    fn grow(&mut self, view: &View, census: &Census, budget: &Budget<'_>, keeps_notes: bool) {
        let options = self.options_on(view.grid().n_cells());
        let n_streams = self.streams.len() as u64;
        let before = |idx: u64| (u128::from(budget.n_sims) * u128::from(idx) / u128::from(n_streams)) as u64;
        let share = |idx: u64| before(idx + 1) - before(idx);
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
        let run = |(search, n_sims): &mut (Search, u64)| {
            search.run(&Budget { n_sims: *n_sims, ..*budget }, may_stop);
        };
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

    /// Searches for a proof, and returns the cells that were tried, the best first, with the reason to choose the best;
    /// `None` if there are too many layouts to list.
    fn prove(
        &mut self,
        view: &View,
        census: &Census,
        budget: &Budget<'_>,
    ) -> Option<(Vec<Candidate>, Reason)> {
        let options = self.options_on(view.grid().n_cells());
        // Other beliefs draw one layout for a whole simulation, so there is nothing to list.
        let is_wanted = options.backup == Backup::Proven && options.belief == Belief::Census;
        if !is_wanted || census.layouts_log10() > libm::log10(options.layouts as f64) {
            return None;
        }
        let simulator = Simulator::new(view.grid(), options.layouts, options.order);
        let rng = &mut self.streams[0].rng;
        let listed = simulator.neighbour_sets.as_ref()?.list(view, key_of(view), options.order, rng)?;
        let mut proof = Proof::new(&options, simulator, rng, view, listed);
        proof.run(budget);
        let candidate = |action: &proof::Action| {
            let kind = if action.is_proven() { WinChance::Exact } else { WinChance::Estimate };
            Candidate::new(action.cell)
                .with_risk(action.risk)
                .with_win(kind(action.value()))
                .with_visits(action.n_visits)
        };
        let reason = if proof.has_ended() { "proven to be the best" } else { "best in simulated games" };
        Some((proof.tried().into_iter().map(candidate).collect(), Reason::Other(reason.into())))
    }

    /// Plays simulations, and returns the cells that were tried, the one tried most first.
    fn simulate(&mut self, view: &View, census: &Census, budget: &Budget<'_>) -> (Vec<Candidate>, Reason) {
        self.grow(view, census, budget, false);
        let mut totals = self.totals();
        totals.retain(|total| total.n_visits > 0);
        // A stable sort: of cells tried equally often the first is chosen, which is the least risky.
        totals.sort_by_key(|total| std::cmp::Reverse(total.n_visits));
        let candidate = |total: &Action| {
            Candidate::new(total.cell as Cell)
                .with_risk(total.risk)
                .with_win(WinChance::Estimate(total.mean()))
                .with_visits(total.n_visits)
        };
        (totals.iter().map(candidate).collect(), Reason::Other("tried most in simulated games".into()))
    }

    /// Chooses a cell by a search.
    fn search(&mut self, view: &View, census: &Census, budget: &Budget<'_>) -> Choice {
        let (mut tried, reason) = match self.prove(view, census, budget) {
            Some(proven) => proven,
            None => self.simulate(view, census, budget),
        };
        let Some(&best) = tried.first() else {
            let mut choice = choose_without_census(view);
            choice.reason = Reason::Other("no random layout fits; least risky by single numbers".into());
            return choice;
        };
        // Before the first reveal the start may guarantee a safe cell, which the census does not know.
        if view.is_untouched() && view.grid().rules().start() != Start::Any {
            tried.iter_mut().for_each(|candidate| candidate.risk = None);
        }
        let reason = match best.risk {
            _ if view.is_untouched() => Reason::Opening,
            Some(0.0) => Reason::Certain,
            _ => reason,
        };
        Choice::reveal(best.cell, reason).with_candidates(tried)
    }

    /// Chooses a cell within a budget.
    fn choose_within(&mut self, position: &Position, budget: &Budget<'_>) -> Choice {
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
            None => self.search(view, census, budget),
        }
    }

    /// Returns the budget for a choice on a grid of `n_cells` cells, by the number of simulations.
    fn budget(&self, n_cells: usize) -> Budget<'static> {
        Budget { n_sims: self.options_on(n_cells).sims, has_time: &|| true }
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
        let most_listed = if options.leaf.is_estimate() { 0 } else { options.listed };
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
        entry.searching::<Bssuct>().thinking::<Bssuct>()
    }
}

impl BssuctOptions {
    // Formatted by hand: one line for the name, range and default of an option, and one for its help text.
    #[rustfmt::skip]
    fn read(options: &mut Options<'_>) -> BssuctOptions {
        let backups = [("proven", Backup::Proven), ("mean", Backup::Mean)];
        let orders =
            [("beside", Order::Beside), ("least", Order::LeastConstrained), ("most", Order::MostConstrained)];
        let leaves =
            [("auto", Leaf::Auto), ("paper", Leaf::Paper), ("least-risk", Leaf::LeastRisk), ("chance", Leaf::Chance),
             ("promise", Leaf::Promise)];
        let beliefs = [("census", Belief::Census), ("rejection", Belief::Rejection), ("mcmc", Belief::Mcmc)];
        let rewards = [("chance", Reward::Chance), ("result", Reward::Result)];
        let is_paper = options.one_of("setting", &[("ours", false), ("paper", true)], "ours",
            "`paper` is the search of the paper's Table 1, whatever the options say that it settles; `ours` goes beyond it.");
        let read = BssuctOptions {
            sims: options.count("sims", 1..=10_000_000, 10_000,
                "Number of games simulated for a choice; fewer on large boards."),
            backup: options.one_of("backup", &backups, "proven",
                "How values go up the tree: as bounds that end in a proof where possible, or as means."),
            layouts: options.size("layouts", 1..=4_000_000, 400_000,
                "Most layouts of a view for which a proof is tried, on boards of up to 64 cells."),
            nodes: options.size("nodes", 1..=1_000_000, 20_000,
                "Most views in each tree of means."),
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
            prior: options.one_of("prior", &[("risk", Prior::Risk), ("promise", Prior::Promise)], "risk",
                "Which cells of a view are tried first: the safest, or the most promising by `search`."),
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
                "How the value of a new view is found: by a game played out, by an estimate of the chance to win, or by the promise \
                 of `search`."),
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
        };
        if is_paper { read.as_in_table_1() } else { read }
    }

    /// The search of the paper's Table 1. Only what the paper leaves open is taken from the options.
    fn as_in_table_1(self) -> BssuctOptions {
        BssuctOptions {
            backup: Backup::Mean,
            leaf: Leaf::Paper,
            reward: Reward::Result,
            forced: true,
            greedy: 0.7,
            prior: Prior::Risk,
            nodes: 1_000_000,
            cells: 1000,
            // Faster by far where a simulation passes views with thousands of layouts, as on 5x5/15.
            listed: 3000,
            // The paper does not say by which power between 0 and 1 it widens. With a root of the outcomes, 4x4/4 stays
            // three points below its figures; with nearly all of them, they come out.
            actions: 0.5,
            outcomes: 0.9,
            // The regret of UCB-V is proven for c = 1 and any ζ above 1.
            zeta: 1.2,
            range: 1.0,
            ..self
        }
    }
}

impl Player for Bssuct {
    fn start(&mut self, _: &Rules, seed: Seed) {
        self.reset(seed);
    }

    fn choose(&mut self, position: &Position) -> Choice {
        let budget = self.budget(position.view().grid().n_cells());
        self.choose_within(position, &budget)
    }
}

impl Thinking for Bssuct {
    fn think(&mut self, position: &Position, has_time: &(dyn Fn() -> bool + Sync)) -> Choice {
        self.choose_within(position, &Budget { n_sims: u64::MAX, has_time })
    }
}

/// Shows the tree of simulated games, also where the player chooses by a proof.
impl Searching for Bssuct {
    fn tree(&mut self, position: &Position) -> Option<Tree> {
        let view = position.view();
        if MOST_WORK / view.grid().n_cells() < FEWEST_SIMS {
            return None;
        }
        let mut fork = self.clone();
        let budget = self.budget(view.grid().n_cells());
        fork.grow(view, position.census().ok()?, &budget, true);
        let trees: Vec<&SearchTree> = fork.streams.iter().map(|stream| &*stream.tree).collect();
        Some(display::tree_of(view, &trees))
    }
}
