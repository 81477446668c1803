//! `minewise optimal`: computes the exact value under perfect play.

use std::collections::{HashMap, HashSet};
use std::io::Write;

use anyhow::Result;
use clap::builder::styling::Style;
use minewise::perfect::{CellValue, Limits, OptimalError};
use minewise::{Cell, Optimal, View};
use minewise_coach::Problem;
use serde::Serialize;

use crate::io::draw::{draw_styled, short_percent};
use crate::io::input::ViewSource;
use crate::io::number::count;
use crate::io::options::JsonArg;
use crate::io::output::risk_style;
use crate::io::progress::waiting;
use crate::io::{print_json, words};

/// Computes the exact chance to win under perfect play, on small grids and in endgames.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  minewise optimal --rules 4x4/4
  minewise optimal --view '5x3/4 1..../...../.....'")]
pub(crate) struct Args {
    #[command(flatten)]
    source: ViewSource,
    /// Give up after this many nodes
    #[arg(long, value_name = "N", default_value = "10M", value_parser = count(1..=u64::MAX))]
    nodes: u64,
    /// Memory limit of the table of results in MiB; beyond it, results are forgotten
    #[arg(long, value_name = "MIB", default_value = "1024", value_parser = count(1..=1_048_576))]
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
    let limits = Limits::nodes(args.nodes).with_bytes(n_bytes);
    let optimal = waiting("searching for perfect play", || Optimal::of(&view, limits));
    let optimal = optimal.map_err(|error| match error {
        OptimalError::Census(error) => error.into(),
        OptimalError::TooLarge => Problem::failed(format!("{error}; `minewise analyze` estimates it")),
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
    let values: HashMap<Cell, &CellValue> = optimal.cells.iter().map(|value| (value.cell, value)).collect();
    let n_decimals = decimals_that_tell_apart(&optimal.cells);
    draw_styled(out, grid, Some(best.cell), |cell| match values.get(&cell) {
        Some(value) => (chance(value, n_decimals), risk_style(1.0 - value.value() / best.value())),
        None => (shown(view, cell), Style::new()),
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

/// The most decimals of a chance in the map. With more, the map of a wide grid would not fit on a screen.
const MOST_DECIMALS: usize = 3;

/// The fewest decimals with which different chances look different, as far as that is possible.
fn decimals_that_tell_apart(cells: &[CellValue]) -> usize {
    let n_different = |texts: Vec<String>| texts.into_iter().collect::<HashSet<_>>().len();
    let n_values = n_different(cells.iter().map(|value| format!("{}", value.value())).collect());
    let tells_apart = |&n_decimals: &usize| {
        n_different(cells.iter().map(|value| chance(value, n_decimals)).collect()) == n_values
    };
    (0..MOST_DECIMALS).find(tells_apart).unwrap_or(MOST_DECIMALS)
}

/// A chance to win in percent. Only a certain one looks certain.
fn chance(value: &CellValue, n_decimals: usize) -> String {
    match value.value() {
        _ if value.n_won == value.n_layouts => "100%".to_owned(),
        _ if value.n_won == 0 => "0%".to_owned(),
        chance if n_decimals == 0 => short_percent(chance),
        chance => {
            let unit = libm::pow(10.0, -(n_decimals as f64));
            format!("{:.n_decimals$}%", (100.0 * chance).clamp(unit, 100.0 - unit))
        }
    }
}

/// The text of a cell that cannot be revealed: its number, or `*` for a mine.
fn shown(view: &View, cell: Cell) -> String {
    match view.shown(cell) {
        minewise::Shown::Number(0) => "·".to_owned(),
        minewise::Shown::Number(number) => number.to_string(),
        _ if view.is_untouched() => "-".to_owned(),
        _ => "*".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(n_won: u64, n_layouts: u64) -> CellValue {
        CellValue { cell: 0, n_won, n_layouts }
    }

    #[test]
    fn different_chances_look_different() {
        let cells = [value(949, 1365), value(961, 1365)];
        let n_decimals = decimals_that_tell_apart(&cells);
        assert_eq!(cells.map(|cell| chance(&cell, n_decimals)), ["69.5%", "70.4%"]);
        assert_eq!(decimals_that_tell_apart(&[value(1, 2), value(2, 4)]), 0);
        assert_eq!(decimals_that_tell_apart(&[value(500_000, 1_000_000), value(500_001, 1_000_000)]), 3);
    }

    #[test]
    fn only_a_certain_chance_looks_certain() {
        let texts = [value(3, 3), value(0, 3), value(999_999, 1_000_000), value(1, 1_000_000)];
        assert_eq!(texts.map(|value| chance(&value, 1)), ["100%", "0%", "99.9%", "0.1%"]);
    }
}
