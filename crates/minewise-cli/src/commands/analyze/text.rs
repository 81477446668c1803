//! The answer of `analyze` as text for people.

use std::io::Write;

use anyhow::Result;
use clap::builder::styling::Style;
use minewise::{Cell, Census, Position, Shown, View};
use minewise_coach::{Analysis, CellFigures, Choice, FigureKind, PlayerNotes};

use crate::io::draw::{draw, draw_styled, risk_label};
use crate::io::output::{is_quiet, risk_style};
use crate::io::words;

/// Writes the analysis of a view, under a heading if it is one of several.
pub(super) fn write(
    out: &mut impl Write,
    position: &Position,
    analysis: &Analysis,
    heading: Option<&String>,
) -> Result<()> {
    let census = position.census()?;
    let view = position.view();
    if let Some(heading) = heading {
        writeln!(out, "== {heading} ==\n")?;
    }
    writeln!(out, "{}", summary(view, census))?;
    writeln!(out)?;
    let chosen = analysis.choice.as_ref().and_then(|choice| choice.cell?.on(view.grid()));
    draw_styled(out, view.grid(), chosen, |cell| {
        (risk_label(view, census, cell), style(view, census, cell))
    })?;
    if !is_quiet() {
        writeln!(out, "\n{LEGEND}")?;
    }
    if view.is_safe_opening() {
        writeln!(
            out,
            "These rules make the first reveal safe; the risks shown do not take that into account."
        )?;
    }
    match &analysis.choice {
        Some(choice) => {
            writeln!(out, "\n{}", choice.text)?;
            write_candidates(out, choice)?;
        }
        None => writeln!(out, "\nNothing is left to reveal.")?,
    }
    if let Some(notes) = &analysis.notes {
        write_notes(out, view, notes)?;
    }
    if heading.is_some() {
        writeln!(out)?;
    }
    Ok(())
}

/// The maximum number of candidates listed.
const MOST_CANDIDATES: usize = 8;

/// Writes a table of the cells that the player considered: those that a search tried most often, or those with the best
/// chance to survive some moves.
fn write_candidates(out: &mut impl Write, choice: &Choice) -> Result<()> {
    let risk = |risk: Option<f64>| risk.map_or_else(|| "-".to_owned(), words::percent);
    let searched = choice.candidates.iter().filter_map(|one| Some((one, one.visits?, one.win?)));
    for (idx, (candidate, visits, win)) in searched.take(MOST_CANDIDATES).enumerate() {
        if idx == 0 {
            writeln!(out, "\n  cell     tried     risk  chance to win")?;
        }
        let (cell, visits) = (candidate.cell.to_string(), words::grouped(visits));
        let (risk, win) = (risk(candidate.risk), words::percent(win));
        writeln!(out, "  {cell:6}  {visits:>6}  {risk:>7}  {win:>13}")?;
    }
    let surviving = choice.candidates.iter().filter_map(|one| Some((one, one.survival?)));
    for (idx, (candidate, survival)) in surviving.take(MOST_CANDIDATES).enumerate() {
        if idx == 0 {
            writeln!(out, "\n  cell       risk  chance to survive {} moves", survival.moves)?;
        }
        let (cell, chance) = (candidate.cell.to_string(), words::percent(survival.chance));
        writeln!(out, "  {cell:6}  {:>7}  {chance:>25}", risk(candidate.risk))?;
    }
    Ok(())
}

/// Writes the figures by which the player judges the view: a list of those of the view, and a grid of each of those of
/// cells.
fn write_notes(out: &mut impl Write, view: &View, notes: &PlayerNotes) -> Result<()> {
    writeln!(out)?;
    for figure in &notes.view {
        let value = figure_text(figure.kind, figure.value);
        writeln!(out, "  {:4} {value:>9}  {}", figure.name, figure.meaning)?;
    }
    for CellFigures { name, meaning, kind, values } in &notes.cells {
        writeln!(out, "\n{name}: {meaning}")?;
        let grid = view.grid();
        draw(out, grid, None, |cell| {
            let (row, col) = grid.row_col(cell);
            match (view.shown(cell), values[row][col]) {
                (Shown::Number(0), _) => "·".to_owned(),
                (Shown::Number(number), _) => format!("[{number}]"),
                (_, Some(value)) => figure_text(*kind, value),
                _ => String::new(),
            }
        })?;
    }
    Ok(())
}

/// A count with all its digits, or in powers of ten if it is large; a chance in percent.
fn figure_text(kind: FigureKind, value: f64) -> String {
    match kind {
        FigureKind::Chance => words::percent(value),
        FigureKind::Count if value < 1e6 => format!("{value}"),
        FigureKind::Count => format!("{value:.2e}"),
    }
}

const LEGEND: &str = "✓ certainly safe   * certainly a mine   33% risk of a mine   > the choice";

/// `9x9/10: 71 covered cells, 10 mines to find, 1,234 layouts fit; certain: 3 safe cells and 2 mines.`
fn summary(view: &View, census: &Census) -> String {
    let rules = view.grid().rules();
    let n_to_find = rules.n_mines() - view.shown_mines().count();
    let exact = (view.grid().n_cells() <= minewise_coach::MOST_CELLS_COUNTED).then(|| census.layouts());
    let certain = match (census.safe().count(), census.mines().count()) {
        (0, 0) => "nothing is certain".to_owned(),
        (n_safe, 0) => format!("certain: {}", words::count(n_safe, "safe cell")),
        (0, n_mines) => format!("certain: {}", words::count(n_mines, "mine")),
        (n_safe, n_mines) => {
            format!("certain: {} and {}", words::count(n_safe, "safe cell"), words::count(n_mines, "mine"))
        }
    };
    format!(
        "{rules}: {}, {} to find, {}; {certain}.",
        words::count(view.n_covered(), "covered cell"),
        words::count(n_to_find, "mine"),
        words::layouts(exact, census.layouts_log10()),
    )
}

/// The style of a cell: numbers stay as they are, the rest is coloured by its risk.
fn style(view: &View, census: &Census, cell: Cell) -> Style {
    match (view.shown(cell), census.risk(cell)) {
        (Shown::Number(0), _) => Style::new().dimmed(),
        (Shown::Number(_), _) => Style::new(),
        (Shown::Mine, _) => risk_style(1.0),
        (_, Some(risk)) => risk_style(risk),
        (_, None) => Style::new(),
    }
}
