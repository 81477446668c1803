//! The cells of a game and their neighbours.

use std::sync::Arc;

use crate::board::{MAX_NEIGHBOURS, Rules, Start, Step};

/// A cell, as its index on the grid: `row * width + col`.
pub type Cell = usize;

/// The cells that some rules describe, each with its neighbours. Shared by everything that is played on it.
#[derive(Debug, PartialEq, Eq)]
pub struct Grid {
    rules: Rules,
    /// The index in `neighbours` where those of each cell begin, and the end of the last ones.
    starts: Box<[u32]>,
    /// The neighbours of all cells, one cell after another. Invariant: ascending for each cell, without the cell
    /// itself.
    neighbours: Box<[u32]>,
}

impl Grid {
    /// Creates the grid of `rules`.
    pub fn new(rules: Rules) -> Arc<Grid> {
        let (width, height) = (rules.width(), rules.height());
        let mut starts = Vec::with_capacity(rules.n_cells() + 1);
        let mut neighbours = Vec::with_capacity(rules.n_cells() * MAX_NEIGHBOURS);
        let mut found = [0; MAX_NEIGHBOURS];
        starts.push(0);
        for row in 0..height {
            for col in 0..width {
                let n_found = rules.topology().neighbours((width, height), (row, col), &mut found);
                neighbours.extend_from_slice(&found[..n_found]);
                starts.push(neighbours.len() as u32);
            }
        }
        Arc::new(Grid { rules, starts: starts.into(), neighbours: neighbours.into() })
    }

    /// The rules of the grid.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The number of cells.
    pub fn n_cells(&self) -> usize {
        self.starts.len() - 1
    }

    /// The neighbours of `cell`, in ascending order.
    #[inline]
    pub fn neighbours(&self, cell: Cell) -> impl ExactSizeIterator<Item = Cell> + Clone + '_ {
        self.neighbours[self.starts[cell] as usize..self.starts[cell + 1] as usize]
            .iter()
            .map(|&neighbour| neighbour as Cell)
    }

    /// The number of neighbours of `cell`.
    pub fn n_neighbours(&self, cell: Cell) -> usize {
        (self.starts[cell + 1] - self.starts[cell]) as usize
    }

    /// Whether two cells touch.
    pub fn touch(&self, one: Cell, other: Cell) -> bool {
        self.neighbours(one).any(|neighbour| neighbour == other)
    }

    /// The cell at `row,col`, if it is on the grid.
    pub fn cell(&self, row: usize, col: usize) -> Option<Cell> {
        (row < self.rules.height() && col < self.rules.width()).then(|| row * self.rules.width() + col)
    }

    /// The cell that a step from `cell` leads to, across joined edges if there are any; `None` if it leaves the grid.
    ///
    /// # Examples
    /// ```
    /// use minewise::Grid;
    /// let (flat, torus) = (Grid::new("4x3/2".parse()?), Grid::new("4x3/2@torus".parse()?));
    /// assert_eq!((flat.after(3, (2, -1)), flat.after(3, (0, 1)), torus.after(3, (0, 1))), (Some(10), None, Some(0)));
    /// # Ok::<(), minewise::board::RulesError>(())
    /// ```
    pub fn after(&self, cell: Cell, step: Step) -> Option<Cell> {
        let size = (self.rules.width(), self.rules.height());
        let (row, col) = self.rules.topology().after(size, self.row_col(cell), step)?;
        self.cell(row, col)
    }

    /// The row and column of `cell`.
    pub fn row_col(&self, cell: Cell) -> (usize, usize) {
        (cell / self.rules.width(), cell % self.rules.width())
    }

    /// The cell's name in the notation, `row,col`.
    pub fn name(&self, cell: Cell) -> String {
        let (row, col) = self.row_col(cell);
        format!("{row},{col}")
    }

    /// Whether a first reveal of `first` keeps `cell` free of mines.
    pub fn start_clears(&self, first: Cell, cell: Cell) -> bool {
        match self.rules.start() {
            Start::Any => false,
            Start::Safe => cell == first,
            Start::Zero => cell == first || self.touch(first, cell),
        }
    }

    /// Whether a game may begin at `first`: the cells that the start clears leave room for all mines.
    pub fn can_start_at(&self, first: Cell) -> bool {
        let n_cleared = match self.rules.start() {
            Start::Any => 0,
            Start::Safe => 1,
            Start::Zero => 1 + self.n_neighbours(first),
        };
        self.rules.n_mines() + n_cleared <= self.n_cells()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(rules: &str, row: usize, col: usize, expected: &str) {
        let grid = Grid::new(rules.parse().unwrap());
        let cell = grid.cell(row, col).unwrap();
        let found: Vec<String> = grid.neighbours(cell).map(|cell| grid.name(cell)).collect();
        assert_eq!(found.join(" "), expected);
    }

    #[test]
    fn a_corner_of_the_square_grid_has_three_neighbours() {
        check("5x3/2", 0, 0, "0,1 1,0 1,1");
        check("5x3/2", 2, 4, "1,3 1,4 2,3");
        check("5x3/2", 1, 2, "0,1 0,2 0,3 1,1 1,3 2,1 2,2 2,3");
    }

    #[test]
    fn a_torus_joins_its_edges_and_never_counts_a_cell_twice() {
        check("5x3/2@torus", 0, 0, "0,1 0,4 1,0 1,1 1,4 2,0 2,1 2,4");
        check("2x3/2@torus", 0, 0, "0,1 1,0 1,1 2,0 2,1");
        check("1x4/2@torus", 0, 0, "1,0 3,0");
        check("1x1/0@torus", 0, 0, "");
    }

    #[test]
    fn hex_rows_are_shifted_in_turn() {
        check("4x3/2@hex", 0, 1, "0,0 0,2 1,0 1,1");
        check("4x3/2@hex", 1, 1, "0,1 0,2 1,0 1,2 2,1 2,2");
    }

    #[test]
    fn knights_jump() {
        check("4x3/2@knight", 0, 0, "1,2 2,1");
        check("3x3/2@knight", 1, 1, "");
    }

    #[test]
    fn touching_is_mutual_on_every_topology() {
        for rules in ["5x4/2", "5x4/2@torus", "2x2/2@torus", "5x5/2@hex", "6x5/3@knight"] {
            let grid = Grid::new(rules.parse().unwrap());
            for cell in 0..grid.n_cells() {
                assert!(!grid.touch(cell, cell));
                for neighbour in grid.neighbours(cell) {
                    assert!(grid.touch(neighbour, cell), "{rules}: {cell} {neighbour}");
                }
            }
        }
    }
}
