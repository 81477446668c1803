//! Numbers as equations: some cells have `n` mines among them.

use std::collections::HashMap;

use minewise::census::Settled;
use minewise::{Cell, Grid};

/// An equation: `cells` have `n_mines` mines among them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Equation {
    /// Invariant: ascending.
    pub(crate) cells: Vec<u32>,
    pub(crate) n_mines: i64,
}

impl Equation {
    /// Checks whether the cells of this equation are a proper subset of those of `other`.
    pub(crate) fn is_part_of(&self, other: &Equation) -> bool {
        let mut rest = other.cells.iter();
        self.cells.len() < other.cells.len() && self.cells.iter().all(|cell| rest.any(|next| next == cell))
    }

    /// Subtracts `part`, whose cells must be among those of this equation.
    pub(crate) fn without(&self, part: &Equation) -> Equation {
        let mut removed = part.cells.iter().peekable();
        let mut cells = Vec::with_capacity(self.cells.len() - part.cells.len());
        for &cell in &self.cells {
            if removed.next_if_eq(&&cell).is_none() {
                cells.push(cell);
            }
        }
        Equation { cells, n_mines: self.n_mines - part.n_mines }
    }
}

/// Returns the equations of all numbers that have open cells around them, without duplicates, in the order of the
/// numbers.
pub(crate) fn of_numbers(settled: &Settled, grid: &Grid) -> Vec<Equation> {
    let mut seen = std::collections::HashSet::new();
    let equation = |cell: Cell| {
        let n_mines = settled.missing(cell)?.into();
        Some(Equation { cells: settled.open_around(grid, cell).map(|near| near as u32).collect(), n_mines })
    };
    let all = (0..grid.n_cells()).filter_map(equation);
    all.filter(|equation| seen.insert(equation.cells.clone())).collect()
}

/// An index of equations by their cells, to find pairs where one may contain the other.
#[derive(Debug, Default)]
pub(crate) struct Index {
    by_cell: HashMap<u32, Vec<usize>>,
    by_first: HashMap<u32, Vec<usize>>,
}

impl Index {
    /// Adds an equation, which will be found as `idx`.
    pub(crate) fn insert(&mut self, idx: usize, equation: &Equation) {
        for &cell in &equation.cells {
            self.by_cell.entry(cell).or_default().push(idx);
        }
        if let Some(&first) = equation.cells.first() {
            self.by_first.entry(first).or_default().push(idx);
        }
    }

    /// Returns the equations that contain `cell`.
    pub(crate) fn with(&self, cell: u32) -> &[usize] {
        self.by_cell.get(&cell).map_or(&[], Vec::as_slice)
    }

    /// Returns the equations that may contain `equation`, then those that it may contain; it may itself be among them.
    ///
    /// An equation that contains another has the first cell of it, so only these need to be checked.
    pub(crate) fn related(&self, equation: &Equation) -> Vec<usize> {
        let first = equation.cells.first();
        let mut found: Vec<usize> = first.map_or(&[][..], |&cell| self.with(cell)).to_vec();
        let inside = equation.cells.iter().filter_map(|cell| self.by_first.get(cell));
        found.extend(inside.flatten());
        found
    }
}

#[cfg(test)]
mod tests {
    use minewise::View;

    use super::*;

    fn equation(cells: &[u32], n_mines: i64) -> Equation {
        Equation { cells: cells.to_vec(), n_mines }
    }

    #[test]
    fn a_part_is_subtracted() {
        let (part, whole) = (equation(&[2, 5], 1), equation(&[1, 2, 4, 5], 2));
        assert!(part.is_part_of(&whole) && !whole.is_part_of(&part) && !whole.is_part_of(&whole));
        assert!(!equation(&[2, 3], 1).is_part_of(&whole));
        assert_eq!(whole.without(&part), equation(&[1, 4], 1));
    }

    #[test]
    fn numbers_with_the_same_cells_are_one_equation() {
        let view: View = "3x3/2 111/.../...".parse().unwrap();
        let found = of_numbers(&Settled::of(&view), view.grid());
        assert_eq!(found, [equation(&[3, 4], 1), equation(&[3, 4, 5], 1), equation(&[4, 5], 1)]);
    }

    #[test]
    fn related_equations_are_possible_supersets_and_subsets() {
        let all = [equation(&[1, 2], 1), equation(&[1, 2, 3], 1), equation(&[2, 3], 1), equation(&[7], 1)];
        let mut index = Index::default();
        for (idx, equation) in all.iter().enumerate() {
            index.insert(idx, equation);
        }
        assert_eq!(index.related(&all[1]), [0, 1, 0, 1, 2]);
        assert_eq!(index.related(&all[3]), [3, 3]);
    }
}
