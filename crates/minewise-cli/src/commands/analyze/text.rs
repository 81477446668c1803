//! The answer of `analyze` as text for people.

use std::io::Write;

use anyhow::Result;
use minewise::{Cell, Census, Position, Shown, Verdict, View};
use minewise_coach::{Analysis, Choice};

use crate::io::draw::{draw, short_percent};
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
    draw(out, view.grid(), chosen, |cell| label(view, census, cell))?;
    writeln!(out, "\n{LEGEND}")?;
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
    if heading.is_some() {
        writeln!(out)?;
    }
    Ok(())
}

/// The maximum number of candidates listed.
const MOST_CANDIDATES: usize = 8;

/// Writes a table of the cells that a search tried most often.
fn write_candidates(out: &mut impl Write, choice: &Choice) -> Result<()> {
    let searched = choice.candidates.iter().filter_map(|one| Some((one, one.visits?, one.win?)));
    for (idx, (candidate, visits, win)) in searched.take(MOST_CANDIDATES).enumerate() {
        if idx == 0 {
            writeln!(out, "\n  cell     tried     risk  chance to win")?;
        }
        let risk = candidate.risk.map_or_else(|| "-".to_owned(), words::percent);
        let visits = words::grouped(visits);
        let cell = candidate.cell.to_string();
        writeln!(out, "  {cell:6}  {visits:>6}  {risk:>7}  {:>13}", words::percent(win))?;
    }
    Ok(())
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

/// The text in a cell: what it shows, or what the census says about it.
fn label(view: &View, census: &Census, cell: Cell) -> String {
    match (view.shown(cell), census.verdict(cell)) {
        (Shown::Number(0), _) => "·".to_owned(),
        (Shown::Number(number), _) => number.to_string(),
        (Shown::Mine, _) | (_, Some(Verdict::Mine)) => "*".to_owned(),
        (_, Some(Verdict::Safe)) => "✓".to_owned(),
        _ => census.risk(cell).map_or_else(String::new, short_percent),
    }
}
