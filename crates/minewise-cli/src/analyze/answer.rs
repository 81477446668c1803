//! The answer of `analyze` as JSON.

use minewise::{CensusError, WinChance};
use minewise_lab::PlayerSpec;
use serde::Serialize;

use super::Analysis;

/// The number of layouts has thousands of digits beyond this many cells, and is left out.
pub(super) const MOST_CELLS_COUNTED: usize = 10_000;

/// What other tools read of a view.
#[derive(Serialize)]
pub(super) struct Answer {
    rules: String,
    player: String,
    /// In decimal digits; none for large grids.
    layouts: Option<String>,
    layouts_log10: f64,
    /// Row by row; none for what is shown.
    risk: Vec<Vec<Option<f64>>>,
    safe: Vec<[usize; 2]>,
    mines: Vec<[usize; 2]>,
    choice: Option<Chosen>,
}

#[derive(Serialize)]
struct Chosen {
    /// None if the player gave up.
    cell: Option<[usize; 2]>,
    risk: Option<f64>,
    win: Option<f64>,
    win_is: Option<&'static str>,
    reason: String,
}

impl Answer {
    /// # Errors
    /// When there is no census, which a view that was analysed has.
    pub(super) fn new(analysis: &Analysis, player: &PlayerSpec) -> Result<Answer, CensusError> {
        let census = analysis.position.census()?;
        let grid = census.grid();
        let pair = |cell| <[usize; 2]>::from(grid.row_col(cell));
        let width = grid.rules().width();
        let row_of = |row: usize| (row * width..(row + 1) * width).map(|cell| census.risk(cell)).collect();
        Ok(Answer {
            rules: grid.rules().to_string(),
            player: player.to_string(),
            layouts: (grid.n_cells() <= MOST_CELLS_COUNTED).then(|| census.layouts().to_string()),
            layouts_log10: census.layouts_log10(),
            risk: (0..grid.rules().height()).map(row_of).collect(),
            safe: census.safe().map(pair).collect(),
            mines: census.mines().map(pair).collect(),
            choice: analysis.choice.as_ref().map(|choice| {
                let win = choice.chosen().and_then(|candidate| candidate.win);
                Chosen {
                    cell: choice.cell.map(pair),
                    risk: choice.cell.and_then(|cell| census.risk(cell)),
                    win: win.map(|(WinChance::Exact(win) | WinChance::Estimate(win))| win),
                    win_is: win.map(|win| match win {
                        WinChance::Exact(_) => "exact",
                        WinChance::Estimate(_) => "estimate",
                    }),
                    reason: choice.reason.to_string(),
                }
            }),
        })
    }
}
