//! What the server is told and says: the shapes of the API, and nothing else knows them.
//!
//! Cells are `[row, column]` from 0, views and layouts are in our notation on one line, chances are fractions, times are
//! milliseconds. Seeds are written as text, since a page's numbers do not hold them all.

mod analysis;
mod experiments;
mod games;
mod players;
mod review;
mod watch;

use minewise::{Cell, Grid};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(crate) use analysis::told;
pub use analysis::{Analysis, AnalyzeAsked, CellAsked, CellReport, Choice, Considered, Reading, WinIs};
pub use experiments::{Experiment, ExperimentProgress, Experiments, NewExperiment};
pub(crate) use games::changes;
pub use games::{Changed, End, Fork, Game, Games, Import, Kind, MoveAsked, Moved, NewGame, Standing, ViewAt};
pub use players::{CaseResult, Player, PlayerOption, Players, ReportEntry, Reports};
pub use review::{Judged, Moment, Puzzle, PuzzleAnswer, Puzzles, Review};
pub use watch::{Begin, Step, WatchEnd};

/// A cell as `[row, column]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Pair(pub usize, pub usize);

/// The pair of a cell.
pub(crate) fn pair(grid: &Grid, cell: Cell) -> Pair {
    let (row, col) = grid.row_col(cell);
    Pair(row, col)
}

/// The pairs of cells.
pub(crate) fn pairs(grid: &Grid, cells: impl IntoIterator<Item = Cell>) -> Vec<Pair> {
    cells.into_iter().map(|cell| pair(grid, cell)).collect()
}

/// What is wrong: the body of every answer that is not a success.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Problem {
    /// In a sentence.
    pub error: String,
    /// The numbers that no layout fits together, if that is what is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clash: Option<Clash>,
}

/// Numbers that no layout fits together.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Clash {
    /// The cells that show them.
    pub numbers: Vec<Pair>,
    /// Whether the number of mines is needed too.
    pub mine_count: bool,
}

/// What this server is.
#[derive(Serialize, ToSchema)]
pub struct About {
    /// Of the program.
    pub version: String,
    /// What it takes.
    pub limits: Limits,
}

/// What the server takes, and no more.
#[derive(Serialize, ToSchema)]
pub struct Limits {
    /// The most cells of a grid.
    pub cells: usize,
    /// The most bytes of a request.
    pub body_bytes: usize,
    /// The most that a count among a player's options may be set to: nodes, simulations, draws.
    pub player_count: u64,
    /// The most games of a list.
    pub games: usize,
    /// The most games of an experiment, all cases together.
    pub experiment_games: u64,
}
