//! What the server takes from outside, and no more: texts become rules, views and players here.

use minewise::{Cell, Rules, Seed, Transcript, View};
use minewise_coach::PlayerSpec;

use crate::problem::Problem;
use crate::wire::Pair;

/// The most cells of a grid.
pub(crate) const MOST_CELLS: usize = 10_000;
/// The most bytes of a request.
pub(crate) const MOST_BYTES: usize = 1 << 20;
/// The most that a count among a player's options may be set to: nodes, simulations, draws.
pub(crate) const MOST_COUNT: u64 = 1_000_000;
/// The most games of a list, and the most puzzles.
pub(crate) const MOST_LISTED: usize = 200;
/// The most games of an experiment, all cases together.
pub(crate) const MOST_EXPERIMENT_GAMES: u64 = 100_000;
/// The most cases of an experiment.
pub(crate) const MOST_CASES: usize = 50;

/// Text from outside, read as what it is meant to be.
pub(crate) trait Ask {
    /// Rules of a grid that is not too large.
    fn rules(&self) -> Result<Rules, Problem>;
    /// A view of a grid that is not too large.
    fn view(&self, trust_flags: bool) -> Result<View, Problem>;
    /// A player that is asked neither for too much nor for a file of this machine.
    fn player(&self) -> Result<PlayerSpec, Problem>;
    /// A seed.
    fn seed(&self) -> Result<Seed, Problem>;
    /// A game that was played.
    fn transcript(&self) -> Result<Transcript, Problem>;
}

impl Ask for str {
    fn rules(&self) -> Result<Rules, Problem> {
        let rules: Rules = self.parse().map_err(Problem::bad_input)?;
        check_size(&rules)?;
        Ok(rules)
    }

    fn view(&self, trust_flags: bool) -> Result<View, Problem> {
        let view: View = self.parse().map_err(Problem::bad_input)?;
        check_size(view.grid().rules())?;
        Ok(if trust_flags { view.with_flags_as_mines() } else { view })
    }

    fn player(&self) -> Result<PlayerSpec, Problem> {
        let spec = self.parse::<PlayerSpec>().map_err(Problem::bad_input)?;
        if let Some((name, count)) = spec.counts().find(|&(_, count)| count > MOST_COUNT) {
            return Err(Problem::bad_input(format!(
                "the option `{name}` of a player may be at most {MOST_COUNT} here, and this is {count}"
            )));
        }
        Ok(spec)
    }

    fn seed(&self) -> Result<Seed, Problem> {
        self.parse().map_err(|_| {
            let shown: String = self.chars().take(40).flat_map(char::escape_debug).collect();
            Problem::bad_input(format!("a seed is a whole number from 0 to {}, found `{shown}`", u64::MAX))
        })
    }

    fn transcript(&self) -> Result<Transcript, Problem> {
        let transcript: Transcript = self.parse().map_err(Problem::bad_input)?;
        check_size(&transcript.rules)?;
        Ok(transcript)
    }
}

fn check_size(rules: &Rules) -> Result<(), Problem> {
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
