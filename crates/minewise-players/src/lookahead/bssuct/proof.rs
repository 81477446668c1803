//! A search that ends with a proof: for every view, bounds on the number of its layouts that perfect play wins.
//!
//! This goes beyond the paper, whose search need not come to an end. That search backs up means, which include all
//! early bad play, and it tries a cell that looks worse only logarithmically often. A cell whose value shows late is
//! then hardly tried again: on 4x4/4 the best first cell got 326 of a million simulations.
//!
//! Here all layouts that fit a view are listed. Revealing a cell divides them into parts that look the same, and the
//! value of the cell is the sum of the values of its parts. A view has
//!
//! - bounds: perfect play wins at least `low` and at most `high` of its layouts. They are whole numbers, so a proof has
//!   no rounding error;
//! - an estimate between them: of a new view by a game played out, as in the paper, later the best estimate of a cell.
//!
//! A simulation goes down to a cell that was never tried, and adds the views behind it. On its way it leaves out cells
//! that cannot be better than another one, and views that are proven: their bounds are equal. So every simulation adds
//! to a tree that is finite, or proves a view of it. With enough simulations the search ends by itself, with a cell that
//! is proven to be the best.

use std::collections::HashMap;

use minewise::cancel::is_cancelled;
use minewise::{Cell, Grid, Rng, View};

use super::first::first_cells;
use super::leaf::Playout;
use super::listed::{Cells, Listed};
use super::maths::{ln, power};
use super::state::{Drawn, Simulator, State};
use super::{BssuctOptions, Budget};
use crate::Chance;

/// The factor of the exploration term. Of 0.21, 0.5, 1 and 2, it wins most layouts of 4x4/4 and 5x4/4 after 100 and
/// 1,000 simulations.
const EXPLORATION: f64 = 0.5;

/// The exponent of the number of cells tried, as a power of the visits of a view.
const WIDENING: f64 = 0.5;

/// The most memory of a search, in words of eight bytes: 256 megabytes. When it is full, the best cell so far is chosen.
const MOST_WORDS: usize = 32_000_000;

/// A search for a proof from one view, the root of its tree.
pub(super) struct Proof<'a> {
    options: &'a BssuctOptions,
    simulator: Simulator,
    rng: &'a mut Rng,
    chance: Chance,
    /// The root first.
    nodes: Vec<Node>,
    /// The index of each other view, by its key.
    places: HashMap<u128, u32>,
    /// The memory that layouts, views and cells take, in words.
    n_words: usize,
}

/// A view of the tree.
struct Node {
    /// The layouts that fit; empty once the view is proven.
    listed: Listed,
    bounds: Bounds,
    n_visits: u64,
    /// The cells to choose from, the safest first; empty before the first visit, and once the view is proven.
    actions: Vec<Action>,
}

/// A cell that can be chosen.
pub(super) struct Action {
    pub(super) cell: Cell,
    pub(super) risk: f64,
    pub(super) bounds: Bounds,
    /// The number of layouts before the reveal, those with a mine at the cell included. First cells may differ in it.
    pub(super) n_layouts: u64,
    pub(super) n_visits: u64,
    /// The cells that have no mine if it is revealed: itself and, as a first cell, those that the start clears.
    cleared: Cells,
    /// The number of layouts that are won as soon as it is revealed.
    n_won: u64,
    /// The views behind it; empty before the first visit.
    children: Vec<u32>,
}

/// What is known about the number of layouts that perfect play wins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    low: u64,
    high: u64,
    /// Invariant: from `low` to `high`.
    estimate: f64,
}

impl Bounds {
    fn new(low: u64, high: u64, estimate: f64) -> Bounds {
        Bounds { low, high, estimate: estimate.clamp(low as f64, high as f64) }
    }

    fn is_proven(&self) -> bool {
        self.low == self.high
    }
}

