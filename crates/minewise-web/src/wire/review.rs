//! Games taken apart, and their mistakes.

use minewise_coach::{Label, Pair, Review};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A game that was played here, taken apart.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameReview {
    /// Which game.
    pub game: String,
    /// The review.
    #[serde(flatten)]
    pub review: Review,
}

/// A game that a player is watched in.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Begin {
    /// What is played.
    pub rules: String,
    /// What the layout comes from.
    pub seed: String,
    /// Who plays.
    pub player: String,
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
    pub label: Label,
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
