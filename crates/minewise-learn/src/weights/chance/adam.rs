//! A small network in training, optimised by Adam.
//!
//! Plain loops over plain vectors, in single precision. The order of every sum is fixed, so equal lessons give equal
//! bits.

use minewise::{Rng, Seed};
use minewise_players::{Layer, N_FEATURES, logistic};
use serde::{Deserialize, Serialize};

use crate::shared::adam::{Step, Weights};

/// A layer in training.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Trained {
    n_inputs: usize,
    n_outputs: usize,
    /// The weights to all outputs of the first input, then of the second, and so on.
    weights: Weights,
    offsets: Weights,
}

/// A network in training.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Trainee {
    /// For each input: the number that is subtracted from it, and the factor that it is then multiplied by.
    scaling: Vec<(f32, f32)>,
    layers: Vec<Trained>,
    n_steps: u32,
    /// The inputs of each layer in the last estimate, then the output.
    #[serde(skip)]
    sums: Vec<Vec<f32>>,
}

impl Trainee {
    /// Creates an untrained network with hidden layers of these sizes, for inputs with these means and standard
    /// deviations.
    pub(super) fn new(hidden: &[usize], inputs: &[(f64, f64)], seed: Seed) -> Trainee {
        let mut rng = Rng::new(seed);
        let sizes: Vec<usize> = [N_FEATURES].iter().chain(hidden).chain(&[1]).copied().collect();
        let layers = sizes.windows(2).map(|pair| {
            let (n_inputs, n_outputs) = (pair[0], pair[1]);
            // The initial range of He et al. 2015, with which sums neither vanish nor explode.
            let most = (6.0 / n_inputs as f64).sqrt();
            let weights = (0..n_inputs * n_outputs).map(|_| ((2.0 * rng.unit() - 1.0) * most) as f32);
            Trained {
                n_inputs,
                n_outputs,
                weights: Weights::new(weights.collect()),
                offsets: Weights::new(vec![0.0; n_outputs]),
            }
        });
        // An input that hardly varies is not scaled up.
        let scale = |spread: f64| if spread > 1e-3 { (1.0 / spread).min(20.0) } else { 1.0 };
        let scaling = inputs.iter().map(|&(mean, spread)| (mean as f32, scale(spread) as f32)).collect();
        Trainee { scaling, layers: layers.collect(), n_steps: 0, sums: Vec::new() }
    }

    /// Computes the current estimate of the chance to win for these features.
    pub(super) fn chance(&mut self, features: &[f32; N_FEATURES]) -> f64 {
        self.sums.resize(self.layers.len() + 1, Vec::new());
        self.sums[0].clear();
        let scaled = features.iter().zip(&self.scaling).map(|(input, (mean, scale))| (input - mean) * scale);
        self.sums[0].extend(scaled);
        for (idx, layer) in self.layers.iter().enumerate() {
            let [inputs, outputs] = &mut self.sums[idx..idx + 2] else { unreachable!("two were asked for") };
            outputs.clear();
            outputs.extend_from_slice(&layer.offsets.values);
            let rows = layer.weights.values.chunks_exact(layer.n_outputs);
            for (&input, row) in inputs.iter().zip(rows).filter(|&(&input, _)| input != 0.0) {
                for (sum, weight) in outputs.iter_mut().zip(row) {
                    *sum += input * weight;
                }
            }
            if idx + 1 < self.layers.len() {
                for sum in outputs {
                    *sum = sum.max(0.0);
                }
            }
        }
        logistic(f64::from(self.sums[self.layers.len()][0]))
    }

    /// Adds to the gradient: `slope` is the derivative of the loss by the network's output (before the logistic
    /// function) for these features.
    pub(super) fn note(&mut self, features: &[f32; N_FEATURES], slope: f32) {
        self.chance(features);
        let mut slopes = vec![slope];
        for (layer, inputs) in self.layers.iter_mut().zip(&self.sums).rev() {
            for (gradient, slope) in layer.offsets.gradient.iter_mut().zip(&slopes) {
                *gradient += slope;
            }
            let mut below = vec![0.0; layer.n_inputs];
            let rows = layer.weights.values.chunks_exact(layer.n_outputs);
            let gradients = layer.weights.gradient.chunks_exact_mut(layer.n_outputs);
            for (((&input, row), gradients), below) in inputs.iter().zip(rows).zip(gradients).zip(&mut below)
            {
                // An input of 0 was cut off below 0 by the layer before, so nothing depends on it.
                if input != 0.0 {
                    for (gradient, slope) in gradients.iter_mut().zip(&slopes) {
                        *gradient += input * slope;
                    }
                    *below = row.iter().zip(&slopes).map(|(weight, slope)| weight * slope).sum();
                }
            }
            slopes = below;
        }
    }

