//! All there is to say of one covered cell.

use minewise::{Cell, CensusError, Explanation, Position, Verdict};
use serde::Serialize;

use crate::judge::Judge;
use crate::messages::{Pair, WinIs, pair, pairs};

/// All there is to say of a covered cell.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CellReport {
    /// Which.
    pub cell: Pair,
    /// What is certain of it.
    pub verdict: CellVerdict,
    /// The chance that it is a mine.
    pub risk: f64,
    /// The numbers that prove the verdict; for an open cell, those that it touches.
    pub because: Vec<Pair>,
    /// Whether the number of mines is needed too.
    pub mine_count: bool,
    /// Why, in words.
    pub text: String,
    /// The chance that it shows 0, 1, … 8; `None` if that is too much work.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<f64>>))]
    pub numbers: Option<[f64; 9]>,
    /// The chance to win after revealing it.
    pub win: f64,
    /// Whether that is exact.
    pub win_is: WinIs,
}

/// What is certain of a covered cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum CellVerdict {
    /// It is no mine.
    Safe,
    /// It is a mine.
    Mine,
    /// Neither.
    Open,
}

impl CellReport {
    /// The report of a cell; `None` if it is not covered.
    ///
    /// # Errors
    /// When there is no census of the position.
    pub fn of(position: &Position, cell: Cell, judge: &mut Judge) -> Result<Option<CellReport>, CensusError> {
        let census = position.census()?;
        let grid = position.view().grid();
        let Some(explanation) = Explanation::with_census(position.view(), census, cell) else {
            return Ok(None);
        };
        let worth = judge.worth(position, cell)?;
        Ok(Some(CellReport {
            cell: pair(grid, cell),
            verdict: match explanation.verdict {
                Verdict::Safe => CellVerdict::Safe,
                Verdict::Mine => CellVerdict::Mine,
                Verdict::Open => CellVerdict::Open,
            },
            risk: explanation.risk,
            because: pairs(grid, explanation.because.iter().copied()),
            mine_count: explanation.mine_count,
            text: explanation.to_string(),
            numbers: census.outcomes(cell).map(|outcomes| outcomes.numbers),
            win: worth.win,
            win_is: worth.win_is,
        }))
    }
}
