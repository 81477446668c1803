//! The optimiser Adam (Kingma & Ba 2015).

use serde::{Deserialize, Serialize};

/// Weights with their gradient and the running averages that Adam keeps.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Weights {
    /// The current weights.
    #[serde(rename = "now")]
    pub(crate) values: Vec<f32>,
    /// The running average of the gradients.
    mean: Vec<f32>,
    /// The running average of the squared gradients.
    square: Vec<f32>,
    /// The gradient collected for the next step.
    pub(crate) gradient: Vec<f32>,
}

/// The parameters of one step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    rate: f32,
    /// The number that gradients are divided by.
    weight: f32,
    /// Adam's bias correction: the averages start at 0, so the first ones are too small by these factors.
    correction: (f32, f32),
}

/// Decay of the two running averages per step; β₁ and β₂ of the paper, with the values that it recommends.
const DECAY: (f32, f32) = (0.9, 0.999);

impl Step {
    /// Creates the step with this number, counted from 1; gradients are divided by `weight`.
    pub(crate) fn new(number: u32, rate: f32, weight: f32) -> Step {
        Step { rate, weight, correction: (1.0 - power(DECAY.0, number), 1.0 - power(DECAY.1, number)) }
    }
}

impl Weights {
    /// Creates weights with these initial values.
    pub(crate) fn new(values: Vec<f32>) -> Weights {
        let zeros = vec![0.0; values.len()];
        Weights { values, mean: zeros.clone(), square: zeros.clone(), gradient: zeros }
    }

    /// Changes the weights by the collected gradient, and resets that to 0.
    pub(crate) fn step(&mut self, Step { rate, weight, correction }: Step) {
        let Weights { values, mean, square, gradient } = self;
        for (((value, mean), square), gradient) in values.iter_mut().zip(mean).zip(square).zip(gradient) {
            let slope = *gradient / weight;
            *mean = DECAY.0 * *mean + (1.0 - DECAY.0) * slope;
            *square = DECAY.1 * *square + (1.0 - DECAY.1) * slope * slope;
            *value -= rate * (*mean / correction.0) / ((*square / correction.1).sqrt() + 1e-8);
            *gradient = 0.0;
        }
    }
}

/// Raises a number to a power: [`minewise::num::power`] in the precision of the weights.
// Not `f32::powi`: its result may differ between platforms.
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
