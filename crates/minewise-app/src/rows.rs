//! What the app keeps, in rows: which it needs to answer a message, and which it writes.

use minewise_coach::TimedMove;

use crate::messages::Puzzle;

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// By which it is asked for.
    pub id: String,
    /// When it was begun, in milliseconds since 1970.
    pub created: u64,
    /// What is played.
    pub rules: String,
    /// What the layout comes from.
    pub seed: String,
    /// Whether its layout needs no guess.
    pub no_guess: bool,
    /// Where the mines are, if that does not follow from the seed and the first cell alone.
    pub layout: Option<String>,
    /// The game that it was played on from.
    pub origin: Option<String>,
}

/// A game with its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// The game.
    pub row: GameRow,
    /// Its moves, in order.
    pub moves: Vec<TimedMove>,
}

/// Rows to load.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// A game.
    Game(String),
    /// The games that were begun last, newest first, at most so many.
    NewestGames(usize),
    /// A game, and its review by this version of the program.
    Review {
        /// The game.
        game: String,
        /// The version.
        program: &'static str,
    },
    /// The puzzles made last, of one game or of all, at most so many.
    Puzzles {
        /// The game; all games if it is left out.
        game: Option<String>,
        /// How many at most.
        most: usize,
    },
    /// One puzzle.
    Puzzle {
        /// The game.
        game: String,
        /// After how many moves.
        at: usize,
    },
}

/// Rows that were loaded, of the kind that was asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Rows {
    /// A game, if it is there.
    Game(Option<StoredGame>),
    /// Games.
    Games(Vec<StoredGame>),
    /// A game and the JSON of its review, if they are there.
    Review(Option<StoredGame>, Option<String>),
    /// Puzzles.
    Puzzles(Vec<Puzzle>),
    /// A puzzle, if it is there.
    Puzzle(Option<Puzzle>),
}

/// A row to write. Those of one answer are written all or not at all.
#[derive(Clone, Debug, PartialEq)]
pub enum Write {
    /// A new game with the moves that it begins with.
    Game(StoredGame),
    /// The layout that was found for a game, unless it has one.
    Layout {
        /// The game.
        game: String,
        /// Where the mines are.
        layout: String,
    },
    /// A move; refused if the game has one of that number already.
    Move {
        /// The game.
        game: String,
        /// Its number, from 0.
        idx: usize,
        /// The move.
        made: TimedMove,
    },
    /// Forgets a game and all that belongs to it, because a person asked for that.
    RemoveGame(String),
    /// A review, in place of any other of the game.
    Review {
        /// The game.
        game: String,
        /// The version of the program that made it.
        program: &'static str,
        /// The review as JSON.
        review: String,
    },
    /// A mistake of a review. One that is there already is brought up to date; if it was solved, it stays so.
    Puzzle {
        /// The puzzle.
        puzzle: Puzzle,
        /// When it was made, in milliseconds since 1970.
        created: u64,
    },
    /// A puzzle is solved.
    Solved {
        /// The game.
        game: String,
        /// After how many moves.
        at: usize,
    },
}
