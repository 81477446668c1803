//! The input of a solver: the cells that matter, which of them touch, and the layouts.

use super::bits::ones;
use super::{Census, MOST_LAYOUTS_OF_VIEW, OptimalError};
use crate::board::{Cell, Grid, View};

/// A set of cells, with a bit for each cell of the field. A layout is the set of its mines.
pub(super) type Pattern = u64;

/// The cells that are covered and safe in at least one layout, and the layouts restricted to them.
#[derive(Debug)]
pub(super) struct Field {
    /// The cells of the grid, in ascending order.
    pub(super) cells: Vec<Cell>,
    /// For each cell: those that it touches.
    pub(super) near: Vec<Pattern>,
    /// The layouts that fit.
    pub(super) layouts: Vec<Pattern>,
    /// The symmetries, without the trivial one.
    pub(super) symmetries: Vec<Symmetry>,
}

/// A symmetry of a field.
#[derive(Clone, Debug)]
pub(super) struct Symmetry {
    /// For each cell: the cell that it is mapped to.
    images: Vec<u8>,
    /// For every eight cells: the image of each subset of them, so that a pattern is mapped byte by byte.
    by_byte: Vec<[Pattern; 256]>,
}

impl Symmetry {
    fn new(images: Vec<u8>) -> Symmetry {
        let of_byte = |first: usize| {
            let place = |bit: usize| images.get(first + bit).map_or(0, |&place| 1 << place);
            std::array::from_fn(|byte| ones(byte as u64).fold(0, |places, bit| places | place(bit)))
        };
        Symmetry { by_byte: (0..images.len()).step_by(8).map(of_byte).collect(), images }
    }

    /// The cell that `cell` is mapped to.
    pub(super) fn image_of(&self, cell: usize) -> usize {
        self.images[cell].into()
    }

    /// The image of a set of cells.
    #[inline]
    pub(super) fn apply(&self, pattern: Pattern) -> Pattern {
        let bytes = pattern.to_le_bytes();
        self.by_byte.iter().zip(bytes).fold(0, |turned, (of_byte, byte)| turned | of_byte[usize::from(byte)])
    }
}

impl Field {
    /// The field of an untouched board with at most 64 cells.
    pub(super) fn untouched(grid: &Grid) -> Field {
        let layouts = patterns(grid.n_cells(), grid.rules().n_mines());
        Field::new(grid, (0..grid.n_cells()).collect(), layouts, symmetries(grid))
    }

    /// The field of any other view.
    pub(super) fn of_begun(view: &View) -> Result<Field, OptimalError> {
        let census = Census::of(view).map_err(OptimalError::Census)?;
        let layouts = census.all_layouts(MOST_LAYOUTS_OF_VIEW).ok_or(OptimalError::TooLarge)?;
        let is_live = |&cell: &Cell| layouts.iter().any(|layout| !layout.is_mine(cell));
        let cells: Vec<Cell> = view.covered().filter(is_live).collect();
        if cells.len() > 64 {
            return Err(OptimalError::TooLarge);
        }
        let pattern = |layout: &crate::board::Layout| {
            (0..cells.len()).fold(0, |mines, idx| mines | Pattern::from(layout.is_mine(cells[idx])) << idx)
        };
        let layouts = layouts.iter().map(pattern).collect();
        // Views with a symmetry are rare, and easy enough without using it.
        Ok(Field::new(view.grid(), cells, layouts, Vec::new()))
    }

    fn new(grid: &Grid, cells: Vec<Cell>, layouts: Vec<Pattern>, symmetries: Vec<Symmetry>) -> Field {
        let near_of = |&cell: &Cell| {
            let places = grid.neighbours(cell).filter_map(|near| cells.binary_search(&near).ok());
            places.fold(0, |near, place| near | 1 << place)
        };
        Field { near: cells.iter().map(near_of).collect(), cells, layouts, symmetries }
    }
}

/// All ways to put `n_mines` mines on `n_cells` cells, at most 64.
fn patterns(n_cells: usize, n_mines: usize) -> Vec<Pattern> {
    if n_mines == 0 {
        return vec![0];
    }
    let mut patterns = Vec::new();
    // In 128 bits, since the number after the last pattern of 64 cells does not fit in 64.
    let last = ((1u128 << n_mines) - 1) << (n_cells - n_mines);
    let mut pattern = (1u128 << n_mines) - 1;
    while pattern <= last {
        patterns.push(pattern as Pattern);
        // The next larger number with the same number of ones (Gosper's hack).
        let lowest = pattern & pattern.wrapping_neg();
        let ripple = pattern + lowest;
        pattern = ripple | (((pattern ^ ripple) >> 2) / lowest);
    }
    patterns
}

/// The reflections and rotations of a grid of at most 64 cells that preserve which cells touch, without the trivial
/// one.
fn symmetries(grid: &Grid) -> Vec<Symmetry> {
    let symmetry = |turn: Vec<Cell>| Symmetry::new(turn.into_iter().map(|cell| cell as u8).collect());
    grid.turns().into_iter().map(symmetry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::Natural;

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

    #[test]
    fn sets_are_mapped_as_their_cells_are() {
        let grid = Grid::new("7x7/3".parse().unwrap());
        for symmetry in symmetries(&grid) {
            let all = (0..49).fold(0, |all, cell| all | 1 << cell);
            assert_eq!(symmetry.apply(all), all);
            for cell in 0..49 {
                let two = 1 << cell | 1 << 20;
                assert_eq!(symmetry.apply(two), 1 << symmetry.image_of(cell) | 1 << symmetry.image_of(20));
            }
        }
    }
}
