//! A sequential test of paired differences, whose result may be checked as often as one likes.
//!
//! Two players play the same seeds, and `d` is by how much the first did better in a pair of games. A test with a fixed
//! number of games must not be checked before its end: stopping as soon as the result looks good makes errors far more
//! frequent than the test claims. A *confidence sequence* is a sequence of intervals, one after every pair, that all
//! hold at once with probability `1 − α`. So the test may stop whenever it has an answer, and is wrong with probability
//! at most `α`.
//!
//! This is the asymptotic confidence sequence with the normal mixture of Robbins (1970), in the form of Waudby-Smith,
//! Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and asymptotic confidence sequences" (2021),
//! theorem 2.2: after `n` pairs with mean `m` and standard deviation `s`,
//!
//! ```text
//! m ± s · √( 2 (n·ρ² + 1) / (n²·ρ²) · ln( √(n·ρ² + 1) / α ) )
//! ```
//!
//! It holds at all times for any `ρ > 0` that is chosen beforehand; `ρ` determines at which `n` it is narrowest. Like
//! every interval based on a standard deviation it holds for many pairs, not for few, so nothing is decided before
//! [`Test::FEWEST`]. And if players hardly ever differ, the first pairs may show no difference at all. The standard
//! deviation is therefore computed as if each player had won one more pair alone.

use serde::{Deserialize, Serialize};

use crate::stats::fixed::Fixed;
use crate::stats::statistics::Z_95;

/// Sums over the differences of many pairs. Only integers are added, so their order never matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Differences {
    /// The number of pairs.
    pub n_pairs: u64,
    /// Σ d.
    sum: Fixed,
    /// Σ d².
    sum_of_squares: Fixed,
}

impl Differences {
    /// Creates the sums of pairs of which only the first player won some, and only the second player others.
    pub fn of_wins(n_pairs: u64, only_first: u64, only_second: u64) -> Differences {
        let sum = Fixed::new(only_first as f64 - only_second as f64);
        let sum_of_squares = Fixed::new(only_first as f64 + only_second as f64);
        Differences { n_pairs, sum, sum_of_squares }
    }

    /// Creates sums with this mean and variance.
    pub(crate) fn of_moments(n_pairs: u64, mean: f64, variance: f64) -> Differences {
        let n = n_pairs as f64;
        let sum_of_squares = (n - 1.0) * variance + n * mean * mean;
        Differences { n_pairs, sum: Fixed::new(n * mean), sum_of_squares: Fixed::new(sum_of_squares) }
    }

    /// Adds one pair.
    pub fn add(&mut self, difference: f64) {
        self.n_pairs += 1;
        self.sum += Fixed::new(difference);
        self.sum_of_squares += Fixed::new(difference * difference);
    }

    /// Adds the pairs of other sums.
    pub fn merge(&mut self, other: &Differences) {
        // Records are read from files, which may hold any number.
        self.n_pairs = self.n_pairs.saturating_add(other.n_pairs);
        self.sum += other.sum;
        self.sum_of_squares += other.sum_of_squares;
    }

    /// Returns the mean difference; 0 for no pairs.
    pub fn mean(&self) -> f64 {
        self.sum.value() / self.n_pairs.max(1) as f64
    }

    /// Returns the sample variance of a difference.
    pub fn variance(&self) -> f64 {
        self.variance_with(0.0)
    }

    /// Returns the variance of a difference, as if each player had won one more pair alone.
    fn careful_variance(&self) -> f64 {
        self.variance_with(2.0)
    }

    /// Returns the variance with `n_more` additional pairs, half of them with difference 1 and half with −1.
    fn variance_with(&self, n_more: f64) -> f64 {
        let n_pairs = self.n_pairs as f64 + n_more;
        if n_pairs < 2.0 {
            return 0.0;
        }
        let mean = self.sum.value() / n_pairs;
        let squares = self.sum_of_squares.value() + n_more;
        ((squares - n_pairs * mean * mean) / (n_pairs - 1.0)).max(0.0)
    }

