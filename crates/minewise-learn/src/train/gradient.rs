//! The gradient of a loss with respect to the weights of a network.

use burn::tensor::activation::relu;
use burn::tensor::module::conv2d;
use burn::tensor::ops::ConvOptions;
use burn::tensor::{Device, Tensor, TensorData};
use minewise::View;

use crate::network::{N_PLANES, Shape, planes};

/// Views of one size, with the target outputs of their cells.
pub(super) struct Batch {
    width: usize,
    height: usize,
    /// `[view][plane][cell]`.
    planes: Vec<f32>,
    targets: Vec<f32>,
    weights: Vec<f32>,
}

impl Batch {
    /// Creates an empty batch for views of this size.
    pub(super) fn new(width: usize, height: usize) -> Batch {
        Batch { width, height, planes: Vec::new(), targets: Vec::new(), weights: Vec::new() }
    }

    /// Adds a view with a target and a weight for each cell.
    pub(super) fn push(&mut self, view: &View, labels: impl Iterator<Item = (f32, f32)>) {
        let by_cell = planes(view);
        for plane in 0..N_PLANES {
            self.planes.extend(by_cell.iter().skip(plane).step_by(N_PLANES));
        }
        for (target, weight) in labels {
            self.targets.push(target);
            self.weights.push(weight);
        }
    }

    fn n_views(&self) -> usize {
        self.targets.len() / (self.width * self.height)
    }
}

/// The mean loss of a batch, and its gradient with respect to each weight vector. The loss is the cross-entropy of the
/// targets, which are numbers from 0 to 1, and the outputs, which are logits.
pub(super) fn gradient(shape: Shape, weights: &[&[f32]], batch: Batch) -> (f32, Vec<Vec<f32>>) {
    let device = Device::flex().autodiff();
    let n_views = batch.n_views();
    let sizes = [n_views, 1, batch.height, batch.width];
    let tensor =
        |values: Vec<f32>, sizes: [usize; 4]| Tensor::<4>::from_data(TensorData::new(values, sizes), &device);
    let (mut kernels, mut offsets) = (Vec::new(), Vec::new());
    for (idx, pair) in weights.chunks_exact(2).enumerate() {
        let n_inputs = if idx == 0 { N_PLANES } else { shape.n_channels };
        let (n_outputs, side) = if idx > shape.n_layers { (1, 1) } else { (shape.n_channels, 3) };
        kernels.push(tensor(pair[0].to_vec(), [n_outputs, n_inputs, side, side]).require_grad());
        let offset = TensorData::new(pair[1].to_vec(), [n_outputs]);
        offsets.push(Tensor::<1>::from_data(offset, &device).require_grad());
    }
    let around = |inputs: Tensor<4>, idx: usize, padding: usize| {
        let options = ConvOptions::new([1, 1], [padding, padding], [1, 1], 1);
        conv2d(inputs, kernels[idx].clone(), Some(offsets[idx].clone()), options)
    };
    let inputs = tensor(batch.planes, [n_views, N_PLANES, batch.height, batch.width]);
    let mut channels = relu(around(inputs, 0, 1));
    for idx in 1..=shape.n_layers {
        channels = channels.clone() + relu(around(channels, idx, 1));
    }
    let outputs = around(channels, shape.n_layers + 1, 0);
    let total: f32 = batch.weights.iter().sum();
    let (targets, cell_weights) = (tensor(batch.targets, sizes), tensor(batch.weights, sizes));
    // max(x, 0) − x·t + log(1 + exp(−|x|)): equal to the usual formula, but the exponential cannot overflow.
    let tail = (outputs.clone().abs().neg().exp() + 1.0).log();
    let losses = relu(outputs.clone()) - outputs * targets + tail;
    let mean = (losses * cell_weights).sum() / total.max(f32::MIN_POSITIVE);
    let gradients = mean.backward();
    let numbers = |data: Option<TensorData>| -> Vec<f32> {
        data.expect("every weight has a gradient").try_to_vec().expect("weights are single precision")
    };
    let by_weights = kernels.iter().zip(&offsets).flat_map(|(kernel, offset)| {
        let kernel = kernel.grad(&gradients).map(Tensor::into_data);
        let offset = offset.grad(&gradients).map(Tensor::into_data);
        [numbers(kernel), numbers(offset)]
    });
    let by_weights = by_weights.collect();
    (numbers(Some(mean.into_data()))[0], by_weights)
}
