//! What the app takes from outside, and no more: texts become rules, views and players here.

use minewise::{Cell, Rules, Seed, Transcript, View};
use minewise_coach::zoo::Zoo;
use minewise_coach::{Pair, PlayerSpec, Problem, excerpt};

/// The most cells of a grid.
pub const MOST_CELLS: usize = 10_000;
/// The most bytes of a request.
pub const MOST_BYTES: usize = 1 << 20;
/// The most that a count among a player's options may be set to: nodes, simulations, draws.
pub const MOST_COUNT: u64 = 1_000_000;
/// The most games of a list, and the most puzzles.
pub const MOST_LISTED: usize = 200;
/// The most games of an experiment, all cases together.
pub const MOST_EXPERIMENT_GAMES: u64 = 100_000;
/// The most cases of an experiment.
pub const MOST_CASES: usize = 50;

/// Rules of a grid that is not too large.
///
/// # Errors
/// When it is, or the text is no rules.
pub fn read_rules(text: &str) -> Result<Rules, Problem> {
    let rules: Rules = text.parse().map_err(Problem::bad_input)?;
    check_size(&rules)?;
    Ok(rules)
}

/// A view of a grid that is not too large.
pub(crate) fn read_view(text: &str, trust_flags: bool) -> Result<View, Problem> {
    let view: View = text.parse().map_err(Problem::bad_input)?;
    check_size(view.grid().rules())?;
    Ok(if trust_flags { view.with_flags_as_mines() } else { view })
}

/// A player that is asked neither for too much nor for a file of this machine.
///
/// # Errors
/// When it is, or there is no such player.
pub fn read_player(zoo: &Zoo, text: &str) -> Result<PlayerSpec, Problem> {
    let spec = zoo.read(text).map_err(Problem::bad_input)?;
    if let Some((name, count)) = spec.counts().find(|&(_, count)| count > MOST_COUNT) {
        return Err(Problem::bad_input(format!(
            "the option `{name}` of a player may be at most {MOST_COUNT} here, and this is {count}"
        )));
    }
    Ok(spec)
}

/// A seed.
///
/// # Errors
/// When the text is none.
pub fn read_seed(text: &str) -> Result<Seed, Problem> {
    text.trim().parse().map_err(|_| {
        let found = excerpt(text.trim());
        Problem::bad_input(format!("a seed is a whole number from 0 to {}, found `{found}`", u64::MAX))
    })
}

/// A game that was played.
pub(crate) fn read_transcript(text: &str) -> Result<Transcript, Problem> {
    let transcript: Transcript = text.parse().map_err(Problem::bad_input)?;
    check_size(&transcript.rules)?;
    Ok(transcript)
}

pub(crate) fn check_size(rules: &Rules) -> Result<(), Problem> {
    if rules.n_cells() > MOST_CELLS {
        return Err(Problem::bad_input(format!(
            "a grid may have at most {MOST_CELLS} cells here, and {rules} has {}",
            rules.n_cells()
        )));
    }
    Ok(())
}

/// The covered cell that is meant by a row and a column.
pub(crate) fn covered_cell(view: &View, Pair(row, col): Pair) -> Result<Cell, Problem> {
    let cell = view.grid().cell(row, col);
    let cell = cell.ok_or_else(|| Problem::bad_input(format!("there is no cell {row},{col}")))?;
    if !view.is_covered(cell) {
        return Err(Problem::conflict(format!("{row},{col} is revealed already")));
    }
    Ok(cell)
}
