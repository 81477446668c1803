//! A report on one covered cell.

use minewise::census::CensusError;
use minewise::{Cell, Explanation, Position, Verdict};
use serde::Serialize;

use crate::judge::Judge;
use crate::messages::{Pair, WinIs, pair, pairs};

/// A report on a covered cell.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CellReport {
    /// The cell.
    pub cell: Pair,
    /// Whether it is certainly safe, certainly a mine, or neither.
    pub verdict: CellVerdict,
    /// The chance that it is a mine.
    pub risk: f64,
    /// The cells whose numbers prove the verdict; for an open cell, the numbers that it touches.
    pub because: Vec<Pair>,
    /// Whether the proof also needs the number of mines.
    pub mine_count: bool,
    /// The explanation, in words.
    pub text: String,
    /// The chances that it shows 0, 1, … 8; `None` if computing them is too much work.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<f64>>))]
    pub numbers: Option<[f64; 9]>,
    /// The chance to win after revealing it.
    pub win: f64,
    /// Whether that is exact or an estimate.
    pub win_is: WinIs,
}

/// Whether a covered cell is certainly safe or a mine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum CellVerdict {
    /// It is certainly safe.
    Safe,
    /// It is certainly a mine.
    Mine,
    /// Neither.
    Open,
}

impl CellReport {
    /// Makes the report of a cell; returns `None` if it is not covered.
    ///
    /// # Errors
    /// Returns an error if there is no census of the position.
    pub fn of(position: &Position, cell: Cell, judge: &mut Judge) -> Result<Option<CellReport>, CensusError> {
        let census = position.census()?;
        let grid = position.view().grid();
        let Some(explanation) = Explanation::with_census(position.view(), census, cell) else {
            return Ok(None);
        };
        let value = judge.cell_outlook(position, cell)?;
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
            win: value.win,
            win_is: value.win_is,
        }))
    }
}
