//! A view taken apart, as it is told.

use minewise::{Census, CensusError, Limits, Optimal, Position, View};
use minewise_lab::{PlayerSpec, advice};
use minewise_players::{Chance, Opening};

use crate::wire::{Analysis, Choice, Considered, WinIs, pair, pairs, told};

/// The number of layouts has thousands of digits beyond this many cells, and is left out.
pub const MOST_CELLS_COUNTED: usize = 10_000;

impl Analysis {
    /// All that the census tells of a position; what the player chose comes later.
    ///
    /// # Errors
    /// When there is no census.
    pub fn of(position: &Position, player: &PlayerSpec) -> Result<Analysis, CensusError> {
        let grid = position.view().grid();
        let census = position.census()?;
        let width = grid.rules().width();
        let row_of = |row: usize| (row * width..(row + 1) * width).map(|cell| census.risk(cell)).collect();
        let (win, win_is) = win(position, census);
        Ok(Analysis {
            rules: grid.rules().to_string(),
            player: player.to_string(),
            layouts: (grid.n_cells() <= MOST_CELLS_COUNTED).then(|| census.layouts().to_string()),
            layouts_log10: census.layouts_log10(),
            risk: (0..grid.rules().height()).map(row_of).collect(),
            safe: pairs(grid, census.safe()),
            mines: pairs(grid, census.mines()),
            win,
            win_is,
            choice: None,
        })
    }

    /// Adds what the player chose. A chance to win that it knows exactly is better than an estimate.
    pub fn set_choice(&mut self, choice: Choice) {
        if let (Some(win), Some(WinIs::Exact)) = (choice.win, choice.win_is) {
            (self.win, self.win_is) = (win, WinIs::Exact);
        }
        self.choice = Some(choice);
    }
}

/// Where at most so many layouts fit, as a decimal logarithm, the chance to win is found by perfect play, with so many
/// nodes: that takes no longer than the rest.
const PERFECT_LOG10: f64 = 2.0;
const N_NODES: u64 = 500;

/// The chance to win, exactly if that is quickly found.
fn win(position: &Position, census: &Census) -> (f64, WinIs) {
    if census.n_open_mines() == 0 {
        return (1.0, WinIs::Exact);
    }
    if position.view().is_untouched() {
        let measured = Opening::shipped(position.view().grid().rules());
        return (
            measured.map_or_else(|| Chance::default().of(census), |opening| opening.win),
            WinIs::Estimate,
        );
    }
    if census.layouts_log10() <= PERFECT_LOG10
        && let Ok(Some(best)) = Optimal::best_of(position.view(), Limits::nodes(N_NODES))
    {
        return (best.value(), WinIs::Exact);
    }
    (Chance::default().of(census), WinIs::Estimate)
}

impl Choice {
    /// A choice made in a position, as it is told.
    pub fn of(position: &Position, choice: &minewise::Choice, player: &PlayerSpec) -> Choice {
        let grid = position.view().grid();
        let (win, win_is) = told(choice.chosen().and_then(|candidate| candidate.win));
        Choice {
            cell: choice.cell.map(|cell| pair(grid, cell)),
            risk: choice.cell.and_then(|cell| position.risk(cell).ok().flatten()),
            win,
            win_is,
            reason: choice.reason.to_string(),
            text: advice(position, choice, &player.to_string()),
            candidates: choice.candidates.iter().map(|one| Considered::of(grid, one)).collect(),
        }
    }
}

/// Whether a covered cell is left besides the mines.
pub fn has_a_cell_to_reveal(view: &View) -> bool {
    view.n_covered() + view.shown_mines().count() > view.grid().rules().n_mines()
}
