//! Games taken apart, and their mistakes.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Kind, Pair, Standing, WinIs};

/// A game taken apart.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Review {
    /// Which game.
    pub game: String,
    /// What was played.
    pub rules: String,
    /// How it stands.
    pub status: Standing,
    /// Its reveals and chords, in order.
    pub moments: Vec<Moment>,
    /// What was shown beyond what was to be expected, in chances to win.
    pub luck: f64,
    /// What the choices gave away.
    pub lost: f64,
    /// The chance to win at the start.
    pub start: f64,
}

/// A reveal or a chord, and what it was worth.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Moment {
    /// How many moves had been made before it, flags included.
    pub at: usize,
    /// What it did.
    pub kind: Kind,
    /// Where.
    pub cell: Pair,
    /// When.
    pub elapsed_ms: u64,
    /// The chance that it hit a mine; none if that is too much work.
    pub risk: Option<f64>,
    /// The chance to win with the best choice.
    pub before: f64,
    /// The chance to win once it was seen what it shows.
    pub after: f64,
    /// How these are known.
    pub win_is: WinIs,
    /// The chance to win with this choice, before it was seen.
    pub chosen: f64,
    /// The best cell.
    pub best: Option<Pair>,
    /// `opening`, `certain`, `missed` (a certain cell existed), `best`, `good`, `inaccuracy`, `mistake`, `blunder`,
    /// `forced` (a coin to toss) or `unknown`.
    pub label: String,
    /// What the choice gave away.
    pub lost: f64,
    /// What was shown beyond what was to be expected.
    pub luck: f64,
    /// All that in a sentence.
    pub text: String,
}

/// Mistakes of reviewed games, newest first.
#[derive(Serialize, ToSchema)]
pub struct Puzzles {
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

/// A mistake of a reviewed game, to be done better.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Puzzle {
    /// The game.
    pub game: String,
    /// After how many moves.
    pub at: usize,
    /// What was played.
    pub rules: String,
    /// What was shown.
    pub view: String,
    /// What the choice was called.
    pub label: String,
    /// What it gave away.
    pub lost: f64,
    /// Whether a better choice was found since.
    pub solved: bool,
}

/// An answer to a puzzle.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PuzzleAnswer {
    /// The cell to reveal.
    pub cell: Pair,
}

/// How good an answer is.
#[derive(Serialize, ToSchema)]
pub struct Judged {
    /// What the choice is called.
    pub label: String,
    /// What it gives away.
    pub lost: f64,
    /// The best cell.
    pub best: Option<Pair>,
    /// All that in a sentence.
    pub text: String,
    /// Whether it solves the puzzle.
    pub solved: bool,
}
