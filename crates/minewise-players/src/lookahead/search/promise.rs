//! The promise of a view: an estimate of how good it is, from what its census shows directly.
//!
//! A reveal mostly changes what happens soon: how safe the safest cells are, how many cells are certain, and whether
//! their numbers will help. The promise is a weighted sum of these *facts*, in units of the chance to win and up to a
//! constant that all guesses of a view have in common. The weights are data, fitted by `minewise learn promise` to the
//! results of different guesses of the same views, in games played to the end on the same layouts.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use minewise::{Census, Verdict};

use crate::entry::model_file::{Lines, ModelError};

/// Number of facts of a view.
pub const N_FACTS: usize = 13;

/// The names of the facts in files of weights, in their order.
const NAMES: [&str; N_FACTS] = [
    "survived",
    "safest",
    "second",
    "third",
    "certain",
    "certain-of-5",
    "certain-of-20",
    "safest-safest",
    "safest-second",
    "second-second",
    "silent",
    "telling-little",
    "telling-much",
];

/// The weights that ship with the program.
pub(super) static SHIPPED: LazyLock<Promise> = LazyLock::new(|| {
    include_str!("promise.txt").parse().expect("the weights that ship with the program are well formed")
});

/// The facts of a view, each from 0 to 1; or a weight for each.
pub type Facts = [f64; N_FACTS];

/// The facts of a view in which everything is certain.
const ALL_CERTAIN: Facts = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0];

/// Returns the facts of the view of this census.
pub(super) fn facts(census: &Census) -> Facts {
    let least = Least::of(census);
    if least.0[0] == 1.0 {
        return ALL_CERTAIN;
    }
    let n_certain = census.safe().len();
    let [one, two, three] = least.0.map(|risk| 1.0 - risk);
    let (safest, second, third) = match n_certain {
        0 => (one, two, three),
        1 => (1.0, one, two),
        2 => (1.0, 1.0, one),
        _ => (1.0, 1.0, 1.0),
    };
    let [none_open, few_open, many_open] = n_safe_by_open_neighbours(census);
    [
        1.0,
        safest,
        second,
        third,
        if n_certain > 0 { 1.0 } else { 0.0 },
        share(n_certain, 5),
        share(n_certain, 20),
        safest * safest,
        safest * second,
        second * second,
        share(none_open, 9).sqrt(),
        share(few_open, 9).sqrt(),
        share(many_open, 9).sqrt(),
    ]
}

fn share(n: usize, most: usize) -> f64 {
    n.min(most) as f64 / most as f64
}

/// Counts the certainly safe cells with no open cell around them, with one or two, and with more: these numbers will
/// help not at all, a little, or much.
fn n_safe_by_open_neighbours(census: &Census) -> [usize; 3] {
    let mut counts = [0; 3];
    for cell in census.safe() {
        let is_open = |&near: &usize| census.verdict(near) == Some(Verdict::Open);
        let n_open = census.grid().neighbours(cell).filter(is_open).count();
        counts[n_open.div_ceil(2).min(2)] += 1;
    }
    counts
}

/// The three least risks of open cells, in ascending order; 1 if there are fewer. A group counts once, and so does the
/// interior.
struct Least([f64; 3]);

impl Least {
    fn of(census: &Census) -> Least {
        let mut least = Least([1.0; 3]);
        for group in census.groups().filter(|group| group.verdict == Verdict::Open) {
            least.add(group.risk);
        }
        if let Some((_, risk)) = census.interior().filter(|&(_, risk)| 0.0 < risk && risk < 1.0) {
            least.add(risk);
        }
        least
    }

    fn add(&mut self, mut risk: f64) {
        for least in &mut self.0 {
            if risk < *least {
                std::mem::swap(&mut risk, least);
            }
        }
    }
}

/// The weights of the facts, which give the promise of a view.
#[derive(Clone, Debug, PartialEq)]
pub struct Promise {
    weights: Facts,
}

impl Promise {
    /// Creates a promise with these weights.
    pub fn new(weights: Facts) -> Promise {
        Promise { weights }
    }

    /// Returns the promise of the view of this census.
    pub(super) fn worth(&self, census: &Census) -> f64 {
        self.sum(&facts(census))
    }

    /// Returns the promise of a view in which everything is certain.
    pub(super) fn most(&self) -> f64 {
        self.sum(&ALL_CERTAIN)
    }

    fn sum(&self, facts: &Facts) -> f64 {
        self.weights.iter().zip(facts).map(|(weight, fact)| weight * fact).sum()
    }
}

impl fmt::Display for Promise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, weight) in NAMES.iter().zip(&self.weights) {
            writeln!(f, "{name} {weight:.5}")?;
        }
        Ok(())
    }
}

impl FromStr for Promise {
    type Err = ModelError;

    fn from_str(text: &str) -> Result<Promise, ModelError> {
        let mut lines = Lines::without_header(text);
        let mut weights = [0.0; N_FACTS];
        for (weight, name) in weights.iter_mut().zip(NAMES) {
            *weight = lines.number(name)?;
        }
        lines.end()?;
        Ok(Promise { weights })
    }
}

#[cfg(test)]
mod tests {
    use minewise::{Rng, Seed, View, testing};

    use super::*;
    use minewise::Rules;

    #[track_caller]
    fn check(view: &str, expected: [f64; 10]) {
        let view: View = view.parse().unwrap();
        let found = facts(&Census::of(&view).unwrap());
        for (idx, (found, expected)) in found.iter().zip(expected).enumerate() {
            assert!(
                (found - expected).abs() < 1e-9,
                "{view:#}: {} is {found} instead of {expected}",
                NAMES[idx]
            );
        }
    }

    #[test]
    fn facts_are_what_a_view_shows() {
        // Two groups at even odds.
        check("5x2/2 .101./.101.", [1.0, 0.5, 0.5, 0.0, 0.0, 0.0, 0.0, 0.25, 0.25, 0.25]);
        // One cell is certain, beside a group at even odds.
        check("4x1/1 .1..", [1.0, 1.0, 0.5, 0.0, 1.0, 0.2, 0.05, 1.0, 0.5, 0.25]);
        // Everything is certain.
        check("4x1/1 .10.", [1.0; 10]);
    }

    #[test]
    fn every_fact_is_a_share() {
        let mut rng = Rng::new(Seed(4));
        for _ in 0..2000 {
            let rules = Rules::random(&mut rng, 12);
            let view = testing::random_view(&mut rng, rules);
            let facts = facts(&Census::of(&view).unwrap());
            assert!(facts.iter().all(|fact| (0.0..=1.0).contains(fact)), "{view:#}: {facts:?}");
            assert!(facts[1] >= facts[2] && facts[2] >= facts[3], "{view:#}: {facts:?}");
        }
    }

    #[test]
    fn weights_are_parsed_from_what_they_display() {
        let promise = Promise::new(std::array::from_fn(|idx| idx as f64 / 8.0 - 0.5));
        assert_eq!(promise.to_string().parse(), Ok(promise.clone()));
        assert_eq!(format!("# by a test\n{promise}").parse(), Ok(promise.clone()));
        let text = promise.to_string();
        let error = |text: &str| text.parse::<Promise>().unwrap_err().to_string();
        assert_eq!(error(""), "it ends before the line `survived …`");
        assert_eq!(error(&text.replace("second ", "first ")), "line 3: expected `second …`");
        assert_eq!(error(&text.replace("third -0.12500", "third NaN")), "line 4: `NaN` is not a number");
        assert_eq!(error(&format!("{text}more 1\n")), "line 14: expected the end of the model");
    }
}
