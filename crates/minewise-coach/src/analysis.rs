//! A view taken apart: the risk of every cell, the certain ones, the chance to win, and what a player would do.

use minewise::{Candidate, CensusError, Grid, Position, Seed, View};
use serde::{Deserialize, Serialize};

use crate::judge::{Judge, Outlook};
use crate::messages::{Pair, WinIs, pair, pairs};
use crate::words::Sentence;
use crate::zoo::PlayerSpec;

/// The number of layouts has thousands of digits beyond this many cells, and is left out.
pub const MOST_CELLS_COUNTED: usize = 10_000;

/// A view taken apart. The program's `analyze --json` says the same.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Analysis {
    /// Those of the view.
    pub rules: String,
    /// Who chose.
    pub player: String,
    /// How many layouts fit, in decimal digits; none for large grids.
    pub layouts: Option<String>,
    /// Its decimal logarithm.
    pub layouts_log10: f64,
    /// The risk of each cell, row by row; none for what is shown.
    pub risk: Vec<Vec<Option<f64>>>,
    /// The covered cells that are certainly no mine.
    pub safe: Vec<Pair>,
    /// Those that certainly are.
    pub mines: Vec<Pair>,
    /// What the view is worth with good play, whoever chose.
    pub outlook: Outlook,
    /// What the player chose; none if nothing is left to reveal.
    pub choice: Option<Choice>,
}

/// What a player chose.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Choice {
    /// The cell to reveal; none if the player gave up.
    pub cell: Option<Pair>,
    /// The chance that it is a mine.
    pub risk: Option<f64>,
    /// The chance to win with it, by the coach; what the player claims is among its candidates.
    pub win: Option<f64>,
    /// Whether that is exact or an estimate.
    pub win_is: Option<WinIs>,
    /// Why, in a word or two.
    pub reason: String,
    /// Why, in a sentence.
    pub text: String,
    /// The same as data.
    pub sentence: Sentence,
    /// The cells it considered, best first.
    pub candidates: Vec<Considered>,
}

/// A cell that a player considered.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Considered {
    /// Which.
    pub cell: Pair,
    /// The chance that it is a mine.
    pub risk: Option<f64>,
    /// The chance to win with it.
    pub win: Option<f64>,
    /// How that is known.
    pub win_is: Option<WinIs>,
    /// How often a search tried it, if it counts that.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub visits: Option<u64>,
}

impl Considered {
    fn of(grid: &Grid, candidate: &Candidate) -> Considered {
        let (win, win_is) = WinIs::split(candidate.win);
        let &Candidate { cell, risk, visits, .. } = candidate;
        Considered { cell: pair(grid, cell), risk, win, win_is, visits }
    }
}

impl Analysis {
    /// Takes a position apart and asks a player what it would do, which knows nothing of what came before.
    ///
    /// # Errors
    /// When there is no census.
    pub fn of(position: &Position, player: &PlayerSpec, judge: &mut Judge) -> Result<Analysis, CensusError> {
        let grid = position.view().grid();
        let census = position.census()?;
        let width = grid.rules().width();
        let row_of = |row: usize| (row * width..(row + 1) * width).map(|cell| census.risk(cell)).collect();
        Ok(Analysis {
            rules: grid.rules().to_string(),
            player: player.to_string(),
            layouts: (grid.n_cells() <= MOST_CELLS_COUNTED).then(|| census.layouts().to_string()),
            layouts_log10: census.layouts_log10(),
            risk: (0..grid.rules().height()).map(row_of).collect(),
            safe: pairs(grid, census.safe()),
            mines: pairs(grid, census.mines()),
            outlook: judge.outlook(position)?,
            choice: has_a_cell_to_reveal(position.view()).then(|| choose(position, player, judge)),
        })
    }
}

impl Choice {
    /// A choice made in a position, as it is told.
    pub fn of(
        position: &Position,
        choice: &minewise::Choice,
        player: &PlayerSpec,
        judge: &mut Judge,
    ) -> Choice {
        let grid = position.view().grid();
        let sentence = Sentence::advice(position, choice, &player.to_string(), judge);
        let worth = choice.cell.and_then(|cell| judge.worth(position, cell).ok());
        Choice {
            cell: choice.cell.map(|cell| pair(grid, cell)),
            risk: choice.cell.and_then(|cell| position.risk(cell).ok().flatten()),
            win: worth.map(|worth| worth.win),
            win_is: worth.map(|worth| worth.win_is),
            reason: choice.reason.to_string(),
            text: sentence.to_string(),
            sentence,
            candidates: choice.candidates.iter().map(|one| Considered::of(grid, one)).collect(),
        }
    }
}

fn choose(position: &Position, spec: &PlayerSpec, judge: &mut Judge) -> Choice {
    let mut player = spec.make();
    player.start(position.view().grid().rules(), Seed(0));
    Choice::of(position, &player.choose(position), spec, judge)
}

/// Whether a covered cell is left besides the mines.
pub fn has_a_cell_to_reveal(view: &View) -> bool {
    view.n_covered() + view.shown_mines().count() > view.grid().rules().n_mines()
}
