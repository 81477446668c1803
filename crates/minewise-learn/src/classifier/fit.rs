//! The end of the course: the decision values are fitted, calibrated and measured.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::course::ClassifierCourse;
use super::examples::{Examples, Tally, Weighted, points, weigh};
use super::logistic::softplus;
use super::model::{Decider, Model, kernel_table};
use super::platt::{Seen, Sigmoid, calibration_error};
use super::settings::{ClassifierSettings, Method};
use super::smo::{Bounds, solve};
use super::window::Window;
use super::{linear_svm, logistic};
use crate::shared::data::Balance;
use crate::shared::sample::{drawn, in_parallel};

/// How exactly the support vector machine with a kernel is solved, and in how many steps at most.
const TOLERANCE: f64 = 1e-3;
const MOST_STEPS: usize = 400_000;

/// How well a classifier was learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// The labels of the games that it learned from.
    pub balance: Balance,
    /// How many times a negative example a positive one weighed.
    pub beta: f64,
    /// The distinct windows that it was fitted to.
    pub n_windows: usize,
    /// The mean loss of the method, log or hinge, with the weights of the classes, on the windows it was fitted to.
    pub training_loss: f64,
    /// The same on games kept for calibration.
    pub validation_loss: f64,
    /// The examples of the games kept for this measurement.
    pub n_test: u64,
    /// The share of them that got the right label.
    pub test_accuracy: f64,
    /// By how much the chances told and the exact risks differ on them, in the mean of ten bins.
    pub calibration_error: f64,
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} % negative, beta {:.3}, ", 100.0 * self.balance.negative_share(), self.beta)?;
        write!(f, "{} windows, training loss {:.4}, ", self.n_windows, self.training_loss)?;
        write!(f, "validation loss {:.4}, ", self.validation_loss)?;
        write!(f, "test accuracy {:.2} % of {}, ", 100.0 * self.test_accuracy, self.n_test)?;
        write!(f, "calibration error {:.4}", self.calibration_error)
    }
}

/// Windows with their tallies.
type Tallied<'a> = Vec<(&'a Window, Tally)>;

impl ClassifierCourse {
    /// Fits a model to what was collected, and measures it. How many threads work on it changes nothing.
    pub fn finish(&self, n_threads: usize, progress: &mut dyn FnMut(&str)) -> (Model, Figures) {
        let beta = beta(self.balance);
        let train = training_windows(&self.settings, &self.train);
        progress(&format!("fitting {} to {} windows", self.settings.method, train.len()));
        let decider = fit(&self.settings, &weigh(&train, beta));
        let mut model = Model::new(&self.settings, decider, Sigmoid { slope: 1.0, offset: 0.0 });
        progress("calibrating");
        let values = |tallied: &Tallied<'_>| -> Vec<f64> {
            in_parallel(tallied.len(), n_threads, |idx| model.value(tallied[idx].0))
        };
        let [validation, test] = [&self.validation, &self.test].map(tallied);
        let (train_values, validation_values, test_values) =
            (values(&train), values(&validation), values(&test));
        let sigmoid = match validation.is_empty() {
            true => Sigmoid::fit(&seen(&train, &train_values)),
            false => Sigmoid::fit(&seen(&validation, &validation_values)),
        };
        let method = self.settings.method;
        let (n_test, test_accuracy) = accuracy(&test, &test_values);
        let chances = seen(&test, &test_values).into_iter();
        let figures = Figures {
            balance: self.balance,
            beta,
            n_windows: train.len(),
            training_loss: loss(method, &weigh(&train, beta), &train_values),
            validation_loss: loss(method, &weigh(&validation, beta), &validation_values),
            n_test,
            test_accuracy,
            calibration_error: calibration_error(
                chances.map(|(value, n, risk)| (sigmoid.risk(value), n, risk)),
            ),
        };
        model.set_sigmoid(sigmoid);
        (model.with_remarks(vec![self.settings.to_string(), figures.to_string()]), figures)
    }
}

