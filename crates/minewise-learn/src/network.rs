//! Convolutional networks that take a whole view, of any size, and give a number for each covered cell.
//!
//! A view is encoded as [`N_PLANES`] numbers per cell. The first layer computes channels from them. Each further layer
//! adds to the channels what it computes from the 3x3 cells around (a residual network). The head turns the channels of
//! a cell into one number: the risk of the cell (`cnn`), or the value of revealing it (`dqn`). Nothing here reasons or
//! searches: what certain cells look like is in the weights.
//!
//! Playing does not need the training library: this is plain arithmetic in single precision. Every sum is taken in the
//! same order on every machine, so equal views give equal moves.

mod base64;
mod convolution;
mod file;
mod planes;
mod player;

use minewise::{Cell, View};
use minewise_players::entry;

use crate::shared::estimate::Estimator;
use crate::shared::named::named;
use convolution::{Convolution, FeatureMap};

pub use planes::{N_PLANES, planes};
pub use player::NetworkPlayer;

/// The meaning of the number that a network gives for a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// The logit of the chance of a mine.
    Risk,
    /// The logit of the value of revealing the cell: 0 if it is a mine, up to 1 if it is safe.
    Value,
}

named!(Output: Risk = "risk", Value = "worth");

/// The sizes of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Shape {
    /// The number of channels of each cell between layers.
    pub n_channels: usize,
    /// The number of layers after the first.
    pub n_layers: usize,
}

impl Default for Shape {
    fn default() -> Shape {
        Shape { n_channels: 32, n_layers: 8 }
    }
}

impl Shape {
    /// The most channels of a network that can be read.
    pub const MOST_CHANNELS: usize = 128;
    /// The most layers of a network that can be read.
    pub const MOST_LAYERS: usize = 32;

    /// The lengths of all weight vectors, in their order: for each layer the weights of the convolution,
    /// `[out][in][row][col]`, and the offsets; then the same for the head, which sees only the cell itself.
    pub fn sizes(self) -> Vec<usize> {
        let Shape { n_channels, n_layers } = self;
        let first = [n_channels * N_PLANES * 9, n_channels];
        let others = (0..n_layers).flat_map(|_| [n_channels * n_channels * 9, n_channels]);
        first.into_iter().chain(others).chain([n_channels, 1]).collect()
    }
}

/// A trained network.
#[derive(Clone, Debug)]
pub struct Network {
    output: Output,
    shape: Shape,
    remarks: Vec<String>,
    /// Invariant: their lengths are [`Shape::sizes`].
    weights: Vec<Quantised>,
    layers: Vec<Convolution>,
    head: (Vec<f32>, f32),
}

/// Weights as integer multiples of a common unit.
#[derive(Clone, Debug, PartialEq)]
struct Quantised {
    unit: f32,
    steps: Vec<i16>,
}

impl Quantised {
    fn of(weights: &[f32]) -> Quantised {
        let most = weights.iter().fold(0.0_f32, |most, weight| most.max(weight.abs()));
        let unit = (most / f32::from(i16::MAX)).max(f32::MIN_POSITIVE);
        Quantised { unit, steps: weights.iter().map(|weight| (weight / unit).round() as i16).collect() }
    }

    fn values(&self) -> Vec<f32> {
        self.steps.iter().map(|&step| f32::from(step) * self.unit).collect()
    }
}

impl Network {
    /// Creates a network from its weights, which are rounded as in its file, so that a network read from the file plays
    /// exactly the same; `remarks` say how they were made.
    ///
    /// # Panics
    /// When the lengths of the weights are not those of the shape.
    pub fn new(output: Output, shape: Shape, remarks: Vec<String>, weights: &[Vec<f32>]) -> Network {
        let sizes: Vec<usize> = weights.iter().map(Vec::len).collect();
        assert_eq!(sizes, shape.sizes(), "the lengths of the weights must be those of the shape");
        Network::from_quantised(
            output,
            shape,
            remarks,
            weights.iter().map(|part| Quantised::of(part)).collect(),
        )
    }

    fn from_quantised(
        output: Output,
        shape: Shape,
        remarks: Vec<String>,
        weights: Vec<Quantised>,
    ) -> Network {
        let values: Vec<Vec<f32>> = weights.iter().map(Quantised::values).collect();
        let n_convolutions = shape.n_layers + 1;
        let layers = values[..2 * n_convolutions]
            .chunks_exact(2)
            .map(|pair| Convolution::new(&pair[0], &pair[1]))
            .collect();
        let head = (values[2 * n_convolutions].clone(), values[2 * n_convolutions + 1][0]);
        Network { output, shape, remarks, weights, layers, head }
    }

    /// The output for every cell. The outputs for revealed cells have no meaning.
    pub fn outputs(&self, view: &View) -> Vec<f32> {
        let rules = view.grid().rules();
        let mut map =
            FeatureMap::new(rules.width(), rules.height(), N_PLANES, rules.topology().wraps(), &planes(view));
        for (idx, layer) in self.layers.iter().enumerate() {
            let mut next = layer.apply(&map);
            if idx > 0 {
                next.add(&map);
            }
            next.fill_border();
            map = next;
        }
        let (weights, offset) = &self.head;
        let head = |channels: &[f32]| {
            channels.iter().zip(weights).fold(*offset, |sum, (channel, weight)| sum + channel * weight)
        };
        map.cells().map(head).collect()
    }
}

impl entry::Model for Network {
    /// A hash of the network without its remarks, which identifies it.
    fn id(&self) -> String {
        entry::model_file::id(&self.to_string())
    }
}

impl Estimator for Network {
    fn knows_outside(&self) -> bool {
        true
    }

    fn risks(&self, view: &View, cells: &[Cell]) -> Vec<f64> {
        let outputs = self.outputs(view);
        let risk = |output: f64| match self.output {
            // Weights from an untrusted file can make sums overflow. A cell without a proper estimate is avoided.
            _ if output.is_nan() => 1.0,
            Output::Risk => 1.0 / (1.0 + libm::exp(-output)),
            Output::Value => 1.0 / (1.0 + libm::exp(output)),
        };
        cells.iter().map(|&cell| risk(f64::from(outputs[cell]))).collect()
    }
}

#[cfg(test)]
mod tests;
