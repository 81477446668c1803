//! The certain cells of one game, found by one incremental solver that is given more clauses as the game goes on.
//!
//! A cell gets a variable when a number beside it is revealed. A cell is safe if "it is a mine" cannot be true together
//! with all numbers, and a mine if "it is not a mine" cannot. Many answers need no call of the solver: what unit
//! propagation fixes, what a model found for another cell shows, and what was found before and no new number can
//! change.

use std::sync::Arc;

use minewise::cancel::is_cancelled;
use minewise::{Cell, Grid, Shown, View};
use rustsat::types::Lit;

use super::clauses::{Answer, Clauses};
use super::encoding::{Encoding, Sink};

/// When the number of mines is given to the solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Global {
    /// When at most ten cells are undecided: the paper says "few (e.g. 5-10)".
    #[default]
    Endgame,
    /// As soon as it can decide cells that the numbers alone cannot. (Before that, it would only slow down every call.)
    Always,
}

/// The most undecided cells of an endgame.
const ENDGAME: usize = 10;

/// The most variables for the encoding of the mine count; on boards where it would need more it is left out.
const MOST_COUNTERS: usize = 200_000;

/// The most clauses of the naive encoding for the mine count; beyond it, the mine count is encoded sequentially.
const MOST_NAIVE: f64 = 10_000.0;

/// The most work for one choice: the number of variables, summed over all calls of the solver.
const MOST_ASKED: usize = 10_000_000;

/// What is certain of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    /// Nothing is certain.
    Undecided,
    /// The cell is not a mine.
    Safe,
    /// The cell is a mine.
    Mine,
}

/// The result of a search for certain cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    /// Covered cells found safe, in ascending order.
    pub(crate) safe: Vec<Cell>,
    /// Covered cells found to be mines, in ascending order.
    pub(crate) mines: Vec<Cell>,
    /// Whether some question has no answer: it took too many conflicts, or there were too many cells to ask about.
    pub(crate) is_incomplete: bool,
    /// Whether no layout fits the view, which never happens in a game.
    pub(crate) is_contradictory: bool,
}

/// A bit of [`Knowledge::seen`]: some model has a mine there.
const SEEN_MINE: u8 = 1;
/// A bit of [`Knowledge::seen`]: some model has no mine there.
const SEEN_SAFE: u8 = 2;

/// Everything that is known about one game.
pub(crate) struct Knowledge {
    grid: Arc<Grid>,
    encoding: Encoding,
    global: Global,
    clauses: Clauses,
    /// What the views so far have shown of each cell.
    shown: Vec<Shown>,
    facts: Vec<Fact>,
    /// The variable of each cell that has one.
    vars: Vec<Option<Lit>>,
    /// Which values the models have had for each cell since a number was last added to its region.
    seen: Vec<u8>,
    /// Covered and undecided cells with a variable, in ascending order.
    open: Vec<Cell>,
    /// Whether the solver was given the number of mines.
    has_mine_count: bool,
}

impl Knowledge {
    /// Creates the knowledge before the first view of a game, with these facts; the list may be empty.
    pub(crate) fn new(grid: &Arc<Grid>, encoding: Encoding, global: Global, facts: &[Fact]) -> Knowledge {
        let n_cells = grid.n_cells();
        let facts = if facts.len() == n_cells { facts.to_vec() } else { vec![Fact::Undecided; n_cells] };
        Knowledge {
            grid: Arc::clone(grid),
            encoding,
            global,
            clauses: Clauses::default(),
            shown: vec![Shown::Covered; n_cells],
            facts,
            vars: vec![None; n_cells],
            seen: vec![0; n_cells],
            open: Vec::new(),
            has_mine_count: false,
        }
    }

    /// What is certain of every cell.
    pub(crate) fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// Checks whether `view` shows everything that was shown before, so that it can belong to the same game.
    pub(crate) fn can_continue_with(&self, view: &View) -> bool {
        view.grid().rules() == self.grid.rules()
            && (0..self.shown.len())
                .all(|cell| self.shown[cell] == Shown::Covered || self.shown[cell] == view.shown(cell))
    }

