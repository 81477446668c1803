//! Small messages that are parts of others.
//!
//! Cells are `[row, column]` from 0, views and layouts are in Minewise notation on one line, chances are fractions, and
//! times are in milliseconds.

use std::fmt;

mod notes;
mod problem;
mod rules;

use minewise::game::WinChance;
use minewise::{Cell, Grid, Move, Shown, Status, View};
use serde::{Deserialize, Serialize};

pub use notes::{CellFigures, FigureKind, PlayerNotes, SurvivalChance, ViewFigure};
pub use problem::{Clash, Fault, Problem};
pub use rules::read_rules;

/// A cell as `[row, column]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Pair(pub usize, pub usize);

impl Pair {
    /// Returns the cell of a grid in this row and column, if there is one.
    pub fn on(self, grid: &Grid) -> Option<Cell> {
        grid.cell(self.0, self.1)
    }
}

/// Writes the same text as [`Grid::name`].
impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.0, self.1)
    }
}

/// Returns the row and column of a cell.
pub fn pair(grid: &Grid, cell: Cell) -> Pair {
    let (row, col) = grid.row_col(cell);
    Pair(row, col)
}

/// Returns the rows and columns of cells.
pub fn pairs(grid: &Grid, cells: impl IntoIterator<Item = Cell>) -> Vec<Pair> {
    cells.into_iter().map(|cell| pair(grid, cell)).collect()
}

/// Whether a chance to win is exact or an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum WinIs {
    /// Exact, under perfect play.
    Exact,
    /// An estimate.
    Estimate,
}

impl WinIs {
    /// Splits a chance to win into its value and whether it is exact.
    pub(crate) fn split(win: Option<WinChance>) -> (Option<f64>, Option<WinIs>) {
        match win {
            Some(WinChance::Exact(win)) => (Some(win), Some(WinIs::Exact)),
            Some(WinChance::Estimate(win)) => (Some(win), Some(WinIs::Estimate)),
            None => (None, None),
        }
    }
}

/// The status of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum GameStatus {
    /// In progress.
    On,
    /// Won.
    Won,
    /// Lost.
    Lost,
}

impl From<Status> for GameStatus {
    fn from(status: Status) -> GameStatus {
        match status {
            Status::On => GameStatus::On,
            Status::Won => GameStatus::Won,
            Status::Lost => GameStatus::Lost,
        }
    }
}

/// The kind of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum MoveKind {
    /// Reveals a covered cell.
    Reveal,
    /// Sets or removes a flag.
    Flag,
    /// Reveals the cells around a number that has its flags.
    Chord,
}

impl MoveKind {
    /// Returns the move of this kind at a cell.
    pub fn at(self, cell: Cell) -> Move {
        match self {
            MoveKind::Reveal => Move::Reveal(cell),
            MoveKind::Flag => Move::Flag(cell),
            MoveKind::Chord => Move::Chord(cell),
        }
    }

    /// Returns the kind and the cell of a move.
    pub fn of(made: Move) -> (MoveKind, Cell) {
        match made {
            Move::Reveal(cell) => (MoveKind::Reveal, cell),
            Move::Flag(cell) => (MoveKind::Flag, cell),
            Move::Chord(cell) => (MoveKind::Chord, cell),
        }
    }
}

/// Returns the row, column and new letter of each cell that differs between two views of a game.
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
