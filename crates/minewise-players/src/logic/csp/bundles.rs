//! Connected equations solved by backtracking, their solutions tallied by the number of mines.
//!
//! Cells that are in the same equations are one bundle, and a solution says how many mines each bundle has; each counts
//! for as many solutions of single cells as there are ways to place them, so that the tallies are those of single cells.

use std::collections::BTreeMap;

use crate::logic::equations::{Equation, Index};

/// Equations that hang together, and the cells in them.
#[derive(Clone, Debug)]
pub(crate) struct Coupled {
    /// The cells of each bundle, the bundles in the order in which they are tried.
    pub(crate) bundles: Vec<Vec<u32>>,
    /// For each bundle: its equations.
    memberships: Vec<Vec<usize>>,
    equations: Vec<Equation>,
}

/// The solutions that have one number of mines.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    /// How many there are, in single cells.
    pub(crate) n_solutions: f64,
    /// For each bundle: the solutions in which one of its cells is a mine.
    pub(crate) with_mine: Vec<f64>,
    /// For each bundle: its mines in the first solution found.
    pub(crate) first: Vec<u8>,
}

/// The solutions by their number of mines.
pub(crate) type Tallies = BTreeMap<usize, Tally>;

/// The most bundles that hang together: the search goes as deep as that.
const MOST_BUNDLES: usize = 400;

/// Parts equations into those that hang together.
pub(crate) fn part(equations: &[Equation]) -> Vec<Coupled> {
    let mut index = Index::default();
    for (idx, equation) in equations.iter().enumerate() {
        index.insert(idx, equation);
    }
    let mut is_done = vec![false; equations.len()];
    let mut parts = Vec::new();
    for first in 0..equations.len() {
        let (mut found, mut pending) = (Vec::new(), vec![first]);
        while let Some(idx) = pending.pop() {
            if !std::mem::replace(&mut is_done[idx], true) {
                found.push(equations[idx].clone());
                pending.extend(equations[idx].cells.iter().flat_map(|&cell| index.with(cell)));
            }
        }
        if !found.is_empty() {
            parts.push(Coupled::of(found));
        }
    }
    parts
}

impl Coupled {
    fn of(equations: Vec<Equation>) -> Coupled {
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
        Coupled { bundles, memberships: order, equations }
    }

    /// All solutions, unless finding them takes more than `n_nodes` steps, which are used up.
    pub(crate) fn solve(&self, n_nodes: &mut usize) -> Option<Tallies> {
        if self.bundles.len() > MOST_BUNDLES {
            return None;
        }
        let state = |equation: &Equation| (equation.n_mines, equation.cells.len() as i64);
        let mut search = Search {
            coupled: self,
            states: self.equations.iter().map(state).collect(),
            chosen: Vec::new(),
            tallies: Tallies::new(),
            n_nodes,
        };
        search.go_on(0, 1.0)?;
        Some(search.tallies)
    }
}

/// The bundles, by their equations, with the most constrained first: in the most equations begun, then in the most.
fn most_constrained_first(mut bundles: Vec<Vec<usize>>, n_equations: usize) -> Vec<Vec<usize>> {
    let mut is_begun = vec![false; n_equations];
    let mut order = Vec::with_capacity(bundles.len());
    // Beyond the limit nothing is searched, and the order does not matter.
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

/// A search under way.
struct Search<'a> {
    coupled: &'a Coupled,
    /// For each equation: the mines it misses, and the cells not yet tried.
    states: Vec<(i64, i64)>,
    chosen: Vec<u8>,
    tallies: Tallies,
    n_nodes: &'a mut usize,
}

impl Search<'_> {
    /// Tries every number of mines in the next bundle; none if the steps are used up.
    fn go_on(&mut self, n_mines: usize, n_ways: f64) -> Option<()> {
        let coupled = self.coupled;
        let Some(bundle) = coupled.bundles.get(self.chosen.len()) else {
            self.tally(n_mines, n_ways);
            return Some(());
        };
        let members = &coupled.memberships[self.chosen.len()];
        let n_cells = bundle.len();
        let mut ways_here = 1.0;
        for here in 0..=n_cells {
            *self.n_nodes = self.n_nodes.checked_sub(1)?;
            self.change(members, -(here as i64), -(n_cells as i64));
            let is_possible = |&idx: &usize| (0..=self.states[idx].1).contains(&self.states[idx].0);
            if members.iter().all(is_possible) {
                self.chosen.push(here as u8);
                self.go_on(n_mines + here, n_ways * ways_here)?;
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
            *sum += n_ways * f64::from(here) / self.coupled.bundles[idx].len() as f64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_are_those_of_single_cells() {
        // One of cells 1, 2, 3 and two of 3, 4: the common one and another, or two of the others.
        let equations = [
            Equation { cells: vec![1, 2, 3], n_mines: 1 },
            Equation { cells: vec![3, 4, 5], n_mines: 2 },
            Equation { cells: vec![9], n_mines: 1 },
        ];
        let parts = part(&equations);
        assert_eq!(parts.len(), 2);
        let tallies = parts[0].solve(&mut 1000).unwrap();
        let found: Vec<(usize, f64)> = tallies.iter().map(|(&n, tally)| (n, tally.n_solutions)).collect();
        assert_eq!(found, [(2, 2.0), (3, 2.0)]);
        assert_eq!(parts[0].bundles, [vec![3], vec![1, 2], vec![4, 5]]);
        assert_eq!(tallies[&2].with_mine, [2.0, 0.0, 1.0]);
        assert_eq!(tallies[&3].with_mine, [0.0, 1.0, 2.0]);
        assert!(parts[0].solve(&mut 3).is_none());
    }
}
