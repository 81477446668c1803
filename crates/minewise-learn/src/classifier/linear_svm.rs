//! A linear support vector machine by dual coordinate descent (Hsieh et al. 2008): one multiplier at a time is set to
//! its best value while all others stay fixed, and the weights are updated with it.

use minewise::{Rng, Seed};

use super::examples::Point;
use crate::shared::encoding::Encoding;

/// The most passes over all points.
const MOST_ROUNDS: usize = 300;
/// The solution is found when the slope at every multiplier that can move is below this.
const TOLERANCE: f64 = 1e-3;

/// Finds the weights, with the bias last, that minimise `½ |weights|² + cost · Σ weight · hinge`.
///
/// The bias is the weight of an input that is always 1, so it is part of `|weights|²`.
pub(super) fn solve(encoding: Encoding, points: &[Point<'_>], n_weights: usize, cost: f64) -> Vec<f64> {
    let mut weights = vec![0.0; n_weights + 1];
    let mut multipliers = vec![0.0; points.len()];
    let squares: Vec<f64> = points
        .iter()
        .map(|point| 1.0 + encoding.features(point.codes).map(|(_, number)| number * number).sum::<f64>())
        .collect();
    let mut order: Vec<usize> = (0..points.len()).collect();
    let mut rng = Rng::new(Seed(2008));
    for _ in 0..MOST_ROUNDS {
        for last in (1..order.len()).rev() {
            order.swap(last, rng.below(last + 1));
        }
        let mut steepest = 0.0_f64;
        for &idx in &order {
            let point = &points[idx];
            let most = cost * point.weight;
            let old = multipliers[idx];
            let slope = point.label * value(encoding, &weights, point.codes) - 1.0;
            let new = (old - slope / squares[idx]).clamp(0.0, most);
            let is_at_bound = (old <= 0.0 && slope >= 0.0) || (old >= most && slope <= 0.0);
            if is_at_bound {
                continue;
            }
            steepest = steepest.max(slope.abs());
            multipliers[idx] = new;
            let change = (new - old) * point.label;
            weights[n_weights] += change;
            for (place, number) in encoding.features(point.codes) {
                weights[place] += change * number;
            }
        }
        if steepest < TOLERANCE {
            break;
        }
    }
    weights
}

fn value(encoding: Encoding, weights: &[f64], codes: &[u8]) -> f64 {
    let bias = weights[weights.len() - 1];
    bias + encoding.features(codes).map(|(place, number)| weights[place] * number).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classifier::Window;

    fn objective(encoding: Encoding, points: &[Point<'_>], weights: &[f64], cost: f64) -> f64 {
        let hinge = |point: &Point<'_>| {
            point.weight * (1.0 - point.label * value(encoding, weights, point.codes)).max(0.0)
        };
        weights.iter().map(|weight| weight * weight).sum::<f64>() / 2.0
            + cost * points.iter().map(hinge).sum::<f64>()
    }

    /// No small change of the weights improves the objective, so the solution of the dual also solves the primal.
    #[test]
    fn no_small_change_makes_it_better() {
        let mut rng = Rng::new(Seed(4));
        let mut letter = || char::from(b"012345678.x"[rng.below(11)]);
        let windows: Vec<Window> =
            (0..40).map(|_| (0..8).map(|_| letter()).collect::<String>().parse().unwrap()).collect();
        let points: Vec<Point<'_>> = windows
            .iter()
            .map(|window| {
                let label = if rng.unit() < 0.4 { 1.0 } else { -1.0 };
                Point { codes: window.codes(), label, weight: 0.5 + rng.unit() }
            })
            .collect();
        for encoding in Encoding::ALL {
            let mut weights = solve(encoding, &points, 8 * encoding.n_numbers(), 0.3);
            let best = objective(encoding, &points, &weights, 0.3);
            for _ in 0..2000 {
                let place = rng.below(weights.len());
                let change = (rng.unit() - 0.5) * 0.2;
                weights[place] += change;
                let other = objective(encoding, &points, &weights, 0.3);
                assert!(other > best - 1e-2, "{other} {best}");
                weights[place] -= change;
            }
        }
    }
}
