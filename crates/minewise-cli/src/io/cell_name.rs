//! Cells as people write them: `row,col`.

use std::fmt;
use std::str::FromStr;

use minewise::{Cell, Grid};
use minewise_coach::Problem;

use crate::io::words;

/// The name of a cell, which may lie outside the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CellName {
    row: usize,
    col: usize,
}

impl CellName {
    /// Returns the cell with this name.
    pub(crate) fn on(self, grid: &Grid) -> Result<Cell, Problem> {
        let rows = words::count(grid.rules().height(), "row");
        let columns = words::count(grid.rules().width(), "column");
        let not_found =
            || Problem::bad_input(format!("there is no cell {self}: the grid has {rows} and {columns}"));
        grid.cell(self.row, self.col).ok_or_else(not_found)
    }
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.col)
    }
}

impl FromStr for CellName {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<CellName, &'static str> {
        const EXPECTED: &str = "expected a row and a column like `2,3`";
        let (row, col) = text.split_once(',').ok_or(EXPECTED)?;
        let number = |digits: &str| digits.trim().parse().map_err(|_| EXPECTED);
        Ok(CellName { row: number(row)?, col: number(col)? })
    }
}
