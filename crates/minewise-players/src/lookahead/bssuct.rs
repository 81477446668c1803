//! `bssuct`: upper confidence trees over exact beliefs.
//!
//! Sebag and Teytaud, "Combining myopic optimization and tree search: application to MineSweeper" (paper 000), section
//! 3.4 and Table 1. What can be known of a game is its view, and the layouts that fit it are known exactly, so the
//! game is a Markov decision process whose states are views. A tree of views grows by simulated games: down the tree
//! the cell with the highest upper confidence bound is revealed (with variance estimates, UCB-V), both the cells tried
//! and the outcomes drawn at a view widen with its visits (double progressive widening), the first view that is not in
//! memory yet is put there, and a game played out from it tells what it is worth. Certainly safe cells are revealed
//! without a choice. The cell tried most is played; no opening is entered by hand.
//!
//! How we read what the paper leaves open, each an option:
//!
//! - Simulations are counted, not timed; the paper gives 10 to 300 seconds. Those that cannot change the choice any more
//!   are left out.
//! - The widening exponents, and the constants ζ and c of UCB-V: ours, by measurement. The range b of UCB-V is the most
//!   that a simulation brought home from the view. A bound is never above the chance to survive the reveal.
//! - `reward=chance`: a simulation never meets a mine. It is drawn as if each cell were safe, and counts the product of
//!   the chances that they are, which is the same on average and far less noisy. `reward=result` counts 1 or 0, as the
//!   paper must have.
//! - `belief=census`: every reveal in the tree is drawn from all layouts that fit the view there. On grids of up to 64
//!   cells they are listed where they are few ([`listed`]), else drawn by the census. With `rejection` and `mcmc`, the
//!   two beliefs that the paper compares with, one layout is drawn for a whole simulation, at the view where it begins;
//!   what the census tells of risks is used all the same, as in Table 1.
//! - Views that can be come by in several ways are one. Certain cells are revealed at once, on the way to a view, and
//!   take no place in memory. Of first cells that the grid cannot tell apart, one is tried ([`first`]).
//! - `leaf=auto`: on grids of more than 64 cells the estimate of the chance to win takes the place of games played out.
//! - `streams`: trees that grow apart, each with its own chance; what they found at their roots is added up. So the
//!   number of threads changes nothing.
//!
//! Work and memory are bounded: see [`MOST_WORK`] and [`MOST_CELLS_KEPT`].

mod display;
mod first;
mod leaf;
mod listed;
mod maths;
mod search;
mod source;
mod spot;
#[cfg(test)]
mod tests;
mod tree;

use std::sync::Arc;
use std::thread;

use minewise::game::{Candidate, Searching, Tree, WinChance};
use minewise::{Cell, Census, Choice, Player, Position, Reason, Rng, Rules, Seed, Start, View};

use crate::entry::{Entry, Options};
use crate::least_risk::exact::choose_roughly;
use crate::{Chance, Exact};
pub use listed::{Listing, Order};
use search::Search;
use source::Source;
use spot::{Ground, key_of};
use tree::{Action, Forest};

/// What can be set of [`Bssuct`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BssuctOptions {
    /// How many simulations it plays for a choice, all streams together.
    pub sims: u64,
    /// How many views it keeps in memory for each stream.
    pub nodes: usize,
    /// How many trees grow side by side, each with chance of its own.
    pub streams: usize,
    /// How many threads they grow on.
    pub threads: usize,
    /// How many cells it considers at a view.
    pub cells: usize,
    /// Up to how many layouts that fit a view are listed rather than counted, on grids of at most 64 cells.
    pub listed: usize,
    /// In which order their cells get a mine or none.
    pub order: Order,
    /// The exponent of the widening of actions.
    pub actions: f64,
    /// The exponent of the widening of outcomes.
    pub outcomes: f64,
    /// The factor of the logarithm in the bound.
    pub zeta: f64,
    /// The factor of the range of rewards in the bound.
    pub range: f64,
    /// How often a game played out takes the least risk.
    pub greedy: f64,
    /// What a new view is worth.
    pub leaf: Leaf,
    /// Where layouts come from.
    pub belief: Belief,
    /// Whether certainly safe cells are revealed without a choice.
    pub forced: bool,
    /// What a simulation brings home.
    pub reward: Reward,
    /// How many layouts `rejection` draws at most for a simulation.
    pub draws: u64,
    /// How many steps `mcmc` walks for a simulation.
    pub steps: u64,
}

/// What a new view is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// A game played out as the paper has it on grids of at most 64 cells, an estimate on larger ones.
    Auto,
    /// A game played out as the paper has it.
    Paper,
    /// A game played out by the least risk.
    LeastRisk,
    /// The estimate of the chance to win.
    Chance,
}

