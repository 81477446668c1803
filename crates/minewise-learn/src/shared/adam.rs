//! Weights that follow gradients, after Kingma and Ba 2015 (Adam).

use serde::{Deserialize, Serialize};

/// Weights with their gradient and what Adam remembers of earlier ones.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Weights {
    /// As they are now.
    pub(crate) now: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    /// What is noted for the next step.
    pub(crate) gradient: Vec<f32>,
}

/// A step that is about to be made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    rate: f32,
    /// What gradients are divided by.
    weight: f32,
    /// How much of the mean and of the squares is there already.
    warm: (f32, f32),
}

/// What is kept of the mean and of the squares at each step.
const KEPT: (f32, f32) = (0.9, 0.999);

impl Step {
    /// The step of this number, from 1; gradients are divided by `weight`.
    pub(crate) fn new(number: u32, rate: f32, weight: f32) -> Step {
        Step { rate, weight, warm: (1.0 - power(KEPT.0, number), 1.0 - power(KEPT.1, number)) }
    }
}

impl Weights {
    /// Weights that begin like this.
    pub(crate) fn new(now: Vec<f32>) -> Weights {
        let zeros = vec![0.0; now.len()];
        Weights { now, mean: zeros.clone(), square: zeros.clone(), gradient: zeros }
    }

    /// Changes the weights by what was noted, and forgets it.
    pub(crate) fn step(&mut self, Step { rate, weight, warm }: Step) {
        let Weights { now, mean, square, gradient } = self;
        for (((now, mean), square), gradient) in now.iter_mut().zip(mean).zip(square).zip(gradient) {
            let slope = *gradient / weight;
            *mean = KEPT.0 * *mean + (1.0 - KEPT.0) * slope;
            *square = KEPT.1 * *square + (1.0 - KEPT.1) * slope * slope;
            *now -= rate * (*mean / warm.0) / ((*square / warm.1).sqrt() + 1e-8);
            *gradient = 0.0;
        }
    }
}

/// [`minewise::num::power`] in the precision of the weights.
fn power(base: f32, exponent: u32) -> f32 {
    let (mut res, mut square, mut rest) = (1.0, base, exponent);
    while rest > 0 {
        if rest & 1 == 1 {
            res *= square;
        }
        rest >>= 1;
        square *= square;
    }
    res
}
