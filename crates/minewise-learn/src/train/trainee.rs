//! A network in training.

use minewise::{Rng, Seed};
use serde::{Deserialize, Serialize};

use super::gradient::{Batch, gradient};
use crate::network::{N_PLANES, Network, Output, Shape};
use crate::shared::adam::{Step, Weights};

/// A network in training.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Trainee {
    shape: Shape,
    weights: Vec<Weights>,
    n_steps: u32,
}

/// The number of steps until the learning rate has grown to its full value.
const WARM_UP: f32 = 200.0;

impl Trainee {
    /// Creates an untrained network.
    pub(super) fn new(shape: Shape, seed: Seed) -> Trainee {
        let mut rng = Rng::new(seed);
        let n_sets = shape.sizes().len();
        let mut begin = |(idx, size): (usize, usize)| {
            let n_inputs = match idx {
                0 => N_PLANES * 9,
                _ if idx + 2 >= n_sets => shape.n_channels,
                _ => shape.n_channels * 9,
            };
            // The initial range of He et al. 2015. The more layers add to the channels, the smaller each of them
            // starts, and the head starts near 0.
            let layers = if (2..n_sets - 2).contains(&idx) { shape.n_layers as f64 } else { 1.0 };
            let head = if idx + 2 >= n_sets { 0.1 } else { 1.0 };
            let most = if idx % 2 == 1 { 0.0 } else { head * (6.0 / (n_inputs as f64 * layers)).sqrt() };
            Weights::new((0..size).map(|_| ((2.0 * rng.unit() - 1.0) * most) as f32).collect())
        };
        let weights = shape.sizes().into_iter().enumerate().map(&mut begin).collect();
        Trainee { shape, weights, n_steps: 0 }
    }

    /// Learns from a batch, and returns its loss before the step.
    pub(super) fn step(&mut self, batch: Batch, rate: f32) -> f32 {
        let values: Vec<&[f32]> = self.weights.iter().map(|weights| weights.values.as_slice()).collect();
        let (loss, gradients) = gradient(self.shape, &values, batch);
        self.n_steps += 1;
        let warm_up = (self.n_steps as f32 / WARM_UP).min(1.0);
        let step = Step::new(self.n_steps, rate * warm_up, 1.0);
        for (weights, gradient) in self.weights.iter_mut().zip(gradients) {
            weights.gradient = gradient;
            weights.step(step);
        }
        loss
    }

    /// The current weights.
    pub(super) fn weights(&self) -> Vec<Vec<f32>> {
        self.weights.iter().map(|weights| weights.values.clone()).collect()
    }

    /// The current network.
    pub(super) fn network(&self, output: Output, remarks: Vec<String>) -> Network {
        Network::new(output, self.shape, remarks, &self.weights())
    }
}
