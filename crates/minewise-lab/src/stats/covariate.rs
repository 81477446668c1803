//! Removes luck from results, as far as it explains them.
//!
//! The expectation of luck is known: it is 0. So subtracting any share of the luck from the results does not change
//! their expectation. The best share is the slope of the regression line of results on luck. It leaves the least
//! variance, and never more than before. It is 1 for a player as good as the estimate behind the luck assumes, and less
//! for a player that makes little use of its luck. These are control variates with a share estimated from the same
//! games (Lavenberg and Welch 1981). The bias of this is of the order of one game in total.

use serde::{Deserialize, Serialize};

use crate::stats::fixed::Fixed;

/// Sums over the luck and the results of many games, or of pairs of games, where luck and result are differences. Only
/// integers are added, so the order never matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LuckSums {
    /// The number of games.
    pub games: u64,
    /// Σ luck.
    pub luck: Fixed,
    /// Σ luck².
    pub luck_squared: Fixed,
    /// Σ luck × result.
    pub luck_times_result: Fixed,
}

/// Results adjusted for luck.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LuckAdjusted {
    /// The share of the luck that is subtracted.
    pub share: f64,
    /// The mean of the adjusted results.
    pub mean: f64,
    /// The variance of a single adjusted result.
    pub variance: f64,
    /// The factor by which the variance of the mean grows because the share is estimated.
    pub inflation: f64,
}

impl LuckSums {
    pub(crate) fn add(&mut self, result: f64, luck: f64) {
        self.games += 1;
        self.luck += Fixed::new(luck);
        self.luck_squared += Fixed::new(luck * luck);
        self.luck_times_result += Fixed::new(luck * result);
    }

    pub(crate) fn merge(&mut self, other: &LuckSums) {
        // Records are read from files, which may hold any number.
        self.games = self.games.saturating_add(other.games);
        self.luck += other.luck;
        self.luck_squared += other.luck_squared;
        self.luck_times_result += other.luck_times_result;
    }

    /// Removes luck from results, given the sum of the results and the sum of their squares; `None` for fewer than
    /// three games.
    pub(crate) fn without_luck(&self, results: f64, results_squared: f64) -> Option<LuckAdjusted> {
        if self.games < 3 {
            return None;
        }
        let n_games = self.games as f64;
        let (luck, result) = (self.luck.value() / n_games, results / n_games);
        let of_luck = (self.luck_squared.value() - n_games * luck * luck).max(0.0);
        let of_results = (results_squared - n_games * result * result).max(0.0);
        let of_both = self.luck_times_result.value() - n_games * luck * result;
        // Luck is stored in steps of 2⁻³²; variation smaller than this is rounding.
        let varies = of_luck > 1e-9 * n_games;
        let share = if varies { of_both / of_luck } else { 0.0 };
        Some(LuckAdjusted {
            share,
            mean: result - share * luck,
            variance: (of_results - share * of_both).max(0.0) / (n_games - 2.0),
            inflation: 1.0 + if varies { n_games * luck * luck / of_luck } else { 0.0 },
        })
    }
}

#[cfg(test)]
mod tests {
    use minewise::{Rng, Seed};

    use super::*;
    use minewise::num::power;

    fn sums(games: &[(f64, f64)]) -> LuckSums {
        let mut sums = LuckSums::default();
        games.iter().for_each(|&(result, luck)| sums.add(result, luck));
        sums
    }

    fn without_luck(games: &[(f64, f64)]) -> Option<LuckAdjusted> {
        let results = games.iter().map(|(result, _)| result);
        sums(games).without_luck(results.clone().sum(), results.map(|result| result * result).sum())
    }

    /// Compares the share with many others.
    #[test]
    fn no_other_share_leaves_less_variance() {
        let mut rng = Rng::new(Seed(4));
        for _ in 0..50 {
            let slope = 2.0 * rng.unit();
            let games: Vec<(f64, f64)> = (0..40)
                .map(|_| {
                    let luck = rng.unit() - 0.5;
                    (slope * luck + 0.3 * rng.unit(), luck)
                })
                .collect();
            let adjusted = without_luck(&games).unwrap();
            let squares = |share: f64| {
                let rest: Vec<f64> = games.iter().map(|(result, luck)| result - share * luck).collect();
                let mean = rest.iter().sum::<f64>() / 40.0;
                rest.iter().map(|value| power(value - mean, 2)).sum::<f64>()
            };
            assert!((squares(adjusted.share) / 38.0 - adjusted.variance).abs() < 1e-6);
            for step in -20..=20 {
                assert!(squares(adjusted.share + f64::from(step) * 0.05) >= squares(adjusted.share) - 1e-6);
            }
        }
    }

    #[test]
    fn results_that_are_all_luck_have_no_variance_left() {
        let games: Vec<(f64, f64)> =
            [-0.5, 0.25, 0.125, -0.75].iter().map(|&luck| (0.5 + 2.0 * luck, luck)).collect();
        let adjusted = without_luck(&games).unwrap();
        assert!(
            (adjusted.share - 2.0).abs() < 1e-6
                && (adjusted.mean - 0.5).abs() < 1e-6
                && adjusted.variance < 1e-6
        );
    }

    #[test]
    fn where_there_is_no_luck_none_is_taken_out() {
        let adjusted = without_luck(&[(1.0, 0.0), (0.0, 0.0), (1.0, 0.0), (0.0, 0.0)]).unwrap();
        assert_eq!(
            (adjusted.share, adjusted.mean, adjusted.variance, adjusted.inflation),
            (0.0, 0.5, 0.5, 1.0)
        );
        assert_eq!(without_luck(&[(1.0, 0.0), (0.0, 0.0)]), None);
    }

    /// Draws many small samples: the mean of the adjusted means is that of the results, and their variance is as
    /// stated.
    #[test]
    fn the_mean_is_unbiased_and_its_variance_is_right() {
        let mut rng = Rng::new(Seed(5));
        let (mut sum, mut squares, mut stated_variance) = (0.0, 0.0, 0.0);
        let n_samples = 4000;
        for _ in 0..n_samples {
            let games: Vec<(f64, f64)> = (0..100)
                .map(|_| {
                    let (luck, noise) = (rng.unit() - 0.5, rng.unit());
                    (if luck + noise > 0.8 { 1.0 } else { 0.0 }, luck)
                })
                .collect();
            let adjusted = without_luck(&games).unwrap();
            sum += adjusted.mean;
            squares += adjusted.mean * adjusted.mean;
            stated_variance += adjusted.variance * adjusted.inflation / 100.0;
        }
        let n = f64::from(n_samples);
        let (mean, variance) = (sum / n, squares / n - power(sum / n, 2));
        // Won if the sum of two uniform draws is above 0.8 + 0.5: 0.7² / 2.
        assert!((mean - 0.245).abs() < 4.0 * (variance / n).sqrt() + 0.001, "{mean}");
        assert!((stated_variance / n / variance - 1.0).abs() < 0.1, "{} {variance}", stated_variance / n);
    }
}
