//! The report of solved boards.

use std::time::Duration;

use minewise::perfect::CellValue;
use minewise::{Grid, Start};
use minewise_coach::Problem;

use super::{OptimaResults, SolvedBoard};
use crate::report::Pages;
use crate::report::document::{Block, Document, Table};
use crate::report::format::{duration, grouped};
use crate::store::folder::StudyFile;
use crate::store::source::Files;
use crate::store::text_file::ModelFiles;

/// Makes the report of the boards in these files.
pub(crate) fn pages(_: &StudyFile, files: &Files<'_>, _: ModelFiles) -> Result<Pages, Problem> {
    let found = OptimaResults::read(files)?;
    Ok(Pages::of_document(report(&found), found.unsolved.is_empty()))
}

/// Makes the report of all boards.
fn report(found: &OptimaResults) -> Document {
    let mut blocks = Vec::new();
    if !found.unsolved.is_empty() {
        let names: Vec<String> = found.unsolved.iter().map(ToString::to_string).collect();
        blocks.push(Block::Warning(format!(
            "Not finished, and therefore not shown below: {}.",
            names.join(", ")
        )));
    }
    blocks.push(Block::Text(
        "The exact number of layouts that perfect play wins. No player can win more. First cells that are equivalent \
         by reflection or rotation are represented by the first of them."
            .to_owned(),
    ));
    let heads = vec!["board", "start", "best first cells", "won", "layouts", "chance to win"];
    let rows = found.solved.iter().flat_map(rows).collect();
    blocks.push(Block::Table(Table { heads, n_word_columns: 3, rows }));
    blocks.push(Block::Heading("Every first cell"));
    let heads = vec!["board", "start", "first cell", "won", "layouts", "chance to win"];
    let rows = found.solved.iter().flat_map(first_cells).collect();
    blocks.push(Block::Table(Table { heads, n_word_columns: 3, rows }));
    blocks.push(Block::Heading("Computing time"));
    let heads = vec!["board", "nodes", "CPU time"];
    let row = |solved: &SolvedBoard| {
        let time = duration(Duration::from_nanos(solved.cpu_ns));
        vec![board(solved), grouped(solved.n_nodes), time]
    };
    let rows = found.solved.iter().map(row).collect();
    blocks.push(Block::Table(Table { heads, n_word_columns: 1, rows }));
    Document { title: "Perfect play".to_owned(), blocks }
}

fn board(solved: &SolvedBoard) -> String {
    solved.rules.to_string()
}

/// Returns a row for each start, with the best first cells.
fn rows(solved: &SolvedBoard) -> Vec<Vec<String>> {
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

/// Returns a row for each start and first cell.
fn first_cells(solved: &SolvedBoard) -> Vec<Vec<String>> {
    let rows = |(start, cells): &(Start, Vec<CellValue>)| {
        different(solved, cells)
            .map(|value| row(solved, *start, name(solved, &value), &value))
            .collect::<Vec<_>>()
    };
    solved.starts.iter().flat_map(rows).collect()
}

/// Returns the values without those of cells that a symmetry maps to an earlier one.
fn different(solved: &SolvedBoard, cells: &[CellValue]) -> impl Iterator<Item = CellValue> {
    cells.iter().copied().filter(|value| solved.first_cells.contains(&value.cell))
}

fn row(solved: &SolvedBoard, start: Start, cell: String, value: &CellValue) -> Vec<String> {
    let chance = format!("{:.4} %", 100.0 * value.value());
    vec![board(solved), start.name().to_owned(), cell, grouped(value.n_won), grouped(value.n_layouts), chance]
}

fn name(solved: &SolvedBoard, value: &CellValue) -> String {
    Grid::new(solved.rules).name(value.cell)
}
