//! Risks by counting models: each way to place mines on the frontier, weighted by the number of ways to place the rest.
//!
//! A model of the frontier with m mines stands for C(outside cells, mines left - m) layouts. The paper lists the models
//! of the whole frontier (`joint`). `split` goes beyond it: it lists the models of each connected region separately,
//! and joins the regions by their numbers of mines. In a region, cells that touch the same numbers are interchangeable,
//! so models that differ only by an exchange of such cells are found once and counted with their number. Both are
//! exact.

use std::collections::BTreeMap;

use minewise::cancel::is_cancelled;
use minewise::{Cell, Shown, View};
use rustsat::types::Lit;

use super::clauses::{Answer, Clauses};
use super::encoding::{Encoding, Sink};
use super::join::join;
use super::solver::Fact;

/// Which cells are counted together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Regions {
    /// The whole frontier, as in the paper.
    #[default]
    Joint,
    /// Cells that are linked by numbers.
    Split,
}

impl Regions {
    /// The most models that are listed for one choice. By region, each stands for so many models of the whole frontier
    /// that few views reach the lower limit, and no game takes long.
    fn most_models(self) -> usize {
        match self {
            Regions::Joint => 10_000,
            Regions::Split => 2_000,
        }
    }
}

/// The most frontier cells of a view that is counted.
const MOST_CELLS: usize = 2_000;

/// The result of counting the models of a view.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Counts {
    /// Undecided frontier cells with their risks, in ascending order.
    pub(crate) frontier: Vec<(Cell, f64)>,
    /// Undecided cells that touch no number, in ascending order.
    pub(crate) outside: Vec<Cell>,
    /// The risk of each of those; `None` if there are none.
    pub(crate) outside_risk: Option<f64>,
    /// Number of models that were listed.
    pub(crate) n_models: usize,
    /// Number of models of the whole frontier, without regard to the number of mines.
    pub(crate) n_joint: f64,
}

/// Cells that are counted together.
pub(crate) struct Part {
    pub(crate) cells: Vec<Cell>,
    /// The constraints of the numbers: indices in `cells`, and how many of these cells are mines.
    sums: Vec<(Vec<usize>, usize)>,
    /// Groups of indices in `cells` that can be exchanged; groups of one cell if exchanges are not used.
    groups: Vec<Vec<usize>>,
}

/// For each number of mines of a part: the number of models, and the number of those with a mine in each cell.
pub(crate) type Tally = BTreeMap<usize, (f64, Vec<f64>)>;

/// Counts the models of `view`, whose certain cells are `facts`; `None` if there are too many, or no layout fits.
pub(crate) fn count(view: &View, facts: &[Fact], encoding: Encoding, regions: Regions) -> Option<Counts> {
    let is_undecided = |&cell: &Cell| facts[cell] == Fact::Undecided;
    let is_frontier =
        |&cell: &Cell| view.grid().neighbours(cell).any(|near| matches!(view.shown(near), Shown::Number(_)));
    let (frontier, outside): (Vec<Cell>, Vec<Cell>) =
        (0..facts.len()).filter(is_undecided).partition(is_frontier);
    if frontier.len() > MOST_CELLS {
        return None;
    }
    let n_known = facts.iter().filter(|&&fact| fact == Fact::Mine).count();
    let n_left = view.grid().rules().n_mines().checked_sub(n_known)?;
    let parts = match regions {
        Regions::Joint => vec![Part::joint(view, facts, frontier)?],
        Regions::Split => Part::split(view, facts, &frontier)?,
    };
    let mut n_models = 0;
    let mut tallies = Vec::with_capacity(parts.len());
    for part in &parts {
        let (tally, n_found) = part.tally(encoding, regions.most_models() - n_models)?;
        tallies.push(tally);
        n_models += n_found;
    }
    let n_joint =
        tallies.iter().map(|tally| tally.values().map(|(n_models, _)| n_models).sum::<f64>()).product();
    let (risks, outside_risk) = join(&tallies, n_left, outside.len())?;
    let cells = parts.iter().flat_map(|part| part.cells.iter().copied());
    let mut frontier: Vec<(Cell, f64)> = cells.zip(risks.into_iter().flatten()).collect();
    frontier.sort_unstable_by_key(|&(cell, _)| cell);
    Some(Counts { frontier, outside, outside_risk, n_models, n_joint })
}

impl Part {
    /// Creates one part of all cells, without exchanges; `None` if a number has too many known mines.
    fn joint(view: &View, facts: &[Fact], cells: Vec<Cell>) -> Option<Part> {
        let groups = (0..cells.len()).map(|place| vec![place]).collect();
        let mut sums = Vec::new();
        for number in numbers_at(view, &cells) {
            sums.push(sum_of(view, facts, &cells, number)?);
        }
        Some(Part { cells, sums, groups })
    }