    /// Adds what `view` shows for the first time.
    pub(crate) fn learn(&mut self, view: &View) {
        let is_new = |&cell: &Cell| !view.is_covered(cell) && self.shown[cell] == Shown::Covered;
        let new: Vec<Cell> = (0..self.shown.len()).filter(is_new).collect();
        for &cell in &new {
            self.shown[cell] = view.shown(cell);
            let is_mine = view.shown(cell) == Shown::Mine;
            self.facts[cell] = if is_mine { Fact::Mine } else { Fact::Safe };
            if let Some(lit) = self.vars[cell] {
                self.clauses.clause(&[if is_mine { lit } else { !lit }]);
            }
        }
        for &cell in &new {
            if let Shown::Number(number) = view.shown(cell) {
                self.learn_number(cell, usize::from(number));
            }
        }
        self.forget_models_near(&new);
        self.list_open();
    }

    /// Gives a number to the solver. Neighbours that are already certain are left out.
    fn learn_number(&mut self, cell: Cell, number: usize) {
        let grid = Arc::clone(&self.grid);
        let n_known = grid.neighbours(cell).filter(|&near| self.facts[near] == Fact::Mine).count();
        let undecided = grid.neighbours(cell).filter(|&near| self.facts[near] == Fact::Undecided);
        let lits: Vec<Lit> = undecided.collect::<Vec<_>>().into_iter().map(|near| self.var(near)).collect();
        match number.checked_sub(n_known) {
            Some(n_true) => self.encoding.exactly(n_true, &lits, &mut self.clauses),
            None => self.clauses.clause(&[]),
        }
    }

    fn var(&mut self, cell: Cell) -> Lit {
        *self.vars[cell].get_or_insert_with(|| self.clauses.fresh())
    }

    /// Clears `seen` for all cells that are linked to the new numbers: models found before may no longer fit there.
    fn forget_models_near(&mut self, new: &[Cell]) {
        if self.has_mine_count {
            // The mine count links all cells.
            self.seen.fill(0);
            return;
        }
        let grid = Arc::clone(&self.grid);
        let mut stack: Vec<Cell> = new.to_vec();
        while let Some(number) = stack.pop() {
            for near in grid.neighbours(number) {
                if self.facts[near] == Fact::Undecided && self.seen[near] != 0 {
                    self.seen[near] = 0;
                    stack.extend(grid.neighbours(near).filter(|&far| self.shown[far] != Shown::Covered));
                }
            }
        }
    }

    fn list_open(&mut self) {
        let is_open = |&cell: &Cell| self.vars[cell].is_some() && self.facts[cell] == Fact::Undecided;
        self.open = (0..self.facts.len()).filter(is_open).collect();
    }

    /// Finds the cells that unit propagation alone decides. It is cheap, and decides most cells.
    fn find_by_propagation(&mut self) -> Found {
        let mut found = Found { is_contradictory: !self.clauses.propagate(), ..Found::default() };
        if found.is_contradictory {
            return found;
        }
        for cell in std::mem::take(&mut self.open) {
            match self.vars[cell].and_then(|lit| self.clauses.settled(lit)) {
                Some(is_mine) => self.decide(cell, is_mine, &mut found),
                None => self.open.push(cell),
            }
        }
        found
    }

    fn decide(&mut self, cell: Cell, is_mine: bool, found: &mut Found) {
        self.facts[cell] = if is_mine { Fact::Mine } else { Fact::Safe };
        if is_mine { &mut found.mines } else { &mut found.safe }.push(cell);
    }

    /// Finds every certain cell.
    pub(crate) fn find_all(&mut self) -> Found {
        let mut found = self.find_by_propagation();
        while !found.is_contradictory {
            self.ask_all(&mut found);
            if found.is_incomplete || !self.add_mine_count() {
                break;
            }
        }
        found.safe.sort_unstable();
        found.mines.sort_unstable();
        found
    }