    /// Changes the weights by the collected gradient, divided by `weight`, and resets the gradient to 0.
    pub(super) fn step(&mut self, rate: f32, weight: f32) {
        self.n_steps += 1;
        let step = Step::new(self.n_steps, rate, weight);
        for layer in &mut self.layers {
            layer.weights.step(step);
            layer.offsets.step(step);
        }
    }

    /// The current layers, for unscaled inputs: the scaling has become part of the first layer.
    pub(super) fn layers(&self) -> Vec<Layer> {
        let mut layers: Vec<Layer> = self.layers.iter().map(plain).collect();
        let Layer { weights, offsets } = &mut layers[0];
        let mut exact: Vec<f64> = offsets.iter().map(|&offset| f64::from(offset)).collect();
        for (row, &(mean, scale)) in weights.iter_mut().zip(&self.scaling) {
            for (weight, offset) in row.iter_mut().zip(&mut exact) {
                let scaled = f64::from(*weight) * f64::from(scale);
                *offset -= scaled * f64::from(mean);
                *weight = scaled as f32;
            }
        }
        *offsets = exact.into_iter().map(|offset| offset as f32).collect();
        layers
    }
}

fn plain(layer: &Trained) -> Layer {
    let rows = layer.weights.values.chunks_exact(layer.n_outputs);
    Layer { weights: rows.map(<[f32]>::to_vec).collect(), offsets: layer.offsets.values.clone() }
}

#[cfg(test)]
mod tests {
    use minewise_players::Network;

    use super::*;

    fn random_features(rng: &mut Rng) -> [f32; N_FEATURES] {
        std::array::from_fn(|_| if rng.below(2) == 0 { 0.0 } else { rng.unit() as f32 })
    }

    fn trainee() -> Trainee {
        Trainee::new(&[6, 4], &[(0.25, 0.4); N_FEATURES], Seed(3))
    }

    #[test]
    fn the_finished_network_gives_the_same_chances() {
        let (mut rng, mut trainee) = (Rng::new(Seed(1)), trainee());
        for _ in 0..20 {
            let features = random_features(&mut rng);
            trainee.note(&features, 0.5);
            trainee.step(0.01, 1.0);
        }
        let network = Network::new("test", trainee.layers()).unwrap();
        for _ in 0..100 {
            let features = random_features(&mut rng);
            let (one, other) = (trainee.chance(&features), network.chance(&features));
            assert!((one - other).abs() < 1e-5, "{one} {other}");
        }
    }

    /// Compares gradients with the effect of small changes of the weights.
    #[test]
    fn gradients_are_slopes() {
        let (mut rng, mut trainee) = (Rng::new(Seed(2)), trainee());
        let features = random_features(&mut rng);
        let before = trainee.clone();
        trainee.note(&features, 1.0);
        let output = |trainee: &mut Trainee| {
            trainee.chance(&features);
            f64::from(trainee.sums[3][0])
        };
        let mut n_sloped = 0;
        for layer in 0..3 {
            for idx in (0..before.layers[layer].weights.values.len()).step_by(7) {
                let mut changed = [before.clone(), before.clone()];
                let step = 1e-2;
                changed[0].layers[layer].weights.values[idx] -= step;
                changed[1].layers[layer].weights.values[idx] += step;
                let [low, high] = changed.each_mut().map(output);
                let slope = (high - low) / f64::from(2.0 * step);
                let gradient = f64::from(trainee.layers[layer].weights.gradient[idx]);
                assert!((slope - gradient).abs() < 0.02 * (1.0 + gradient.abs()), "{slope} {gradient}");
                n_sloped += usize::from(gradient != 0.0);
            }
        }
        assert!(n_sloped > 20, "{n_sloped}");
    }
}