    /// Creates a part for each region of cells linked by numbers; `None` if a number has too many known mines.
    fn split(view: &View, facts: &[Fact], frontier: &[Cell]) -> Option<Vec<Part>> {
        let mut is_left: Vec<bool> = vec![false; facts.len()];
        frontier.iter().for_each(|&cell| is_left[cell] = true);
        let mut parts = Vec::new();
        for &first in frontier {
            if !std::mem::take(&mut is_left[first]) {
                continue;
            }
            let (mut cells, mut next) = (vec![first], 0);
            while next < cells.len() {
                for number in numbers_at(view, &cells[next..=next]) {
                    let linked = view.grid().neighbours(number);
                    cells.extend(linked.filter(|&near| std::mem::take(&mut is_left[near])));
                }
                next += 1;
            }
            cells.sort_unstable();
            let mut part = Part::joint(view, facts, cells)?;
            part.groups = groups(view, &part.cells);
            parts.push(part);
        }
        Some(parts)
    }

    /// Finds all models, and returns their tally and how many the solver listed; `None` if these are more than `most`.
    fn tally(&self, encoding: Encoding, most: usize) -> Option<(Tally, usize)> {
        let mut clauses = Clauses::default();
        let lits: Vec<Lit> = self.cells.iter().map(|_| clauses.fresh()).collect();
        for (places, n_true) in &self.sums {
            let near: Vec<Lit> = places.iter().map(|&place| lits[place]).collect();
            encoding.exactly(*n_true, &near, &mut clauses);
        }
        // Of models that are equal up to an exchange, only the one with its mines first is kept.
        for pair in self.groups.iter().flat_map(|group| group.windows(2)) {
            clauses.clause(&[lits[pair[0]], !lits[pair[1]]]);
        }
        let mut tally = Tally::new();
        let mut n_models = 0;
        loop {
            if is_cancelled() {
                return None;
            }
            match clauses.ask(&[]) {
                Answer::Possible if n_models < most => n_models += 1,
                Answer::Impossible => return Some((tally, n_models)),
                Answer::Possible | Answer::Unknown => return None,
            }
            let n_mines: Vec<usize> =
                self.groups.iter().map(|group| n_mines_of(group, &lits, &clauses)).collect();
            self.add(&n_mines, &mut tally);
            clauses.clause(&self.exclusion(&n_mines, &lits));
        }
    }

    /// Adds a model, given as the number of mines in each group.
    fn add(&self, n_mines: &[usize], tally: &mut Tally) {
        let ways: f64 = self.groups.iter().zip(n_mines).map(|(group, &n)| choose(group.len(), n)).product();
        let (n_models, with_mine) =
            tally.entry(n_mines.iter().sum()).or_insert_with(|| (0.0, vec![0.0; self.cells.len()]));
        *n_models += ways;
        for (group, &n) in self.groups.iter().zip(n_mines).filter(|&(_, &n)| n > 0) {
            let share = ways * n as f64 / group.len() as f64;
            group.iter().for_each(|&place| with_mine[place] += share);
        }
    }

    /// Returns the clause that excludes this model and no other: some group has more mines or fewer.
    fn exclusion(&self, n_mines: &[usize], lits: &[Lit]) -> Vec<Lit> {
        let mut clause = Vec::new();
        for (group, &n) in self.groups.iter().zip(n_mines) {
            clause.extend(n.checked_sub(1).map(|last| !lits[group[last]]));
            clause.extend(group.get(n).map(|&place| lits[place]));
        }
        clause
    }
}

/// Counts the mines of a group in the model found last; they come first.
fn n_mines_of(group: &[usize], lits: &[Lit], clauses: &Clauses) -> usize {
    group.iter().take_while(|&&place| clauses.is_true(lits[place])).count()
}

/// Returns the numbers beside `cells`, in ascending order.
fn numbers_at(view: &View, cells: &[Cell]) -> Vec<Cell> {
    let is_number = |&near: &Cell| matches!(view.shown(near), Shown::Number(_));
    let near = |&cell: &Cell| view.grid().neighbours(cell).filter(is_number);
    let mut numbers: Vec<Cell> = cells.iter().flat_map(near).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// Returns the constraint of the number at a cell on `cells`, which have all undecided cells around it; `None` if it
/// has too many known mines.
fn sum_of(view: &View, facts: &[Fact], cells: &[Cell], number: Cell) -> Option<(Vec<usize>, usize)> {
    let Shown::Number(n_around) = view.shown(number) else { return None };
    let near = view.grid().neighbours(number);
    let n_known = near.clone().filter(|&near| facts[near] == Fact::Mine).count();
    let places = near.filter_map(|near| cells.binary_search(&near).ok()).collect();
    Some((places, usize::from(n_around).checked_sub(n_known)?))
}

/// Groups the indices of `cells` by the numbers that the cells touch.
fn groups(view: &View, cells: &[Cell]) -> Vec<Vec<usize>> {
    let mut groups: BTreeMap<Vec<Cell>, Vec<usize>> = BTreeMap::new();
    for (place, &cell) in cells.iter().enumerate() {
        groups.entry(numbers_at(view, &[cell])).or_default().push(place);
    }
    groups.into_values().collect()
}

/// Returns the number of ways to choose `k` of `n` cells. Exact, since `n` is at most the number of neighbours of a
/// cell.
fn choose(n: usize, k: usize) -> f64 {
    (0..k).fold(1.0, |ways, idx| ways * (n - idx) as f64 / (idx + 1) as f64)
}