/// Where the layouts of simulations come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Belief {
    /// From the census: each that fits is as likely, at every view of the tree.
    Census,
    /// Drawn at random until one fits.
    Rejection,
    /// From a walk among those that fit.
    Mcmc,
}

/// What a simulation brings home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reward {
    /// The chance to survive all its reveals, none of which meets a mine.
    Chance,
    /// 1 if it is won and 0 if it meets a mine.
    Result,
}

/// The most simulations for a choice on grids of more than 64 cells, times their cells, so that a choice on a large grid
/// takes no longer: 1041 on Expert, 50 on 100x100.
const MOST_WORK: usize = 500_000;

/// With fewer simulations than this there is nothing to be learned, and the choice is that of `exact`: on grids of more
/// than 25,000 cells.
const FEWEST_SIMS: usize = 20;

/// The most cells of all views in memory of one tree together, some 20 megabytes, and about as much again for layouts.
const MOST_CELLS_KEPT: usize = 8_000_000;

/// On grids of up to so many cells `leaf=auto` plays games out, and any number of simulations is allowed.
const SMALL: usize = 64;

/// Reveals what is certainly safe; else what a tree of simulated games tries most.
#[derive(Clone, Debug)]
pub struct Bssuct {
    options: BssuctOptions,
    streams: Vec<Stream>,
}

/// A tree that grows from move to move, with its chance.
#[derive(Clone, Debug)]
struct Stream {
    rng: Rng,
    /// Shared by forks until one of them grows it.
    forest: Arc<Forest>,
}

impl Bssuct {
    /// The player with these options.
    pub fn new(options: BssuctOptions) -> Bssuct {
        let mut player = Bssuct { options, streams: Vec::new() };
        player.sit_down(Seed::default());
        player
    }

    /// Begins anew, with trees of nothing.
    fn sit_down(&mut self, seed: Seed) {
        let stream = |idx: usize| Stream { rng: Rng::new(seed.stream(idx as u64)), forest: Arc::default() };
        self.streams = (0..self.options.streams.max(1)).map(stream).collect();
    }

    /// The options as they are on this grid, with the simulations that it allows.
    fn options_on(&self, n_cells: usize) -> BssuctOptions {
        let leaf = match self.options.leaf {
            Leaf::Auto if n_cells <= SMALL => Leaf::Paper,
            Leaf::Auto => Leaf::Chance,
            leaf => leaf,
        };
        let most_sims = if n_cells <= SMALL { u64::MAX } else { (MOST_WORK / n_cells) as u64 };
        BssuctOptions {
            leaf,
            sims: self.options.sims.min(most_sims),
            nodes: self.options.nodes.min(MOST_CELLS_KEPT / n_cells),
            ..self.options
        }
    }

    /// Lets all trees grow from a view.
    fn grow(&mut self, view: &View, census: &Census, is_noted: bool) {
        let options = self.options_on(view.grid().n_cells());
        let n_streams = self.streams.len() as u64;
        let share = |idx: u64| options.sims * (idx + 1) / n_streams - options.sims * idx / n_streams;
        let plant = |(idx, stream): (usize, &mut Stream)| {
            // The first of all has something to do, however few the simulations.
            let n_sims = share(idx as u64).max(u64::from(idx == 0));
            (stream.plant(&options, view, census, is_noted), n_sims)
        };
        let mut searches: Vec<(Search, u64)> = self.streams.iter_mut().enumerate().map(plant).collect();
        let n_cores = thread::available_parallelism().map_or(1, usize::from);
        let n_threads = self.options.threads.min(n_cores).clamp(1, searches.len());
        // What several trees find is added up, and none knows what the others do. A tree to be shown is shown whole.
        let may_stop = n_streams == 1 && !is_noted;
        let run = |(search, n_sims): &mut (Search, u64)| search.run(*n_sims, may_stop);
        if n_threads == 1 {
            searches.iter_mut().for_each(run);
        } else {
            let share = searches.len().div_ceil(n_threads);
            thread::scope(|scope| {
                for part in searches.chunks_mut(share) {
                    scope.spawn(|| part.iter_mut().for_each(run));
                }
            });
        }
        for (stream, (search, _)) in self.streams.iter_mut().zip(searches) {
            *stream = Stream { rng: search.rng, forest: Arc::new(search.forest) };
        }
    }

