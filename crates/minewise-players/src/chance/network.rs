//! A small network: numbers in, a chance out.
//!
//! Its file is text: a line that says what it is, a line that says what made it, the sizes of its layers, and a line
//! of weights for each input of a layer and for its offsets.

use std::fmt;
use std::str::FromStr;

use minewise::fnv1a;

use super::features::N_FEATURES;
use super::logistic::logistic;

const MAGIC: &str = "minewise chance 1";

/// More would not be small.
const MOST_IN_A_LAYER: usize = 1024;

/// A step of a network: every output is a weighted sum of the inputs and an offset.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// For each input, a weight for each output.
    pub weights: Vec<Vec<f32>>,
    /// For each output.
    pub offsets: Vec<f32>,
}

/// Layers one after the other; what lies between them and is below 0 counts as 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// What made it, in a line.
    origin: String,
    /// Invariant: takes [`N_FEATURES`] inputs, gives one output, and each layer takes what the one before gives.
    layers: Vec<Layer>,
    id: String,
}

impl Network {
    /// The network of these layers; `origin` says in a line what made it.
    ///
    /// # Errors
    /// When the layers do not fit together, or a weight is no number.
    pub fn new(origin: &str, layers: Vec<Layer>) -> Result<Network, NetworkError> {
        let mut n_inputs = N_FEATURES;
        for layer in &layers {
            let n_outputs = layer.offsets.len();
            let fits = layer.weights.len() == n_inputs
                && (1..=MOST_IN_A_LAYER).contains(&n_outputs)
                && layer.weights.iter().all(|row| row.len() == n_outputs);
            if !fits {
                return Err(NetworkError::Sizes);
            }
            if !layer.weights.iter().flatten().chain(&layer.offsets).all(|weight| weight.is_finite()) {
                return Err(NetworkError::NotANumber);
            }
            n_inputs = n_outputs;
        }
        if layers.is_empty() || n_inputs != 1 {
            return Err(NetworkError::Sizes);
        }
        let mut network = Network { origin: origin.trim().replace('\n', " "), layers, id: String::new() };
        network.id = format!("chance-1-{:016x}", fnv1a(network.to_string().bytes()));
        Ok(network)
    }

    /// Names its weights: two networks with the same name are the same.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What made it.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The chance that it makes of these numbers.
    pub fn chance(&self, features: &[f32; N_FEATURES]) -> f64 {
        let mut sums = Vec::new();
        for (idx, layer) in self.layers.iter().enumerate() {
            let mut next = layer.offsets.clone();
            let inputs = if idx == 0 { &features[..] } else { &sums };
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
        writeln!(f, "{MAGIC}\n{}", self.origin)?;
        let sizes = self.layers.iter().map(|layer| layer.offsets.len().to_string());
        writeln!(f, "{N_FEATURES} {}", sizes.collect::<Vec<_>>().join(" "))?;
        for row in self.layers.iter().flat_map(|layer| layer.weights.iter().chain([&layer.offsets])) {
            writeln!(f, "{}", row.iter().map(f32::to_string).collect::<Vec<_>>().join(" "))?;
        }
        Ok(())
    }
}

impl FromStr for Network {
    type Err = NetworkError;

    fn from_str(text: &str) -> Result<Network, NetworkError> {
        let mut lines = text.lines();
        if lines.next() != Some(MAGIC) {
            return Err(NetworkError::Foreign);
        }
        let origin = lines.next().ok_or(NetworkError::Sizes)?;
        let sizes = lines.next().ok_or(NetworkError::Sizes)?.split(' ').map(str::parse);
        let sizes: Vec<usize> = sizes.collect::<Result<_, _>>().map_err(|_| NetworkError::Sizes)?;
        if sizes.first() != Some(&N_FEATURES) || sizes.iter().any(|&size| size > MOST_IN_A_LAYER) {
            return Err(NetworkError::Sizes);
        }
        let mut row = || -> Result<Vec<f32>, NetworkError> {
            let line = lines.next().ok_or(NetworkError::Sizes)?;
            line.split(' ').map(|weight| weight.parse().map_err(|_| NetworkError::NotANumber)).collect()
        };
        let mut layers = Vec::new();
        for pair in sizes.windows(2) {
            let weights = (0..pair[0]).map(|_| row()).collect::<Result<_, _>>()?;
            layers.push(Layer { weights, offsets: row()? });
        }
        if lines.next().is_some() {
            return Err(NetworkError::Sizes);
        }
        Network::new(origin, layers)
    }
}

/// Why a text is no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkError {
    /// It does not begin as one.
    Foreign,
    /// The numbers of weights do not fit together; it may be cut short, or made for other features.
    Sizes,
    /// A weight is no number.
    NotANumber,
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NetworkError::Foreign => "these are no weights of a chance to win: expected `minewise chance 1`",
            NetworkError::Sizes => "the weights do not fit together: some are missing, or too many",
            NetworkError::NotANumber => "a weight is not a number",
        })
    }
}

impl std::error::Error for NetworkError {}

#[cfg(test)]
mod tests {
    use super::*;

    /// One hidden output for the first two features, then the chance.
    fn tiny() -> Network {
        let mut weights = vec![vec![0.0]; N_FEATURES];
        (weights[0][0], weights[1][0]) = (2.0, -1.5);
        let last = Layer { weights: vec![vec![3.0]], offsets: vec![-1.0] };
        Network::new("by hand", vec![Layer { weights, offsets: vec![0.25] }, last]).unwrap()
    }

    #[test]
    fn it_adds_up_weighs_and_cuts_off_below_0() {
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
    fn other_weights_have_another_name() {
        let other: Network = tiny().to_string().replace("-1.5", "-1.25").parse().unwrap();
        assert_ne!(other.id(), tiny().id());
    }

    #[test]
    fn bad_texts_get_a_sentence() {
        let text = tiny().to_string();
        let check = |text: &str, expected| assert_eq!(text.parse::<Network>(), Err(expected));
        check("", NetworkError::Foreign);
        check("minewise chance 2\n", NetworkError::Foreign);
        check(&text.replace("by hand\n", ""), NetworkError::Sizes);
        check(&text.replace("-1.5", "x"), NetworkError::NotANumber);
        check(&text.replace("-1.5", "inf"), NetworkError::NotANumber);
        check(&format!("{text}1\n"), NetworkError::Sizes);
        for (end, _) in text.match_indices('\n').filter(|&(end, _)| end + 1 < text.len()) {
            assert!(text[..end].parse::<Network>().is_err(), "cut at {end}");
        }
    }
}
