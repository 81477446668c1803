//! Questions about views.

use minewise_coach::Pair;
use serde::{Deserialize, Serialize};

/// A view to take apart.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AnalyzeAsked {
    /// In our notation, or as `.mine` files have it; left out if a game is asked about.
    #[serde(default)]
    pub view: Option<String>,
    /// The game in progress whose view is meant: what was counted of it is counted once.
    #[serde(default)]
    pub game: Option<GameAt>,
    /// Who chooses, like `exact` or `search(level=deep)`; `exact` if left out.
    #[serde(default)]
    pub player: Option<String>,
    /// Whether flags are taken for mines, which in a game they never are.
    #[serde(default)]
    pub trust_flags: bool,
}

impl AnalyzeAsked {
    /// Who chooses.
    pub(crate) fn player(&self) -> &str {
        self.player.as_deref().unwrap_or("exact")
    }
}

/// A game in progress, as it stands after so many moves.
///
/// Whoever asks says how many moves it has seen, so that a late question is not answered about another view.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct GameAt {
    /// Which game.
    pub id: String,
    /// How many moves it has, flags included.
    pub n_moves: usize,
}

/// A cell of a view to be told about.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CellAsked {
    /// The view; left out if a game is asked about.
    #[serde(default)]
    pub view: Option<String>,
    /// The game in progress whose view is meant.
    #[serde(default)]
    pub game: Option<GameAt>,
    /// The cell.
    pub cell: Pair,
    /// Whether flags are taken for mines, which in a game they never are.
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
