//! The answer of `analyze` for people.

use std::io::Write;

use anyhow::Result;
use minewise::{Cell, Census, Choice, Position, Reason, Seed, Shown, Verdict, View, WinChance};
use minewise_coach::{PlayerSpec, has_a_cell_to_reveal};

use crate::io::draw::{draw, short_percent};
use crate::io::words;

/// Writes what a view tells, under a heading if it is one of several.
pub(super) fn write(
    out: &mut impl Write,
    position: &Position,
    player: &PlayerSpec,
    heading: Option<&String>,
) -> Result<()> {
    let census = position.census()?;
    let view = position.view();
    let choice = has_a_cell_to_reveal(view).then(|| choose(position, player));
    if let Some(heading) = heading {
        writeln!(out, "== {heading} ==\n")?;
    }
    writeln!(out, "{}", summary(view, census))?;
    writeln!(out)?;
    let chosen = choice.as_ref().and_then(|choice| choice.cell);
    draw(out, view.grid(), chosen, |cell| label(view, census, cell))?;
    writeln!(out, "\n{LEGEND}")?;
    if view.is_safe_opening() {
        writeln!(out, "These rules make the first reveal safe, which the risks do not count.")?;
    }
    match &choice {
        Some(choice) => {
            writeln!(out, "\n{}", advice(view, census, choice, player))?;
            write_candidates(out, view, choice)?;
        }
        None => writeln!(out, "\nNothing is left to reveal.")?,
    }
    if heading.is_some() {
        writeln!(out)?;
    }
    Ok(())
}

/// What the player would do, with its reason as a value: people read another sentence than other tools do.
fn choose(position: &Position, player: &PlayerSpec) -> Choice {
    let mut player = player.make();
    player.start(position.view().grid().rules(), Seed(0));
    player.choose(position)
}

/// The most candidates that are told.
const MOST_CANDIDATES: usize = 8;

/// Writes what a search knows of the cells it tried most.
fn write_candidates(out: &mut impl Write, view: &View, choice: &Choice) -> Result<()> {
    let searched = choice.candidates.iter().filter_map(|one| Some((one, one.visits?, one.win?)));
    for (idx, (candidate, visits, win)) in searched.take(MOST_CANDIDATES).enumerate() {
        if idx == 0 {
            writeln!(out, "\n  cell     tried     risk  chance to win")?;
        }
        let (WinChance::Exact(win) | WinChance::Estimate(win)) = win;
        let risk = candidate.risk.map_or_else(|| "-".to_owned(), words::percent);
        let visits = words::grouped(&visits.to_string());
        let cell = view.grid().name(candidate.cell);
        writeln!(out, "  {cell:6}  {visits:>6}  {risk:>7}  {:>13}", words::percent(win))?;
    }
    Ok(())
}

const LEGEND: &str = "✓ certainly safe   * a mine for certain   33% risk of a mine   > the choice";

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

/// What a cell shows, or what the census says of it.
fn label(view: &View, census: &Census, cell: Cell) -> String {
    match (view.shown(cell), census.verdict(cell)) {
        (Shown::Number(0), _) => "·".to_owned(),
        (Shown::Number(number), _) => number.to_string(),
        (Shown::Mine, _) | (_, Some(Verdict::Mine)) => "*".to_owned(),
        (_, Some(Verdict::Safe)) => "✓".to_owned(),
        _ => census.risk(cell).map_or_else(String::new, short_percent),
    }
}

/// What the player says, and why.
fn advice(view: &View, census: &Census, choice: &Choice, player: &PlayerSpec) -> String {
    let Some(cell) = choice.cell else {
        return format!("{player} gives up: {}.", choice.reason);
    };
    let (row, col) = view.grid().row_col(cell);
    let risk = words::percent(census.risk(cell).unwrap_or(0.0));
    let why = match &choice.reason {
        Reason::Opening if view.is_safe_opening() => "the opening, which is safe".to_owned(),
        Reason::Opening => format!("the opening, at a risk of {risk}"),
        Reason::Certain => "it is certainly safe".to_owned(),
        Reason::LeastRisk => format!("no cell is certain, and its risk of {risk} is the least"),
        Reason::ForcedGuess => {
            format!("no cell is certain, and nothing will tell more of this one; its risk is {risk}")
        }
        Reason::BestOdds => {
            format!("no cell is certain, and it has the best chance to win, at the least risk of {risk}")
        }
        Reason::MoreInformation => {
            format!("what it shows is worth more than the least risk; its own is {risk}")
        }
        Reason::Random => format!("at random, at a risk of {risk}"),
        Reason::Other(reason) => format!("{reason}; its risk is {risk}"),
    };
    let win = match choice.chosen().and_then(|candidate| candidate.win) {
        Some(WinChance::Exact(win)) => format!(" The chance to win is {}, exactly.", words::percent(win)),
        Some(WinChance::Estimate(win)) => {
            format!(" The chance to win is {}, by estimate.", words::percent(win))
        }
        None => String::new(),
    };
    let flag = if view.shown(cell) == Shown::Flag { " Take its flag away first." } else { "" };
    format!("{player} reveals row {row}, column {col}: {why}.{win}{flag}")
}
