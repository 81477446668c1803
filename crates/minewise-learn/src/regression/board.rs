//! Whole boards, and their mirrored and rotated images.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use minewise::{Cell, Grid, Shown, View};
use serde::{Deserialize, Serialize};

use crate::shared::encoding::{COVERED, OUT_OF_BOUNDS, code_of, codes, letters};

/// The content of all cells of a board: `0`–`8` for numbers, `.` for covered. A shown mine counts as covered.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct Board(Box<[u8]>);

impl Board {
    /// The board of a view.
    pub(super) fn of(view: &View) -> Board {
        Board((0..view.grid().n_cells()).map(|cell| code_of(view.shown(cell))).collect())
    }

    /// Creates a board from its codes.
    pub(super) fn from_codes(codes: &[u8]) -> Board {
        Board(codes.into())
    }

    /// The codes of its cells.
    pub(super) fn codes(&self) -> &[u8] {
        &self.0
    }

    /// The board as a view of `grid`.
    pub(super) fn view(&self, grid: &Arc<Grid>) -> View {
        let mut view = View::new(grid);
        for (cell, &code) in self.0.iter().enumerate().filter(|&(_, &code)| code != COVERED) {
            view.show(cell, Shown::Number(code));
        }
        view
    }

    /// The image of the board in which each cell has the content of the cell `from[cell]`.
    pub(super) fn image(&self, from: &[Cell]) -> Board {
        Board(from.iter().map(|&cell| self.0[cell]).collect())
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&letters(&self.0))
    }
}

impl From<Board> for String {
    fn from(board: Board) -> String {
        board.to_string()
    }
}

impl TryFrom<String> for Board {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Board, &'static str> {
        text.parse()
    }
}

impl FromStr for Board {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Board, &'static str> {
        let codes = codes(text).filter(|codes| !codes.contains(&OUT_OF_BOUNDS));
        codes.map(Board).ok_or("expected a board of the letters `0`–`8` and `.`")
    }
}

/// The images of a board: itself first and, with `symmetry`, all its mirrored and rotated images that keep neighbours
/// neighbours. Each image is a list of the cells that its cells come from.
pub(super) fn images(grid: &Grid, symmetry: bool) -> Vec<Vec<Cell>> {
    let identity = (0..grid.n_cells()).collect();
    let turns = if symmetry { grid.turns() } else { Vec::new() };
    // The list has where cells go to, not where they come from; that makes no difference, as it contains all inverses.
    [identity].into_iter().chain(turns).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_written_as_its_letters() {
        let view: View = "4x2/1 1.../..2F".parse().unwrap();
        let board = Board::of(&view);
        assert_eq!(board.to_string(), "1.....2.");
        assert_eq!("1.....2.".parse(), Ok(board.clone()));
        assert_eq!(board.view(view.grid()), "4x2/1 1.../..2.".parse().unwrap());
        assert!("1..9".parse::<Board>().is_err() && "1..x".parse::<Board>().is_err());
    }

    #[test]
    fn a_board_has_as_many_images_as_its_grid() {
        for (rules, n_images) in [("3x3/2", 8), ("4x2/1", 4), ("4x3/1@torus", 4), ("4x3/2@hex", 2)] {
            let grid = Grid::new(rules.parse().unwrap());
            assert_eq!((images(&grid, true).len(), images(&grid, false).len()), (n_images, 1), "{rules}");
            assert!(images(&grid, true)[0].is_sorted());
        }
        let board: Board = "1.2..30.".parse().unwrap();
        let images = images(&Grid::new("4x2/1".parse().unwrap()), true);
        let all: Vec<String> = images.iter().map(|from| board.image(from).to_string()).collect();
        assert_eq!(all, ["1.2..30.", ".30.1.2.", ".2.1.03.", ".03..2.1"]);
    }
}
