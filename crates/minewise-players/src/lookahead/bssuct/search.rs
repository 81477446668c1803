//! The simulations: down the tree by upper confidence bounds, to a new view and its value, and back up.

use minewise::cancel::is_cancelled;
use minewise::{Cell, Layout, Position, Rng, View};

use super::first::{first_cells, first_layout};
use super::leaf::Playout;
use super::listed::Listed;
use super::maths::{ln, power};
use super::source::Source;
use super::state::{Drawn, Reveal, Simulator, State, zobrist};
use super::tree::{Action, Belief, Child, Node, Note, SearchTree};
use super::{BssuctOptions, Budget, MOST_LAYOUTS_KEPT, Prior, Reward};
use crate::Chance;
use crate::lookahead::limited_search::candidates;
use crate::lookahead::search::by_promise;

/// A search from one view, the root of its tree.
pub(super) struct Search {
    pub(super) options: BssuctOptions,
    pub(super) simulator: Simulator,
    pub(super) tree: SearchTree,
    pub(super) rng: Rng,
    pub(super) chance: Chance,
    /// Draws the layout on which a simulation is played; `None` if a layout is drawn for each reveal.
    pub(super) source: Option<Source>,
    /// Whether notes are kept of what each step shows, to display the tree. Then a view that can be reached in several
    /// ways is a node for each, so that there is a tree to display.
    pub(super) keeps_notes: bool,
}

/// The number of layouts drawn at a view after which they are listed or dropped.
const LARGE_POOL: usize = 256;

/// How often more layouts are drawn to find one without a mine at a cell.
const MOST_POOLS: usize = 20;

/// Number of simulations after which it is checked whether the others could still change the choice.
const STOP_EVERY: u64 = 64;

/// As many simulations as a promise counts for.
const N_PRIOR: u64 = 10;

/// The standard deviation of their rewards. That of what a promise misses is about 0.014.
const PRIOR_SPREAD: f64 = 0.05;

/// A step of a simulation.
struct Step {
    /// The index of the view.
    place: usize,
    /// The index of the action there.
    action: usize,
    /// The index of its child, if it was kept.
    child: Option<usize>,
    /// The chance to survive it.
    survives: f64,
}

/// Where a step led: to a known child, or to a view that is not in the tree yet, with the layout of the step.
enum Next {
    Known(Child),
    New(State, Box<Drawn>),
}

impl Search {
    /// Adds the view from which the search starts, unless the tree already has it.
    pub(super) fn add_root(&mut self, state: &State) {
        if let (true, Some(key)) = (self.tree.nodes.is_empty(), state.key()) {
            let belief = belief_of(state).expect("a search starts where something is left to reveal");
            self.tree.add(key, belief);
        }
    }

    /// Plays simulations until the budget is spent. If it `may_stop`, it stops once no other cell can be tried as often
    /// in the rest of them.
    pub(super) fn run(&mut self, budget: &Budget<'_>, may_stop: bool) {
        for n_done in 0..budget.n_sims {
            if may_stop && n_done % STOP_EVERY == 0 && self.tree.lead() > budget.n_sims - n_done {
                return;
            }
            if !budget.goes_on(n_done) || is_cancelled() {
                return;
            }
            self.simulate();
        }
    }

    /// Plays one simulation.
    fn simulate(&mut self) {
        let mut steps: Vec<Step> = Vec::new();
        let (mut place, mut fixed) = (0, None);
        let mut worth = loop {
            self.fill(place);
            // The view was counted before, so only a cancelled count leaves nothing to choose.
            if self.tree.nodes[place].actions.is_empty() {
                return;
            }
            let action = self.select(place);
            let &Action { cell, risk, .. } = &self.tree.nodes[place].actions[action];
            if let (Some(source), None) = (&mut self.source, &fixed) {
                fixed = source.draw(cell as Cell, &mut self.rng);
                if fixed.is_none() {
                    return;
                }
            }
            let meets_mines = fixed.is_some() || self.options.reward == Reward::Result;
            let survives = if meets_mines { 1.0 } else { 1.0 - risk };
            let (next_node, child) = self.step(place, action, fixed.as_ref());
            steps.push(Step { place, action, child, survives });
            match next_node {
                Next::Known(Child::Node(next)) => place = next as usize,
                Next::Known(Child::Won) => break 1.0,
                Next::Known(Child::Lost) => break 0.0,
                Next::New(state, drawn) => break self.worth(state, &drawn, fixed.is_some()),
            }
        };
        for step in steps.into_iter().rev() {
            worth = self.back_up(&step, worth);
        }
    }

    /// Adds the reward after a step to its statistics, and returns the reward before it.
    fn back_up(&mut self, step: &Step, worth: f64) -> f64 {
        let node = &mut self.tree.nodes[step.place];
        let action = &mut node.actions[step.action];
        if let Some(note) = step.child.and_then(|child| action.notes.get_mut(child)) {
            note.n_visits += 1;
            note.sum += worth;
        }
        let worth = worth * step.survives;
        node.n_visits += 1;
        node.most = node.most.max(worth);
        action.n_visits += 1;
        action.sum += worth;
        action.squares += worth * worth;
        worth
    }

