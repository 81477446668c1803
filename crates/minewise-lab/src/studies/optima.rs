//! Perfect play on whole boards, computed in pieces so that little work is lost if the process is killed.
//!
//! A piece is a first cell with the number it shows, and the number of layouts won from there. The value of a board
//! under each start is a sum of pieces. A kill loses at most the pieces in progress.

pub(crate) mod report;
#[cfg(feature = "host")]
mod work;

use std::collections::BTreeMap;

use minewise::perfect::{CellValue, Openings};
use minewise::{Cell, Grid, Rules, Start};
use minewise_coach::Problem;
use serde::{Deserialize, Serialize};

use crate::store::folder::{RECORDS, TIMINGS};
use crate::store::journal;
use crate::store::source::Files;

#[cfg(feature = "host")]
pub use work::Optima;

/// A first cell with the number it shows, and the number of layouts that perfect play wins from there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// The board. Its start does not matter.
    rules: String,
    cell: [usize; 2],
    number: u8,
    won: u64,
    layouts: u64,
}

/// The effort of a piece, which depends on the pieces that were computed before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effort {
    rules: String,
    cell: [usize; 2],
    number: u8,
    nodes: u64,
    cpu_ns: u64,
}

/// A board with all its pieces.
#[derive(Clone, Debug)]
pub(crate) struct SolvedBoard {
    pub(crate) rules: Rules,
    /// The value of each first cell, by start. Starts that leave no room for the mines are left out.
    pub(crate) starts: Vec<(Start, Vec<CellValue>)>,
    /// The cells that no symmetry maps to an earlier one.
    pub(crate) first_cells: Vec<Cell>,
    pub(crate) n_nodes: u64,
    pub(crate) cpu_ns: u64,
}

/// The boards of a folder, solved and unsolved.
#[derive(Clone, Debug, Default)]
pub(crate) struct OptimaResults {
    pub(crate) solved: Vec<SolvedBoard>,
    /// The boards with missing pieces.
    pub(crate) unsolved: Vec<Rules>,
}

impl OptimaResults {
    /// Reads the boards from the files of a study, in the order of their first pieces.
    pub(crate) fn read(files: &Files<'_>) -> Result<OptimaResults, Problem> {
        let (pieces, timings) = (files(RECORDS), files(TIMINGS));
        let path = pieces.path().display();
        let damaged = |wrong: String| Problem::bad_input(format!("`{path}` is damaged: {wrong}"));
        let mut boards: BTreeMap<String, Vec<Piece>> = BTreeMap::new();
        let mut names: Vec<String> = Vec::new();
        let efforts: Vec<Effort> = if timings.exists() { journal::read_all(&timings)? } else { Vec::new() };
        for piece in journal::read_all::<Piece>(&pieces)? {
            if !names.contains(&piece.rules) {
                names.push(piece.rules.clone());
            }
            boards.entry(piece.rules.clone()).or_default().push(piece);
        }
        let mut found = OptimaResults::default();
        for name in names {
            let rules: Rules = name.parse().map_err(|error| damaged(format!("{name}: {error}")))?;
            let pieces = &boards[&name];
            match SolvedBoard::new(rules, pieces).map_err(&damaged)? {
                Some(solved) => found.solved.push(solved.with_efforts(&name, &efforts)),
                None => found.unsolved.push(rules),
            }
        }
        Ok(found)
    }
}

impl SolvedBoard {
    /// Builds a board from its pieces; returns `None` if some are missing.
    fn new(rules: Rules, pieces: &[Piece]) -> Result<Option<SolvedBoard>, String> {
        let grid = Grid::new(rules);
        let openings = Openings::of(&grid).map_err(|error| error.to_string())?;
        let mut won = Vec::new();
        for opening in openings.list() {
            let cell: [usize; 2] = grid.row_col(opening.cell).into();
            let own = pieces.iter().find(|piece| piece.cell == cell && piece.number == opening.number);
            let Some(piece) = own else { return Ok(None) };
            if piece.layouts != opening.n_layouts || !(1..=piece.layouts).contains(&piece.won) {
                return Err(format!("the layouts of {rules} at {} do not add up", grid.name(opening.cell)));
            }
            won.push((opening, piece.won));
        }
        let starts = [Start::Safe, Start::Zero, Start::Any].map(|start| (start, openings.cells(start, &won)));
        let starts = starts.into_iter().filter(|(_, cells)| !cells.is_empty()).collect();
        let first_cells = won.iter().map(|(opening, _)| opening.cell).collect();
        Ok(Some(SolvedBoard { rules, starts, first_cells, n_nodes: 0, cpu_ns: 0 }))
    }

    /// Adds up the effort of its pieces.
    fn with_efforts(self, name: &str, efforts: &[Effort]) -> SolvedBoard {
        let sum = |of: fn(&Effort) -> u64| {
            let own = efforts.iter().filter(|effort| effort.rules == name);
            own.map(of).fold(0, u64::saturating_add)
        };
        SolvedBoard { n_nodes: sum(|effort| effort.nodes), cpu_ns: sum(|effort| effort.cpu_ns), ..self }
    }
}
