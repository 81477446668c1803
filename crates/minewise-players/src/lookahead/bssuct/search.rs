//! The simulations: down the tree by upper confidence bounds, a new view, what it is worth, and back up.

use minewise::{Cell, Layout, Rng};

use super::first::{first_cells, first_layout};
use super::leaf::Playout;
use super::listed::Listed;
use super::maths::{ln, power};
use super::source::Source;
use super::spot::{Drawn, Ground, Reveal, Spot, mark_of};
use super::tree::{Action, Belief, Child, Forest, Node, Note};
use super::{BssuctOptions, Reward};
use crate::Chance;
use crate::lookahead::limited_search::candidates;

/// A search from one view, which is the first in memory.
pub(super) struct Search {
    pub(super) options: BssuctOptions,
    pub(super) ground: Ground,
    pub(super) forest: Forest,
    pub(super) rng: Rng,
    pub(super) chance: Chance,
    /// Draws the layout that a simulation is played on; none if each reveal has layouts of its own.
    pub(super) source: Option<Source>,
    /// Whether to take down what is shown on the way. Then views that can be come by on several ways are kept for
    /// each, so that there is a tree to be shown.
    pub(super) is_noted: bool,
}

/// So many layouts drawn at a view are many.
const LARGE_POOL: usize = 256;

/// How often more layouts are drawn for one that has no mine at a cell.
const MOST_POOLS: usize = 20;

/// After so many simulations it looks whether any more could change the choice.
const STOP_EVERY: u64 = 64;

/// A step of a simulation.
struct Step {
    /// The view, by its place in memory.
    place: usize,
    /// The action there.
    action: usize,
    /// The layout drawn for it, if it was kept.
    child: Option<usize>,
    /// The chance to survive it.
    survives: f64,
}

/// Where a step led, and if to a view that is not in memory yet, with the layout it was come by.
enum Led {
    Known(Child),
    New(Spot, Box<Drawn>),
}

impl Search {
    /// Puts the view that the search begins with in memory.
    pub(super) fn plant(&mut self, spot: &Spot) {
        if let (true, Some(key)) = (self.forest.nodes.is_empty(), spot.key()) {
            let belief = belief_of(spot).expect("a search begins where something is left to reveal");
            self.forest.add(key, belief);
        }
    }

