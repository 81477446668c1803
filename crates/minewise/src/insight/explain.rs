//! Explains in words why a cell is safe or a mine: which numbers prove it.
//!
//! A proof is a set of numbers, if necessary with the mine count, such that no layout fits if the opposite is assumed,
//! and none of them can be left out. It is taken as known that revealed cells are no mines. Small proofs are searched
//! by size ([`proof`]), so the first one found is a smallest one. If that takes too long, the routine that finds
//! contradicting numbers gives a proof that may not be a smallest one ([`clash`](crate::census)). See decision record
//! 5.

mod proof;
mod words;

use std::fmt;
use std::sync::Arc;

use crate::board::{Cell, Grid, Shown, View};
use crate::census::clash::ClashFinder;
use crate::census::{Census, CensusError, DEFAULT_WORK, Verdict};

/// Why a covered cell is safe or a mine or, if it is neither, what its risk depends on.
///
/// # Examples
/// ```
/// use minewise::{Explanation, Verdict, View};
/// let view: View = "4x2/2 .11./.11.".parse()?;
/// let why = Explanation::of(&view, 0)?.expect("a covered cell");
/// assert_eq!(why.verdict, Verdict::Open);
/// let view: View = "5x2/1 .10../.10..".parse()?;
/// let why = Explanation::of(&view, 3)?.expect("a covered cell");
/// assert_eq!((why.verdict, why.because.as_slice()), (Verdict::Safe, &[2][..]));
/// assert_eq!(why.to_string(), "0,3 is safe: the 0 at 0,2 has no mine around it.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Explanation {
    /// The cell explained.
    pub cell: Cell,
    /// Whether it is certainly safe, certainly a mine, or open.
    pub verdict: Verdict,
    /// The chance that it is a mine.
    pub risk: f64,
    /// The cells whose numbers prove the verdict, in ascending order. For an open cell, the numbers that it touches.
    pub because: Vec<Cell>,
    /// Whether the number of mines is needed too.
    pub mine_count: bool,
    text: String,
}

impl Explanation {
    /// Explains a covered cell; `None` for a cell that is shown.
    ///
    /// # Errors
    /// When there is no census of the view.
    pub fn of(view: &View, cell: Cell) -> Result<Option<Explanation>, CensusError> {
        Ok(Explanation::with_census(view, &Census::of(view)?, cell))
    }

    /// Explains a covered cell, given the census of the view; `None` for a cell that is shown.
    pub fn with_census(view: &View, census: &Census, cell: Cell) -> Option<Explanation> {
        let (verdict, risk) = (census.verdict(cell)?, census.risk(cell)?);
        let (because, mine_count) = match verdict {
            Verdict::Open => (numbers_around(view, cell), true),
            Verdict::Safe => prove(view, cell, Claim::Safe),
            Verdict::Mine => prove(view, cell, Claim::Mine),
        };
        let mut explanation = Explanation { cell, verdict, risk, because, mine_count, text: String::new() };
        explanation.text = words::text(view, &explanation);
        Some(explanation)
    }
}

/// Writes the explanation as one or two plain sentences.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A claim about a cell that is to be proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claim {
    Safe,
    Mine,
}

impl Claim {
    /// The number of mines in the cell under the opposite assumption.
    fn opposite_mines(self) -> u8 {
        match self {
            Claim::Safe => 1,
            Claim::Mine => 0,
        }
    }
}

/// Proves a claim that is true. Returns the numbers that prove it, and whether the mine count is needed too.
fn prove(view: &View, cell: Cell, claim: Claim) -> (Vec<Cell>, bool) {
    if let Some(numbers) = proof::smallest(view, cell, claim) {
        return (numbers, false);
    }
    let mut opposite = view.clone();
    // The 0 only says that the cell is no mine. `assuming` keeps it from being used as a number.
    opposite.show(cell, if claim == Claim::Safe { Shown::Mine } else { Shown::Number(0) });
    let clash = ClashFinder::new(&opposite, DEFAULT_WORK).assuming(cell).find(Some(cell));
    (clash.numbers, clash.mine_count)
}

/// The neighbours of a cell that show numbers.
fn numbers_around(view: &View, cell: Cell) -> Vec<Cell> {
    let grid: &Arc<Grid> = view.grid();
    grid.neighbours(cell).filter(|&near| matches!(view.shown(near), Shown::Number(_))).collect()
}
