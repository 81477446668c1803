//! `minewise optimal`: computes the exact value under perfect play.

use std::io::Write;

use anyhow::Result;
use minewise::perfect::{CellValue, Limits, OptimalError};
use minewise::{Optimal, View};
use minewise_coach::Problem;
use serde::Serialize;

use crate::io::draw::{draw, short_percent};
use crate::io::input::ViewSource;
use crate::io::options::JsonArg;
use crate::io::{print_json, words};

/// Computes the exact chance to win under perfect play, on small grids and in endgames.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    source: ViewSource,
    /// Give up after this many nodes
    #[arg(long, value_name = "N", default_value = "10000000", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Memory limit of the table of results in MiB; beyond it, results are forgotten
    #[arg(long, value_name = "MIB", default_value = "1024", value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    memory: u64,
    #[command(flatten)]
    answer: JsonArg,
}

/// The answer in JSON.
#[derive(Serialize)]
struct Answer {
    rules: String,
    won: String,
    layouts: String,
    value: f64,
    nodes: u64,
    cells: Vec<CellAnswer>,
}

#[derive(Serialize)]
struct CellAnswer {
    cell: [usize; 2],
    won: String,
    layouts: String,
}

/// Computes perfect play.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let view = args.source.view()?;
    let n_bytes = usize::try_from(args.memory << 20).unwrap_or(usize::MAX);
    let optimal =
        Optimal::of(&view, Limits::nodes(args.nodes).with_bytes(n_bytes)).map_err(|error| match error {
            OptimalError::Census(error) => error.into(),
            _ => Problem::failed(error),
        })?;
    // With nothing left to reveal, only one layout fits, and it is won.
    let won_already = CellValue { cell: 0, n_won: 1, n_layouts: 1 };
    let value = optimal.best().unwrap_or(won_already);
    if args.answer.json {
        return print_json(out, &answer(&view, &optimal, value));
    }
    write_text(out, &view, &optimal, value)
}

fn answer(view: &View, optimal: &Optimal, value: CellValue) -> Answer {
    let cell_answer = |value: &CellValue| CellAnswer {
        cell: view.grid().row_col(value.cell).into(),
        won: value.n_won.to_string(),
        layouts: value.n_layouts.to_string(),
    };
    Answer {
        rules: view.grid().rules().to_string(),
        won: value.n_won.to_string(),
        layouts: value.n_layouts.to_string(),
        value: value.value(),
        nodes: optimal.n_nodes,
        cells: optimal.cells.iter().map(cell_answer).collect(),
    }
}

fn write_text(out: &mut impl Write, view: &View, optimal: &Optimal, value: CellValue) -> Result<()> {
    let grid = view.grid();
    let Some(best) = optimal.best() else {
        return Ok(writeln!(out, "{}: nothing is left to reveal.", grid.rules())?);
    };
    writeln!(
        out,
        "{}: perfect play wins {} of {}, which is {}.\n",
        grid.rules(),
        words::grouped(value.n_won),
        words::count(value.n_layouts as usize, "layout"),
        words::percent(value.value()),
    )?;
    draw(out, grid, Some(best.cell), |cell| match optimal.cells.iter().find(|value| value.cell == cell) {
        Some(value) if value.n_won == value.n_layouts => "100".to_owned(),
        Some(value) if value.n_won == 0 => " 0%".to_owned(),
        Some(value) => short_percent(value.value()),
        None => shown(view, cell),
    })?;
    let has_forbidden = view.is_untouched() && optimal.cells.len() < grid.n_cells();
    let forbidden = if has_forbidden { "   - the game cannot begin here" } else { "" };
    writeln!(out, "\n33% chance to win after revealing the cell{forbidden}   > the best cell")?;
    let (row, col) = grid.row_col(best.cell);
    Ok(writeln!(
        out,
        "\nThe best move is to reveal row {row}, column {col} ({} searched).",
        words::count(optimal.n_nodes as usize, "node")
    )?)
}

/// The text of a cell that cannot be revealed: its number, or `*` for a mine.
fn shown(view: &View, cell: minewise::Cell) -> String {
    match view.shown(cell) {
        minewise::Shown::Number(0) => "·".to_owned(),
        minewise::Shown::Number(number) => number.to_string(),
        _ if view.is_untouched() => "-".to_owned(),
        _ => "*".to_owned(),
    }
}
