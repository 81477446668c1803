//! Symmetries of a grid, and the cells that they make equivalent.

use crate::board::{Cell, Grid};

impl Grid {
    /// For each cell: the first cell that is equivalent to it by symmetry. Games that begin at equivalent cells have
    /// the same chance to be won.
    pub fn alike(&self) -> Vec<Cell> {
        // A union-find structure, in which the root of each set is its smallest cell.
        let mut first: Vec<Cell> = (0..self.n_cells()).collect();
        for map in self.turns().into_iter().chain(shifts(self)) {
            for (cell, &there) in map.iter().enumerate() {
                let (one, other) = (root(&first, cell), root(&first, there));
                first[one.max(other)] = one.min(other);
            }
        }
        (0..self.n_cells()).map(|cell| root(&first, cell)).collect()
    }

    /// The reflections and rotations that preserve which cells touch, without the trivial one. Each is a list of the
    /// cells that the cells are mapped to.
    ///
    /// # Examples
    /// ```
    /// use minewise::Grid;
    /// let grid = Grid::new("3x1/1".parse()?);
    /// assert_eq!(grid.turns(), [[0, 1, 2], [2, 1, 0], [2, 1, 0]]);
    /// # Ok::<(), minewise::board::RulesError>(())
    /// ```
    pub fn turns(&self) -> Vec<Vec<Cell>> {
        let (height, width) = (self.rules().height(), self.rules().width());
        let n_kinds = if height == width { 8 } else { 4 };
        let turn = |kind: u8| {
            map(self, |row, col| {
                let row = if kind & 1 != 0 { height - 1 - row } else { row };
                let col = if kind & 2 != 0 { width - 1 - col } else { col };
                if kind & 4 != 0 { (col, row) } else { (row, col) }
            })
        };
        (1..n_kinds).filter_map(turn).collect()
    }
}

/// The shifts by one row and by one column that preserve which cells touch.
fn shifts(grid: &Grid) -> impl Iterator<Item = Vec<Cell>> {
    let (height, width) = (grid.rules().height(), grid.rules().width());
    let down = map(grid, |row, col| ((row + 1) % height, col));
    let right = map(grid, |row, col| (row, (col + 1) % width));
    [down, right].into_iter().flatten()
}

/// The cell that each cell is mapped to; `None` if the map does not preserve which cells touch.
fn map(grid: &Grid, image_of: impl Fn(usize, usize) -> (usize, usize)) -> Option<Vec<Cell>> {
    let image = |cell| {
        let (row, col) = grid.row_col(cell);
        let (row, col) = image_of(row, col);
        grid.cell(row, col).expect("the grid is mapped to itself")
    };
    let map: Vec<Cell> = (0..grid.n_cells()).map(image).collect();
    // One direction is enough: the number of touching pairs stays the same, so no new ones can arise.
    let keeps = |cell: Cell| grid.neighbours(cell).all(|near| grid.touch(map[cell], map[near]));
    (0..grid.n_cells()).all(keeps).then_some(map)
}

/// The smallest cell of the set that `cell` belongs to.
fn root(first: &[Cell], mut cell: Cell) -> Cell {
    while first[cell] != cell {
        cell = first[cell];
    }
    cell
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(rules: &str, n_turns: usize, n_different: usize) {
        let grid = Grid::new(rules.parse().unwrap());
        let n_found = grid.alike().into_iter().enumerate().filter(|&(cell, first)| cell == first).count();
        assert_eq!((grid.turns().len(), n_found), (n_turns, n_different), "{rules}");
    }

    #[test]
    fn grids_have_their_symmetries() {
        check("4x4/3", 7, 3);
        check("5x4/3", 3, 6);
        check("5x4/3@torus", 3, 1);
        check("5x5/3@knight", 7, 6);
        check("1x1/0", 7, 1);
        check("30x16/99", 3, 120);
        check("4x3/3@hex", 1, 8);
        check("4x4/3@hex", 1, 8);
    }
}
