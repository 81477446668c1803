//! Trains networks: [`cnn`] on exact risks, [`dqn`] on what came of its own moves.
//!
//! Gradients are computed by burn on the processor; the weights and all that Adam remembers of them are plain numbers of
//! ours, so that a training can be written down, gone on with, and done again with the same result.

pub mod cnn;
pub mod dqn;
mod gradient;
mod look;
mod trainee;

use std::fmt;

use minewise::Rules;
use serde::{Deserialize, Serialize};

use crate::network::{Network, Shape};
use crate::shared::course::{Course, Settings};

/// The training of a network.
pub trait Trains: Course<Settings = NetworkSettings> {
    /// The network as it is now.
    fn network(&self, remarks: Vec<String>) -> Network;
}

/// What a training is told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkSettings {
    /// What is played, game by game in turn, as the notation has it.
    ///
    /// Invariant: at least one, all well formed.
    rules: Vec<String>,
    shape: Shape,
    games: Settings,
}

impl NetworkSettings {
    /// A training on games of these rules, in turn.
    ///
    /// # Panics
    /// When there are no rules.
    pub fn new(rules: &[Rules], shape: Shape, games: Settings) -> NetworkSettings {
        assert!(!rules.is_empty(), "a training has rules");
        NetworkSettings { rules: rules.iter().map(Rules::to_string).collect(), shape, games }
    }

    fn parsed(&self) -> Vec<Rules> {
        self.rules.iter().map(|rules| rules.parse().expect("the rules are well formed")).collect()
    }
}

impl fmt::Display for NetworkSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shape { n_channels, n_layers } = self.shape;
        write!(f, "{} on {}, {n_channels} channels, {n_layers} layers", self.games, self.rules.join(","))
    }
}

/// The views of a batch, all of so many cells: about as many cells together, whatever their size.
fn batch_size(n_cells: usize) -> usize {
    (8192 / n_cells).clamp(8, 256)
}

#[cfg(test)]
mod tests;
