//! Connected equations solved by backtracking, their solutions tallied by the number of mines.
//!
//! Cells that are in the same equations form a bundle, and the search only decides how many mines each bundle has. Such
//! a solution counts as many times as there are ways to place the mines within the bundles, so the tallies are the same
//! as those of a search over single cells.

use std::collections::BTreeMap;

use crate::logic::equations::{Equation, Index};

/// A connected component: equations that are linked by common cells, and these cells.
#[derive(Clone, Debug)]
pub(crate) struct Component {
    /// The cells of each bundle. Bundles are in the order in which the search tries them.
    pub(crate) bundles: Vec<Vec<u32>>,
    /// For each bundle: its equations.
    memberships: Vec<Vec<usize>>,
    equations: Vec<Equation>,
}

/// The solutions that have one number of mines.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    /// Number of solutions, counted over single cells.
    pub(crate) n_solutions: f64,
    /// For each bundle: the number of solutions with a mine on one given cell of it.
    pub(crate) with_mine: Vec<f64>,
    /// For each bundle: its number of mines in the first solution found.
    pub(crate) first: Vec<u8>,
}

/// The solutions by their number of mines.
pub(crate) type Tallies = BTreeMap<usize, Tally>;

/// The most bundles of a component. The search is recursive and as deep as this, so it is also a limit of the stack.
const MOST_BUNDLES: usize = 400;

/// Splits equations into connected components.
pub(crate) fn components(equations: &[Equation]) -> Vec<Component> {
    let mut index = Index::default();
    for (idx, equation) in equations.iter().enumerate() {
        index.insert(idx, equation);
    }
    let mut is_done = vec![false; equations.len()];
    let mut components = Vec::new();
    for first in 0..equations.len() {
        let (mut found, mut pending) = (Vec::new(), vec![first]);
        while let Some(idx) = pending.pop() {
            if !std::mem::replace(&mut is_done[idx], true) {
                found.push(equations[idx].clone());
                pending.extend(equations[idx].cells.iter().flat_map(|&cell| index.with(cell)));
            }
        }
        if !found.is_empty() {
            components.push(Component::of(found));
        }
    }
    components
}

impl Component {
    fn of(equations: Vec<Equation>) -> Component {
        let mut by_cell: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (idx, equation) in equations.iter().enumerate() {
            for &cell in &equation.cells {
                by_cell.entry(cell).or_default().push(idx);
            }
        }
        let mut bundles: BTreeMap<Vec<usize>, Vec<u32>> = BTreeMap::new();
        for (cell, members) in by_cell {
            bundles.entry(members).or_default().push(cell);
        }
        let order = most_constrained_first(bundles.keys().cloned().collect(), equations.len());
        let bundles = order.iter().map(|members| bundles[members].clone()).collect();
        Component { bundles, memberships: order, equations }
    }

    /// Whether a cell is in one of the equations.
    pub(crate) fn has(&self, cell: usize) -> bool {
        self.n_equations(cell) > 0
    }

    /// Returns the number of equations that a cell is in.
    pub(crate) fn n_equations(&self, cell: usize) -> usize {
        let bundle = self.bundles.iter().position(|bundle| bundle.contains(&(cell as u32)));
        bundle.map_or(0, |idx| self.memberships[idx].len())
    }

    /// Returns all solutions; `None` if finding them takes more than `n_nodes` steps. The steps taken are subtracted
    /// from `n_nodes`.
    pub(crate) fn solve(&self, n_nodes: &mut usize) -> Option<Tallies> {
        if self.bundles.len() > MOST_BUNDLES {
            return None;
        }
        let state = |equation: &Equation| (equation.n_mines, equation.cells.len() as i64);
        let mut search = Search {
            component: self,
            states: self.equations.iter().map(state).collect(),
            chosen: Vec::new(),
            tallies: Tallies::new(),
            n_nodes,
        };
        search.visit(0, 1.0)?;
        Some(search.tallies)
    }
}

