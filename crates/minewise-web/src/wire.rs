//! What the server is told and says: the shapes of the API, and nothing else knows them.
//!
//! Cells are `[row, column]` from 0, views and layouts are in our notation on one line, chances are fractions, times are
//! milliseconds. Seeds are written as text, since a page's numbers do not hold them all.

mod analyze;
mod experiments;
mod games;
mod players;
mod review;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use analyze::{AnalyzeAsked, CellAsked, Reading};
pub use experiments::{Experiment, ExperimentProgress, Experiments, NewExperiment};
pub use games::{End, Fork, Game, Games, Import, MoveAsked, Moved, NewGame, ViewAt};
pub use minewise_coach::{
    Analysis, CellReport, Changed, Choice, Considered, Judged, Kind, Label, Moment, Pair, Review, Standing,
    Step, WatchEnd, WinIs,
};
pub use players::{CaseResult, Player, PlayerOption, Players, ReportEntry, Reports};
pub use review::{Begin, GameReview, Puzzle, PuzzleAnswer, Puzzles};

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
