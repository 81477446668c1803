//! Questions about views.

use minewise_coach::Pair;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A view to take apart.
#[derive(Deserialize, ToSchema)]
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

/// A cell of a view to be told about.
#[derive(Deserialize, ToSchema)]
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
#[derive(Serialize, ToSchema)]
pub struct Reading {
    /// `view`, `layout` or `transcript`.
    #[schema(value_type = String)]
    pub kind: &'static str,
    /// The same in our notation, a view or a layout on one line.
    pub text: String,
    /// Its rules.
    pub rules: String,
}
