//! Games taken apart, and their mistakes.

use minewise_coach::{Label, Pair, Review};
use serde::{Deserialize, Serialize};

/// A game that was played here, taken apart.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameReview {
    /// Which game.
    pub game: String,
    /// The review.
    #[serde(flatten)]
    pub review: Review,
}

/// How far a review is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReviewProgress {
    /// The moves taken apart.
    pub done: u64,
    /// How many there are in all.
    pub total: u64,
}

/// A game that a player is watched in.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Begin {
    /// What is played.
    pub rules: String,
    /// What the layout comes from.
    pub seed: String,
    /// Who plays.
    pub player: String,
}

/// Mistakes of reviewed games, newest first.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Puzzles {
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

/// A mistake of a reviewed game, to be done better.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PuzzleAnswer {
    /// The cell to reveal.
    pub cell: Pair,
}

/// A game that a player is to be watched in.
#[derive(Debug, Serialize, Deserialize)]
pub struct WatchAsked {
    /// What is played.
    pub rules: String,
    /// Who plays.
    pub player: String,
    /// What the layout comes from; drawn if left out.
    #[serde(default)]
    pub seed: Option<String>,
}
