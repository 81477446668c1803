//! What the regression is told before it learns.

use std::fmt;

use minewise::Rules;
use serde::{Deserialize, Serialize};

use crate::shared::course::Settings;
use crate::shared::encoding::Encoding;

/// What the regression learns from, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RegressionSettings {
    /// What is played.
    pub rules: Rules,
    /// How boards become numbers.
    pub encoding: Encoding,
    /// Whether a board is asked as all its mirrorings and turns, and the mean is believed; not in the paper.
    pub symmetry: bool,
    /// The games.
    pub games: Settings,
    /// The share of moves that are certainly safe ones, where there are any; 0 in the paper.
    pub certain: f64,
    /// The most views that it is fitted to, drawn by chance as they were seen.
    pub most_views: usize,
    /// The most views that kernels are tried on.
    pub most_tried: usize,
}

impl RegressionSettings {
    /// [`RegressionSettings::certain`] unless it is set.
    pub const CERTAIN: f64 = 0.0;
    /// [`RegressionSettings::most_views`] unless it is set.
    pub const MOST_VIEWS: usize = 3000;

    /// Settings that serve well.
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
