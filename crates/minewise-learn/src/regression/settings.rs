//! Settings of the regression's fit.

use std::fmt;

use minewise::Rules;
use serde::{Deserialize, Serialize};

use crate::shared::course::Settings;
use crate::shared::encoding::Encoding;

/// Settings of the regression's fit: what it learns from, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RegressionSettings {
    /// The rules of the games.
    pub rules: Rules,
    /// How boards are turned into numbers.
    pub encoding: Encoding,
    /// Whether predictions are averaged over all mirrored and rotated images of a board; not in the paper.
    pub symmetry: bool,
    /// The games to learn from.
    pub games: Settings,
    /// The share of moves that reveal a certainly safe cell if there is one; 0 in the paper.
    pub certain: f64,
    /// The most views that it is fitted to: a random sample, weighted by how often each was seen.
    pub most_views: usize,
    /// The most views that kernels are compared on.
    pub most_tried: usize,
}

impl RegressionSettings {
    /// The default of [`RegressionSettings::certain`].
    pub const CERTAIN: f64 = 0.0;
    /// The default of [`RegressionSettings::most_views`].
    pub const MOST_VIEWS: usize = 3000;

    /// The default settings.
    pub fn new(rules: Rules, games: Settings) -> RegressionSettings {
        RegressionSettings {
            rules,
            encoding: Encoding::default(),
            symmetry: true,
            games,
            certain: RegressionSettings::CERTAIN,
            most_views: RegressionSettings::MOST_VIEWS,
            most_tried: 800,
        }
    }
}

impl fmt::Display for RegressionSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turned = if self.symmetry { "turned " } else { "" };
        write!(f, "kernel ridge on {turned}{} boards, {} of {}", self.encoding, self.games, self.rules)?;
        if self.certain > 0.0 {
            write!(f, ", {} of the moves certain", self.certain)?;
        }
        write!(f, ", at most {} views, {} for the choice of the kernel", self.most_views, self.most_tried)
    }
}
