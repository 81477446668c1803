//! Logistic regression by L-BFGS (Liu & Nocedal 1989): steps along the gradient, corrected by the curvature that the
//! last few steps have shown.

use std::collections::VecDeque;

use super::examples::Weighted;
use crate::shared::encoding::Encoding;

/// The number of steps that are remembered.
const MEMORY: usize = 12;
/// The most steps.
const MOST_STEPS: usize = 500;
/// The minimum is found when all components of the gradient are below this.
const FLAT: f64 = 1e-7;

/// Finds the weights, with the bias last, that minimise
/// `Σ weight · log(1 + exp(−label · value)) + |weights|² / (2 cost)`.
pub(super) fn solve(encoding: Encoding, windows: &[Weighted<'_>], n_weights: usize, cost: f64) -> Vec<f64> {
    minimise(vec![0.0; n_weights + 1], |weights| loss(encoding, windows, weights, cost))
}

/// The function to be minimised, and its gradient. The bias is not part of `|weights|²`.
fn loss(encoding: Encoding, windows: &[Weighted<'_>], weights: &[f64], cost: f64) -> (f64, Vec<f64>) {
    let bias = weights.len() - 1;
    let mut slope: Vec<f64> = weights.iter().map(|weight| weight / cost).collect();
    let mut loss = weights[..bias].iter().map(|weight| weight * weight).sum::<f64>() / (2.0 * cost);
    slope[bias] = 0.0;
    for window in windows {
        let features = || encoding.features(window.window.codes());
        let value = weights[bias] + features().map(|(place, number)| weights[place] * number).sum::<f64>();
        loss += window.positive * softplus(-value) + window.negative * softplus(value);
        let push = window.negative * sigmoid(value) - window.positive * sigmoid(-value);
        slope[bias] += push;
        for (place, number) in features() {
            slope[place] += push * number;
        }
    }
    (loss, slope)
}

/// `log(1 + exp(value))`.
pub(super) fn softplus(value: f64) -> f64 {
    value.max(0.0) + libm::log1p(libm::exp(-value.abs()))
}

/// `1 / (1 + exp(−value))`.
pub(super) fn sigmoid(value: f64) -> f64 {
    let small = libm::exp(-value.abs());
    if value >= 0.0 { 1.0 / (1.0 + small) } else { small / (1.0 + small) }
}

/// A remembered step: its movement, the change of the gradient, and the product of both.
struct Step {
    movement: Vec<f64>,
    change: Vec<f64>,
    product: f64,
}

/// Minimises a convex function, given as its values and gradients.
fn minimise(mut at: Vec<f64>, function: impl Fn(&[f64]) -> (f64, Vec<f64>)) -> Vec<f64> {
    let (mut value, mut slope) = function(&at);
    let mut steps: VecDeque<Step> = VecDeque::new();
    for _ in 0..MOST_STEPS {
        if slope.iter().all(|part| part.abs() < FLAT) {
            break;
        }
        let direction = downhill(&slope, &steps);
        let descent = dot(&direction, &slope);
        let Some((next, next_value, next_slope)) = search(&at, value, &direction, descent, &function) else {
            break;
        };
        let movement: Vec<f64> = next.iter().zip(&at).map(|(new, old)| new - old).collect();
        let change: Vec<f64> = next_slope.iter().zip(&slope).map(|(new, old)| new - old).collect();
        let product = dot(&movement, &change);
        // A step that shows no curvature would make the correction meaningless, so it is not remembered.
        if product > 1e-14 * dot(&change, &change) {
            steps.push_back(Step { movement, change, product });
            if steps.len() > MEMORY {
                steps.pop_front();
            }
        }
        (at, value, slope) = (next, next_value, next_slope);
    }
    at
}

/// Halves the step until the function falls far enough (Armijo's condition); `None` if it does not within 40 halvings.
fn search(
    at: &[f64],
    value: f64,
    direction: &[f64],
    descent: f64,
    function: &impl Fn(&[f64]) -> (f64, Vec<f64>),
) -> Option<(Vec<f64>, f64, Vec<f64>)> {
    let mut length = 1.0;
    for _ in 0..40 {
        let next: Vec<f64> = at.iter().zip(direction).map(|(here, part)| here + length * part).collect();
        let (next_value, slope) = function(&next);
        if next_value <= value + 1e-4 * length * descent {
            return Some((next, next_value, slope));
        }
        length /= 2.0;
    }
    None
}

/// The direction of the next step: the negative gradient, corrected by the remembered curvature in the two loops of
/// L-BFGS.
fn downhill(slope: &[f64], steps: &VecDeque<Step>) -> Vec<f64> {
    let mut direction: Vec<f64> = slope.iter().map(|part| -part).collect();
    let mut shares = Vec::with_capacity(steps.len());
    for step in steps.iter().rev() {
        let share = dot(&step.movement, &direction) / step.product;
        add(&mut direction, -share, &step.change);
        shares.push(share);
    }
    if let Some(last) = steps.back() {
        let scale = last.product / dot(&last.change, &last.change);
        direction.iter_mut().for_each(|part| *part *= scale);
    }
    for (step, share) in steps.iter().zip(shares.into_iter().rev()) {
        let back = dot(&step.change, &direction) / step.product;
        add(&mut direction, share - back, &step.movement);
    }
    direction
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

fn add(to: &mut [f64], factor: f64, what: &[f64]) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += factor * what;
    }
}

#[cfg(test)]
mod tests {
    use minewise::{Rng, Seed};

    use super::*;
    use crate::classifier::Window;

    fn random_windows(rng: &mut Rng, n_windows: usize) -> Vec<Window> {
        let mut letter = || char::from(b"012345678.x"[rng.below(11)]);
        (0..n_windows).map(|_| (0..8).map(|_| letter()).collect::<String>().parse().unwrap()).collect()
    }

    fn weighted<'a>(rng: &mut Rng, windows: &'a [Window]) -> Vec<Weighted<'a>> {
        windows.iter().map(|window| Weighted { window, positive: rng.unit(), negative: rng.unit() }).collect()
    }

    #[test]
    fn the_gradient_matches_small_differences() {
        let mut rng = Rng::new(Seed(1));
        let windows = random_windows(&mut rng, 30);
        let windows = weighted(&mut rng, &windows);
        for encoding in Encoding::ALL {
            let mut weights: Vec<f64> = (0..8 * encoding.n_numbers() + 1).map(|_| rng.unit() - 0.5).collect();
            let (_, slope) = loss(encoding, &windows, &weights, 3.0);
            for place in 0..weights.len() {
                let weight = weights[place];
                let mut value_at = |weight: f64| {
                    weights[place] = weight;
                    loss(encoding, &windows, &weights, 3.0).0
                };
                let difference = (value_at(weight + 1e-5) - value_at(weight - 1e-5)) / 2e-5;
                weights[place] = weight;
                assert!((difference - slope[place]).abs() < 1e-6, "{difference} {}", slope[place]);
            }
        }
    }

    #[test]
    fn at_the_solution_the_gradient_is_zero() {
        let mut rng = Rng::new(Seed(2));
        let windows = random_windows(&mut rng, 60);
        let windows = weighted(&mut rng, &windows);
        for encoding in Encoding::ALL {
            let weights = solve(encoding, &windows, 8 * encoding.n_numbers(), 100.0);
            let (_, slope) = loss(encoding, &windows, &weights, 100.0);
            assert!(slope.iter().all(|part| part.abs() < 1e-5), "{slope:?}");
        }
    }
}
