//! The report of solved boards.

use std::time::Duration;

use minewise::{CellValue, Grid, Start};
use minewise_coach::Problem;

use super::{Found, Solved};
use crate::report::Pages;
use crate::report::document::{Block, Document, Table};
use crate::report::words::{duration, grouped};
use crate::store::folder::About;
use crate::store::source::Files;
use crate::store::text_file::ModelFiles;

/// The report of the solved boards that these files are of.
pub(crate) fn pages(_: &About, files: &Files<'_>, _: ModelFiles) -> Result<Pages, Problem> {
    let found = Found::read(files)?;
    Ok(Pages::of_document(&report(&found), found.unsolved.is_empty()))
}

/// The report of boards that perfect play was computed for.
fn report(found: &Found) -> Document {
    let mut blocks = Vec::new();
    if !found.unsolved.is_empty() {
        let names: Vec<String> = found.unsolved.iter().map(ToString::to_string).collect();
        blocks.push(Block::Warning(format!("Not finished, and left out below: {}.", names.join(", "))));
    }
    blocks.push(Block::Text(
        "The exact number of layouts that perfect play wins: no player can win more. Of first cells that a mirroring \
         or a turn makes one, the first is named."
            .to_owned(),
    ));
    let heads = vec!["board", "start", "best first cells", "won", "layouts", "chance to win"];
    let rows = found.solved.iter().flat_map(rows).collect();
    blocks.push(Block::Table(Table { heads, n_word_columns: 3, rows }));
    blocks.push(Block::Heading("Every first cell"));
    let heads = vec!["board", "start", "first cell", "won", "layouts", "chance to win"];
    let rows = found.solved.iter().flat_map(first_cells).collect();
    blocks.push(Block::Table(Table { heads, n_word_columns: 3, rows }));
    blocks.push(Block::Heading("What it took"));
    let heads = vec!["board", "nodes", "CPU time"];
    let row = |solved: &Solved| {
        let time = duration(Duration::from_nanos(solved.cpu_ns));
        vec![board(solved), grouped(solved.n_nodes), time]
    };
    let rows = found.solved.iter().map(row).collect();
    blocks.push(Block::Table(Table { heads, n_word_columns: 1, rows }));
    Document { title: "Perfect play".to_owned(), blocks }
}

fn board(solved: &Solved) -> String {
    solved.rules.to_string()
}

/// A row for each start, with the best first cells.
fn rows(solved: &Solved) -> Vec<Vec<String>> {
    let of_start = |(start, cells): &(Start, Vec<CellValue>)| {
        let best =
            cells.iter().fold(cells[0], |best, value| if value.is_better(&best) { *value } else { best });
        let names: Vec<String> = different(solved, cells)
            .filter(|value| !best.is_better(value))
            .map(|value| name(solved, &value))
            .collect();
        row(solved, *start, names.join(" "), &best)
    };
    solved.starts.iter().map(of_start).collect()
}

/// A row for each start and first cell.
fn first_cells(solved: &Solved) -> Vec<Vec<String>> {
    let rows = |(start, cells): &(Start, Vec<CellValue>)| {
        different(solved, cells)
            .map(|value| row(solved, *start, name(solved, &value), &value))
            .collect::<Vec<_>>()
    };
    solved.starts.iter().flat_map(rows).collect()
}

/// The values without those of cells that a symmetry turns into an earlier one.
fn different(solved: &Solved, cells: &[CellValue]) -> impl Iterator<Item = CellValue> {
    cells.iter().copied().filter(|value| solved.first_cells.contains(&value.cell))
}

fn row(solved: &Solved, start: Start, cell: String, value: &CellValue) -> Vec<String> {
    let chance = format!("{:.4} %", 100.0 * value.value());
    vec![board(solved), start.name().to_owned(), cell, grouped(value.n_won), grouped(value.n_layouts), chance]
}

fn name(solved: &Solved, value: &CellValue) -> String {
    Grid::new(solved.rules).name(value.cell)
}
