//! Questions about views.

use minewise_coach::Pair;
use serde::{Deserialize, Serialize};

/// A request to analyse a view.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AnalyzeRequest {
    /// The view, in Minewise notation or that of `.mine` files; omitted if the question is about a game.
    #[serde(default)]
    pub view: Option<String>,
    /// The game in progress that the question is about. Its analysis is shared by all questions about the same view.
    #[serde(default)]
    pub game: Option<GameAt>,
    /// The player that chooses, such as `exact` or `search(level=deep)`; `exact` if omitted.
    #[serde(default)]
    pub player: Option<String>,
    /// Whether flags are treated as mines. Not allowed together with a game.
    #[serde(default)]
    pub trust_flags: bool,
}

impl AnalyzeRequest {
    /// Returns the player that chooses.
    pub(crate) fn player(&self) -> &str {
        self.player.as_deref().unwrap_or("exact")
    }
}

/// A game in progress, after a number of moves.
///
/// The number of moves ensures that a question is answered about its own view, even if a move overtakes it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct GameAt {
    /// The id of the game.
    pub id: String,
    /// The number of its moves, including flags.
    pub n_moves: usize,
}

/// A request for the report of a cell.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CellRequest {
    /// The view; omitted if the question is about a game.
    #[serde(default)]
    pub view: Option<String>,
    /// The game in progress that the question is about.
    #[serde(default)]
    pub game: Option<GameAt>,
    /// The cell.
    pub cell: Pair,
    /// Whether flags are treated as mines. Not allowed together with a game.
    #[serde(default)]
    pub trust_flags: bool,
}

/// The content of a file or of pasted text.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Reading {
    /// The kind of the content.
    pub kind: ReadingKind,
    /// The content in Minewise notation, a view or a layout on one line.
    pub text: String,
    /// The rules.
    pub rules: String,
}

/// The kind of content of a file or of pasted text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ReadingKind {
    /// A view.
    View,
    /// A layout.
    Layout,
    /// A game and its moves.
    Transcript,
}
