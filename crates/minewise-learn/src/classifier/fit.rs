//! The end of the course: the decision function is fitted, calibrated and measured.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::course::ClassifierCourse;
use super::examples::{Examples, Tally, Weighted, points, weigh};
use super::logistic::softplus;
use super::model::{DecisionFunction, Model, kernel_table};
use super::platt::{Observation, Sigmoid, calibration_error};
use super::settings::{ClassifierSettings, Method};
use super::smo::{Bounds, solve};
use super::window::Window;
use super::{linear_svm, logistic};
use crate::shared::data::Balance;
use crate::shared::sample::{in_parallel, weighted_sample};

/// The tolerance to which the kernel support vector machine is solved, and the most steps of its solver.
const TOLERANCE: f64 = 1e-3;
const MOST_STEPS: usize = 400_000;

/// Statistics of a fit: how well the classifier was learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// The counts of labels in the training games.
    pub balance: Balance,
    /// The weight of a positive example, relative to a negative one.
    pub beta: f64,
    /// The number of distinct windows that it was fitted to.
    pub n_windows: usize,
    /// The mean loss (log or hinge, with class weights) on the windows that it was fitted to.
    pub training_loss: f64,
    /// The mean loss on the validation games.
    pub validation_loss: f64,
    /// The number of examples in the test games.
    pub n_test: u64,
    /// The share of test examples that got the right label.
    pub test_accuracy: f64,
    /// The expected calibration error on the test games: how far predicted chances and exact risks differ, in ten bins.
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
    /// Fits a model to the collected windows, and measures it. The result does not depend on the number of threads.
    pub fn finish(&self, n_threads: usize, progress: &mut dyn FnMut(&str)) -> (Model, Figures) {
        let beta = beta(self.balance);
        let train = training_windows(&self.settings, &self.train);
        progress(&format!("fitting {} to {} windows", self.settings.method, train.len()));
        let function = fit(&self.settings, &weigh(&train, beta));
        let mut model = Model::new(&self.settings, function, Sigmoid { slope: 1.0, offset: 0.0 });
        progress("calibrating");
        let values = |tallied: &Tallied<'_>| -> Vec<f64> {
            in_parallel(tallied.len(), n_threads, |idx| model.value(tallied[idx].0))
        };
        let [validation, test] = [&self.validation, &self.test].map(tallied);
        let (train_values, validation_values, test_values) =
            (values(&train), values(&validation), values(&test));
        let sigmoid = match validation.is_empty() {
            true => Sigmoid::fit(&observations(&train, &train_values)),
            false => Sigmoid::fit(&observations(&validation, &validation_values)),
        };
        let method = self.settings.method;
        let (n_test, test_accuracy) = accuracy(&test, &test_values);
        let chances = observations(&test, &test_values).into_iter();
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

/// The weight of a positive example that gives both classes the same total weight.
fn beta(balance: Balance) -> f64 {
    match (balance.positive, balance.negative) {
        (0, _) | (_, 0) => 1.0,
        (positive, negative) => negative as f64 / positive as f64,
    }
}

fn tallied(examples: &Examples) -> Tallied<'_> {
    examples.0.iter().map(|(window, &tally)| (window, tally)).collect()
}

/// The windows to fit to: all of them, or a random sample for the kernel method.
fn training_windows<'a>(settings: &ClassifierSettings, examples: &'a Examples) -> Tallied<'a> {
    let windows = tallied(examples);
    match settings.method {
        Method::Logistic | Method::LinearSvm => windows,
        Method::RbfSvm => {
            weighted_sample(windows, settings.most_windows, |item| item.1.count(), |item| item.0.to_string())
        }
    }
}

fn fit(settings: &ClassifierSettings, windows: &[Weighted<'_>]) -> DecisionFunction {
    let (encoding, cost) = (settings.encoding, settings.cost);
    let n_weights = settings.window.n_cells() * encoding.n_numbers();
    match settings.method {
        Method::Logistic => DecisionFunction::linear(&logistic::solve(encoding, windows, n_weights, cost)),
        Method::LinearSvm => {
            DecisionFunction::linear(&linear_svm::solve(encoding, &points(windows), n_weights, cost))
        }
        Method::RbfSvm => fit_kernel(settings, windows),
    }
}

fn fit_kernel(settings: &ClassifierSettings, windows: &[Weighted<'_>]) -> DecisionFunction {
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
    let mut function = DecisionFunction::kernel(settings.window, encoding, gamma, solution.bias as f32);
    for (point, &coefficient) in points.iter().zip(&solution.coefficients) {
        if coefficient as f32 != 0.0 {
            function.add_vector(point.codes, coefficient as f32);
        }
    }
    function
}

/// The observations that the sigmoid is fitted to.
fn observations(windows: &Tallied<'_>, values: &[f64]) -> Vec<Observation> {
    let one = |((_, tally), &value): (&(&Window, Tally), &f64)| (value, tally.count() as f64, tally.risk);
    windows.iter().zip(values).map(one).collect()
}

/// The mean loss of the decision values, by the loss function of the method.
fn loss(method: Method, windows: &[Weighted<'_>], values: &[f64]) -> f64 {
    let of = |margin: f64| match method {
        Method::Logistic => softplus(-margin),
        Method::LinearSvm | Method::RbfSvm => (1.0 - margin).max(0.0),
    };
    let one =
        |(window, &value): (&Weighted<'_>, &f64)| window.positive * of(value) + window.negative * of(-value);
    windows.iter().zip(values).map(one).sum()
}

/// The number of examples, and the share that got the right label.
fn accuracy(windows: &Tallied<'_>, values: &[f64]) -> (u64, f64) {
    let right = |((_, tally), &value): (&(&Window, Tally), &f64)| {
        if value > 0.0 { tally.positive } else { tally.negative }
    };
    let n_right: u64 = windows.iter().zip(values).map(right).sum();
    let n_all: u64 = windows.iter().map(|(_, tally)| tally.count()).sum();
    (n_all, n_right as f64 / n_all.max(1) as f64)
}
