//! What choices are called.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a choice is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Label {
    /// The first reveal, which nobody can know better.
    Opening,
    /// Certainly safe.
    Certain,
    /// A guess, though some cell was certainly safe.
    Missed,
    /// A guess, and none was better.
    Best,
    /// A guess that gave away less than 5 points.
    Good,
    /// One that gave away 5 points or more.
    Inaccuracy,
    /// 10 points or more.
    Mistake,
    /// 15 points or more.
    Blunder,
    /// A coin to toss: one of two, and nothing will ever tell which.
    Forced,
    /// Too much work to tell.
    Unknown,
}

impl Label {
    /// Its name, in a word.
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

    /// Whether it can be learned from.
    pub fn is_mistake(self) -> bool {
        matches!(self, Label::Missed | Label::Inaccuracy | Label::Mistake | Label::Blunder)
    }

    /// What a guess is called that gave away so much, where nothing was certain.
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

/// Less than this is no difference.
const AS_GOOD: f64 = 0.002;
