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

use minewise::{Rules, View};
use serde::{Deserialize, Serialize};

use crate::network::{Network, Shape};
use crate::shared::course::{Course, Settings};
use crate::shared::data::is_perimeter;

/// The training of a network.
pub trait Trains: Course<Settings: From<NetworkSettings>> {
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

/// The learning rate after `n_done` of `n_games` games, which falls from the highest rate to 0 along half a cosine.
fn rate(highest: f32, n_done: u64, n_games: u64) -> f32 {
    let done = n_done as f32 / n_games as f32;
    highest * 0.5 * (1.0 + libm::cosf(std::f32::consts::PI * done))
}

/// The weights of all cells of a view in the loss. Each perimeter cell has the weight 1, and the cells outside, which
/// all have the same risk, have the weight 1 together.
fn cell_weights(view: &View) -> Vec<f32> {
    let n_outside = view.covered().filter(|&cell| !is_perimeter(view, cell)).count();
    let weight = |cell| match view.is_covered(cell) {
        false => 0.0,
        true if is_perimeter(view, cell) => 1.0,
        true => 1.0 / n_outside as f32,
    };
    (0..view.grid().n_cells()).map(weight).collect()
}

#[cfg(test)]
mod tests;
