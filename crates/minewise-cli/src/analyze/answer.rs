//! The answer of `analyze` as JSON.

use minewise::{Candidate, CensusError, Grid, WinChance};
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
    /// Those tried most first, where that is counted.
    candidates: Vec<Considered>,
}

/// What other tools read of a cell that the player considered.
#[derive(Serialize)]
struct Considered {
    cell: [usize; 2],
    risk: Option<f64>,
    win: Option<f64>,
    win_is: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    visits: Option<u64>,
}

impl Considered {
    fn of(grid: &Grid, candidate: &Candidate) -> Considered {
        let (win, win_is) = told(candidate.win);
        let &Candidate { cell, risk, visits, .. } = candidate;
        Considered { cell: grid.row_col(cell).into(), risk, win, win_is, visits }
    }
}

/// A chance to win, and how it is known.
fn told(win: Option<WinChance>) -> (Option<f64>, Option<&'static str>) {
    match win {
        Some(WinChance::Exact(win)) => (Some(win), Some("exact")),
        Some(WinChance::Estimate(win)) => (Some(win), Some("estimate")),
        None => (None, None),
    }
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
                let (win, win_is) = told(choice.chosen().and_then(|candidate| candidate.win));
                Chosen {
                    cell: choice.cell.map(pair),
                    risk: choice.cell.and_then(|cell| census.risk(cell)),
                    win,
                    win_is,
                    reason: choice.reason.to_string(),
                    candidates: choice.candidates.iter().map(|one| Considered::of(grid, one)).collect(),
                }
            }),
        })
    }
}
