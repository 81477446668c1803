//! A small neural network with the features of a view as inputs and a chance as its output.
//!
//! Its file is text: a header line, a line with the command that made it, a line with the sizes of its layers, and then
//! for each layer a line of weights for each input and a line of offsets.

use std::fmt;
use std::str::FromStr;

use minewise::num::fnv1a;

use super::features::N_FEATURES;
use super::logistic::logistic;
use crate::entry::model_file::{Lines, ModelError};

const HEADER: &str = "minewise chance 1";

/// The most outputs of a layer.
const MOST_IN_A_LAYER: usize = 1024;

/// A layer of a network: every output is a weighted sum of the inputs plus an offset.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// For each input, a weight for each output.
    pub weights: Vec<Vec<f32>>,
    /// An offset for each output.
    pub offsets: Vec<f32>,
}

/// A network of fully connected layers, with ReLU between them: values below 0 count as 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// The command that made it, in a line.
    origin: String,
    /// Invariant: the first layer has [`N_FEATURES`] inputs, each other layer as many as the one before has outputs,
    /// and the last has one output.
    layers: Vec<Layer>,
    id: String,
}

impl Network {
    /// Creates a network of these layers; `origin` is the command that made it, in a line.
    ///
    /// `None` if the layers do not fit together, or a weight is not finite.
    pub fn new(origin: &str, layers: Vec<Layer>) -> Option<Network> {
        let mut n_inputs = N_FEATURES;
        for layer in &layers {
            let n_outputs = layer.offsets.len();
            let fits = layer.weights.len() == n_inputs
                && (1..=MOST_IN_A_LAYER).contains(&n_outputs)
                && layer.weights.iter().all(|row| row.len() == n_outputs)
                && layer.weights.iter().flatten().chain(&layer.offsets).all(|weight| weight.is_finite());
            if !fits {
                return None;
            }
            n_inputs = n_outputs;
        }
        if layers.is_empty() || n_inputs != 1 {
            return None;
        }
        let mut network = Network { origin: origin.trim().replace('\n', " "), layers, id: String::new() };
        network.id = format!("chance-1-{:016x}", fnv1a(network.to_string().bytes()));
        Some(network)
    }

    /// Identifies the weights: two networks with the same id are the same.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The command that made it.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Returns the chance for these features.
    pub fn chance(&self, features: &[f32; N_FEATURES]) -> f64 {
        let mut sums = Vec::new();
        for (idx, layer) in self.layers.iter().enumerate() {
            let mut next = layer.offsets.clone();
            let inputs = if idx == 0 { &features[..] } else { &sums };
            // The filter is the ReLU between layers. No feature is negative, so of these it skips only the many zeros.
            for (&input, weights) in inputs.iter().zip(&layer.weights).filter(|&(&input, _)| input > 0.0) {
                for (sum, weight) in next.iter_mut().zip(weights) {
                    *sum += input * weight;
                }
            }
            sums = next;
        }
        logistic(f64::from(sums[0]))
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}\n{}", self.origin)?;
        let sizes = self.layers.iter().map(|layer| layer.offsets.len().to_string());
        writeln!(f, "{N_FEATURES} {}", sizes.collect::<Vec<_>>().join(" "))?;
        for row in self.layers.iter().flat_map(|layer| layer.weights.iter().chain([&layer.offsets])) {
            writeln!(f, "{}", row.iter().map(f32::to_string).collect::<Vec<_>>().join(" "))?;
        }
        Ok(())
    }
}

impl FromStr for Network {
    type Err = ModelError;

    fn from_str(text: &str) -> Result<Network, ModelError> {
        let mut lines = Lines::new(text, HEADER)?;
        let origin = lines.any_line("origin")?;
        let sizes: Result<Vec<usize>, _> = lines.line("sizes of layers")?.map(str::parse).collect();
        let is_known = |sizes: &Vec<usize>| {
            sizes[0] == N_FEATURES && sizes.iter().all(|size| (1..=MOST_IN_A_LAYER).contains(size))
        };
        let Some(sizes) = sizes.ok().filter(is_known) else {
            return Err(lines.wrong(format_args!("expected sizes of layers that begin with {N_FEATURES}")));
        };
        let mut row = |n_weights: usize| {
            let words = lines.line("weights")?;
            lines.read_numbers(words, n_weights)
        };
        let mut layers = Vec::new();
        for pair in sizes.windows(2) {
            let weights = (0..pair[0]).map(|_| row(pair[1])).collect::<Result<_, _>>()?;
            layers.push(Layer { weights, offsets: row(pair[1])? });
        }
        lines.end()?;
        Network::new(origin, layers).ok_or_else(|| lines.wrong("expected a last layer of size 1"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a network with one hidden output that uses the first two features.
    fn tiny() -> Network {
        let mut weights = vec![vec![0.0]; N_FEATURES];
        (weights[0][0], weights[1][0]) = (2.0, -1.5);
        let last = Layer { weights: vec![vec![3.0]], offsets: vec![-1.0] };
        Network::new("by hand", vec![Layer { weights, offsets: vec![0.25] }, last]).unwrap()
    }

    #[test]
    fn a_layer_is_a_weighted_sum_cut_off_at_0() {
        let mut features = [0.0; N_FEATURES];
        assert_eq!(tiny().chance(&features), logistic(-0.25));
        features[0] = 1.0;
        assert_eq!(tiny().chance(&features), logistic(5.75));
        features[1] = 2.0;
        assert_eq!(tiny().chance(&features), logistic(-1.0));
    }

    #[test]
    fn it_is_read_as_it_was_written() {
        let text = tiny().to_string();
        let read: Network = text.parse().unwrap();
        assert_eq!((&read, read.to_string()), (&tiny(), text));
        assert_eq!(read.origin(), "by hand");
    }

    #[test]
    fn different_weights_have_different_ids() {
        let other: Network = tiny().to_string().replace("-1.5", "-1.25").parse().unwrap();
        assert_ne!(other.id(), tiny().id());
    }

    #[test]
    fn errors_say_where_a_network_is_wrong() {
        let text = tiny().to_string();
        let check = |text: &str, expected: &str| {
            assert_eq!(text.parse::<Network>().unwrap_err().to_string(), expected);
        };
        check("", "it does not begin with `minewise chance 1`");
        check("minewise chance 2\n", "it does not begin with `minewise chance 1`");
        let sizes = format!("line 3: expected sizes of layers that begin with {N_FEATURES}");
        check(&text.replace("by hand\n", ""), &sizes);
        check(&text.replace(" 1 1\n", " 1 1025\n"), &sizes);
        check(&text.replace("-1.5", "x"), "line 5: `x` is not a number");
        check(&text.replace("-1.5", "inf"), "line 5: `inf` is not a number");
        check(&text.replace("-1.5", "1 2"), "line 5: expected 1 number");
        let n_lines = text.lines().count();
        check(&format!("{text}1\n"), &format!("line {}: expected the end of the model", n_lines + 1));
        let one_layer = text.replace(&format!("{N_FEATURES} 1 1\n"), &format!("{N_FEATURES}\n"));
        check(&one_layer, "line 4: expected the end of the model");
        for (end, _) in text.match_indices('\n').filter(|&(end, _)| end + 1 < text.len()) {
            assert!(text[..end].parse::<Network>().is_err(), "cut at {end}");
        }
    }
}