/// Sorts bundles, given by their equations, with the most constrained first: the one in the most equations that have
/// cells in earlier bundles, then the one in the most equations.
fn most_constrained_first(mut bundles: Vec<Vec<usize>>, n_equations: usize) -> Vec<Vec<usize>> {
    let mut is_begun = vec![false; n_equations];
    let mut order = Vec::with_capacity(bundles.len());
    // A component beyond the limit is not searched, so its order does not matter.
    while !bundles.is_empty() && bundles.len() + order.len() <= MOST_BUNDLES {
        let begun = |members: &Vec<usize>| members.iter().filter(|&&idx| is_begun[idx]).count();
        let key = |&idx: &usize| (begun(&bundles[idx]), bundles[idx].len(), usize::MAX - idx);
        let best = (0..bundles.len()).max_by_key(key).expect("there is a bundle");
        let members = bundles.remove(best);
        for &idx in &members {
            is_begun[idx] = true;
        }
        order.push(members);
    }
    order.extend(bundles);
    order
}

/// The state of a search.
struct Search<'a> {
    component: &'a Component,
    /// For each equation: how many mines it misses, and how many of its cells are not yet decided.
    states: Vec<(i64, i64)>,
    chosen: Vec<u8>,
    tallies: Tallies,
    n_nodes: &'a mut usize,
}

impl Search<'_> {
    /// Tries every number of mines in the next bundle; `None` if the steps are used up.
    fn visit(&mut self, n_mines: usize, n_ways: f64) -> Option<()> {
        let component = self.component;
        let Some(bundle) = component.bundles.get(self.chosen.len()) else {
            self.tally(n_mines, n_ways);
            return Some(());
        };
        let members = &component.memberships[self.chosen.len()];
        let n_cells = bundle.len();
        let mut ways_here = 1.0;
        for here in 0..=n_cells {
            *self.n_nodes = self.n_nodes.checked_sub(1)?;
            self.change(members, -(here as i64), -(n_cells as i64));
            let is_possible = |&idx: &usize| (0..=self.states[idx].1).contains(&self.states[idx].0);
            if members.iter().all(is_possible) {
                self.chosen.push(here as u8);
                self.visit(n_mines + here, n_ways * ways_here)?;
                self.chosen.pop();
            }
            self.change(members, here as i64, n_cells as i64);
            ways_here = ways_here * (n_cells - here) as f64 / (here + 1) as f64;
        }
        Some(())
    }

    fn change(&mut self, members: &[usize], mines: i64, cells: i64) {
        for &idx in members {
            self.states[idx].0 += mines;
            self.states[idx].1 += cells;
        }
    }

    fn tally(&mut self, n_mines: usize, n_ways: f64) {
        let tally = self.tallies.entry(n_mines).or_insert_with(|| Tally {
            n_solutions: 0.0,
            with_mine: vec![0.0; self.chosen.len()],
            first: self.chosen.clone(),
        });
        tally.n_solutions += n_ways;
        for (idx, (sum, &here)) in tally.with_mine.iter_mut().zip(&self.chosen).enumerate() {
            *sum += n_ways * f64::from(here) / self.component.bundles[idx].len() as f64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_are_those_of_single_cells() {
        // One of cells 1, 2, 3 and two of cells 3, 4, 5: cell 3 and one of 4, 5, or one of 1, 2 and both 4, 5.
        let equations = [
            Equation { cells: vec![1, 2, 3], n_mines: 1 },
            Equation { cells: vec![3, 4, 5], n_mines: 2 },
            Equation { cells: vec![9], n_mines: 1 },
        ];
        let components = components(&equations);
        assert_eq!(components.len(), 2);
        let tallies = components[0].solve(&mut 1000).unwrap();
        let found: Vec<(usize, f64)> = tallies.iter().map(|(&n, tally)| (n, tally.n_solutions)).collect();
        assert_eq!(found, [(2, 2.0), (3, 2.0)]);
        assert_eq!(components[0].bundles, [vec![3], vec![1, 2], vec![4, 5]]);
        assert_eq!(tallies[&2].with_mine, [2.0, 0.0, 1.0]);
        assert_eq!(tallies[&3].with_mine, [0.0, 1.0, 2.0]);
        assert!(components[0].solve(&mut 3).is_none());
    }
}
