//! Whole boards: their codes, their coding as numbers, and their images.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use minewise::{Cell, Grid, Shown, View};
use serde::{Deserialize, Serialize};

/// The code of a covered cell; that of a shown one is its number.
const COVERED: u8 = 9;

/// What is shown of all cells of a board: `0`–`8` numbers, `.` covered. A mine that is shown counts as covered.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct Board(Box<[u8]>);

impl Board {
    /// What a view shows.
    pub(super) fn of(view: &View) -> Board {
        let code = |cell: Cell| match view.shown(cell) {
            Shown::Number(number) => number,
            Shown::Covered | Shown::Flag | Shown::Mine => COVERED,
        };
        Board((0..view.grid().n_cells()).map(code).collect())
    }

    /// The board of these codes.
    pub(super) fn from_codes(codes: &[u8]) -> Board {
        Board(codes.into())
    }

    /// The codes of its cells.
    pub(super) fn codes(&self) -> &[u8] {
        &self.0
    }

    /// The view that shows it.
    pub(super) fn view(&self, grid: &Arc<Grid>) -> View {
        let mut view = View::new(grid);
        for (cell, &code) in self.0.iter().enumerate().filter(|&(_, &code)| code != COVERED) {
            view.show(cell, Shown::Number(code));
        }
        view
    }

    /// The board on which what was at `from[cell]` is at `cell`.
    pub(super) fn image(&self, from: &[Cell]) -> Board {
        Board(from.iter().map(|&cell| self.0[cell]).collect())
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |&code: &u8| if code == COVERED { '.' } else { char::from(b'0' + code) };
        f.write_str(&self.0.iter().map(letter).collect::<String>())
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
        let code = |letter: u8| match letter {
            b'0'..=b'8' => Some(letter - b'0'),
            b'.' => Some(COVERED),
            _ => None,
        };
        let codes: Option<Box<[u8]>> = text.bytes().map(code).collect();
        codes.map(Board).ok_or("expected a board of the letters `0`–`8` and `.`")
    }
}

/// The mirrorings and turns of a grid that keep cells that touch touching: for each, where each cell comes from. The first
/// leaves all as it is.
pub(super) fn images(grid: &Grid) -> Vec<Vec<Cell>> {
    let (height, width) = (grid.rules().height(), grid.rules().width());
    let n_kinds = if height == width { 8 } else { 4 };
    let image = |kind: usize| -> Vec<Cell> {
        let from = |cell: Cell| {
            let (mut row, mut col) = grid.row_col(cell);
            row = if kind & 1 != 0 { height - 1 - row } else { row };
            col = if kind & 2 != 0 { width - 1 - col } else { col };
            if kind & 4 != 0 { col * width + row } else { row * width + col }
        };
        (0..grid.n_cells()).map(from).collect()
    };
    let keeps = |map: &Vec<Cell>| {
        (0..grid.n_cells()).all(|cell| grid.neighbours(cell).all(|near| grid.touch(map[cell], map[near])))
    };
    (0..n_kinds).map(image).filter(keeps).collect()
}

/// How the codes of a board become numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Coding {
    /// One number a cell, as in the paper: 0–8, and 9 for covered, in tenths.
    Integer,
    /// A number for each code of each cell: 1 for the one that it has, else 0.
    #[default]
    OneHot,
}

impl Coding {
    /// Every coding there is.
    pub const ALL: [Coding; 2] = [Coding::Integer, Coding::OneHot];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Coding::Integer => "integer",
            Coding::OneHot => "one-hot",
        }
    }

    /// The product of two boards.
    pub(super) fn product(self, one: &[u8], other: &[u8]) -> f64 {
        let product = |(&one, &other): (&u8, &u8)| match self {
            Coding::Integer => u32::from(one) * u32::from(other),
            Coding::OneHot => 100 * u32::from(one == other),
        };
        f64::from(one.iter().zip(other).map(product).sum::<u32>()) / 100.0
    }

    /// The squared distance of two codes, as a whole number of [steps](Coding::step).
    pub(super) fn steps(self, one: u8, other: u8) -> u16 {
        match self {
            Coding::Integer => u16::from(one.abs_diff(other)).pow(2),
            Coding::OneHot => u16::from(one != other),
        }
    }

    /// The squared distance of one step.
    pub(super) fn step(self) -> f64 {
        match self {
            Coding::Integer => 0.01,
            Coding::OneHot => 2.0,
        }
    }

    /// The most steps between two codes.
    pub(super) fn most_steps(self) -> usize {
        match self {
            Coding::Integer => usize::from(COVERED).pow(2),
            Coding::OneHot => 1,
        }
    }
}

impl fmt::Display for Coding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Coding {
    type Err = String;

    fn from_str(text: &str) -> Result<Coding, String> {
        let found = Coding::ALL.into_iter().find(|coding| coding.name() == text);
        found.ok_or_else(|| "expected `integer` or `one-hot`".to_owned())
    }
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
        assert!("1..9".parse::<Board>().is_err());
    }

    #[test]
    fn a_board_has_as_many_images_as_its_grid() {
        for (rules, n_images) in
            [("3x3/2", 8), ("4x2/1", 4), ("4x3/1@torus", 4), ("4x4/2@knight", 8), ("4x3/2@hex", 2)]
        {
            let images = images(&Grid::new(rules.parse().unwrap()));
            assert_eq!(images.len(), n_images, "{rules}");
            assert!(images[0].is_sorted());
        }
        let board: Board = "1.2..30.".parse().unwrap();
        let images = images(&Grid::new("4x2/1".parse().unwrap()));
        let all: Vec<String> = images.iter().map(|from| board.image(from).to_string()).collect();
        assert_eq!(all, ["1.2..30.", ".30.1.2.", ".2.1.03.", ".03..2.1"]);
    }
}
