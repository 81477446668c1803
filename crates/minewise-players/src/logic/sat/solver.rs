//! What follows from the views of one game, asked of one solver that is told more and more.
//!
//! A cell has a variable once a number speaks of it. A cell is safe if "it is a mine" cannot be true together with
//! all numbers, and a mine if "it is none" cannot. Much is answered without a question: what propagation settles, what
//! a model found for another cell shows, and what was found before and no new number can have changed.

use std::sync::Arc;

use minewise::{Cell, Grid, Shown, View};
use rustsat::types::Lit;

use super::clauses::{Answer, Clauses};
use super::encoding::{Encoding, Sink};

/// When the number of mines is told to the solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Global {
    /// When at most ten cells are undecided: the paper says "few (e.g. 5-10)".
    #[default]
    Endgame,
    /// As soon as it can say more than the numbers do. (Before, it would only slow every question down.)
    Always,
}

/// The most undecided cells of an endgame.
const ENDGAME: usize = 10;

/// The most variables that the mine count may take; on boards where it would take more it is left out.
const MOST_COUNTERS: usize = 200_000;

/// The most clauses that the naive encoding may take for the mine count; past it, that one is written sequentially.
const MOST_NAIVE: f64 = 10_000.0;

/// The most variables that all questions of one choice may go through together.
const MOST_ASKED: usize = 10_000_000;

/// What is known of a cell for certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    /// Nothing.
    Undecided,
    /// It is no mine.
    Safe,
    /// It is a mine.
    Mine,
}

/// What came of looking for certain cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    /// Covered cells found safe, in ascending order.
    pub(crate) safe: Vec<Cell>,
    /// Covered cells found to be mines, in ascending order.
    pub(crate) mines: Vec<Cell>,
    /// Some question was left unanswered: it took too many conflicts, or there were too many cells to ask about.
    pub(crate) is_incomplete: bool,
    /// No layout fits the view, which never happens in a game.
    pub(crate) is_clash: bool,
}

/// Set of [`Knowledge::seen`]: some model has a mine there.
const SEEN_MINE: u8 = 1;
/// Set of [`Knowledge::seen`]: some model has none there.
const SEEN_SAFE: u8 = 2;

/// Everything that is known of one game.
pub(crate) struct Knowledge {
    grid: Arc<Grid>,
    encoding: Encoding,
    global: Global,
    clauses: Clauses,
    /// What was shown of each cell so far; flags tell nothing.
    told: Vec<Shown>,
    facts: Vec<Fact>,
    /// The variable of each cell that has one.
    vars: Vec<Option<Lit>>,
    /// Which values models have shown for each cell since something new was told of its region.
    seen: Vec<u8>,
    /// Covered and undecided cells with a variable, in ascending order.
    open: Vec<Cell>,
    /// Whether the number of mines has been told.
    is_counted: bool,
}

impl Knowledge {
    /// Knows nothing yet but `facts`, which may be empty.
    pub(crate) fn new(grid: &Arc<Grid>, encoding: Encoding, global: Global, facts: &[Fact]) -> Knowledge {
        let n_cells = grid.n_cells();
        let facts = if facts.len() == n_cells { facts.to_vec() } else { vec![Fact::Undecided; n_cells] };
        Knowledge {
            grid: Arc::clone(grid),
            encoding,
            global,
            clauses: Clauses::default(),
            told: vec![Shown::Covered; n_cells],
            facts,
            vars: vec![None; n_cells],
            seen: vec![0; n_cells],
            open: Vec::new(),
            is_counted: false,
        }
    }

    /// What is known of every cell for certain.
    pub(crate) fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// Whether `view` only shows more than what was told.
    pub(crate) fn goes_on_with(&self, view: &View) -> bool {
        view.grid().rules() == self.grid.rules()
            && (0..self.told.len())
                .all(|cell| self.told[cell] == Shown::Covered || self.told[cell] == view.shown(cell))
    }

