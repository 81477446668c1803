//! The requests and responses of the app.
//!
//! Cells are `[row, column]` from 0, views and layouts are in Minewise notation on one line, chances are fractions, and
//! times are in milliseconds. Seeds are strings, because JavaScript numbers cannot represent all of them.

mod analyze;
mod games;
mod players;
mod review;

use serde::{Deserialize, Serialize};

pub use analyze::{AnalyzeRequest, CellRequest, GameAt, Reading, ReadingKind};
pub use games::{Damaged, Fork, Game, GameEnd, Games, Import, MoveRequest, MoveResult, NewGame, ViewAt};
pub use players::{CaseResult, Player, PlayerOption, Players};
pub use review::{GameReview, Puzzle, PuzzleAnswer, Puzzles, ReviewProgress, WatchBegin, WatchRequest};

use crate::limits;

/// A request to the app.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Message {
    /// Returns the version and limits of the app.
    About,
    /// Lists the newest games.
    ListGames,
    /// Begins a game.
    NewGame(NewGame),
    /// Imports a game that was played elsewhere.
    ImportGame(Import),
    /// Returns a game as its player may see it.
    Game {
        /// The id of the game.
        id: String,
    },
    /// Deletes a game.
    RemoveGame {
        /// The id of the game.
        id: String,
    },
    /// Makes a move.
    Move {
        /// The id of the game.
        id: String,
        /// The move.
        asked: MoveRequest,
    },
    /// Begins a new game with the same layout, after the first moves of another game.
    Fork {
        /// The id of the other game.
        id: String,
        /// The number of moves to keep.
        asked: Fork,
    },
    /// Returns the view of a game after a number of moves.
    ViewAt {
        /// The id of the game.
        id: String,
        /// The number of moves.
        at: usize,
    },
    /// Returns a finished game as text.
    Transcript {
        /// The id of the game.
        id: String,
    },
    /// Returns the review of a finished game.
    Review {
        /// The id of the game.
        id: String,
    },
    /// Lists the puzzles made from mistakes of reviewed games.
    ListPuzzles {
        /// The id of the game; all games if omitted.
        game: Option<String>,
    },
    /// Rates an answer to a puzzle.
    AnswerPuzzle {
        /// The id of the game.
        game: String,
        /// The number of moves before the mistake.
        at: usize,
        /// The answer.
        asked: PuzzleAnswer,
    },
    /// Analyses a view.
    Analyze(AnalyzeRequest),
    /// Returns the report of a covered cell.
    Cell(CellRequest),
    /// Reads a file or pasted text of any known format.
    Read {
        /// The name of the file, if it has one.
        name: Option<String>,
        /// The content of the file.
        bytes: Vec<u8>,
    },
    /// Plays a game of a player, step by step.
    Watch(WatchRequest),
}

/// The version and limits of the app.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct About {
    /// The version of the program.
    pub version: &'static str,
    /// The limits of its input.
    pub limits: Limits,
}

/// The limits of the app's input.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Limits {
    /// The maximum number of cells of a grid.
    pub cells: usize,
    /// The maximum number of bytes of a request.
    pub body_bytes: usize,
    /// The maximum value of a player's numeric options, such as nodes, simulations or draws.
    pub player_count: u64,
    /// The maximum number of games in a list.
    pub games: usize,
    /// The maximum number of games of an experiment, all cases together.
    pub experiment_games: u64,
}

impl About {
    /// Returns the version and limits of this app.
    pub(crate) fn current() -> About {
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
