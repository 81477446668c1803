//! The rows of the app's database: those to load for a message, and those to write.

use minewise::Move;

use crate::messages::{Damaged, Puzzle};

/// A stored game without its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// The id of the game.
    pub id: String,
    /// The time when it was begun, in milliseconds since 1970.
    pub created: u64,
    /// The rules.
    pub rules: String,
    /// The seed of the layout.
    pub seed: String,
    /// Whether its layout needs no guess.
    pub no_guess: bool,
    /// The layout, if it was not left to the seed and the first cell.
    pub layout: Option<String>,
    /// The id of the game that it was forked from.
    pub origin: Option<String>,
}

/// A stored move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredMove {
    /// The move.
    pub made: Move,
    /// The time that the game had taken by the clock of the page, in milliseconds.
    pub page_ms: u64,
    /// The time when the server stored it, in milliseconds since 1970; `None` if it was not made here, or before
    /// servers stored it. Never before that of an earlier move, even if the server's clock was set back.
    pub server_ms: Option<u64>,
}

/// A stored game with its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// The game without its moves.
    pub row: GameRow,
    /// Its moves, in order.
    pub moves: Vec<StoredMove>,
}

/// A game of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListedGame {
    /// A game to replay.
    Stored(StoredGame),
    /// The summary of a game that is too long to replay it for a list.
    Summary(String),
}

/// Rows to load.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// A game.
    Game(String),
    /// Whether a game exists, even if it is too damaged to be loaded.
    HasGame(String),
    /// The newest games, newest first, at most this many.
    NewestGames(usize),
    /// A game, and its review by a version of the program.
    Review {
        /// The id of the game.
        game: String,
        /// The version of the program.
        program: &'static str,
    },
    /// The newest puzzles, of one game or of all.
    Puzzles {
        /// The id of the game; all games if `None`.
        game: Option<String>,
        /// The maximum number of puzzles.
        most: usize,
    },
    /// One puzzle.
    Puzzle {
        /// The id of the game.
        game: String,
        /// The number of moves before the mistake.
        at: usize,
    },
}

/// Loaded rows, of the kind that was requested.
#[derive(Clone, Debug, PartialEq)]
pub enum Rows {
    /// A game, if it exists.
    Game(Option<StoredGame>),
    /// Whether a game exists.
    HasGame(bool),
    /// Games, and those that cannot be read.
    Games(Vec<ListedGame>, Vec<Damaged>),
    /// A game and the JSON of its review, if they exist.
    Review(Option<StoredGame>, Option<String>),
    /// Puzzles, and those that cannot be read.
    Puzzles(Vec<Puzzle>, Vec<Damaged>),
    /// A puzzle, if it exists.
    Puzzle(Option<Puzzle>),
}

/// A row to write. All rows of an answer are written in one transaction.
#[derive(Clone, Debug, PartialEq)]
pub enum Write {
    /// A new game with its first moves.
    Game {
        /// The game.
        stored: StoredGame,
        /// Its summary, if it is a long one.
        summary: Option<String>,
    },
    /// The layout that was found for a game. Refused if the game has one.
    Layout {
        /// The id of the game.
        game: String,
        /// The layout.
        layout: String,
    },
    /// A move. Refused if the game already has a move of that number.
    Move {
        /// The id of the game.
        game: String,
        /// The number of the move, from 0.
        idx: usize,
        /// The move.
        made: StoredMove,
        /// The summary of the game after the move, if it is a long one.
        summary: Option<String>,
    },
    /// Deletes a game and everything that belongs to it, on request of the user.
    RemoveGame(String),
    /// A review. Replaces any other review of the game.
    Review {
        /// The id of the game.
        game: String,
        /// The version of the program that made it.
        program: &'static str,
        /// The review as JSON.
        review: String,
    },
    /// A puzzle. An existing one is updated; if it was solved, it stays solved.
    Puzzle {
        /// The puzzle.
        puzzle: Puzzle,
        /// The time when it was created, in milliseconds since 1970.
        created: u64,
    },
    /// Marks a puzzle as solved.
    Solved {
        /// The id of the game.
        game: String,
        /// The number of moves before the mistake.
        at: usize,
    },
}
