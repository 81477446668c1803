//! Convolutional networks that look at a whole view and say something of each covered cell: as large as the view is.
//!
//! A view becomes [`N_PLANES`] numbers a cell. A first layer makes channels of them, further ones add to the channels what
//! they see in the 3x3 cells around, and the head makes one number a cell of the channels: how risky the cell is (`cnn`),
//! or what revealing it is worth (`dqn`). Nothing here reasons or searches: what certain cells look like is in the weights.
//!
//! Playing needs none of what training needs: this is plain arithmetic in single precision. Every sum is taken in the same
//! order on every machine, so equal views give equal moves.

mod base64;
mod convolution;
mod file;
mod planes;
mod player;

use minewise::{Cell, View};
use minewise_players::entry;

use crate::shared::estimate::Estimator;
use crate::shared::named::named;
use convolution::{Convolution, Sheet};

pub use planes::{N_PLANES, planes};
pub use player::NetworkPlayer;

/// What a network says of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    /// The logit of the chance of a mine.
    Risk,
    /// What revealing it is worth: more is better, 1 for a safe cell and −1 for a mine, and some of what comes after.
    Worth,
}

named!(Says: Risk = "risk", Worth = "worth");

/// The sizes of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Shape {
    /// The numbers that each cell has between layers.
    pub n_channels: usize,
    /// The layers that add to them.
    pub n_layers: usize,
}

impl Default for Shape {
    fn default() -> Shape {
        Shape { n_channels: 32, n_layers: 8 }
    }
}

impl Shape {
    /// The most channels of a network that is read.
    pub const MOST_CHANNELS: usize = 128;
    /// The most layers of a network that is read.
    pub const MOST_LAYERS: usize = 32;

    /// The sizes of all weights in their order: for each layer those of the convolution, `[out][in][row][col]`, and the
    /// offsets; then the same for the head, which sees only the cell itself.
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
    says: Says,
    shape: Shape,
    remarks: Vec<String>,
    /// Invariant: as many, and of the sizes, as [`Shape::sizes`] has them.
    weights: Vec<Quantised>,
    layers: Vec<Convolution>,
    head: (Vec<f32>, f32),
}

/// Weights as whole numbers of a common unit.
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
    /// The network of these weights, rounded as its file has them; `remarks` say where they are from.
    ///
    /// # Panics
    /// When the weights are not of the sizes that the shape asks for.
    pub fn new(says: Says, shape: Shape, remarks: Vec<String>, weights: &[Vec<f32>]) -> Network {
        let sizes: Vec<usize> = weights.iter().map(Vec::len).collect();
        assert_eq!(sizes, shape.sizes(), "weights must be of the sizes that the shape asks for");
        Network::of_quantised(says, shape, remarks, weights.iter().map(|part| Quantised::of(part)).collect())
    }

    fn of_quantised(says: Says, shape: Shape, remarks: Vec<String>, weights: Vec<Quantised>) -> Network {
        let values: Vec<Vec<f32>> = weights.iter().map(Quantised::values).collect();
        let n_convolutions = shape.n_layers + 1;
        let layers = values[..2 * n_convolutions]
            .chunks_exact(2)
            .map(|pair| Convolution::new(&pair[0], &pair[1]))
            .collect();
        let head = (values[2 * n_convolutions].clone(), values[2 * n_convolutions + 1][0]);
        Network { says, shape, remarks, weights, layers, head }
    }

    /// What it says of every cell, shown ones too, of which it means nothing.
    pub fn outputs(&self, view: &View) -> Vec<f32> {
        let rules = view.grid().rules();
        let mut sheet =
            Sheet::new(rules.width(), rules.height(), N_PLANES, rules.topology().wraps(), &planes(view));
        for (idx, layer) in self.layers.iter().enumerate() {
            let mut next = layer.apply(&sheet);
            if idx > 0 {
                next.add(&sheet);
            }
            next.mend_border();
            sheet = next;
        }
        let (weights, offset) = &self.head;
        let head = |channels: &[f32]| {
            channels.iter().zip(weights).fold(*offset, |sum, (channel, weight)| sum + channel * weight)
        };
        sheet.cells().map(head).collect()
    }
}

impl entry::Model for Network {
    /// A hash of the weights, which tells networks apart.
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
        let risk = |output: f64| match self.says {
            // Weights from outside can make sums overflow: what is no number is no good either.
            _ if output.is_nan() => 1.0,
            Says::Risk => 1.0 / (1.0 + libm::exp(-output)),
            Says::Worth => ((1.0 - output) / 2.0).clamp(0.0, 1.0),
        };
        cells.iter().map(|&cell| risk(f64::from(outputs[cell]))).collect()
    }
}

#[cfg(test)]
mod tests;