    /// Gives the number of mines to the solver if it is time for it, and returns whether it did.
    fn add_mine_count(&mut self) -> bool {
        let is_known_mine = |fact: &&Fact| **fact == Fact::Mine;
        let n_known = self.facts.iter().filter(is_known_mine).count();
        let undecided: Vec<Cell> =
            (0..self.facts.len()).filter(|&cell| self.facts[cell] == Fact::Undecided).collect();
        let n_left = self.grid.rules().n_mines().saturating_sub(n_known);
        let n_outside = undecided.len() - self.open.len();
        let is_time = match self.global {
            Global::Endgame => undecided.len() <= ENDGAME,
            Global::Always => self.open.len() >= n_left || n_left >= n_outside,
        };
        if self.has_mine_count || !is_time || undecided.len().saturating_mul(n_left) > MOST_COUNTERS {
            return false;
        }
        let lits: Vec<Lit> = undecided.into_iter().map(|cell| self.var(cell)).collect();
        let is_small = n_subsets(lits.len(), n_left) <= MOST_NAIVE;
        let encoding = if is_small { self.encoding } else { Encoding::Sequential };
        encoding.exactly(n_left, &lits, &mut self.clauses);
        self.has_mine_count = true;
        self.seen.fill(0);
        self.list_open();
        true
    }

    /// Asks about every open cell for which the models have not had both values.
    fn ask_all(&mut self, found: &mut Found) {
        if self.open.iter().all(|&cell| self.seen[cell] == SEEN_MINE | SEEN_SAFE) {
            return;
        }
        match self.clauses.ask(&[]) {
            Answer::Possible => self.record_model(),
            Answer::Impossible => found.is_contradictory = true,
            Answer::Unknown => found.is_incomplete = true,
        }
        if found.is_contradictory || found.is_incomplete {
            return;
        }
        let mut n_asked = 0;
        for cell in self.open.clone() {
            if is_cancelled() {
                found.is_incomplete = true;
                break;
            }
            for (value, is_mine) in [(SEEN_MINE, true), (SEEN_SAFE, false)] {
                if self.seen[cell] & value == 0 && self.facts[cell] == Fact::Undecided {
                    n_asked += self.clauses.n_vars();
                    found.is_incomplete |= n_asked > MOST_ASKED || !self.ask(cell, is_mine, found);
                }
            }
        }
        self.list_open();
    }

    /// Asks whether a cell can be a mine, or can be safe, and returns whether there was an answer.
    fn ask(&mut self, cell: Cell, is_mine: bool, found: &mut Found) -> bool {
        let lit = self.var(cell);
        let lit = if is_mine { lit } else { !lit };
        match self.clauses.ask(&[lit]) {
            Answer::Possible => self.record_model(),
            Answer::Impossible => {
                self.clauses.clause(&[!lit]);
                self.decide(cell, !is_mine, found);
            }
            Answer::Unknown => return false,
        }
        true
    }

    /// Records the values of all open cells in the model found last: it answers one question for each of them.
    fn record_model(&mut self) {
        for &cell in &self.open {
            if let Some(lit) = self.vars[cell] {
                self.seen[cell] |= if self.clauses.is_true(lit) { SEEN_MINE } else { SEEN_SAFE };
            }
        }
    }
}

/// Returns the number of clauses of the naive encoding.
fn n_subsets(n_lits: usize, n_true: usize) -> f64 {
    let choose = |k: usize| (0..k).map(|idx| (n_lits - idx) as f64 / (idx + 1) as f64).product::<f64>();
    let at_most = if n_true < n_lits { choose(n_true + 1) } else { 0.0 };
    let at_least = if (1..=n_lits).contains(&n_true) { choose(n_lits - n_true + 1) } else { 0.0 };
    at_most + at_least
}
