//! `bssuct`: belief state solver and upper confidence trees.

mod first;
mod leaf;
mod listed;
mod maths;
mod search;
mod source;
mod spot;
mod tree;

use std::sync::Arc;
use std::thread;

use minewise::{Candidate, Cell, Census, Choice, Player, Position, Reason, Rng, Rules, Seed, Start, View, WinChance};

use crate::Chance;
use crate::exact::choose_roughly;
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

/// Simulations are fewer on large grids, so that a choice takes no longer: so many, times cells.
const MOST_WORK: usize = 500_000;

/// Reveals what is certainly safe; else what a tree of simulations tries most.
#[derive(Clone, Debug)]
pub struct Bssuct {
    options: BssuctOptions,
    streams: Vec<Stream>,
}

/// A tree that grows from move to move, with its chance.
#[derive(Clone, Debug)]
struct Stream {
    rng: Rng,
    forest: Arc<Forest>,
}

impl Bssuct {
    /// The player with these options.
    pub fn new(options: BssuctOptions) -> Bssuct {
        let mut player = Bssuct { options, streams: Vec::new() };
        player.seat(Seed::default());
        player
    }

    fn seat(&mut self, seed: Seed) {
        let stream = |idx: usize| Stream { rng: Rng::new(seed.stream(idx as u64)), forest: Arc::default() };
        self.streams = (0..self.options.streams.max(1)).map(stream).collect();
    }

    fn search(&mut self, view: &View, census: &Census) {
        let mut options = self.options;
        let n_cells = view.grid().n_cells();
        if options.leaf == Leaf::Auto {
            options.leaf = if n_cells <= 64 { Leaf::Paper } else { Leaf::Chance };
        }
        let n_sims = (options.sims as usize).min(MOST_WORK / n_cells).max(1);
        let n_streams = self.streams.len();
        let grow = |idx: usize, stream: &mut Stream, view: &View, census: &Census| {
            let share = n_sims * (idx + 1) / n_streams - n_sims * idx / n_streams;
            stream.grow(&options, view, census, share);
        };
        let _ = thread::available_parallelism;
        for (idx, stream) in self.streams.iter_mut().enumerate() {
            grow(idx, stream, view, census);
        }
    }

    fn totals(&self) -> Vec<Action> {
        let mut totals: Vec<Action> = Vec::new();
        for stream in &self.streams {
            for action in stream.forest.nodes.first().map_or(&[][..], |root| &root.actions) {
                match totals.iter_mut().find(|total| total.cell == action.cell) {
                    Some(total) => {
                        total.n_visits += action.n_visits;
                        total.sum += action.sum;
                    }
                    None => totals.push(Action { n_visits: action.n_visits, sum: action.sum, ..Action::new(action.cell as Cell, action.risk) }),
                }
            }
        }
        totals
    }
}

impl Stream {
    fn grow(&mut self, options: &BssuctOptions, view: &View, census: &Census, n_sims: usize) {
        let key = key_of(view);
        let most_listed = if options.leaf == Leaf::Chance { 0 } else { options.listed };
        let ground = Ground::new(view.grid(), most_listed);
        let source = match options.belief {
            Belief::Census => None,
            Belief::Rejection => Some(Source::rejection(view, options.draws)),
            Belief::Mcmc => Source::walk(view, options.steps),
        };
        let spot = ground.spot(key, view.clone(), census.clone(), &mut self.rng);
        let mut search = Search {
            options,
            ground,
            forest: self.forest.from(key),
            rng: self.rng.clone(),
            chance: Chance::default(),
            source,
            most_nodes: options.nodes,
            is_noted: false,
        };
        search.plant(&spot);
        for _ in 0..n_sims {
            search.simulate();
        }
        self.rng = search.rng;
        self.forest = Arc::new(search.forest);
    }
}

impl Player for Bssuct {
    fn start(&mut self, _: &Rules, seed: Seed) {
        self.seat(seed);
    }

    fn choose(&mut self, position: &Position) -> Choice {
        let view = position.view();
        if let (Some(cell), true) = (position.plainly_safe().next(), self.options.forced) {
            return Choice::reveal(cell, Reason::Certain);
        }
        let Ok(census) = position.census() else { return choose_roughly(view) };
        if let (Some(cell), true) = (census.safe().next(), self.options.forced) {
            return Choice::reveal(cell, Reason::Certain);
        }
        self.search(view, census);
        let totals = self.totals();
        let best = totals.iter().fold(None, |best: Option<&Action>, action| match best {
            Some(best) if best.n_visits >= action.n_visits => Some(best),
            _ => Some(action),
        });
        let Some(best) = best else { return choose_roughly(view) };
        let reason = if view.is_untouched() { Reason::Opening } else { Reason::Other("most often tried".into()) };
        let mut choice = Choice::reveal(best.cell as Cell, reason);
        let tells_risk = !view.is_untouched() || view.grid().rules().start() == Start::Any;
        choice.candidates = totals
            .iter()
            .filter(|action| action.n_visits > 0)
            .map(|action| Candidate {
                cell: action.cell as Cell,
                risk: tells_risk.then_some(action.risk),
                win: Some(WinChance::Estimate(action.mean())),
            })
            .collect();
        choice
    }

    fn fork(&self) -> Box<dyn Player> {
        Box::new(self.clone())
    }
}
