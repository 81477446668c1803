//! What the app is asked, and what it answers.
//!
//! Cells are `[row, column]` from 0, views and layouts are in our notation on one line, chances are fractions, times are
//! milliseconds. Seeds are written as text, since a page's numbers do not hold them all.

mod analyze;
mod games;
mod players;
mod review;

use serde::{Deserialize, Serialize};

pub use analyze::{AnalyzeAsked, CellAsked, GameAt, Reading, ReadingKind};
pub use games::{End, Fork, Game, Games, Import, MoveAsked, Moved, NewGame, ViewAt};
pub use players::{CaseResult, Player, PlayerOption, Players};
pub use review::{Begin, GameReview, Puzzle, PuzzleAnswer, Puzzles, ReviewProgress, WatchAsked};

use crate::limits;

/// What the app is asked.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Message {
    /// What the app is and takes.
    About,
    /// The newest games.
    ListGames,
    /// Begins a game.
    NewGame(NewGame),
    /// Takes over a game that was played elsewhere.
    ImportGame(Import),
    /// A game as its player may see it.
    Game {
        /// Which.
        id: String,
    },
    /// Forgets a game.
    RemoveGame {
        /// Which.
        id: String,
    },
    /// Makes a move.
    Move {
        /// In which game.
        id: String,
        /// The move.
        asked: MoveAsked,
    },
    /// Begins a game of the same layout, played on from some moment.
    Fork {
        /// From which game.
        id: String,
        /// From when.
        asked: Fork,
    },
    /// The view of a game after so many moves.
    ViewAt {
        /// Which game.
        id: String,
        /// How many moves.
        at: usize,
    },
    /// A finished game as text.
    Transcript {
        /// Which.
        id: String,
    },
    /// A finished game taken apart.
    Review {
        /// Which.
        id: String,
    },
    /// The mistakes of reviewed games.
    ListPuzzles {
        /// Of this game; of all if it is left out.
        game: Option<String>,
    },
    /// Judges an answer to a puzzle.
    AnswerPuzzle {
        /// The game.
        game: String,
        /// After how many moves.
        at: usize,
        /// The answer.
        asked: PuzzleAnswer,
    },
    /// A view taken apart.
    Analyze(AnalyzeAsked),
    /// All there is to say of a covered cell.
    Cell(CellAsked),
    /// Reads a file or pasted text of any known format.
    Read {
        /// The name of the file, if it has one.
        name: Option<String>,
        /// What is in it.
        bytes: Vec<u8>,
    },
    /// A game played by a player, step by step.
    Watch(WatchAsked),
}

/// What the app is.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct About {
    /// Of the program.
    pub version: &'static str,
    /// What it takes.
    pub limits: Limits,
}

/// What the app takes, and no more.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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

impl About {
    /// This app.
    pub(crate) fn this() -> About {
        About {
            version: env!("CARGO_PKG_VERSION"),
            limits: Limits {
                cells: limits::MOST_CELLS,
                body_bytes: limits::MOST_BYTES,
                player_count: limits::MOST_COUNT,
                games: limits::MOST_LISTED,
                experiment_games: limits::MOST_EXPERIMENT_GAMES,
            },
        }
    }
}