    /// Takes in what `view` shows for the first time.
    pub(crate) fn learn(&mut self, view: &View) {
        let is_new = |&cell: &Cell| !view.is_covered(cell) && self.told[cell] == Shown::Covered;
        let new: Vec<Cell> = (0..self.told.len()).filter(is_new).collect();
        for &cell in &new {
            self.told[cell] = view.shown(cell);
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
        self.look_again_near(&new);
        self.list_open();
    }

    /// Tells the solver a number. Neighbours that are known are left out of it.
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

    /// Forgets what models showed of the cells that the new numbers are linked to.
    fn look_again_near(&mut self, new: &[Cell]) {
        if self.is_counted {
            self.seen.fill(0);
            return;
        }
        let grid = Arc::clone(&self.grid);
        let mut stack: Vec<Cell> = new.to_vec();
        while let Some(number) = stack.pop() {
            for near in grid.neighbours(number) {
                if self.facts[near] == Fact::Undecided && self.seen[near] != 0 {
                    self.seen[near] = 0;
                    stack.extend(grid.neighbours(near).filter(|&far| self.told[far] != Shown::Covered));
                }
            }
        }
    }

    fn list_open(&mut self) {
        let is_open = |&cell: &Cell| self.vars[cell].is_some() && self.facts[cell] == Fact::Undecided;
        self.open = (0..self.facts.len()).filter(is_open).collect();
    }

    /// Finds what propagation alone proves: cheap, and most of what there is.
    fn find_plain(&mut self) -> Found {
        let mut found = Found { is_clash: !self.clauses.propagate(), ..Found::default() };
        if found.is_clash {
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

    /// Finds every certain cell, with as many questions as it takes.
    pub(crate) fn find_all(&mut self) -> Found {
        let mut found = self.find_plain();
        while !found.is_clash {
            self.ask_all(&mut found);
            if found.is_incomplete || !self.tell_mine_count() {
                break;
            }
        }
        found.safe.sort_unstable();
        found.mines.sort_unstable();
        found
    }

    /// Tells the solver how many mines there are, if it is time; says whether it did.
    fn tell_mine_count(&mut self) -> bool {
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
        if self.is_counted || !is_time || undecided.len().saturating_mul(n_left) > MOST_COUNTERS {
            return false;
        }
        let lits: Vec<Lit> = undecided.into_iter().map(|cell| self.var(cell)).collect();
        let is_small = n_subsets(lits.len(), n_left) <= MOST_NAIVE;
        let encoding = if is_small { self.encoding } else { Encoding::Sequential };
        encoding.exactly(n_left, &lits, &mut self.clauses);
        self.is_counted = true;
        self.seen.fill(0);
        self.list_open();
        true
    }

    /// Asks about every open cell that models have not shown both ways.
    fn ask_all(&mut self, found: &mut Found) {
        if self.open.iter().all(|&cell| self.seen[cell] == SEEN_MINE | SEEN_SAFE) {
            return;
        }
        match self.clauses.ask(&[]) {
            Answer::Possible => self.see(),
            Answer::Impossible => found.is_clash = true,
            Answer::Unknown => found.is_incomplete = true,
        }
        if found.is_clash || found.is_incomplete {
            return;
        }
        let mut n_asked = 0;
        for cell in self.open.clone() {
            for (value, is_mine) in [(SEEN_MINE, true), (SEEN_SAFE, false)] {
                if self.seen[cell] & value == 0 && self.facts[cell] == Fact::Undecided {
                    n_asked += self.clauses.n_vars();
                    found.is_incomplete |= n_asked > MOST_ASKED || !self.ask(cell, is_mine, found);
                }
            }
        }
        self.list_open();
    }

    /// Asks whether a cell can be a mine, or none; says whether there was an answer.
    fn ask(&mut self, cell: Cell, is_mine: bool, found: &mut Found) -> bool {
        let lit = self.var(cell);
        let lit = if is_mine { lit } else { !lit };
        match self.clauses.ask(&[lit]) {
            Answer::Possible => self.see(),
            Answer::Impossible => {
                self.clauses.clause(&[!lit]);
                self.decide(cell, !is_mine, found);
            }
            Answer::Unknown => return false,
        }
        true
    }

    /// Takes in the model found last: it answers for all cells.
    fn see(&mut self) {
        for &cell in &self.open {
            if let Some(lit) = self.vars[cell] {
                self.seen[cell] |= if self.clauses.is_true(lit) { SEEN_MINE } else { SEEN_SAFE };
            }
        }
    }
}

/// The number of clauses of the naive encoding.
fn n_subsets(n_lits: usize, n_true: usize) -> f64 {
    let choose = |k: usize| (0..k).map(|idx| (n_lits - idx) as f64 / (idx + 1) as f64).product::<f64>();
    let at_most = if n_true < n_lits { choose(n_true + 1) } else { 0.0 };
    let at_least = if (1..=n_lits).contains(&n_true) { choose(n_lits - n_true + 1) } else { 0.0 };
    at_most + at_least
}
