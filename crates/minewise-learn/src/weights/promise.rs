//! Learns how promising a view is: the weights of [`minewise_players::Promise`], which `search` uses to look ahead.
//!
//! At each guess in its own games, several cells are tried on the same layouts. Their win rates, relative to the mean
//! of the same view, are fitted by least squares to the facts of the views that they lead to. So the fit learns only
//! how the guesses of a view differ, not how good the view is. Only sums over all lessons are kept, so millions of
//! lessons need no more memory than one.

use minewise_players::{Facts, N_FACTS, Promise, TriedGuess, Tutor};
use serde::{Deserialize, Serialize};

use crate::shared::course::{Course, CourseState, Settings, in_order};

/// The rules that are played in turn.
const RULES: [&str; 5] = ["30x16/99", "30x16/99", "30x16/99", "16x16/40", "9x9/10"];

/// The share of each diagonal element that is added to it (ridge regression), so that facts that hardly vary get no
/// large weights.
const RIDGE: f64 = 1e-3;

/// A fit in progress.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fit {
    settings: Settings,
    /// The number of games learned from so far.
    n_done: u64,
    n_guesses: u64,
    /// Σ facts × facts and Σ facts × win, both of differences from the mean of the same view.
    squares: [Facts; N_FACTS],
    products: Facts,
}

impl Course for Fit {
    const NAME: &'static str = "promise";

    type Settings = Settings;

    fn new(settings: Settings) -> Fit {
        let (squares, products) = ([[0.0; N_FACTS]; N_FACTS], [0.0; N_FACTS]);
        Fit { settings, n_done: 0, n_guesses: 0, squares, products }
    }

    fn state(&self) -> CourseState<'_, Settings> {
        CourseState { settings: &self.settings, games: self.settings, n_done: self.n_done }
    }

    fn learn(&mut self, n_games: u64, n_threads: usize) {
        let teacher = || {
            let rules = |text: &str| text.parse().expect("the rules are well formed");
            let mut tutors = RULES.map(|text| Tutor::new(rules(text)));
            move |seed: minewise::Seed| tutors[(seed.0 % RULES.len() as u64) as usize].lessons(seed)
        };
        in_order(self.settings, self.next_games(n_games), n_threads, teacher, |lessons| {
            self.learn_from(&lessons);
        });
    }

    fn progress(&self) -> String {
        format!("{} guesses", self.n_guesses)
    }
}

impl Fit {
    /// The number of guesses tried so far.
    pub fn n_guesses(&self) -> u64 {
        self.n_guesses
    }

    /// Learns from the lessons of a game.
    fn learn_from(&mut self, lessons: &[Vec<TriedGuess>]) {
        for tried in lessons.iter().filter(|tried| tried.len() > 1) {
            self.add(tried);
        }
        self.n_done += 1;
    }

    fn add(&mut self, tried: &[TriedGuess]) {
        let n_tried = tried.len() as f64;
        let mean = |of: &dyn Fn(&TriedGuess) -> f64| tried.iter().map(of).sum::<f64>() / n_tried;
        let mean_win = mean(&|guess| guess.win);
        let mean_facts: Facts = std::array::from_fn(|idx| mean(&|guess| guess.facts[idx]));
        for guess in tried {
            let facts: Facts = std::array::from_fn(|idx| guess.facts[idx] - mean_facts[idx]);
            for (row, &fact) in facts.iter().enumerate() {
                self.products[row] += fact * (guess.win - mean_win);
                for (sum, other) in self.squares[row].iter_mut().zip(&facts) {
                    *sum += fact * other;
                }
            }
        }
        self.n_guesses += tried.len() as u64;
    }

    /// The best fitting weights.
    pub fn promise(&self) -> Promise {
        let mut squares = self.squares;
        for (idx, row) in squares.iter_mut().enumerate() {
            // The tiny constant keeps the matrix invertible if a fact never varied: its weight is then 0.
            row[idx] += row[idx] * RIDGE + f64::MIN_POSITIVE;
        }
        Promise::new(solve(squares, self.products))
    }
}

/// Solves `a·x = b` by Gaussian elimination. Needs no pivoting, since `a` is positive definite.
fn solve(mut a: [Facts; N_FACTS], mut b: Facts) -> Facts {
    for idx in 0..N_FACTS {
        for below in idx + 1..N_FACTS {
            let factor = a[below][idx] / a[idx][idx];
            let pivot = a[idx];
            for (value, pivot) in a[below].iter_mut().zip(pivot) {
                *value -= factor * pivot;
            }
            b[below] -= factor * b[idx];
        }
    }
    let mut x = [0.0; N_FACTS];
    for idx in (0..N_FACTS).rev() {
        let known: f64 = (idx + 1..N_FACTS).map(|other| a[idx][other] * x[other]).sum();
        x[idx] = (b[idx] - known) / a[idx][idx];
    }
    x
}

#[cfg(test)]
mod tests {
    use minewise::{Rng, Seed};

    use super::*;
    use crate::shared::course::testing::{check_refused, check_stops};

    const SETTINGS: Settings = Settings { n_games: 12, seed: 5 };

    #[test]
    fn threads_and_stops_change_nothing() {
        let [whole, _]: [Fit; 2] = check_stops(|| SETTINGS);
        assert!(whole.n_guesses() > 20, "{}", whole.n_guesses());
    }

    #[test]
    fn foreign_checkpoints_are_refused() {
        let other = Settings { seed: 6, ..SETTINGS };
        check_refused::<Fit>(|| SETTINGS, other, "this checkpoint is of 12 games from seed 6");
    }

    /// Guesses with values from known weights plus noise.
    #[test]
    fn known_weights_are_recovered() {
        let weights: Facts = std::array::from_fn(|idx| idx as f64 / 10.0 - 0.6);
        let mut rng = Rng::new(Seed(7));
        let mut fit = Fit::new(SETTINGS);
        for _ in 0..20_000 {
            let common = rng.unit();
            let mut guess = || {
                let facts: Facts = std::array::from_fn(|_| rng.unit());
                let value: f64 = facts.iter().zip(&weights).map(|(fact, weight)| fact * weight).sum();
                TriedGuess { facts, win: value + common + 0.1 * (rng.unit() - 0.5) }
            };
            let tried = [guess(), guess(), guess()];
            fit.add(&tried);
        }
        let text = fit.promise().to_string();
        let found = text.lines().map(|line| line.split_once(' ').unwrap().1.parse::<f64>().unwrap());
        for (found, weight) in found.zip(weights) {
            assert!((found - weight).abs() < 0.01, "{text}");
        }
    }
}
