//! Games and moves.

use minewise::{Layout, Measure};
use minewise_coach::{Kind, Pair, Standing};
use serde::{Deserialize, Serialize};

/// A game as its player may see it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Game {
    /// By which it is asked for.
    pub id: String,
    /// What is played.
    pub rules: String,
    /// Whether its layout needs no guess.
    pub no_guess: bool,
    /// What is shown; after a loss with the mine that was hit.
    pub view: String,
    /// How it stands.
    pub status: Standing,
    /// How many moves were made, flags included.
    pub n_moves: usize,
    /// How long it has taken.
    pub elapsed_ms: u64,
    /// When it was begun, since 1970.
    pub created: u64,
    /// The game that it was played on from.
    pub from: Option<String>,
    /// What is told when it is over.
    pub end: Option<End>,
}

/// What is told when a game is over.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct End {
    /// What the layout came from.
    pub seed: String,
    /// Where the mines are.
    pub layout: String,
    /// The fewest reveals that win.
    pub three_bv: usize,
}

impl End {
    pub(crate) fn of(seed: &str, layout: &Layout) -> End {
        End { seed: seed.to_owned(), layout: format!("{layout:#}"), three_bv: Measure::of(layout).three_bv }
    }
}

/// A game to begin.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// What is played, like `30x16/99` or `expert:zero`.
    pub rules: String,
    /// A whole number; drawn if left out.
    #[serde(default)]
    pub seed: Option<String>,
    /// Whether the layout must need no guess.
    #[serde(default)]
    pub no_guess: bool,
}

/// A game that was played elsewhere.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Import {
    /// Its rules, seed and moves, as `GET /api/games/{id}/transcript` tells them.
    pub transcript: String,
}

/// Where to play on from.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Fork {
    /// After how many moves.
    pub at: usize,
}

/// A move to make.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct MoveAsked {
    /// What it does.
    pub kind: Kind,
    /// Where.
    pub cell: Pair,
    /// How long the game has taken by the page's clock.
    pub elapsed_ms: u64,
}

/// What a move brought.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Moved {
    /// How the game stands.
    pub status: Standing,
    /// How many moves were made.
    pub n_moves: usize,
    /// How long it has taken.
    pub elapsed_ms: u64,
    /// Row, column and letter of each cell that shows something else now.
    pub changed: Vec<(usize, usize, char)>,
    /// What is told when it is over.
    pub end: Option<End>,
}

/// Games, newest first.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Games {
    /// The games.
    pub games: Vec<Game>,
}

/// A view, as it stood at some moment.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ViewAt {
    /// What was shown.
    pub view: String,
}
