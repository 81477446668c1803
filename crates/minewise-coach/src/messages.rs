//! The small messages that others are made of.
//!
//! Cells are `[row, column]` from 0, views and layouts are in our notation on one line, chances are fractions, times are
//! milliseconds.

use std::fmt;

mod problem;

use minewise::{Cell, Grid, Move, Shown, Status, View, WinChance};
use serde::{Deserialize, Serialize};

pub use problem::{Clash, Fault, Problem};

/// A cell as `[row, column]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Pair(pub usize, pub usize);

impl Pair {
    /// The cell of a grid in this row and column, if there is one.
    pub fn on(self, grid: &Grid) -> Option<Cell> {
        grid.cell(self.0, self.1)
    }
}

/// As [`Grid::name`] has it.
impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.0, self.1)
    }
}

/// The row and column of a cell.
pub fn pair(grid: &Grid, cell: Cell) -> Pair {
    let (row, col) = grid.row_col(cell);
    Pair(row, col)
}

/// The rows and columns of cells.
pub fn pairs(grid: &Grid, cells: impl IntoIterator<Item = Cell>) -> Vec<Pair> {
    cells.into_iter().map(|cell| pair(grid, cell)).collect()
}

/// Whether a chance to win is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum WinIs {
    /// Under perfect play, exactly.
    Exact,
    /// By some estimate.
    Estimate,
}

impl WinIs {
    /// A chance to win, and whether it is exact.
    pub(crate) fn split(win: Option<WinChance>) -> (Option<f64>, Option<WinIs>) {
        match win {
            Some(WinChance::Exact(win)) => (Some(win), Some(WinIs::Exact)),
            Some(WinChance::Estimate(win)) => (Some(win), Some(WinIs::Estimate)),
            None => (None, None),
        }
    }
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// Not over.
    On,
    /// Won.
    Won,
    /// Lost.
    Lost,
}

impl From<Status> for Standing {
    fn from(status: Status) -> Standing {
        match status {
            Status::On => Standing::On,
            Status::Won => Standing::Won,
            Status::Lost => Standing::Lost,
        }
    }
}

/// What a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Reveals a covered cell.
    Reveal,
    /// Puts a flag or takes it away.
    Flag,
    /// Reveals what is around a number that has its flags.
    Chord,
}

impl Kind {
    /// The move of this kind at a cell.
    pub fn at(self, cell: Cell) -> Move {
        match self {
            Kind::Reveal => Move::Reveal(cell),
            Kind::Flag => Move::Flag(cell),
            Kind::Chord => Move::Chord(cell),
        }
    }

    /// What a move does, and where.
    pub fn of(made: Move) -> (Kind, Cell) {
        match made {
            Move::Reveal(cell) => (Kind::Reveal, cell),
            Move::Flag(cell) => (Kind::Flag, cell),
            Move::Chord(cell) => (Kind::Chord, cell),
        }
    }
}

/// Row, column and letter of each cell that two views of one game show differently.
pub fn changes(before: &View, after: &View) -> Vec<(usize, usize, char)> {
    let grid = after.grid();
    let changed = (0..grid.n_cells()).filter(|&cell| before.shown(cell) != after.shown(cell));
    changed
        .map(|cell| {
            let Pair(row, col) = pair(grid, cell);
            (row, col, letter(after.shown(cell)))
        })
        .collect()
}

fn letter(shown: Shown) -> char {
    match shown {
        Shown::Covered => '.',
        Shown::Flag => 'F',
        Shown::Mine => '*',
        Shown::Number(number) => char::from(b'0' + number),
    }
}