impl<'a> Proof<'a> {
    /// Starts a search from a view, whose layouts are listed. At the start of a game, these are the layouts for all
    /// first cells together.
    pub(super) fn new(
        options: &'a BssuctOptions,
        simulator: Simulator,
        rng: &'a mut Rng,
        view: &View,
        listed: Listed,
    ) -> Proof<'a> {
        let n_layouts = listed.layouts.len();
        let actions =
            if view.is_untouched() { first_actions(view.grid(), &listed) } else { actions_of(&listed) };
        let root = Node { listed, bounds: Bounds::new(0, n_layouts as u64, 0.0), n_visits: 0, actions };
        let (nodes, places, chance) = (vec![root], HashMap::new(), Chance::default());
        Proof { options, simulator, rng, chance, nodes, places, n_words: n_layouts }
    }

    /// Plays simulations until the best cell is proven, the budget is spent or the memory is full.
    pub(super) fn run(&mut self, budget: &Budget<'_>) {
        for n_done in 0..budget.n_sims {
            if !budget.goes_on(n_done) || is_cancelled() || self.n_words >= MOST_WORDS || !self.simulate() {
                return;
            }
        }
    }

    /// Whether one cell is proven to be the best.
    pub(super) fn has_ended(&self) -> bool {
        self.select(0).is_none()
    }

    /// Returns the cells of the root that were tried, the best first.
    pub(super) fn tried(&self) -> Vec<&Action> {
        let is_tried = |action: &&Action| action.n_visits > 0;
        let mut tried: Vec<&Action> = self.nodes[0].actions.iter().filter(is_tried).collect();
        // Of equal estimates the one that is proven comes first, and of equals the safest, since the sort is stable.
        tried.sort_by(|one, other| {
            other.value().total_cmp(&one.value()).then_with(|| other.least().total_cmp(&one.least()))
        });
        tried
    }

    /// Plays one simulation. Returns `false` if nothing was left to prove.
    fn simulate(&mut self) -> bool {
        let mut path: Vec<(usize, usize)> = Vec::new();
        let mut place = 0;
        while let Some(action) = self.select(place) {
            path.push((place, action));
            if self.nodes[place].actions[action].n_visits == 0 {
                self.expand(place, action);
                break;
            }
            // All views behind it may have been proven on other ways to them. Then backing up proves the cell.
            let Some(next) = self.most_open(place, action) else { break };
            place = next;
            self.fill(place);
        }
        for &(place, action) in path.iter().rev() {
            self.back_up(place, action);
        }
        !path.is_empty()
    }

    /// Selects a cell that may still be the best: one that was never tried if it is time to widen, else the one with the
    /// highest upper confidence bound. `None` if one cell is proven to be the best.
    fn select(&self, place: usize) -> Option<usize> {
        let Node { actions, n_visits, .. } = &self.nodes[place];
        let ahead = actions.iter().reduce(|one, other| if other.is_ahead_of(one) { other } else { one })?;
        let open = actions.iter().enumerate().filter(|(_, action)| !ahead.dominates(action));
        let log = ln(*n_visits);
        let mut best: Option<(usize, f64)> = None;
        for (idx, action) in open.take(power(n_visits + 1, WIDENING)) {
            if action.n_visits == 0 {
                return Some(idx);
            }
            let bound = action.bound(log);
            if best.is_none_or(|(_, highest)| bound > highest) {
                best = Some((idx, bound));
            }
        }
        best.map(|(idx, _)| idx)
    }

    /// Returns the view behind a cell that has the widest bounds for its visits; `None` if all are proven.
    fn most_open(&self, place: usize, action: usize) -> Option<usize> {
        let width = |&child: &u32| {
            let Node { bounds, n_visits, .. } = &self.nodes[child as usize];
            (child as usize, (bounds.high - bounds.low) as f64 / (n_visits + 1) as f64)
        };
        let widths = self.nodes[place].actions[action].children.iter().map(width);
        let (child, width) = widths.reduce(|one, other| if other.1 > one.1 { other } else { one })?;
        (width > 0.0).then_some(child)
    }

    /// Finds the cells to choose from at a view, on its first visit.
    fn fill(&mut self, place: usize) {
        let node = &mut self.nodes[place];
        if node.actions.is_empty() {
            node.actions = actions_of(&node.listed);
            self.n_words += node.n_words_of_actions();
        }
    }

    /// Tries a cell for the first time: adds all views behind it.
    fn expand(&mut self, place: usize, action: usize) {
        let neighbour_sets = self.simulator.neighbour_sets.as_ref().expect("lists are of small grids");
        let node = &self.nodes[place];
        let &Action { cell, cleared, .. } = &node.actions[action];
        let (n_won, parts) = node.listed.divide(neighbour_sets, cell, cleared);
        let children = parts.into_iter().map(|part| self.add(part)).collect();
        let action = &mut self.nodes[place].actions[action];
        (action.n_won, action.children) = (n_won, children);
    }

    /// Adds a view unless the tree has it, and returns its index.
    fn add(&mut self, mut listed: Listed) -> u32 {
        let next = self.nodes.len() as u32;
        let place = *self.places.entry(listed.key).or_insert(next);
        if place < next {
            return place;
        }
        let n_layouts = listed.layouts.len() as u64;
        let least = listed.with_mine().map(|(_, with_mine)| with_mine).min();
        // At least one layout is won by playing as if it were the right one, and at most those that survive the next
        // reveal.
        let (low, high) = (1, n_layouts - u64::from(least.expect("a view in play has covered cells")));
        let estimate = if low < high { n_layouts as f64 * self.play_out(&listed) } else { 0.0 };
        let bounds = Bounds::new(low, high, estimate);
        if bounds.is_proven() {
            listed.layouts = Vec::new();
        }
        self.n_words += listed.layouts.len() + size_of::<Node>() / 8;
        self.nodes.push(Node { listed, bounds, n_visits: 0, actions: Vec::new() });
        place
    }

    /// Estimates the chance to win by a game played out.
    fn play_out(&mut self, listed: &Listed) -> f64 {
        let drawn = Drawn::Mines(listed.layouts[self.rng.below(listed.layouts.len())]);
        let Proof { options, simulator, rng, chance, .. } = self;
        Playout { options, simulator, rng, chance }.worth(State::Listed(listed.clone()), &drawn, false)
    }

    /// Computes what is known about a cell from the views behind it, and about its view from its cells.
    fn back_up(&mut self, place: usize, action: usize) {
        let sum = self.sum(&self.nodes[place].actions[action]);
        let node = &mut self.nodes[place];
        node.n_visits += 1;
        node.actions[action].n_visits += 1;
        node.actions[action].bounds = sum;
        // The bounds of first cells are no bounds of the root: they may count different layouts.
        if place > 0 {
            self.n_words -= node.close_in();
        }
    }

    fn sum(&self, action: &Action) -> Bounds {
        let won = Bounds { low: action.n_won, high: action.n_won, estimate: action.n_won as f64 };
        action.children.iter().fold(won, |sum, &child| {
            let Bounds { low, high, estimate } = self.nodes[child as usize].bounds;
            Bounds { low: sum.low + low, high: sum.high + high, estimate: sum.estimate + estimate }
        })
    }
}

