//! What a solver plays on: the cells that matter, which of them touch, and the layouts.

use super::bits::ones;
use super::{Census, MOST_LAYOUTS, MOST_LAYOUTS_OF_VIEW, OptimalError};
use crate::grid::{Cell, Grid};
use crate::natural::Natural;
use crate::view::View;

/// A layout, or a set of cells: a bit for each cell of the field.
pub(super) type Pattern = u64;

/// The cells that are covered and no mine in some layout, and every layout as the mines among them.
#[derive(Debug)]
pub(super) struct Field {
    /// The cells of the grid, in ascending order.
    pub(super) cells: Vec<Cell>,
    /// For each cell: those that it touches.
    pub(super) near: Vec<Pattern>,
    /// The layouts that fit.
    layouts: Vec<Pattern>,
    /// Where each cell goes under each symmetry of the field but the trivial one.
    pub(super) symmetries: Vec<Vec<u8>>,
}

/// What there is when a first cell is revealed.
pub(super) struct Start {
    /// The layouts that the start allows, those with a mine there included.
    pub(super) layouts: Vec<Pattern>,
    /// An earlier cell that is worth the same.
    pub(super) twin: Option<usize>,
}

impl Field {
    /// The field of a view.
    pub(super) fn of(view: &View) -> Result<Field, OptimalError> {
        if view.is_untouched() { Field::untouched(view.grid()) } else { Field::begun(view) }
    }

    fn untouched(grid: &Grid) -> Result<Field, OptimalError> {
        let (n_cells, n_mines) = (grid.n_cells(), grid.rules().n_mines());
        let is_small = n_cells <= 64 && Natural::choose(n_cells, n_mines) <= Natural::from(MOST_LAYOUTS);
        if !is_small {
            return Err(OptimalError::TooLarge);
        }
        Ok(Field::new(grid, (0..n_cells).collect(), patterns(n_cells, n_mines), symmetries(grid)))
    }

    fn begun(view: &View) -> Result<Field, OptimalError> {
        let census = Census::of(view).map_err(OptimalError::Census)?;
        let layouts = census.all_layouts(MOST_LAYOUTS_OF_VIEW).ok_or(OptimalError::TooLarge)?;
        let is_live = |&cell: &Cell| layouts.iter().any(|layout| !layout.is_mine(cell));
        let cells: Vec<Cell> = view.covered().filter(is_live).collect();
        if cells.len() > 64 {
            return Err(OptimalError::TooLarge);
        }
        let pattern = |layout: &crate::layout::Layout| {
            (0..cells.len()).fold(0, |mines, idx| mines | Pattern::from(layout.is_mine(cells[idx])) << idx)
        };
        let layouts = layouts.iter().map(pattern).collect();
        // A view with a symmetry is rare, and small enough without.
        Ok(Field::new(view.grid(), cells, layouts, Vec::new()))
    }

    fn new(grid: &Grid, cells: Vec<Cell>, layouts: Vec<Pattern>, symmetries: Vec<Vec<u8>>) -> Field {
        let near_of = |&cell: &Cell| {
            let places = grid.neighbours(cell).filter_map(|near| cells.binary_search(&near).ok());
            places.fold(0, |near, place| near | 1 << place)
        };
        Field { near: cells.iter().map(near_of).collect(), cells, layouts, symmetries }
    }

    /// What there is when the game begins at a cell, or goes on there; none if that is not allowed.
    pub(super) fn start(&self, view: &View, idx: usize) -> Option<Start> {
        if !view.is_untouched() {
            return Some(Start { layouts: self.layouts.clone(), twin: None });
        }
        let grid = view.grid();
        if !grid.can_start_at(idx) {
            return None;
        }
        let cleared = (0..self.cells.len()).filter(|&cell| grid.start_clears(idx, cell));
        let cleared: Pattern = cleared.fold(0, |cells, cell| cells | 1 << cell);
        let layouts = self.layouts.iter().copied().filter(|layout| layout & cleared == 0).collect();
        let twin = self.symmetries.iter().map(|goes_to| usize::from(goes_to[idx])).min();
        Some(Start { layouts, twin: twin.filter(|&twin| twin < idx) })
    }
}

/// All ways to put so many mines on so many cells, which are at most 64.
fn patterns(n_cells: usize, n_mines: usize) -> Vec<Pattern> {
    if n_mines == 0 {
        return vec![0];
    }
    let mut patterns = Vec::new();
    let last = ((1u128 << n_mines) - 1) << (n_cells - n_mines);
    let mut pattern = (1u128 << n_mines) - 1;
    while pattern <= last {
        patterns.push(pattern as Pattern);
        // The next number with as many ones (Gosper).
        let lowest = pattern & pattern.wrapping_neg();
        let ripple = pattern + lowest;
        pattern = ripple | (((pattern ^ ripple) >> 2) / lowest);
    }
    patterns
}

/// The mirrorings and turns of a grid that keep cells that touch touching, without the trivial one.
fn symmetries(grid: &Grid) -> Vec<Vec<u8>> {
    let (height, width) = (grid.rules().height(), grid.rules().width());
    let mut found = Vec::new();
    for kind in 1..8u8 {
        let is_transposed = kind & 4 != 0;
        if is_transposed && height != width {
            continue;
        }
        let goes_to = |cell: Cell| {
            let (mut row, mut col) = grid.row_col(cell);
            if kind & 1 != 0 {
                row = height - 1 - row;
            }
            if kind & 2 != 0 {
                col = width - 1 - col;
            }
            if is_transposed {
                std::mem::swap(&mut row, &mut col);
            }
            grid.cell(row, col).expect("the grid is turned into itself")
        };
        let keeps = |one: Cell| grid.neighbours(one).all(|other| grid.touch(goes_to(one), goes_to(other)));
        if (0..grid.n_cells()).all(keeps) {
            found.push((0..grid.n_cells()).map(|cell| goes_to(cell) as u8).collect());
        }
    }
    found
}

/// A pattern after a symmetry.
pub(super) fn turned(pattern: Pattern, goes_to: &[u8]) -> Pattern {
    ones(pattern).fold(0, |turned, cell| turned | 1 << goes_to[cell])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_all_subsets_of_a_size() {
        for (n_cells, n_mines) in [(1, 0), (1, 1), (5, 2), (6, 6), (16, 4), (64, 1), (64, 63)] {
            let found = patterns(n_cells, n_mines);
            assert_eq!(Natural::from(found.len() as u64), Natural::choose(n_cells, n_mines));
            assert!(found.is_sorted_by(|one, other| one < other));
            assert!(found.iter().all(|pattern| pattern.count_ones() as usize == n_mines));
            assert!(n_cells == 64 || found.iter().all(|pattern| pattern >> n_cells == 0));
        }
    }

    #[track_caller]
    fn check_symmetries(rules: &str, n_expected: usize) {
        assert_eq!(symmetries(&Grid::new(rules.parse().unwrap())).len(), n_expected, "{rules}");
    }

    #[test]
    fn grids_have_their_symmetries() {
        check_symmetries("4x4/3", 7);
        check_symmetries("5x4/3", 3);
        check_symmetries("5x4/3@torus", 3);
        check_symmetries("5x5/3@knight", 7);
        check_symmetries("1x1/0", 7);
    }
}
