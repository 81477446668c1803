//! The analysis of a view: the risk of every cell, the certain cells, the chance to win, and what a player would
//! choose.

use minewise::census::CensusError;
use minewise::game::Candidate;
use minewise::{Grid, Player, Position, Seed, View};
use serde::{Deserialize, Serialize};

use crate::judge::{Judge, Outlook};
use crate::messages::{Pair, PlayerNotes, SurvivalChance, WinIs, pair, pairs};
use crate::words::Sentence;
use crate::zoo::PlayerSpec;

/// The maximum number of cells for which the number of layouts is given. Beyond it, the number has thousands of digits.
pub const MOST_CELLS_COUNTED: usize = 10_000;

/// The analysis of a view, as `analyze --json` prints it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Analysis {
    /// The rules of the view.
    pub rules: String,
    /// The player that chose.
    pub player: String,
    /// The number of layouts that fit the view, in decimal digits; `None` for large grids.
    pub layouts: Option<String>,
    /// The decimal logarithm of the number of layouts.
    pub layouts_log10: f64,
    /// The risk of each cell, row by row; `None` for revealed cells.
    pub risk: Vec<Vec<Option<f64>>>,
    /// The covered cells that are certainly safe.
    pub safe: Vec<Pair>,
    /// The covered cells that are certainly mines.
    pub mines: Vec<Pair>,
    /// The chance to win with good play, independent of the player.
    pub outlook: Outlook,
    /// The choice of the player; `None` if nothing is left to reveal.
    pub choice: Option<Choice>,
    /// The figures by which the player judges the view, if it has some to show.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub notes: Option<PlayerNotes>,
}

/// The choice of a player.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Choice {
    /// The cell to reveal; `None` if the player gave up.
    pub cell: Option<Pair>,
    /// The chance that the cell is a mine.
    pub risk: Option<f64>,
    /// The chance to win with this choice, as the coach computes it. The player's own estimate is among its candidates.
    pub win: Option<f64>,
    /// Whether that is exact or an estimate.
    pub win_is: Option<WinIs>,
    /// The reason, in a word or two.
    pub reason: String,
    /// The reason, in a sentence.
    pub text: String,
    /// The same sentence as data.
    pub sentence: Sentence,
    /// The cells that the player considered, best first.
    pub candidates: Vec<ConsideredCell>,
}

/// A cell that a player considered.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ConsideredCell {
    /// The cell.
    pub cell: Pair,
    /// The chance that the cell is a mine.
    pub risk: Option<f64>,
    /// The chance to win with this cell, as the player estimates it.
    pub win: Option<f64>,
    /// Whether that is exact or an estimate.
    pub win_is: Option<WinIs>,
    /// The chance to survive some moves that begin with the cell, if the player estimates that and not the chance to
    /// win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub survival: Option<SurvivalChance>,
    /// The number of times that a search tried the cell, if the player counts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub visits: Option<u64>,
}

impl ConsideredCell {
    fn of(grid: &Grid, candidate: &Candidate) -> ConsideredCell {
        let (win, win_is) = WinIs::split(candidate.win);
        let &Candidate { cell, risk, visits, .. } = candidate;
        let survival = candidate.survival.map(SurvivalChance::from);
        ConsideredCell { cell: pair(grid, cell), risk, win, win_is, survival, visits }
    }
}

impl Analysis {
    /// Analyses a position, and asks a player for its choice. The player sees only this position, not the game before
    /// it.
    ///
    /// # Errors
    /// Returns an error if there is no census.
    pub fn of(position: &Position, player: &PlayerSpec, judge: &mut Judge) -> Result<Analysis, CensusError> {
        let grid = position.view().grid();
        let census = position.census()?;
        let width = grid.rules().width();
        let mut seat = Seat::new(position, player);
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
            choice: has_a_cell_to_reveal(position.view()).then(|| seat.choose(judge)),
            notes: seat.notes(),
        })
    }
}

impl Choice {
    /// Describes a choice that a player made in a position.
    pub fn of(
        position: &Position,
        choice: &minewise::Choice,
        player: &PlayerSpec,
        judge: &mut Judge,
    ) -> Choice {
        let grid = position.view().grid();
        let sentence = Sentence::advice(position, choice, &player.to_string(), judge);
        let value = choice.cell.and_then(|cell| judge.cell_outlook(position, cell).ok());
        Choice {
            cell: choice.cell.map(|cell| pair(grid, cell)),
            risk: choice.cell.and_then(|cell| position.risk(cell).ok().flatten()),
            win: value.map(|value| value.win),
            win_is: value.map(|value| value.win_is),
            reason: choice.reason.to_string(),
            text: sentence.to_string(),
            sentence,
            candidates: choice.candidates.iter().map(|one| ConsideredCell::of(grid, one)).collect(),
        }
    }
}

/// A player that is asked about a position.
struct Seat<'a> {
    position: &'a Position,
    spec: &'a PlayerSpec,
    player: Box<dyn Player>,
}

impl<'a> Seat<'a> {
    fn new(position: &'a Position, spec: &'a PlayerSpec) -> Seat<'a> {
        let mut player = spec.make();
        // A fixed seed, so that equal views always get equal choices.
        player.start(position.view().grid().rules(), Seed(0));
        Seat { position, spec, player }
    }

    fn choose(&mut self, judge: &mut Judge) -> Choice {
        let choice = self.player.choose(self.position);
        Choice::of(self.position, &choice, self.spec, judge)
    }

    fn notes(&mut self) -> Option<PlayerNotes> {
        let notes = self.spec.entry().notes(&mut *self.player, self.position)?;
        Some(PlayerNotes::of(self.position, &notes))
    }
}

/// Checks whether some covered cell is not a mine.
pub fn has_a_cell_to_reveal(view: &View) -> bool {
    view.n_covered() + view.shown_mines().count() > view.grid().rules().n_mines()
}