    /// What the trees found at their roots, added up: visits and rewards of each cell.
    fn totals(&self) -> Vec<Action> {
        let mut totals: Vec<Action> = Vec::new();
        for action in self.streams.iter().flat_map(|stream| stream.forest.root_actions()) {
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

    /// Chooses where something is to be weighed.
    fn weigh(&mut self, view: &View, census: &Census) -> Choice {
        self.grow(view, census, false);
        let mut totals = self.totals();
        totals.retain(|total| total.n_visits > 0);
        // Of those tried equally often the first: it is the least risky.
        totals.sort_by_key(|total| std::cmp::Reverse(total.n_visits));
        let Some(best) = totals.first() else {
            let mut choice = choose_roughly(view);
            choice.reason = Reason::Other("no layout drawn fits; least risky by single numbers".into());
            return choice;
        };
        let is_certain = !view.is_untouched() && best.risk == 0.0;
        let reason = match view.is_untouched() {
            true => Reason::Opening,
            false if is_certain => Reason::Certain,
            false => Reason::Other("tried most in simulated games".into()),
        };
        let mut choice = Choice::reveal(best.cell as Cell, reason);
        // Before the first reveal a start may clear the cell, and the census knows nothing of it.
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
    /// A search from a view, with what the tree already knows of it.
    fn plant(&mut self, options: &BssuctOptions, view: &View, census: &Census, is_noted: bool) -> Search {
        let key = key_of(view);
        let most_listed = if options.leaf == Leaf::Chance { 0 } else { options.listed };
        let ground = Ground::new(view.grid(), most_listed, options.order);
        let source = match options.belief {
            Belief::Census => None,
            Belief::Rejection => Some(Source::rejection(view, options.draws)),
            Belief::Mcmc => Source::walk(view, options.steps),
        };
        let forest = if is_noted { Forest::default() } else { self.forest.from(key) };
        let spot = ground.spot(key, view.clone(), census.clone(), &mut self.rng);
        let rng = self.rng.clone();
        let chance = Chance::default();
        let mut search = Search { options: *options, ground, forest, rng, chance, source, is_noted };
        search.plant(&spot);
        search
    }
}

impl Bssuct {
    /// How it is asked for by name.
    pub fn entry() -> Entry {
        let summary = "Reveals what is certainly safe, else what a tree of simulated games tries most.";
        let entry =
            Entry::new("bssuct", "000 §3.4", summary, |options| Bssuct::new(BssuctOptions::read(options)));
        entry.searching::<Bssuct>()
    }
}

impl BssuctOptions {
    // Formatted by hand: a line for what an option is, and a line that says what it changes.
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
                "How many games it simulates for a choice; fewer on large boards."),
            nodes: options.size("nodes", 1..=1_000_000, 20_000,
                "How many views each of its trees has at most."),
            streams: options.size("streams", 1..=64, 1,
                "How many trees grow side by side, each with chance of its own; their visits are added up."),
            threads: options.size("threads", 1..=64, 1,
                "How many threads the trees grow on, which changes nothing but the time."),
            cells: options.size("cells", 1..=1000, 64,
                "How many cells it considers at a view, the least risky ones."),
            listed: options.size("listed", 0..=1_000_000, 300,
                "Up to how many layouts that fit a view are listed rather than counted, on boards of up to 64 cells."),
            order: options.one_of("order", &orders, "beside",
                "How they are listed: by number, or the cells first that touch the fewest numbers, or the most."),
            actions: options.decimal("actions", 1, 0.3,
                "The exponent by which more cells are tried the more often a view is visited."),
            outcomes: options.decimal("outcomes", 1, 1.0,
                "The exponent by which more outcomes are drawn the more often a cell is tried; 1 draws each time."),
            zeta: options.decimal("zeta", 100, 0.5,
                "The factor of the logarithm in the upper confidence bound."),
            range: options.decimal("range", 100, 0.3,
                "The factor of the greatest reward in the upper confidence bound."),
            greedy: options.decimal("greedy", 1, 0.7,
                "How often a game played out takes the least risk where nothing is certain."),
            leaf: options.one_of("leaf", &leaves, "auto",
                "What a new view is worth."),
            belief: options.one_of("belief", &beliefs, "census",
                "Where the layouts of simulated games come from."),
            forced: options.switch("forced", true,
                "Whether certainly safe cells are revealed without a choice."),
            reward: options.one_of("reward", &rewards, "chance",
                "What a simulated game counts."),
            draws: options.count("draws", 1..=1_000_000, 1000,
                "How many layouts `belief=rejection` draws at most for a simulated game."),
            steps: options.count("steps", 1..=1_000_000, 20,
                "How many steps `belief=mcmc` walks for a simulated game."),
        }
    }
}

impl Player for Bssuct {
    fn start(&mut self, _: &Rules, seed: Seed) {
        self.sit_down(seed);
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
        let Ok(census) = position.census() else { return choose_roughly(view) };
        match census.safe().next().filter(|_| self.options.forced) {
            Some(cell) => Choice::reveal(cell, Reason::Certain),
            None => self.weigh(view, census),
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
        let forests: Vec<&Forest> = fork.streams.iter().map(|stream| &*stream.forest).collect();
        Some(display::tree_of(view, &forests))
    }
}
