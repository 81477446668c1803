//! The fit: one lesson after the other, in a fixed order, whichever thread prepares them.

use minewise::Seed;
use minewise_players::{N_FEATURES, Network};
use serde::{Deserialize, Serialize};

use super::adam::Trainee;
use super::lesson::{Lesson, Step, Teacher};
use crate::shared::course::{Course, CourseState, Settings, in_order};

/// A fit in progress.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Fit {
    settings: Settings,
    /// The number of games learned from so far.
    n_done: u64,
    trainee: Trainee,
    window: Window,
}

/// Statistics over the last games: how much of the noise luck explained.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Window {
    n_games: u64,
    n_won: u64,
    /// By how much subtracting luck made the sum of squares smaller.
    gain: f64,
    /// The share of the variance that luck explained in the last full window.
    explained: f64,
}

/// The sizes of the hidden layers.
const HIDDEN: [usize; 2] = [32, 16];
/// The number of games after which the weights are changed.
const BATCH: u64 = 8;
/// The learning rate of the first game; it falls linearly until the last.
const RATE: f32 = 0.003;
/// The weight of the estimate's general level in the loss, beside the differences.
const LEVEL: f64 = 0.1;
/// The number of games that the progress is averaged over.
const WINDOW: u64 = 10_000;
/// The number of games from which the means and standard deviations of the features are taken.
const N_MEASURED: u64 = 400;

impl Course for Fit {
    const NAME: &'static str = "chance";

    type Settings = Settings;

    fn new(settings: Settings) -> Fit {
        let mut teacher = Teacher::default();
        let mut sums = [(0.0, 0.0); N_FEATURES];
        let mut n_views = 0.0;
        for idx in 0..N_MEASURED {
            let lesson = teacher.lesson(settings.seed_of(idx));
            let outcomes = lesson.steps.iter().flat_map(|step| &step.outcomes);
            for features in outcomes.filter_map(|outcome| outcome.features.as_deref()) {
                n_views += 1.0;
                for (sum, &value) in sums.iter_mut().zip(features) {
                    sum.0 += f64::from(value);
                    sum.1 += f64::from(value) * f64::from(value);
                }
            }
        }
        let inputs = sums.map(|(sum, square)| {
            let mean = sum / n_views;
            (mean, (square / n_views - mean * mean).max(0.0).sqrt())
        });
        let trainee = Trainee::new(&HIDDEN, &inputs, Seed(settings.seed).stream(3));
        Fit { settings, n_done: 0, trainee, window: Window::default() }
    }

    fn state(&self) -> CourseState<'_, Settings> {
        CourseState { settings: &self.settings, games: self.settings, n_done: self.n_done }
    }

    fn learn(&mut self, n_games: u64, n_threads: usize) {
        let teacher = || {
            let mut teacher = Teacher::default();
            move |seed| teacher.lesson(seed)
        };
        in_order(self.settings, self.next_games(n_games), n_threads, teacher, |lesson| {
            self.learn_from(&lesson);
        });
    }

    fn progress(&self) -> String {
        format!("{:.2} % of the noise explained", 100.0 * self.explained())
    }
}

impl Fit {
    /// The share of the variance of results that luck explained in the last games.
    pub fn explained(&self) -> f64 {
        self.window.explained
    }

    /// Learns from a game.
    fn learn_from(&mut self, lesson: &Lesson) {
        let mut result = f64::from(u8::from(lesson.won));
        // From the end, so that the luck of later guesses is known and can be subtracted.
        for step in lesson.steps.iter().rev() {
            let luck = self.learn_step(step, result);
            // Only guesses have the weight 1; of other reveals just a sample is in the lesson.
            if step.weight == 1.0 {
                result -= luck;
            }
        }
        self.n_done += 1;
        self.window.add(lesson.won);
        if self.n_done.is_multiple_of(BATCH) {
            let left = 1.0 - self.n_done as f32 / self.settings.n_games as f32;
            self.trainee.step(RATE * left.max(0.01), BATCH as f32);
        }
    }

    /// Adds the gradient of one reveal, by which its luck would explain `result` better, and returns that luck.
    fn learn_step(&mut self, step: &Step, result: f64) -> f64 {
        let mut estimate = |features: &Option<Box<[f32; N_FEATURES]>>| {
            features.as_ref().map_or(1.0, |features| self.trainee.chance(features))
        };
        let estimates: Vec<f64> = step.outcomes.iter().map(|outcome| estimate(&outcome.features)).collect();
        let expected: f64 =
            step.outcomes.iter().zip(&estimates).map(|(o, estimate)| o.chance * estimate).sum();
        let luck = step.shown.map_or(0.0, |shown| estimates[shown]) - expected;
        let (miss, rest) = (result - expected, result - expected - luck);
        self.window.gain += step.weight * (miss * miss - rest * rest);
        for (idx, (outcome, estimate)) in step.outcomes.iter().zip(estimates).enumerate() {
            let Some(features) = &outcome.features else { continue };
            let is_shown = if step.shown == Some(idx) { 1.0 } else { 0.0 };
            let slope =
                -step.weight * rest * (is_shown - outcome.chance) + LEVEL * is_shown * (estimate - result);
            // The slope of the logistic function, but never quite 0: an estimate near 0 or 1 can still be corrected.
            let logistic_slope = (estimate * (1.0 - estimate)).max(0.02);
            self.trainee.note(features, (slope * logistic_slope) as f32);
        }
        luck
    }

    /// The current network; `origin` is a line that says what made it. `None` if the fit has diverged and a weight is
    /// not a finite number.
    pub fn network(&self, origin: &str) -> Option<Network> {
        Network::new(origin, self.trainee.layers())
    }
}

impl Window {
    fn add(&mut self, won: bool) {
        self.n_games += 1;
        self.n_won += u64::from(won);
        if self.n_games == WINDOW {
            let rate = self.n_won as f64 / WINDOW as f64;
            let explained = self.gain / WINDOW as f64 / (rate * (1.0 - rate));
            *self = Window { explained, ..Window::default() };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::course::testing::{check_refused, check_stops};

    const SETTINGS: Settings = Settings { n_games: 40, seed: 5 };

    #[test]
    fn threads_and_stops_change_nothing() {
        let [whole, parts]: [Fit; 2] = check_stops(|| SETTINGS);
        assert_eq!(parts.network("test").unwrap(), whole.network("test").unwrap());
    }

    #[test]
    fn foreign_checkpoints_are_refused() {
        let other = Settings { seed: 6, ..SETTINGS };
        check_refused::<Fit>(|| SETTINGS, other, "this checkpoint is of 40 games from seed 6");
    }

    #[test]
    fn it_learns() {
        let settings = Settings { n_games: 3000, seed: 1 << 40 };
        let mut fit = Fit::new(settings);
        fit.learn(1000, 2);
        let early = fit.window.gain;
        fit.learn(2000, 2);
        let late = fit.window.gain - early;
        // Random weights explain nothing and add noise; after some games they explain something.
        assert!(early < 0.0 && late > 40.0, "{early} {late}");
    }
}
