//! Trains networks: [`cnn`] on exact risks, [`dqn`] on the results of its own moves.
//!
//! The library burn computes the gradients, on the CPU. The weights and the state of Adam are plain numbers in our own
//! structures, so that a training can be saved, resumed, and repeated with the same result.

pub mod cnn;
pub mod dqn;
mod gradient;
mod test_games;
mod trainee;

use std::fmt;

use minewise::Rules;
use serde::{Deserialize, Serialize};

use crate::network::{Network, Shape};
use crate::shared::course::{Course, Settings};

/// The training of a network.
pub trait Trains: Course<Settings = NetworkSettings> {
    /// The current network.
    fn network(&self, remarks: Vec<String>) -> Network;
}

/// Settings of a training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkSettings {
    /// The rules of the games as text; they are played in turn.
    ///
    /// Invariant: at least one, and all are well formed.
    rules: Vec<String>,
    shape: Shape,
    games: Settings,
}

impl NetworkSettings {
    /// Creates the settings of a training on games with these rules, which are played in turn.
    ///
    /// # Panics
    /// When there are no rules.
    pub fn new(rules: &[Rules], shape: Shape, games: Settings) -> NetworkSettings {
        assert!(!rules.is_empty(), "a training has rules");
        NetworkSettings { rules: rules.iter().map(Rules::to_string).collect(), shape, games }
    }

    fn parsed_rules(&self) -> Vec<Rules> {
        self.rules.iter().map(|rules| rules.parse().expect("the rules are well formed")).collect()
    }
}

impl fmt::Display for NetworkSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shape { n_channels, n_layers } = self.shape;
        write!(f, "{} on {}, {n_channels} channels, {n_layers} layers", self.games, self.rules.join(","))
    }
}

/// The number of views in a batch, all with `n_cells` cells: batches have about the same number of cells for every
/// board.
fn batch_size(n_cells: usize) -> usize {
    (8192 / n_cells).clamp(8, 256)
}

#[cfg(test)]
mod tests;
