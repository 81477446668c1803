//! Settings of the classifier's fit.

use std::fmt;

use minewise::Rules;
use serde::{Deserialize, Serialize};

use super::window::Side;
use crate::shared::course::Settings;
use crate::shared::encoding::Encoding;
use crate::shared::named::named;

/// The method that computes the decision value of a window, which is above 0 for a certainly safe cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Method {
    /// Logistic regression.
    Logistic,
    /// A support vector machine without a kernel.
    LinearSvm,
    /// A support vector machine with the kernel `exp(−gamma · squared distance)`.
    #[default]
    RbfSvm,
}

impl Method {
    /// The default cost.
    fn cost(self) -> f64 {
        match self {
            Method::Logistic => 1e5,
            Method::LinearSvm => 1e3,
            Method::RbfSvm => 1e5,
        }
    }
}

named!(Method: Logistic = "logistic", LinearSvm = "linear-svm", RbfSvm = "rbf-svm");

/// Settings of the classifier's fit: what it learns from, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClassifierSettings {
    /// The rules of the games, which are played in turn; at least one.
    #[serde(with = "rules_as_text")]
    pub rules: Vec<Rules>,
    /// The side of the windows.
    #[serde(with = "crate::shared::as_text")]
    pub window: Side,
    /// Whether all mirrored and rotated images of a window are learned as one; not in the paper.
    pub symmetry: bool,
    /// How windows are turned into numbers.
    pub encoding: Encoding,
    /// How decision values are computed.
    pub method: Method,
    /// The games to learn from.
    pub games: Settings,
    /// The share of moves that reveal a certainly safe cell if there is one; 0 in the paper.
    pub certain: f64,
    /// The weight of the losses relative to the size of the weights: the C of the paper, for all examples together.
    pub cost: f64,
    /// How fast the kernel falls with the distance; used only by [`Method::RbfSvm`].
    pub gamma: f64,
    /// The most distinct windows that [`Method::RbfSvm`] learns from: a random sample, weighted by how often each was
    /// seen.
    pub most_windows: usize,
}

impl ClassifierSettings {
    /// The default of [`ClassifierSettings::certain`].
    pub const CERTAIN: f64 = 0.0;
    /// The default of [`ClassifierSettings::most_windows`].
    pub const MOST_WINDOWS: usize = 10_000;

    /// The default settings for a method and an encoding.
    pub fn new(rules: Vec<Rules>, window: Side, encoding: Encoding, method: Method, games: Settings) -> Self {
        let gamma = match encoding {
            Encoding::Integer => 1.0,
            Encoding::OneHot => 0.05,
        };
        ClassifierSettings {
            rules,
            window,
            symmetry: true,
            encoding,
            method,
            games,
            certain: ClassifierSettings::CERTAIN,
            cost: method.cost(),
            gamma,
            most_windows: ClassifierSettings::MOST_WINDOWS,
        }
    }
}

impl fmt::Display for ClassifierSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let upright = if self.symmetry { "upright " } else { "" };
        write!(f, "{} on {upright}{} windows of {}, ", self.method, self.encoding, self.window)?;
        write!(f, "{} of {}, cost {}", self.games, rules_text(&self.rules), self.cost)?;
        if self.certain > 0.0 {
            write!(f, ", {} of the moves certain", self.certain)?;
        }
        match self.method {
            Method::RbfSvm => write!(f, ", gamma {}, at most {} windows", self.gamma, self.most_windows),
            Method::Logistic | Method::LinearSvm => Ok(()),
        }
    }
}

/// Writes rules with spaces in between.
pub(super) fn rules_text(rules: &[Rules]) -> String {
    rules.iter().map(Rules::to_string).collect::<Vec<_>>().join(" ")
}

/// Serialises rules in a checkpoint.
mod rules_as_text {
    use minewise::Rules;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(rules: &[Rules], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&super::rules_text(rules))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Rules>, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.split_whitespace().map(|rules| rules.parse().map_err(D::Error::custom)).collect()
    }
}
