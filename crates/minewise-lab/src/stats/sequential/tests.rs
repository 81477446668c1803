use minewise::num::power;
use minewise::{Rng, Seed};

use super::*;

/// The number of pairs between two checks of a test.
const BATCH: u64 = 250;

/// The outcome of a pair of games: the chances that only the first and only the second player wins, and the amount of
/// noise that an adjustment adds.
#[derive(Clone, Copy)]
struct Pairs {
    only_first: f64,
    only_second: f64,
    noise: f64,
}

impl Pairs {
    fn draw(self, rng: &mut Rng) -> f64 {
        let drawn = rng.unit();
        let plain = if drawn < self.only_first {
            1.0
        } else if drawn < self.only_first + self.only_second {
            -1.0
        } else {
            0.0
        };
        plain + self.noise * (2.0 * rng.unit() - 1.0)
    }

    fn difference(self) -> f64 {
        self.only_first - self.only_second
    }

    fn deviation(self) -> f64 {
        let plain = self.only_first + self.only_second - power(self.difference(), 2);
        (plain + self.noise * self.noise / 3.0).sqrt()
    }
}

/// The results of simulated tests.
#[derive(Default)]
struct Tally {
    first: u32,
    second: u32,
    alike: u32,
    open: u32,
    /// The number of tests in which some interval missed the true difference.
    missed: u32,
    n_pairs: u64,
}

/// Runs `n_tests` tests of up to `most` pairs, each checked after every batch. `missed` also counts the checks after
/// the verdict, as if the test went on.
fn simulate(test: Test, pairs: Pairs, n_tests: u32, most: u64) -> Tally {
    let mut tally = Tally::default();
    for idx in 0..n_tests {
        let mut rng = Rng::new(Seed(1).stream(u64::from(idx)));
        let mut differences = Differences::default();
        let (mut verdict, mut is_missed) = (Verdict::Open, false);
        while differences.n_pairs < most {
            for _ in 0..BATCH {
                differences.add(pairs.draw(&mut rng));
            }
            if verdict == Verdict::Open {
                verdict = test.verdict(&differences);
                tally.n_pairs += BATCH;
            }
            let (low, high) = test.interval(&differences);
            let is_counted = differences.n_pairs >= Test::FEWEST;
            is_missed |= is_counted && !(low <= pairs.difference() && pairs.difference() <= high);
        }
        tally.missed += u32::from(is_missed);
        match verdict {
            Verdict::FirstBetter => tally.first += 1,
            Verdict::SecondBetter => tally.second += 1,
            Verdict::Alike => tally.alike += 1,
            Verdict::Open => tally.open += 1,
        }
    }
    tally
}

/// Returns the number of `n` events of chance `alpha` that is exceeded only once in a thousand.
fn most_of(n: u32, alpha: f64) -> u32 {
    let n = f64::from(n);
    (n * alpha + 3.1 * (n * alpha * (1.0 - alpha)).sqrt()).ceil() as u32
}

#[test]
fn equal_players_are_hardly_ever_told_apart_however_often_one_checks() {
    let equal = [
        Pairs { only_first: 0.15, only_second: 0.15, noise: 0.0 },
        Pairs { only_first: 0.01, only_second: 0.01, noise: 0.0 },
        Pairs { only_first: 0.002, only_second: 0.002, noise: 0.0 },
        Pairs { only_first: 0.1, only_second: 0.1, noise: 0.5 },
    ];
    for (alpha, pairs) in equal.into_iter().flat_map(|pairs| [(0.05, pairs), (0.2, pairs)]) {
        let tally = simulate(Test::new(alpha, 0.02).unwrap(), pairs, 400, 20_000);
        let n_wrong = tally.first + tally.second;
        assert!(n_wrong <= most_of(400, alpha), "{n_wrong} of 400 at {alpha}, {}", pairs.only_first);
        assert!(
            tally.missed <= most_of(400, alpha),
            "{} of 400 at {alpha}, {}",
            tally.missed,
            pairs.only_first
        );
    }
}