    fn worth(&mut self, state: State, drawn: &Drawn, is_fixed: bool) -> f64 {
        let Search { options, simulator, rng, chance, .. } = self;
        Playout { options, simulator, rng, chance }.worth(state, drawn, is_fixed)
    }

    /// Finds the cells to choose from at a view.
    fn fill(&mut self, place: usize) {
        let node = &mut self.tree.nodes[place];
        if !node.actions.is_empty() {
            return;
        }
        if let (Prior::Promise, Belief::Counted { view, .. }) = (self.options.prior, &node.belief)
            && !view.is_untouched()
        {
            node.actions = promising(view, &mut self.chance, self.options.cells);
            return;
        }
        let most = self.options.cells;
        let cells: Vec<(Cell, f64)> = match &node.belief {
            Belief::Listed(listed) => {
                let mut risks: Vec<(Cell, f64)> = listed.risks().collect();
                risks.sort_by(|one, other| one.1.total_cmp(&other.1));
                risks.truncate(most);
                risks
            }
            Belief::Counted { view, .. } if view.is_untouched() => {
                let mut cells = first_cells(view.grid());
                cells.truncate(most);
                cells
            }
            Belief::Counted { view, .. } => match self.simulator.counter.census(view) {
                Ok(census) => candidates(view, &census, most),
                Err(_) => Vec::new(),
            },
        };
        let open = cells.into_iter().filter(|&(_, risk)| risk < 1.0);
        node.actions = open.map(|(cell, risk)| Action::new(cell, risk)).collect();
    }

    /// Selects an action: one that was never tried if it is time to widen, else the one with the highest bound.
    fn select(&self, place: usize) -> usize {
        let node = &self.tree.nodes[place];
        let n_allowed = power(node.n_visits + 1, self.options.actions).min(node.actions.len());
        let allowed = &node.actions[..n_allowed];
        if let Some(untried) = allowed.iter().position(|action| action.n_visits == 0) {
            return untried;
        }
        let log = ln(node.n_visits);
        let mut best = (0, f64::NEG_INFINITY);
        for (idx, action) in allowed.iter().enumerate() {
            let bound = self.bound(node, action, log);
            if bound > best.1 {
                best = (idx, bound);
            }
        }
        best.0
    }

    /// Returns the upper confidence bound with variance estimates (UCB-V) of Audibert, Munos & Szepesvári, limited to
    /// the chance to survive the reveal.
    fn bound(&self, node: &Node, action: &Action, log: f64) -> f64 {
        let (n_visits, spread) = (action.n_visits as f64, self.options.zeta * log);
        let wide = (2.0 * action.variance() * spread / n_visits).sqrt();
        let bound = action.mean() + wide + 3.0 * self.options.range * node.most * spread / n_visits;
        bound.min(1.0 - action.risk)
    }

    /// Reveals a cell of a view, and returns where that led and the index of the child, if it is kept.
    fn step(&mut self, place: usize, action: usize, fixed: Option<&Drawn>) -> (Next, Option<usize>) {
        if let Some(drawn) = fixed {
            return self.step_on(place, action, drawn);
        }
        let Action { children, n_visits, .. } = &self.tree.nodes[place].actions[action];
        let n_allowed = power(n_visits + 1, self.options.outcomes);
        if children.len() < n_allowed
            && let Some(drawn) = self.draw(place, action)
        {
            return self.step_on(place, action, &drawn);
        }
        let Action { children, n_visits, .. } = &self.tree.nodes[place].actions[action];
        if children.is_empty() {
            return (Next::Known(Child::Lost), None);
        }
        // In turn, which visits all outcomes drawn so far equally often.
        let child = (*n_visits % children.len() as u64) as usize;
        (Next::Known(children[child]), Some(child))
    }

    /// Reveals a cell of a view on a layout.
    fn step_on(&mut self, place: usize, action: usize, drawn: &Drawn) -> (Next, Option<usize>) {
        let node = &self.tree.nodes[place];
        let cell = node.actions[action].cell as Cell;
        let mut how = Reveal { forced: self.options.forced, shown: self.keeps_notes.then(Vec::new) };
        let state = match (&node.belief, drawn) {
            _ if drawn.is_mine(cell) => State::Lost,
            (Belief::Listed(listed), _) => {
                let neighbour_sets =
                    self.simulator.neighbour_sets.as_ref().expect("lists are of small grids");
                listed.reveal(neighbour_sets, cell, drawn.mines(), &mut how)
            }
            (Belief::Counted { view, .. }, Drawn::Layout(layout)) => {
                let keyed_view = (node.key, view.clone());
                self.simulator.reveal(keyed_view, layout, cell, &mut how, &mut self.rng)
            }
            (Belief::Counted { .. }, Drawn::Mines(_)) => unreachable!("lists lead to lists alone"),
        };
        let next_node = match state {
            State::Won => Next::Known(Child::Won),
            State::Lost => Next::Known(Child::Lost),
            state => match self.key_after(place, action, &state).and_then(|key| self.tree.find(key)) {
                Some(next) => Next::Known(Child::Node(next)),
                None => Next::New(state, Box::new(drawn.clone())),
            },
        };
        let child = self.add_child(place, action, &next_node, how.shown);
        (next_node, child)
    }

