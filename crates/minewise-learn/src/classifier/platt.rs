//! Calibration: a sigmoid that turns decision values into chances (Platt 1999), fitted by Newton's method.
//!
//! Unlike Platt, we know the exact risks, so they are the targets: the fit is the sigmoid whose chances have the least
//! cross-entropy with the risks.

use super::logistic::{sigmoid, softplus};

/// A sigmoid: the chance of a mine is `1 / (1 + exp(slope · value + offset))`, which falls as the value grows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sigmoid {
    /// Invariant: finite and not below 0.
    pub(super) slope: f32,
    /// Invariant: finite.
    pub(super) offset: f32,
}

/// Something that a sigmoid is fitted to: a decision value, how often it was seen, and the sum of the risks there.
pub(super) type Observation = (f64, f64, f64);

impl Sigmoid {
    /// The chance of a mine at a decision value.
    pub(super) fn risk(self, value: f64) -> f64 {
        sigmoid(-(f64::from(self.slope) * value + f64::from(self.offset)))
    }

    /// Fits a sigmoid to observations.
    pub(super) fn fit(seen: &[Observation]) -> Sigmoid {
        let (mut slope, mut offset) = (1.0, 0.0);
        let mut value = loss(seen, slope, offset);
        for _ in 0..100 {
            let (down_slope, down_offset) = newton_step(seen, slope, offset);
            let mut length = 1.0;
            let next = loop {
                let (next_slope, next_offset) = (slope + length * down_slope, offset + length * down_offset);
                let next_value = loss(seen, next_slope, next_offset);
                if next_value < value {
                    break Some((next_slope, next_offset, next_value));
                }
                length /= 2.0;
                if length < 1e-10 {
                    break None;
                }
            };
            let Some((next_slope, next_offset, next_value)) = next else { break };
            (slope, offset, value) = (next_slope, next_offset, next_value);
        }
        Sigmoid { slope: slope.clamp(0.0, 1e6) as f32, offset: offset.clamp(-1e6, 1e6) as f32 }
    }
}

/// The cross-entropy between the chances of a sigmoid and the risks.
fn loss(seen: &[Observation], slope: f64, offset: f64) -> f64 {
    let one = |&(value, count, risk): &Observation| {
        let score = slope * value + offset;
        risk * softplus(score) + (count - risk) * softplus(-score)
    };
    seen.iter().map(one).sum()
}

/// Newton's step towards the least loss. A small constant on the diagonal keeps the matrix invertible.
fn newton_step(seen: &[Observation], slope: f64, offset: f64) -> (f64, f64) {
    let (mut first, mut second) = ([0.0; 2], [1e-9, 0.0, 1e-9]);
    for &(value, count, risk) in seen {
        let chance = sigmoid(-(slope * value + offset));
        let (slope, curvature) = (risk - count * chance, count * chance * (1.0 - chance));
        first = [first[0] + slope * value, first[1] + slope];
        second =
            [second[0] + curvature * value * value, second[1] + curvature * value, second[2] + curvature];
    }
    let determinant = second[0] * second[2] - second[1] * second[1];
    let by_slope = (second[2] * first[0] - second[1] * first[1]) / determinant;
    let by_offset = (second[0] * first[1] - second[1] * first[0]) / determinant;
    if by_slope.is_finite() && by_offset.is_finite() { (-by_slope, -by_offset) } else { (0.0, 0.0) }
}

/// The expected calibration error in ten bins: the mean difference between chances and risks of a bin, weighted by
/// count.
pub(super) fn calibration_error(seen: impl Iterator<Item = Observation>) -> f64 {
    let mut bins = [(0.0, 0.0, 0.0); 10];
    for (chance, count, risk) in seen {
        let bin = &mut bins[((chance * 10.0) as usize).min(9)];
        *bin = (bin.0 + count, bin.1 + chance * count, bin.2 + risk);
    }
    let n_all: f64 = bins.iter().map(|bin| bin.0).sum();
    bins.iter().map(|&(_, chance, risk): &(f64, f64, f64)| (chance - risk).abs()).sum::<f64>()
        / n_all.max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sigmoid_is_recovered_from_its_chances() {
        let known = Sigmoid { slope: 2.5, offset: -0.75 };
        let seen: Vec<Observation> = (-20..20)
            .map(|tenth| f64::from(tenth) / 10.0)
            .map(|value| (value, 3.0, 3.0 * known.risk(value)))
            .collect();
        let found = Sigmoid::fit(&seen);
        assert!((found.slope - 2.5).abs() < 1e-4 && (found.offset + 0.75).abs() < 1e-4, "{found:?}");
        assert!(
            calibration_error(seen.iter().map(|&(value, count, risk)| (found.risk(value), count, risk)))
                < 1e-6
        );
    }

    #[test]
    fn the_chance_of_a_mine_falls_as_the_value_grows() {
        // Even where the data say the opposite, the slope is never below 0.
        let wrong = [(-1.0, 5.0, 0.5), (1.0, 5.0, 4.5)];
        assert_eq!(Sigmoid::fit(&wrong).slope, 0.0);
        let right = Sigmoid::fit(&[(-1.0, 5.0, 4.5), (0.0, 4.0, 1.0), (1.0, 5.0, 0.5)]);
        let risks: Vec<f64> = (-30..30).map(|value| right.risk(f64::from(value) / 3.0)).collect();
        assert!(risks.windows(2).all(|pair| pair[0] > pair[1]), "{risks:?}");
        for seen in [vec![], vec![(1.0, 5.0, 0.0)], vec![(-1.0, 2.0, 2.0), (1.0, 2.0, 0.0)]] {
            let found = Sigmoid::fit(&seen);
            assert!(found.slope.is_finite() && found.offset.is_finite(), "{found:?}");
        }
    }

    #[test]
    fn the_calibration_error_is_the_mean_difference_of_the_bins() {
        let seen = [(0.05, 2.0, 0.5), (0.95, 2.0, 1.9)];
        assert!((calibration_error(seen.into_iter()) - 0.1).abs() < 1e-12);
    }
}