#[test]
fn a_difference_that_matters_is_hardly_ever_called_none() {
    for (only_first, only_second) in [(0.12, 0.10), (0.025, 0.005), (0.02, 0.0)] {
        let pairs = Pairs { only_first, only_second, noise: 0.0 };
        let tally = simulate(Test::new(0.05, 0.02).unwrap(), pairs, 400, 40_000);
        let n_wrong = tally.alike + tally.second;
        assert!(n_wrong <= most_of(400, 0.05), "{n_wrong} of 400 at {only_first}");
        assert!(tally.missed <= most_of(400, 0.05), "{} of 400 at {only_first}", tally.missed);
    }
}

#[test]
fn different_players_are_told_apart_after_about_the_pairs_expected() {
    for (only_first, only_second, noise) in [(0.16, 0.14, 0.0), (0.13, 0.11, 0.3), (0.025, 0.005, 0.0)] {
        let pairs = Pairs { only_first, only_second, noise };
        let test = Test::new(0.05, pairs.difference()).unwrap();
        let expected = test.expected_pairs(pairs.deviation());
        let tally = simulate(test, pairs, 200, 6 * expected);
        assert!(tally.first >= 190, "{} of 200", tally.first);
        let ratio = tally.n_pairs as f64 / 200.0 / expected as f64;
        assert!((0.7..1.3).contains(&ratio), "{ratio} times {expected}");
    }
}

#[test]
fn equal_players_end_as_alike() {
    let pairs = Pairs { only_first: 0.05, only_second: 0.05, noise: 0.0 };
    let tally = simulate(Test::new(0.05, 0.02).unwrap(), pairs, 50, 20_000);
    assert!(tally.alike >= 45, "{} of 50", tally.alike);
}

#[test]
fn players_that_never_differ_are_not_called_alike_too_soon() {
    let test = Test::new(0.05, 0.001).unwrap();
    let mut differences = Differences::default();
    let n_needed = loop {
        differences.add(0.0);
        if test.verdict(&differences) == Verdict::Alike {
            break differences.n_pairs;
        }
    };
    // If they differed by 0.001, this many pairs would show no difference with a chance under 5 %.
    assert!(power(0.999, n_needed as u32) < 0.05, "{n_needed}");
}

#[test]
fn sums_do_not_depend_on_the_order_and_agree_with_plain_arithmetic() {
    let mut rng = Rng::new(Seed(3));
    let values: Vec<f64> = (0..1000).map(|_| 6.0 * rng.unit() - 2.5).collect();
    let sum = |values: &[f64]| {
        let mut differences = Differences::default();
        values.iter().for_each(|&value| differences.add(value));
        differences
    };
    let mut merged = sum(&values[700..]);
    merged.merge(&sum(&values[..700]));
    let reversed: Vec<f64> = values.iter().rev().copied().collect();
    assert_eq!((merged, sum(&reversed)), (sum(&values), sum(&values)));
    let mean = values.iter().sum::<f64>() / 1000.0;
    let variance = values.iter().map(|value| power(value - mean, 2)).sum::<f64>() / 999.0;
    assert!((merged.mean() - mean).abs() < 1e-9 && (merged.variance() - variance).abs() < 1e-6);
    let (low, high) = merged.ci95();
    assert!(((high - low) / 2.0 / (1.96 * (variance / 1000.0).sqrt()) - 1.0).abs() < 0.01);
}

#[test]
fn the_interval_is_that_of_the_source() {
    // Computed from the formula of the source with another program: n = 10,000, s = 0.5, α = 0.05, and ρ for 3744.67
    // pairs.
    let half = Test::new(0.05, 0.02).unwrap().half_width(10_000.0, 0.5);
    assert!((half - 0.015_427_428_008_873_556).abs() < 1e-15, "{half}");
}

#[test]
fn error_rates_and_differences_lie_between_0_and_1() {
    for (alpha, difference) in
        [(0.0, 0.1), (1.0, 0.1), (0.1, 0.0), (0.1, 1.0), (f64::NAN, 0.1), (0.1, f64::NAN)]
    {
        assert!(Test::new(alpha, difference).is_none(), "{alpha} {difference}");
    }
}
