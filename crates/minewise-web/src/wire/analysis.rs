//! Views taken apart.

use minewise::{Candidate, Grid, WinChance};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Pair, pair};

/// A view to take apart.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalyzeAsked {
    /// In our notation, or as `.mine` files have it.
    pub view: String,
    /// Who chooses, like `exact` or `search(level=deep)`; `exact` if left out.
    #[serde(default)]
    pub player: Option<String>,
    /// Whether flags are taken for mines.
    #[serde(default)]
    pub trust_flags: bool,
}

/// A view taken apart. The program's `analyze --json` says the same.
#[derive(Serialize, ToSchema)]
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
    /// The chance to win from here with good play.
    pub win: f64,
    /// Whether it is exact or an estimate.
    pub win_is: WinIs,
    /// What the player chose; none if nothing is left to reveal.
    pub choice: Option<Choice>,
}

/// How a chance to win is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum WinIs {
    /// Under perfect play, exactly.
    Exact,
    /// By some estimate.
    Estimate,
}

/// A chance to win, and how it is known.
pub(crate) fn told(win: Option<WinChance>) -> (Option<f64>, Option<WinIs>) {
    match win {
        Some(WinChance::Exact(win)) => (Some(win), Some(WinIs::Exact)),
        Some(WinChance::Estimate(win)) => (Some(win), Some(WinIs::Estimate)),
        None => (None, None),
    }
}

/// What a player chose.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Choice {
    /// The cell to reveal; none if the player gave up.
    pub cell: Option<Pair>,
    /// The chance that it is a mine.
    pub risk: Option<f64>,
    /// The chance to win with it, if the player tells.
    pub win: Option<f64>,
    /// How that is known.
    pub win_is: Option<WinIs>,
    /// Why, in a word or two.
    pub reason: String,
    /// Why, in a sentence.
    pub text: String,
    /// The cells it considered, best first.
    pub candidates: Vec<Considered>,
}

/// A cell that a player considered.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
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
    pub visits: Option<u64>,
}

impl Considered {
    pub(crate) fn of(grid: &Grid, candidate: &Candidate) -> Considered {
        let (win, win_is) = told(candidate.win);
        let &Candidate { cell, risk, visits, .. } = candidate;
        Considered { cell: pair(grid, cell), risk, win, win_is, visits }
    }
}

/// A cell of a view to be told about.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CellAsked {
    /// The view.
    pub view: String,
    /// The cell.
    pub cell: Pair,
    /// Whether flags are taken for mines.
    #[serde(default)]
    pub trust_flags: bool,
}

/// All there is to say of a covered cell.
#[derive(Serialize, ToSchema)]
pub struct CellReport {
    /// Which.
    pub cell: Pair,
    /// `safe`, `mine` or `open`.
    #[schema(value_type = String)]
    pub verdict: &'static str,
    /// The chance that it is a mine.
    pub risk: f64,
    /// The numbers that prove the verdict; for an open cell, those that it touches.
    pub because: Vec<Pair>,
    /// Whether the number of mines is needed too.
    pub mine_count: bool,
    /// Why, in words.
    pub text: String,
    /// The chance that it shows 0, 1, … 8; none if that is too much work.
    #[schema(value_type = Option<Vec<f64>>)]
    pub numbers: Option<[f64; 9]>,
    /// The chance to win after revealing it.
    pub win: Option<f64>,
    /// How that is known.
    pub win_is: Option<WinIs>,
}

/// What a file or a pasted text holds.
#[derive(Serialize, ToSchema)]
pub struct Reading {
    /// `view`, `layout` or `transcript`.
    #[schema(value_type = String)]
    pub kind: &'static str,
    /// The same in our notation, a view or a layout on one line.
    pub text: String,
    /// Its rules.
    pub rules: String,
}
