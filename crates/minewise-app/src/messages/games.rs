//! Games and moves.

use minewise::Layout;
use minewise::insight::Measure;
use minewise_coach::{GameStatus, MoveKind, Pair};
use serde::{Deserialize, Serialize};

/// A game as its player may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Game {
    /// The id of the game.
    pub id: String,
    /// The rules.
    pub rules: String,
    /// Whether its layout needs no guess.
    pub no_guess: bool,
    /// The view; after a loss it shows the mine that was hit.
    pub view: String,
    /// The status of the game.
    pub status: GameStatus,
    /// The number of moves, including flags.
    pub n_moves: usize,
    /// The time from the first move to the last by the clock of the server, in milliseconds. Moves that were not made
    /// on a server have only the time of the page.
    pub elapsed_ms: u64,
    /// The time that the game has taken by the clock of the page, which may pause; at most `elapsed_ms`.
    pub page_ms: u64,
    /// The time when it was begun, in milliseconds since 1970.
    pub created: u64,
    /// The id of the game that it was forked from.
    pub from: Option<String>,
    /// The seed, layout and 3BV, once the game is over.
    pub end: Option<GameEnd>,
}

/// The facts that are revealed when a game is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameEnd {
    /// The seed of the layout.
    pub seed: String,
    /// The layout.
    pub layout: String,
    /// The 3BV: the minimum number of reveals that win.
    pub three_bv: usize,
}

impl GameEnd {
    pub(crate) fn of(seed: &str, layout: &Layout) -> GameEnd {
        GameEnd {
            seed: seed.to_owned(),
            layout: format!("{layout:#}"),
            three_bv: Measure::of(layout).three_bv,
        }
    }
}

/// A request to begin a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The rules, such as `30x16/99` or `expert:zero`.
    pub rules: String,
    /// The seed, a whole number; random if omitted.
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
    /// Its rules, seed and moves, as `GET /api/games/{id}/transcript` returns them.
    pub transcript: String,
}

/// The point to fork a game at.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Fork {
    /// The number of moves to keep.
    pub at: usize,
}

/// A request to make a move.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct MoveRequest {
    /// The kind of the move.
    pub kind: MoveKind,
    /// The cell.
    pub cell: Pair,
    /// The time that the game has taken by the clock of the page, in milliseconds.
    pub elapsed_ms: u64,
    /// The number of moves of the game that the page shows; if the game has another number, the move is refused. Any
    /// number if omitted.
    #[serde(default)]
    pub n_moves: Option<usize>,
}

/// The result of a move.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MoveResult {
    /// The status of the game.
    pub status: GameStatus,
    /// The number of moves.
    pub n_moves: usize,
    /// The time from the first move to the last by the clock of the server, in milliseconds. Moves that were not made
    /// on a server have only the time of the page.
    pub elapsed_ms: u64,
    /// The time that the game has taken by the clock of the page, which may pause; at most `elapsed_ms`.
    pub page_ms: u64,
    /// The row, column and new letter of each cell that changed.
    pub changed: Vec<(usize, usize, char)>,
    /// The seed, layout and 3BV, once the game is over.
    pub end: Option<GameEnd>,
}

/// Games, newest first.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Games {
    /// The games.
    pub games: Vec<Game>,
    /// Those that cannot be read.
    pub damaged: Vec<Damaged>,
}

/// Something stored that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Damaged {
    /// Its id, as far as it can be read.
    pub id: String,
    /// What is wrong with it, as a sentence.
    pub error: String,
}

/// A view of a game at some moment.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ViewAt {
    /// The view.
    pub view: String,
}