impl Node {
    /// Takes the bounds of the best cells. A view that is proven by that needs no layouts and cells any more: returns
    /// the number of words that this frees.
    fn close_in(&mut self) -> usize {
        let (mut low, mut high, mut estimate) = (self.bounds.low, 0, 0.0_f64);
        for action in &self.actions {
            low = low.max(action.bounds.low);
            high = high.max(action.bounds.high);
            estimate = estimate.max(action.bounds.estimate);
        }
        self.bounds = Bounds::new(low, high, estimate);
        if !self.bounds.is_proven() {
            return 0;
        }
        let n_words = self.listed.layouts.len() + self.n_words_of_actions();
        (self.listed.layouts, self.actions) = (Vec::new(), Vec::new());
        n_words
    }

    fn n_words_of_actions(&self) -> usize {
        self.actions.len() * size_of::<Action>() / 8
    }
}

impl Action {
    fn new(cell: Cell, cleared: Cells, n_layouts: u64, n_mines: u64) -> Action {
        Action {
            cell,
            risk: n_mines as f64 / n_layouts as f64,
            bounds: Bounds::new(0, n_layouts - n_mines, 0.0),
            n_layouts,
            n_visits: 0,
            cleared,
            n_won: 0,
            children: Vec::new(),
        }
    }

    /// The estimate of the chance to win.
    pub(super) fn value(&self) -> f64 {
        self.bounds.estimate / self.n_layouts as f64
    }

    /// Whether the chance to win is known exactly.
    pub(super) fn is_proven(&self) -> bool {
        self.bounds.is_proven()
    }

    fn least(&self) -> f64 {
        self.bounds.low as f64 / self.n_layouts as f64
    }

    /// The upper confidence bound: the estimate and a term for what is open, but no more than what is possible.
    fn bound(&self, log: f64) -> f64 {
        let n_layouts = self.n_layouts as f64;
        let width = (self.bounds.high - self.bounds.low) as f64 / n_layouts;
        let bound = self.value() + EXPLORATION * width * (log / self.n_visits as f64).sqrt();
        bound.min(self.bounds.high as f64 / n_layouts)
    }

    /// Checks whether it wins at least as often as `other` possibly can.
    fn dominates(&self, other: &Action) -> bool {
        product(self.bounds.low, other.n_layouts) >= product(other.bounds.high, self.n_layouts)
    }

    /// Checks whether it is proven to win more often than `other` is.
    fn is_ahead_of(&self, other: &Action) -> bool {
        product(self.bounds.low, other.n_layouts) > product(other.bounds.low, self.n_layouts)
    }
}

/// Chances are compared as fractions by these products, without rounding.
fn product(one: u64, other: u64) -> u128 {
    u128::from(one) * u128::from(other)
}

/// Returns the cells of a view to choose from, the safest first.
fn actions_of(listed: &Listed) -> Vec<Action> {
    let n_layouts = listed.layouts.len() as u64;
    let action = |(cell, n_mines): (Cell, u32)| Action::new(cell, 1 << cell, n_layouts, u64::from(n_mines));
    let mut actions: Vec<Action> =
        listed.with_mine().map(action).filter(|action| action.bounds.high > 0).collect();
    actions.sort_by_key(|action| std::cmp::Reverse(action.bounds.high));
    actions
}

/// Returns the first cells of a game to choose from.
fn first_actions(grid: &Grid, listed: &Listed) -> Vec<Action> {
    let action = |(cell, _): (Cell, f64)| {
        let is_cleared = |other: &Cell| grid.start_clears(cell, *other);
        let cleared: Cells = (0..grid.n_cells()).filter(is_cleared).fold(0, |set, other| set | 1 << other);
        let allowed = || listed.layouts.iter().filter(|&mines| mines & cleared == 0);
        let n_mines = allowed().filter(|&mines| mines >> cell & 1 == 1).count();
        Action::new(cell, cleared | 1 << cell, allowed().count() as u64, n_mines as u64)
    };
    first_cells(grid).into_iter().map(action).collect()
}

#[cfg(test)]
mod tests;