/// As many times as there are more negative examples than positive ones.
fn beta(balance: Balance) -> f64 {
    match (balance.positive, balance.negative) {
        (0, _) | (_, 0) => 1.0,
        (positive, negative) => negative as f64 / positive as f64,
    }
}

fn tallied(examples: &Examples) -> Tallied<'_> {
    examples.0.iter().map(|(window, &tally)| (window, tally)).collect()
}

/// All windows, or for the kernel some drawn by chance.
fn training_windows<'a>(settings: &ClassifierSettings, examples: &'a Examples) -> Tallied<'a> {
    let windows = tallied(examples);
    match settings.method {
        Method::Logistic | Method::LinearSvm => windows,
        Method::RbfSvm => {
            drawn(windows, settings.most_windows, |item| item.1.count(), |item| item.0.to_string())
        }
    }
}

fn fit(settings: &ClassifierSettings, windows: &[Weighted<'_>]) -> Decider {
    let (encoding, cost) = (settings.encoding, settings.cost);
    let n_weights = settings.window.n_cells() * encoding.n_numbers();
    match settings.method {
        Method::Logistic => Decider::linear(&logistic::solve(encoding, windows, n_weights, cost)),
        Method::LinearSvm => Decider::linear(&linear_svm::solve(encoding, &points(windows), n_weights, cost)),
        Method::RbfSvm => fit_kernel(settings, windows),
    }
}

fn fit_kernel(settings: &ClassifierSettings, windows: &[Weighted<'_>]) -> Decider {
    let (encoding, points) = (settings.encoding, points(windows));
    let gamma = settings.gamma as f32;
    let table = kernel_table(settings.window, encoding, gamma);
    let bounds: Vec<Bounds> =
        points.iter().map(|point| Bounds::of(point.label, settings.cost * point.weight)).collect();
    let row = |idx: usize| {
        let kernel = |codes: &[u8]| table[encoding.distance(points[idx].codes, codes)];
        points.iter().map(|point| kernel(point.codes)).collect()
    };
    let solution = solve(&bounds, row, &vec![1.0; points.len()], TOLERANCE, MOST_STEPS);
    let mut decider = Decider::kernel(settings.window, encoding, gamma, solution.bias as f32);
    for (point, &coefficient) in points.iter().zip(&solution.coefficients) {
        if coefficient as f32 != 0.0 {
            decider.add_vector(point.codes, coefficient as f32);
        }
    }
    decider
}

/// What the sigmoid is fitted to.
fn seen(windows: &Tallied<'_>, values: &[f64]) -> Vec<Seen> {
    let one = |((_, tally), &value): (&(&Window, Tally), &f64)| (value, tally.count() as f64, tally.risk);
    windows.iter().zip(values).map(one).collect()
}

/// The mean loss of a method.
fn loss(method: Method, windows: &[Weighted<'_>], values: &[f64]) -> f64 {
    let of = |margin: f64| match method {
        Method::Logistic => softplus(-margin),
        Method::LinearSvm | Method::RbfSvm => (1.0 - margin).max(0.0),
    };
    let one =
        |(window, &value): (&Weighted<'_>, &f64)| window.positive * of(value) + window.negative * of(-value);
    windows.iter().zip(values).map(one).sum()
}

/// The examples, and the share of them whose label is right.
fn accuracy(windows: &Tallied<'_>, values: &[f64]) -> (u64, f64) {
    let right = |((_, tally), &value): (&(&Window, Tally), &f64)| {
        if value > 0.0 { tally.positive } else { tally.negative }
    };
    let n_right: u64 = windows.iter().zip(values).map(right).sum();
    let n_all: u64 = windows.iter().map(|(_, tally)| tally.count()).sum();
    (n_all, n_right as f64 / n_all.max(1) as f64)
}