    /// Returns the 95 % confidence interval of the mean, which holds if it is checked only once.
    pub fn ci95(&self) -> (f64, f64) {
        let half = Z_95 * (self.careful_variance() / self.n_pairs.max(1) as f64).sqrt();
        (self.mean() - half, self.mean() + half)
    }
}

/// A paired sequential test, defined by its error rate and the smallest difference that matters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test {
    /// The maximum probability of a wrong verdict.
    alpha: f64,
    /// The smallest difference that matters.
    difference: f64,
}

/// The verdict of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The first player is better.
    FirstBetter,
    /// The second player is better.
    SecondBetter,
    /// There is no difference that matters.
    Alike,
    /// Nothing is decided yet.
    Open,
}

impl Test {
    /// The minimum number of pairs for a verdict.
    pub const FEWEST: u64 = 500;

    /// Creates a test with this error rate and this smallest difference that matters; `None` unless both lie between 0
    /// and 1.
    pub fn new(alpha: f64, difference: f64) -> Option<Test> {
        let is_between = |value: f64| value > 0.0 && value < 1.0;
        (is_between(alpha) && is_between(difference)).then_some(Test { alpha, difference })
    }

    /// The maximum probability of a wrong verdict.
    pub fn alpha(&self) -> f64 {
        self.alpha
    }

    /// The smallest difference that matters.
    pub fn difference(&self) -> f64 {
        self.difference
    }

    /// Returns the interval of the mean difference that holds, together with those after every other number of pairs,
    /// with probability `1 − α`. For no pairs it is −1 to 1.
    pub fn interval(&self, differences: &Differences) -> (f64, f64) {
        if differences.n_pairs == 0 {
            return (-1.0, 1.0);
        }
        let deviation = differences.careful_variance().sqrt();
        let half = self.half_width(differences.n_pairs as f64, deviation);
        (differences.mean() - half, differences.mean() + half)
    }

    /// Returns the verdict on the pairs so far.
    pub fn verdict(&self, differences: &Differences) -> Verdict {
        if differences.n_pairs < Test::FEWEST {
            return Verdict::Open;
        }
        let (low, high) = self.interval(differences);
        if low > 0.0 {
            Verdict::FirstBetter
        } else if high < 0.0 {
            Verdict::SecondBetter
        } else if low > -self.difference && high < self.difference {
            Verdict::Alike
        } else {
            Verdict::Open
        }
    }

    /// Returns the expected number of pairs of a test: that after which half of all tests have found a true difference
    /// of the smallest size that matters, if differences have this standard deviation.
    pub fn expected_pairs(&self, deviation: f64) -> u64 {
        let is_narrow = |n_pairs: u64| self.half_width(n_pairs as f64, deviation) <= self.difference;
        // The width shrinks as pairs are added: double until it is narrow enough, then bisect.
        let mut high = Test::FEWEST;
        // The bound keeps the doubling from overflowing if the deviation is not finite.
        while !is_narrow(high) && high < 1 << 60 {
            high *= 2;
        }
        let mut low = if high == Test::FEWEST { return high } else { high / 2 };
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if is_narrow(middle) { high = middle } else { low = middle }
        }
        high
    }

    /// Returns half the width of the interval after `n_pairs`.
    fn half_width(&self, n_pairs: f64, deviation: f64) -> f64 {
        let mixed = n_pairs * self.rho_squared() + 1.0;
        let log = libm::log(mixed.sqrt() / self.alpha);
        deviation * (2.0 * mixed * log / (n_pairs * n_pairs * self.rho_squared())).sqrt()
    }

    /// Returns `ρ²`, chosen so that the interval is narrowest about where a test of the smallest difference that
    /// matters ends.
    ///
    /// It assumes players that win different games about once in four pairs. The exact value matters little: if a test
    /// ends after a third or three times as many pairs, its interval is 6 % wider than it could be.
    fn rho_squared(&self) -> f64 {
        let twice_log = -2.0 * libm::log(self.alpha);
        let n_tuned = (0.25 * twice_log / (self.difference * self.difference)).max(Test::FEWEST as f64);
        (twice_log + libm::log(twice_log + 1.0)) / n_tuned
    }
}

#[cfg(test)]
mod tests;
