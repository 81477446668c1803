//! What the classifier is told before it learns.

use std::fmt;

use minewise::Rules;
use serde::{Deserialize, Serialize};

use super::window::Side;
use crate::shared::course::Settings;
use crate::shared::encoding::Encoding;
use crate::shared::named::named;

/// How a window gets its decision value, above 0 for a cell that is certainly safe.
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
    /// A cost that serves it well.
    fn cost(self) -> f64 {
        match self {
            Method::Logistic => 1e5,
            Method::LinearSvm => 1e3,
            Method::RbfSvm => 1e5,
        }
    }
}

named!(Method: Logistic = "logistic", LinearSvm = "linear-svm", RbfSvm = "rbf-svm");

/// What the classifier learns from, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClassifierSettings {
    /// What is played, in turn; at least one.
    #[serde(with = "rules_as_text")]
    pub rules: Vec<Rules>,
    /// The side of the windows.
    #[serde(with = "crate::shared::as_text")]
    pub window: Side,
    /// Whether windows are mirrored and turned upright, so that all images of one are learned as one; not in the paper.
    pub symmetry: bool,
    /// How windows become numbers.
    pub encoding: Encoding,
    /// How they get their decision values.
    pub method: Method,
    /// The games.
    pub games: Settings,
    /// The share of moves that are certainly safe ones, where there are any; 0 in the paper.
    pub certain: f64,
    /// How much the losses count against the size of the weights: the C of the paper, for all examples together.
    pub cost: f64,
    /// How fast the kernel falls with the distance; only [`Method::RbfSvm`] asks for it.
    pub gamma: f64,
    /// The most distinct windows that [`Method::RbfSvm`] learns from, drawn by chance as they were seen.
    pub most_windows: usize,
}

impl ClassifierSettings {
    /// [`ClassifierSettings::certain`] unless it is set.
    pub const CERTAIN: f64 = 0.0;
    /// [`ClassifierSettings::most_windows`] unless it is set.
    pub const MOST_WINDOWS: usize = 10_000;

    /// Settings that serve a method well.
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

/// Rules with a space between.
pub(super) fn rules_text(rules: &[Rules]) -> String {
    rules.iter().map(Rules::to_string).collect::<Vec<_>>().join(" ")
}

/// Rules in a checkpoint.
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
