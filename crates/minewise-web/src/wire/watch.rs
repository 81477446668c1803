//! Games of players, to be watched.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Changed, Choice, Pair, Standing};

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

/// A move of a player that is watched.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Step {
    /// What it chose, and why.
    pub choice: Choice,
    /// The cells that it is sure are mines, if it says so.
    pub marks: Vec<Pair>,
    /// Row, column and letter of each cell that shows something else now.
    pub changed: Vec<Changed>,
    /// How the game stands.
    pub status: Standing,
    /// The chance to win before it, by the coach's estimate.
    pub win: Option<f64>,
}

/// How a game ended that a player was watched in.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct WatchEnd {
    /// `won`, `lost`, or `stuck` if the player gave up.
    pub status: String,
    /// Where the mines are.
    pub layout: String,
}
