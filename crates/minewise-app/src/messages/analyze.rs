//! Questions about views.

use minewise_coach::Pair;
use serde::{Deserialize, Serialize};

/// A view to take apart.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AnalyzeAsked {
    /// In our notation, or as `.mine` files have it.
    pub view: String,
    /// Who chooses, like `exact` or `search(level=deep)`; `exact` if left out.
    #[serde(default)]
    pub player: Option<String>,
    /// Whether flags are taken for mines.
    #[serde(default)]
    pub trust_flags: bool,
}

impl AnalyzeAsked {
    /// Who chooses.
    pub(crate) fn player(&self) -> &str {
        self.player.as_deref().unwrap_or("exact")
    }
}

/// A cell of a view to be told about.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CellAsked {
    /// The view.
    pub view: String,
    /// The cell.
    pub cell: Pair,
    /// Whether flags are taken for mines.
    #[serde(default)]
    pub trust_flags: bool,
}

/// What a file or a pasted text holds.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Reading {
    /// What it is.
    pub kind: ReadingKind,
    /// The same in our notation, a view or a layout on one line.
    pub text: String,
    /// Its rules.
    pub rules: String,
}

/// What a file or a pasted text may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ReadingKind {
    /// What is shown of a game.
    View,
    /// Where the mines are.
    Layout,
    /// A game and its moves.
    Transcript,
}
