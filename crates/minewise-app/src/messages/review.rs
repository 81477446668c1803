//! Reviews of games, and puzzles made from their mistakes.

use minewise_coach::{Label, Pair, Review};
use serde::{Deserialize, Serialize};

use super::Damaged;

/// The review of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameReview {
    /// The id of the game.
    pub game: String,
    /// The review.
    #[serde(flatten)]
    pub review: Review,
}

/// The progress of a review.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReviewProgress {
    /// The number of moves reviewed.
    pub done: u64,
    /// The total number of moves.
    pub total: u64,
}

/// The first event of a watched game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WatchBegin {
    /// The rules.
    pub rules: String,
    /// The seed of the layout.
    pub seed: String,
    /// The player.
    pub player: String,
}

/// Puzzles made from mistakes of reviewed games, newest first.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Puzzles {
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
    /// Those that cannot be read.
    pub damaged: Vec<Damaged>,
}

/// A puzzle: a mistake of a reviewed game, for which a better choice is to be found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Puzzle {
    /// The id of the game.
    pub game: String,
    /// The number of moves before the mistake.
    pub at: usize,
    /// The rules.
    pub rules: String,
    /// The view before the mistake.
    pub view: String,
    /// The label of the mistake.
    pub label: Label,
    /// By how much the mistake lowered the chance to win.
    pub lost: f64,
    /// Whether the puzzle is solved.
    pub solved: bool,
}

/// An answer to a puzzle.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PuzzleAnswer {
    /// The cell to reveal.
    pub cell: Pair,
}

/// A request to watch a player in a game.
#[derive(Debug, Serialize, Deserialize)]
pub struct WatchRequest {
    /// The rules.
    pub rules: String,
    /// The player.
    pub player: String,
    /// The seed of the layout; random if omitted.
    #[serde(default)]
    pub seed: Option<String>,
}
