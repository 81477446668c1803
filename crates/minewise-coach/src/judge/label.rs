//! The labels of choices.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The label of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Label {
    /// The first reveal of a game.
    Opening,
    /// A certainly safe cell.
    Certain,
    /// A guess, although some cell was certainly safe.
    Missed,
    /// A guess, and no other was better.
    Best,
    /// A guess that lost less than 5 percentage points of the chance to win.
    Good,
    /// A guess that lost at least 5 percentage points.
    Inaccuracy,
    /// A guess that lost at least 10 percentage points.
    Mistake,
    /// A guess that lost at least 15 percentage points.
    Blunder,
    /// A coin flip between two cells that no later move can decide.
    Forced,
    /// Rating the choice is too much work.
    Unknown,
}

impl Label {
    /// Returns the name of the label.
    pub fn name(self) -> &'static str {
        match self {
            Label::Opening => "opening",
            Label::Certain => "certain",
            Label::Missed => "missed",
            Label::Best => "best",
            Label::Good => "good",
            Label::Inaccuracy => "inaccuracy",
            Label::Mistake => "mistake",
            Label::Blunder => "blunder",
            Label::Forced => "forced",
            Label::Unknown => "unknown",
        }
    }

    /// Checks whether a better choice was possible and worth learning from.
    pub fn is_mistake(self) -> bool {
        matches!(self, Label::Missed | Label::Inaccuracy | Label::Mistake | Label::Blunder)
    }

    /// Returns the label of a guess with this loss, if nothing was certain.
    pub(crate) fn of_loss(lost: f64) -> Label {
        match lost {
            _ if lost >= 0.15 => Label::Blunder,
            _ if lost >= 0.10 => Label::Mistake,
            _ if lost >= 0.05 => Label::Inaccuracy,
            _ if lost > AS_GOOD => Label::Good,
            _ => Label::Best,
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Losses up to this are treated as none.
const AS_GOOD: f64 = 0.002;