    /// Returns the key under which the state after an action is kept.
    fn key_after(&self, place: usize, action: usize, state: &State) -> Option<u128> {
        // No number is 10, so this cannot be mistaken for the hash of a cell.
        let way = if self.keeps_notes { zobrist(place << 16 | action, 10) } else { 0 };
        Some(state.key()? ^ way)
    }

    /// Adds a child for where a step led, and adds a new view to the tree if there is room.
    fn add_child(
        &mut self,
        place: usize,
        action: usize,
        next_node: &Next,
        shown: Option<Vec<(u32, u8)>>,
    ) -> Option<usize> {
        let child = match next_node {
            Next::Known(child) => *child,
            Next::New(state, _) => {
                let most_listed = MOST_LAYOUTS_KEPT / self.options.streams.max(1);
                let has_room =
                    self.tree.nodes.len() < self.options.nodes.max(1) && self.tree.n_listed < most_listed;
                let key = self.key_after(place, action, state).filter(|_| has_room)?;
                let place = self.tree.add(key, belief_of(state)?);
                self.tree.nodes[place as usize].n_visits = 1;
                Child::Node(place)
            }
        };
        let action = &mut self.tree.nodes[place].actions[action];
        action.children.push(child);
        action.notes.extend(shown.map(|shown| Note { shown, ..Note::default() }));
        Some(action.children.len() - 1)
    }

    /// Returns the next layout of a view for an action: any layout if the reward is the result, else one without a mine
    /// at the cell. `None` if all were used, or hardly any has no mine there.
    fn draw(&mut self, place: usize, action: usize) -> Option<Drawn> {
        let meets_mines = self.options.reward == Reward::Result;
        let cell = self.tree.nodes[place].actions[action].cell as Cell;
        for _ in 0..MOST_POOLS {
            let Node { belief, actions, .. } = &mut self.tree.nodes[place];
            let action = &mut actions[action];
            match belief {
                Belief::Listed(Listed { layouts, .. }) => {
                    let is_fit = |mines: &u64| meets_mines || mines >> cell & 1 == 0;
                    let at = action.n_used + layouts[action.n_used..].iter().position(is_fit)?;
                    action.n_used = at + 1;
                    return Some(Drawn::Mines(layouts[at]));
                }
                Belief::Counted { view, .. } if view.is_untouched() => {
                    let layout = first_layout(view.grid(), cell, !meets_mines, &mut self.rng);
                    return Some(Drawn::Layout(layout));
                }
                Belief::Counted { pool, .. } => {
                    let is_fit = |layout: &Layout| meets_mines || !layout.is_mine(cell);
                    if let Some(at) = pool[action.n_used..].iter().position(is_fit) {
                        action.n_used += at + 1;
                        return Some(Drawn::Layout(pool[action.n_used - 1].clone()));
                    }
                    action.n_used = pool.len();
                }
            }
            self.draw_more(place)?;
        }
        None
    }

    /// Draws more layouts for a view. Once many were drawn, all layouts are listed if there are not too many; else
    /// those drawn before are dropped.
    fn draw_more(&mut self, place: usize) -> Option<()> {
        let Search { simulator, rng, .. } = self;
        let Node { key, belief, actions, .. } = &mut self.tree.nodes[place];
        let Belief::Counted { view, pool } = belief else { return None };
        let census = simulator.counter.census(view).ok()?;
        if pool.len() >= LARGE_POOL {
            actions.iter_mut().for_each(|action| action.n_used = 0);
            if let Some(listed) = simulator.list(*key, view, &census, rng) {
                self.tree.n_listed += listed.layouts.len();
                *belief = Belief::Listed(listed);
                return Some(());
            }
            pool.clear();
        }
        let sampler = census.sampler();
        for _ in 0..pool.len().max(4) {
            pool.push(sampler.draw(rng));
        }
        Some(())
    }
}

/// Returns the most promising cells of a view, as if some simulations had shown their promise.
fn promising(view: &View, chance: &mut Chance, most: usize) -> Vec<Action> {
    let position = Position::new(view.clone());
    let Ok(census) = position.census() else { return Vec::new() };
    let here = chance.of(census);
    let action = |(cell, risk, behind): (Cell, f64, f64)| {
        let (n_visits, value) = (N_PRIOR as f64, (here - behind).max(0.0));
        Action {
            n_visits: N_PRIOR,
            sum: n_visits * value,
            squares: n_visits * (value * value + PRIOR_SPREAD * PRIOR_SPREAD),
            ..Action::new(cell, risk)
        }
    };
    by_promise(&position, census).into_iter().take(most).map(action).collect()
}

/// Returns the belief of a state; `None` if a simulation ends there.
fn belief_of(state: &State) -> Option<Belief> {
    match state {
        State::Won | State::Lost => None,
        State::Listed(listed) => Some(Belief::Listed(listed.clone())),
        State::Counted(counted) => Some(Belief::Counted { view: counted.view.clone(), pool: Vec::new() }),
    }
}
