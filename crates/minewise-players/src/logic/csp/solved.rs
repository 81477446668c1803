//! Equations simplified and solved, with the solutions that the number of mines allows.

use minewise::census::Settled;
use minewise::{Cell, Grid};

use super::bundles::{Component, Tallies, components};
use crate::logic::equations::{Equation, Index, of_numbers};

/// The most steps of backtracking for one choice.
const MOST_NODES: usize = 200_000;

/// Subtracts equations from those that contain them, and marks the cells of solved ones in `settled`, until nothing
/// changes.
pub(crate) fn simplify(settled: &mut Settled, grid: &Grid) -> Vec<Equation> {
    loop {
        let mut equations = of_numbers(settled, grid);
        while reduce(&mut equations) {}
        let n_open = settled.n_open();
        for equation in &equations {
            if equation.n_mines == 0 || equation.n_mines == equation.cells.len() as i64 {
                let cells = equation.cells.iter().map(|&cell| cell as Cell);
                settled.learn(grid, cells, equation.n_mines > 0);
            }
        }
        if settled.n_open() == n_open {
            return equations;
        }
    }
}

/// Subtracts each equation from all that contain it, and returns whether there were any.
fn reduce(equations: &mut Vec<Equation>) -> bool {
    let mut index = Index::default();
    for (idx, equation) in equations.iter().enumerate() {
        index.insert(idx, equation);
    }
    let mut is_reduced = false;
    for idx in 0..equations.len() {
        let part = equations[idx].clone();
        for &whole in part.cells.first().map_or(&[][..], |&cell| index.with(cell)) {
            if part.is_part_of(&equations[whole]) {
                equations[whole] = equations[whole].without(&part);
                is_reduced = true;
            }
        }
    }
    equations.sort();
    equations.dedup();
    is_reduced
}

/// The solutions of all equations, without those that have an impossible number of mines.
pub(crate) struct Solved {
    /// The connected components of the equations, with their solutions.
    pub(crate) parts: Vec<(Component, Tallies)>,
    /// Number of open cells in no equation.
    pub(crate) n_outside: usize,
}

impl Solved {
    /// Solves the equations; `None` if that takes too many steps, or they have no solution.
    pub(crate) fn of(equations: &[Equation], settled: &Settled) -> Option<Solved> {
        let mut n_nodes = MOST_NODES;
        let mut parts = Vec::new();
        let mut n_outside = settled.n_open();
        for component in components(equations) {
            n_outside -= component.bundles.iter().map(Vec::len).sum::<usize>();
            let tallies = component.solve(&mut n_nodes)?;
            parts.push((component, tallies));
        }
        let mut solved = Solved { parts, n_outside };
        while solved.drop_impossible(settled.n_mines())? {}
        let is_finite = |(_, tallies): &(Component, Tallies)| n_solutions(tallies).is_finite();
        solved.parts.iter().all(is_finite).then_some(solved)
    }

    /// Drops numbers of mines that do not fit with any of the other parts' numbers, and returns whether there were any;
    /// `None` if nothing is left.
    fn drop_impossible(&mut self, n_missing: i64) -> Option<bool> {
        let (mut fewest, mut most) = (0, self.n_outside as i64);
        for (_, tallies) in &self.parts {
            fewest += *tallies.keys().next()? as i64;
            most += *tallies.keys().next_back()? as i64;
        }
        let mut is_changed = false;
        for (_, tallies) in &mut self.parts {
            let (low, high) = (*tallies.keys().next()? as i64, *tallies.keys().next_back()? as i64);
            let n_before = tallies.len();
            tallies.retain(|&n_mines, _| {
                let n_mines = n_mines as i64;
                fewest - low + n_mines <= n_missing && most - high + n_mines >= n_missing
            });
            if tallies.len() != n_before {
                // The sums are no longer right, so the caller starts again.
                is_changed = true;
                break;
            }
        }
        let fits = (fewest..=most).contains(&n_missing);
        (fits && self.parts.iter().all(|(_, tallies)| !tallies.is_empty())).then_some(is_changed)
    }

    /// Returns the risk of a cell outside: the mines left there, by the mean of the solutions, over the cells there.
    pub(super) fn risk_outside(&self, n_missing: i64) -> f64 {
        let mean = |tallies: &Tallies| {
            let sum: f64 = tallies.iter().map(|(&n_mines, tally)| n_mines as f64 * tally.n_solutions).sum();
            sum / n_solutions(tallies)
        };
        let inside: f64 = self.parts.iter().map(|(_, tallies)| mean(tallies)).sum();
        ((n_missing as f64 - inside) / self.n_outside as f64).clamp(0.0, 1.0)
    }
}

/// Returns every cell of a part with the share of the solutions that have a mine there, bundle by bundle.
pub(super) fn shares((component, tallies): &(Component, Tallies)) -> Vec<(Cell, f64)> {
    let n_solutions = n_solutions(tallies);
    let mut shares = Vec::new();
    for (idx, bundle) in component.bundles.iter().enumerate() {
        let with_mine: f64 = tallies.values().map(|tally| tally.with_mine[idx]).sum();
        shares.extend(bundle.iter().map(|&cell| (cell as Cell, with_mine / n_solutions)));
    }
    shares
}

fn n_solutions(tallies: &Tallies) -> f64 {
    tallies.values().map(|tally| tally.n_solutions).sum()
}

#[cfg(test)]
mod tests {
    use minewise::View;

    use super::*;

    fn solved(view: &str) -> Solved {
        let view: View = view.parse().unwrap();
        let mut settled = Settled::of(&view);
        let equations = simplify(&mut settled, view.grid());
        Solved::of(&equations, &settled).unwrap()
    }

    #[test]
    fn the_larger_equation_is_discarded() {
        // The example of Gardea, Koontz & Silva 2015: x1 + x2 = 1 and x1 + x2 + x3 + x4 = 2 leave x3 + x4 = 1.
        let mut equations = vec![
            Equation { cells: vec![1, 2, 3, 4], n_mines: 2 },
            Equation { cells: vec![1, 2], n_mines: 1 },
        ];
        assert!(reduce(&mut equations));
        let rest = [vec![1, 2], vec![3, 4]].map(|cells| Equation { cells, n_mines: 1 });
        assert_eq!(equations, rest);
        assert!(!reduce(&mut equations));
    }

    #[test]
    fn solutions_with_an_impossible_number_of_mines_are_dropped() {
        // The solutions are a mine in the middle, or one at each end; with one mine only the middle.
        let totals = |view: &str| solved(view).parts[0].1.keys().copied().collect::<Vec<_>>();
        assert_eq!(totals("6x1/2 .1.1.."), [1, 2]);
        assert_eq!(totals("6x1/1 .1.1.."), [1]);
        assert_eq!(totals("5x1/2 .1.1."), [2]);
    }

    #[test]
    fn shares_count_solutions() {
        let solved = solved("6x1/2 .1.1..");
        let mut shares = shares(&solved.parts[0]);
        shares.sort_by_key(|&(cell, _)| cell);
        assert_eq!(shares, [(0, 0.5), (2, 0.5), (4, 0.5)]);
        assert_eq!((solved.n_outside, solved.risk_outside(2)), (1, 0.5));
    }
}
