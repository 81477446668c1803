//! The limits of the app's input, and the functions that read rules, views and players within these limits.

use minewise::game::Transcript;
use minewise::{Cell, Rules, Seed, View};
use minewise_coach::zoo::Zoo;
use minewise_coach::{Pair, PlayerSpec, Problem, excerpt};

/// The maximum number of cells of a grid.
pub const MOST_CELLS: usize = 10_000;
/// The maximum number of bytes of a request.
pub const MOST_BYTES: usize = 1 << 20;
/// The maximum value of a player's numeric options, such as nodes, simulations or draws.
pub const MOST_COUNT: u64 = 1_000_000;
/// The maximum number of games, or of puzzles, in a list.
pub const MOST_LISTED: usize = 200;
/// The maximum number of games of an experiment, all cases together.
pub const MOST_EXPERIMENT_GAMES: u64 = 100_000;
/// The maximum number of cases of an experiment.
pub const MOST_CASES: usize = 50;

/// Reads rules, and checks that the grid is not too large.
///
/// # Errors
/// Returns an error if the grid is too large, or the text is not rules.
pub fn read_rules(text: &str) -> Result<Rules, Problem> {
    let rules = minewise_coach::read_rules(text)?;
    check_size(&rules)?;
    Ok(rules)
}

/// Reads a view, and checks that the grid is not too large.
pub(crate) fn read_view(text: &str, trust_flags: bool) -> Result<View, Problem> {
    let view: View = text.parse().map_err(Problem::bad_input)?;
    check_size(view.grid().rules())?;
    Ok(if trust_flags { view.with_flags_as_mines() } else { view })
}

/// Reads a player, and checks that its options are within the limits. Model files are not allowed.
///
/// # Errors
/// Returns an error if an option is too large, a model is a file, or there is no such player.
pub fn read_player(zoo: &Zoo, text: &str) -> Result<PlayerSpec, Problem> {
    let spec = zoo.read(text).map_err(Problem::bad_input)?;
    if let Some((name, count)) = spec.counts().find(|&(_, count)| count > MOST_COUNT) {
        return Err(Problem::bad_input(format!(
            "the option `{name}` of a player may be at most {MOST_COUNT} here, found {count}"
        )));
    }
    Ok(spec)
}

/// Reads a seed.
///
/// # Errors
/// Returns an error if the text is not a seed.
pub fn read_seed(text: &str) -> Result<Seed, Problem> {
    text.trim().parse().map_err(|_| {
        let found = excerpt(text.trim());
        Problem::bad_input(format!("a seed must be a whole number from 0 to {}, found `{found}`", u64::MAX))
    })
}

/// Reads the transcript of a game, and checks that the grid is not too large.
pub(crate) fn read_transcript(text: &str) -> Result<Transcript, Problem> {
    let transcript: Transcript = text.parse().map_err(Problem::bad_input)?;
    check_size(&transcript.rules)?;
    Ok(transcript)
}

pub(crate) fn check_size(rules: &Rules) -> Result<(), Problem> {
    if rules.n_cells() > MOST_CELLS {
        return Err(Problem::bad_input(format!(
            "a grid may have at most {MOST_CELLS} cells here, but {rules} has {}",
            rules.n_cells()
        )));
    }
    Ok(())
}

/// Returns the covered cell in a row and a column.
pub(crate) fn covered_cell(view: &View, Pair(row, col): Pair) -> Result<Cell, Problem> {
    let cell = view.grid().cell(row, col);
    let cell = cell.ok_or_else(|| Problem::bad_input(format!("there is no cell {row},{col}")))?;
    if !view.is_covered(cell) {
        return Err(Problem::conflict(format!("{row},{col} is already revealed")));
    }
    Ok(cell)
}
