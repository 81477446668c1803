//! Solves a board in pieces: one for each first cell and the number it shows. Together they give its value for every
//! start.

use std::sync::{Arc, OnceLock};

use super::field::{Field, Pattern};
use super::solver::Solver;
use super::{CellValue, Limits, MOST_LAYOUTS, OptimalError};
use crate::board::{Cell, Grid, Start};

/// The possible first reveals of an untouched board.
#[derive(Debug)]
pub struct Openings {
    grid: Arc<Grid>,
    /// For each cell: the first cell that is equivalent to it by symmetry.
    alike: Vec<Cell>,
    /// All layouts, listed when the first solver is created.
    field: OnceLock<Field>,
}

/// A first cell and the number it shows. Does not depend on the start of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Opening {
    /// The cell.
    pub cell: Cell,
    /// The number that it shows.
    pub number: u8,
    /// The number of layouts in which it shows this number.
    pub n_layouts: u64,
}

impl Opening {
    /// Whether a game with this start can have this opening.
    pub(super) fn is_allowed(&self, start: Start) -> bool {
        start != Start::Zero || self.number == 0
    }
}

/// Computes the values of openings. The table of values is shared by all of them.
#[derive(Debug)]
pub struct OpeningSolver<'a>(Solver<'a>);

impl Openings {
    /// Prepares the openings of a grid.
    ///
    /// # Errors
    /// When it has too many cells or layouts.
    pub fn of(grid: &Arc<Grid>) -> Result<Openings, OptimalError> {
        let (n_cells, n_mines) = (grid.n_cells(), grid.rules().n_mines());
        if n_cells > 64 || choose(n_cells, n_mines) > MOST_LAYOUTS {
            return Err(OptimalError::TooLarge);
        }
        Ok(Openings { grid: Arc::clone(grid), alike: grid.alike(), field: OnceLock::new() })
    }

    /// Every first cell with every number it may show. Of cells that are equivalent by symmetry, only the first is
    /// listed.
    pub fn list(&self) -> Vec<Opening> {
        let n_mines = self.grid.rules().n_mines();
        let firsts = (0..self.grid.n_cells()).filter(|&cell| self.alike[cell] == cell);
        let numbers = firsts.flat_map(|cell| (0..=8u8).map(move |number| (cell, number)));
        let openings = numbers.map(|(cell, number)| {
            let n_near = self.grid.n_neighbours(cell);
            let n_far = self.grid.n_cells() - 1 - n_near;
            let rest = n_mines.checked_sub(number.into());
            let n_layouts = rest.map_or(0, |rest| choose(n_near, number.into()) * choose(n_far, rest));
            Opening { cell, number, n_layouts }
        });
        openings.filter(|opening| opening.n_layouts > 0).collect()
    }

    /// Creates a solver for these openings. The limit of nodes is for all of them together.
    pub fn solver(&self, limits: Limits) -> OpeningSolver<'_> {
        let field = || Field::untouched(&self.grid);
        OpeningSolver(Solver::new(self.field.get_or_init(field), limits))
    }

    /// The value of every cell that a game may begin with, given the number of layouts won after each allowed opening.
    pub fn cells(&self, start: Start, won: &[(Opening, u64)]) -> Vec<CellValue> {
        let value = |cell: Cell| {
            let is_own = |opening: &Opening| opening.cell == self.alike[cell] && opening.is_allowed(start);
            let own = won.iter().filter(|(opening, _)| is_own(opening));
            let n_safe: u64 = own.clone().map(|(opening, _)| opening.n_layouts).sum();
            let all = || choose(self.grid.n_cells(), self.grid.rules().n_mines());
            let n_layouts = if start == Start::Any { all() } else { n_safe };
            CellValue { cell, n_won: own.map(|(_, n_won)| n_won).sum(), n_layouts }
        };
        let values = (0..self.grid.n_cells()).map(value);
        values.filter(|value| value.n_layouts > 0).collect()
    }
}

impl OpeningSolver<'_> {
    /// Computes how many layouts perfect play wins after an opening.
    ///
    /// # Errors
    /// When it takes more nodes than are left.
    pub fn value(&mut self, opening: &Opening) -> Result<u64, OptimalError> {
        let field = self.0.field;
        let (cell, near) = (opening.cell, field.near[opening.cell]);
        let shows = |layout: &Pattern| {
            layout >> cell & 1 == 0 && (layout & near).count_ones() == u32::from(opening.number)
        };
        let layouts: Vec<Pattern> = field.layouts.iter().copied().filter(shows).collect();
        self.0.value_of_reveal(&layouts, cell, 0).map(u64::from)
    }

    /// The number of nodes so far.
    pub fn n_nodes(&self) -> u64 {
        self.0.n_nodes()
    }
}

/// The number of ways to choose `k` of `n` things, where `n` is at most 64.
fn choose(n: usize, k: usize) -> u64 {
    let step = |ways: u128, idx: usize| ways * (n - idx) as u128 / (idx + 1) as u128;
    if k > n { 0 } else { (0..k).fold(1, step) as u64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_cover_all_layouts() {
        for rules in ["4x4/5", "5x3/4@torus", "4x4/4@hex", "5x5/2@knight", "1x1/0", "8x8/3"] {
            let grid = Grid::new(rules.parse().unwrap());
            let openings = Openings::of(&grid).unwrap();
            let list = openings.list();
            let nothing_won: Vec<(Opening, u64)> = list.iter().map(|&opening| (opening, 0)).collect();
            for start in [Start::Safe, Start::Any] {
                let n_open = grid.n_cells() - usize::from(start == Start::Safe);
                let expected = choose(n_open, grid.rules().n_mines());
                let cells = openings.cells(start, &nothing_won);
                assert!(cells.iter().all(|value| value.n_layouts == expected), "{rules} {cells:?}");
                assert_eq!(cells.len(), grid.n_cells());
            }
        }
        assert_eq!(choose(64, 32), 1_832_624_140_942_590_534);
    }
}