    /// Plays so many simulations; fewer if it `may_stop`, once no other cell can be tried as often in the rest of them.
    pub(super) fn run(&mut self, n_sims: u64, may_stop: bool) {
        for n_done in 0..n_sims {
            if may_stop && n_done % STOP_EVERY == 0 && self.forest.lead() > n_sims - n_done {
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
            let action = self.select(place);
            let &Action { cell, risk, .. } = &self.forest.nodes[place].actions[action];
            if let (Some(source), None) = (&mut self.source, &fixed) {
                fixed = source.draw(cell as Cell, &mut self.rng);
                if fixed.is_none() {
                    return;
                }
            }
            let meets_mines = fixed.is_some() || self.options.reward == Reward::Result;
            let survives = if meets_mines { 1.0 } else { 1.0 - risk };
            let (led, child) = self.step(place, action, fixed.as_ref());
            steps.push(Step { place, action, child, survives });
            match led {
                Led::Known(Child::Node(next)) => place = next as usize,
                Led::Known(Child::Won) => break 1.0,
                Led::Known(Child::Lost) => break 0.0,
                Led::New(spot, drawn) => break self.worth(spot, &drawn, fixed.is_some()),
            }
        };
        for step in steps.into_iter().rev() {
            worth = self.bring_home(&step, worth);
        }
    }

    /// Counts what a step brought home; tells what that is worth before it.
    fn bring_home(&mut self, step: &Step, worth: f64) -> f64 {
        let node = &mut self.forest.nodes[step.place];
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

    fn worth(&mut self, spot: Spot, drawn: &Drawn, is_fixed: bool) -> f64 {
        let Search { options, ground, rng, chance, .. } = self;
        Playout { options, ground, rng, chance }.worth(spot, drawn, is_fixed)
    }

    /// Finds the cells to choose from at a view.
    fn fill(&mut self, place: usize) {
        let node = &mut self.forest.nodes[place];
        if !node.actions.is_empty() {
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
            Belief::Counted { view, .. } => match self.ground.counter.census(view) {
                Ok(census) => candidates(view, &census, most),
                Err(_) => Vec::new(),
            },
        };
        let open = cells.into_iter().filter(|&(_, risk)| risk < 1.0);
        node.actions = open.map(|(cell, risk)| Action::new(cell, risk)).collect();
    }

    /// The action to go on with: one never tried if it is time to widen, else that of the highest bound.
    fn select(&self, place: usize) -> usize {
        let node = &self.forest.nodes[place];
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

    /// The upper confidence bound with variance estimates of Audibert, Munos and Szepesvári, and never above the chance
    /// to survive the reveal.
    fn bound(&self, node: &Node, action: &Action, log: f64) -> f64 {
        let (n_visits, spread) = (action.n_visits as f64, self.options.zeta * log);
        let wide = (2.0 * action.variance() * spread / n_visits).sqrt();
        let bound = action.mean() + wide + 3.0 * self.options.range * node.most * spread / n_visits;
        bound.min(1.0 - action.risk)
    }

    /// Reveals a cell of a view; tells where that led, and for which layout if it is kept.
    fn step(&mut self, place: usize, action: usize, fixed: Option<&Drawn>) -> (Led, Option<usize>) {
        if let Some(drawn) = fixed {
            return self.step_on(place, action, drawn);
        }
        let Action { children, n_visits, .. } = &self.forest.nodes[place].actions[action];
        let n_allowed = power(n_visits + 1, self.options.outcomes);
        if children.len() < n_allowed
            && let Some(drawn) = self.draw(place, action)
        {
            return self.step_on(place, action, &drawn);
        }
        let Action { children, n_visits, .. } = &self.forest.nodes[place].actions[action];
        if children.is_empty() {
            return (Led::Known(Child::Lost), None);
        }
        let child = (*n_visits % children.len() as u64) as usize;
        (Led::Known(children[child]), Some(child))
    }

    /// Reveals a cell of a view on a layout.
    fn step_on(&mut self, place: usize, action: usize, drawn: &Drawn) -> (Led, Option<usize>) {
        let node = &self.forest.nodes[place];
        let cell = node.actions[action].cell as Cell;
        let mut how = Reveal { forced: self.options.forced, shown: self.is_noted.then(Vec::new) };
        let spot = match (&node.belief, drawn) {
            _ if drawn.is_mine(cell) => Spot::Lost,
            (Belief::Listed(listed), _) => {
                let touching = self.ground.touching.as_ref().expect("lists are of small grids");
                listed.reveal(touching, cell, drawn.mines(), &mut how)
            }
            (Belief::Counted { view, .. }, Drawn::Layout(layout)) => {
                let named = (node.key, view.clone());
                self.ground.reveal(named, layout, cell, &mut how, &mut self.rng)
            }
            (Belief::Counted { .. }, Drawn::Mines(_)) => unreachable!("lists lead to lists alone"),
        };
        let led = match spot {
            Spot::Won => Led::Known(Child::Won),
            Spot::Lost => Led::Known(Child::Lost),
            spot => match self.name(place, action, &spot).and_then(|name| self.forest.find(name)) {
                Some(next) => Led::Known(Child::Node(next)),
                None => Led::New(spot, Box::new(drawn.clone())),
            },
        };
        let child = self.keep(place, action, &led, how.shown);
        (led, child)
    }

    /// The name under which a spot is kept that an action led to.
    fn name(&self, place: usize, action: usize, spot: &Spot) -> Option<u128> {
        let way = if self.is_noted { mark_of(place << 16 | action, 10) } else { 0 };
        Some(spot.key()? ^ way)
    }

    /// Remembers where a step led, and puts a new view in memory if there is room.
    fn keep(
        &mut self,
        place: usize,
        action: usize,
        led: &Led,
        shown: Option<Vec<(u32, u8)>>,
    ) -> Option<usize> {
        let child = match led {
            Led::Known(child) => *child,
            Led::New(spot, _) => {
                let has_room = self.forest.nodes.len() < self.options.nodes.max(1);
                let name = self.name(place, action, spot).filter(|_| has_room)?;
                let place = self.forest.add(name, belief_of(spot)?);
                self.forest.nodes[place as usize].n_visits = 1;
                Child::Node(place)
            }
        };
        let action = &mut self.forest.nodes[place].actions[action];
        action.children.push(child);
        action.notes.extend(shown.map(|shown| Note { shown, ..Note::default() }));
        Some(action.children.len() - 1)
    }

    /// The next layout of a view for an action: without a mine there, or any if mines are to be met; none if all
    /// have been used, or hardly any is left.
    fn draw(&mut self, place: usize, action: usize) -> Option<Drawn> {
        let meets_mines = self.options.reward == Reward::Result;
        let cell = self.forest.nodes[place].actions[action].cell as Cell;
        for _ in 0..MOST_POOLS {
            let Node { belief, actions, .. } = &mut self.forest.nodes[place];
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

    /// Draws more layouts for a view. Once many were drawn, all are listed if they are not too many, and else those
    /// drawn before are forgotten.
    fn draw_more(&mut self, place: usize) -> Option<()> {
        let Search { ground, rng, .. } = self;
        let Node { key, belief, actions, .. } = &mut self.forest.nodes[place];
        let Belief::Counted { view, pool } = belief else { return None };
        let census = ground.counter.census(view).ok()?;
        if pool.len() >= LARGE_POOL {
            actions.iter_mut().for_each(|action| action.n_used = 0);
            if let Some(listed) = ground.list(*key, view, &census, rng) {
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

/// What to believe of a spot; none if a simulation ends there.
fn belief_of(spot: &Spot) -> Option<Belief> {
    match spot {
        Spot::Won | Spot::Lost => None,
        Spot::Listed(listed) => Some(Belief::Listed(listed.clone())),
        Spot::Counted(counted) => Some(Belief::Counted { view: counted.view.clone(), pool: Vec::new() }),
    }
}
