//! The end of the course: the kernel is chosen, and the regression is fitted and measured.

use std::fmt;
use std::sync::Arc;

use minewise::num::power;
use minewise::{Cell, Census, Grid, View};
use serde::{Deserialize, Serialize};

use super::board::Board;
use super::course::{N_FOLDS, RegressionCourse};
use super::kernel::{Kernel, Similarity};
use super::model::{Model, density};
use super::ridge::{Row, matrix, solve};
use super::settings::RegressionSettings;
use crate::shared::data::perimeter;
use crate::shared::estimate::Estimator;
use crate::shared::sample::{in_parallel, weighted_sample};

/// The values of λ to choose from.
const LAMBDAS: [f64; 4] = [0.001, 0.01, 0.1, 1.0];
/// The most coefficients of a model, so that its file stays below a megabyte.
const MOST_NUMBERS: usize = 110_000;
/// The most distinct views that the model is measured on.
const MOST_MEASURED: usize = 3000;
/// Risks that differ by less count as equal.
const EQUAL: f64 = 1e-9;

/// Statistics of a fit: how well the regression was learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// The chosen kernel, as text.
    pub kernel: String,
    /// The chosen λ.
    pub lambda: f64,
    /// The number of distinct views that it was fitted to.
    pub n_views: usize,
    /// The mean squared error of the risks of perimeter cells, on the views that it was fitted to.
    pub training_error: f64,
    /// The mean squared error in cross-validation, for the chosen kernel and λ.
    pub validation_error: f64,
    /// The mean squared error on the test games.
    pub test_error: f64,
    /// The number of views in the test games.
    pub n_test: u64,
    /// The share of test views in which the perimeter cell with the least predicted risk really has the least risk.
    pub test_accuracy: f64,
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "kernel {}, lambda {}, {} views, ", self.kernel, self.lambda, self.n_views)?;
        write!(f, "squared error {:.5} in training, ", self.training_error)?;
        write!(f, "{:.5} in cross-validation, {:.5} in test, ", self.validation_error, self.test_error)?;
        write!(f, "test accuracy {:.2} % of {}", 100.0 * self.test_accuracy, self.n_test)
    }
}

/// A view with its exact risks as targets.
struct LabelledView {
    view: View,
    board: Board,
    /// How often it was seen in each fold.
    counts: [u64; N_FOLDS],
    /// The risk of each cell minus the density; 0 for revealed cells.
    targets: Vec<f64>,
    /// The covered cells next to revealed ones.
    perimeter: Vec<Cell>,
}

impl LabelledView {
    /// Labels a view with its census; `None` if it has too many layouts to count (such views are not collected).
    fn new(grid: &Arc<Grid>, board: &Board, counts: [u64; N_FOLDS]) -> Option<LabelledView> {
        let view = board.view(grid);
        let census = Census::of(&view).ok()?;
        let density = density(&view);
        let target = |cell: Cell| census.risk(cell).map_or(0.0, |risk| risk - density);
        let targets = (0..grid.n_cells()).map(target).collect();
        let perimeter = perimeter(&view).collect();
        Some(LabelledView { view, board: board.clone(), counts, targets, perimeter })
    }

    fn count(&self) -> u64 {
        self.counts.iter().sum()
    }
}

/// A board and how often it was seen in each fold.
type Counted<'a> = (&'a Board, [u64; N_FOLDS]);

impl RegressionCourse {
    /// Chooses the kernel, fits a model, and measures it. The result does not depend on the number of threads.
    pub fn finish(&self, n_threads: usize, progress: &mut dyn FnMut(&str)) -> (Model, Figures) {
        let settings = &self.settings;
        let most_views = settings.most_views.min(MOST_NUMBERS / settings.rules.n_cells());
        let views = self.sample_to_learn(most_views, n_threads);
        progress("choosing the kernel");
        let choice = self.choose(n_threads);
        progress(&format!("fitting kernel {} to {} views", choice.kernel, views.len()));
        let coefficients = fit(settings, &choice, &views, n_threads);
        let mut model = Model::new(settings, choice.kernel);
        for (labelled, coefficients) in views.iter().zip(&coefficients) {
            model.add_view(labelled.board.codes(), coefficients);
        }
        progress("measuring");
        let in_one_fold =
            |(board, &count)| (board, std::array::from_fn(|fold| if fold == 0 { count } else { 0 }));
        let test =
            self.sample_to_measure(self.test.iter().map(in_one_fold).collect(), MOST_MEASURED, n_threads);
        let (training_error, _) = measure(&model, &views, n_threads);
        let (test_error, test_accuracy) = measure(&model, &test, n_threads);
        let figures = Figures {
            kernel: choice.kernel.to_string(),
            lambda: choice.lambda,
            n_views: views.len(),
            training_error,
            validation_error: choice.error,
            test_error,
            n_test: test.iter().map(LabelledView::count).sum(),
            test_accuracy,
        };
        (model.with_remarks(vec![settings.to_string(), figures.to_string()]), figures)
    }

    fn counts(&self) -> Vec<Counted<'_>> {
        self.train.iter().map(|(board, &counts)| (board, counts)).collect()
    }

    /// A sample of views to learn from, with probabilities in proportion to how often they were seen.
    fn sample_to_learn(&self, n_views: usize, n_threads: usize) -> Vec<LabelledView> {
        // The word in the letters makes this sample independent of the one to measure on.
        let letters = |view: &Counted<'_>| format!("learned {}", view.0);
        let views = weighted_sample(self.counts(), n_views, |view| view.1.iter().sum(), letters);
        self.label(&views, n_threads)
    }

    /// A sample of views to measure on, all equally likely: how often a view was seen is its weight in the measurement.
    fn sample_to_measure(
        &self,
        all: Vec<Counted<'_>>,
        n_views: usize,
        n_threads: usize,
    ) -> Vec<LabelledView> {
        let letters = |view: &Counted<'_>| format!("measured {}", view.0);
        self.label(&weighted_sample(all, n_views, |_| 1, letters), n_threads)
    }

    /// Labels views with their exact risks.
    fn label(&self, views: &[Counted<'_>], n_threads: usize) -> Vec<LabelledView> {
        let grid = Grid::new(self.settings.rules);
        let label = |idx: usize| LabelledView::new(&grid, views[idx].0, views[idx].1);
        in_parallel(views.len(), n_threads, label).into_iter().flatten().collect()
    }

    /// Chooses the kernel and λ by cross-validation: each fold in turn is predicted from all others.
    fn choose(&self, n_threads: usize) -> Choice {
        let settings = &self.settings;
        let learned = self.sample_to_learn(settings.most_tried, n_threads);
        let measured = self.sample_to_measure(self.counts(), settings.most_tried, n_threads);
        let kernels = Kernel::grid(settings.encoding);
        let errors = in_parallel(kernels.len() * N_FOLDS, n_threads, |idx| {
            fold_errors(settings, kernels[idx / N_FOLDS], idx % N_FOLDS, &learned, &measured)
        });
        let n_risks: f64 = measured
            .iter()
            .map(|labelled| (labelled.count() as usize * labelled.perimeter.len()) as f64)
            .sum();
        let mut best =
            Choice { kernel: kernels[0], lambda: LAMBDAS[LAMBDAS.len() - 1], error: f64::INFINITY };
        for (&kernel, folds) in kernels.iter().zip(errors.chunks(N_FOLDS)) {
            for (idx, &lambda) in LAMBDAS.iter().enumerate() {
                let error = folds.iter().map(|fold| fold[idx]).sum::<f64>() / n_risks.max(1.0);
                if error < best.error {
                    best = Choice { kernel, lambda, error };
                }
            }
        }
        best
    }
}

/// A kernel and a λ, with their error in cross-validation.
struct Choice {
    kernel: Kernel,
    lambda: f64,
    error: f64,
}

/// For each λ, the sum of squared errors on one fold, predicted from all other folds.
fn fold_errors(
    settings: &RegressionSettings,
    kernel: Kernel,
    fold: usize,
    learned: &[LabelledView],
    measured: &[LabelledView],
) -> [f64; LAMBDAS.len()] {
    let seen = |labelled: &LabelledView| labelled.count() - labelled.counts[fold];
    let learned: Vec<&LabelledView> = learned.iter().filter(|labelled| seen(labelled) > 0).collect();
    let rows: Vec<Row<'_>> = learned.iter().map(|labelled| row(labelled, seen(labelled))).collect();
    let boards: Vec<&[u8]> = rows.iter().map(|row| row.codes).collect();
    let similarity = Similarity::new(kernel, settings.encoding, &settings.rules);
    let matrix = matrix(&similarity, &boards, 1);
    let measured: Vec<&LabelledView> = measured.iter().filter(|labelled| labelled.counts[fold] > 0).collect();
    let kernels: Vec<Vec<f64>> = measured
        .iter()
        .map(|labelled| boards.iter().map(|codes| similarity.of(labelled.board.codes(), codes)).collect())
        .collect();
    LAMBDAS.map(|lambda| {
        let Some(coefficients) = solve(matrix.clone(), &rows, lambda, 1) else { return f64::INFINITY };
        let error = |(labelled, kernels): (&&LabelledView, &Vec<f64>)| {
            let mut predicted = vec![0.0; labelled.targets.len()];
            for (kernel, parts) in kernels.iter().zip(&coefficients) {
                predicted.iter_mut().zip(parts).for_each(|(sum, part)| *sum += kernel * part);
            }
            let square = |&cell: &Cell| power(predicted[cell] - labelled.targets[cell], 2);
            labelled.counts[fold] as f64 * labelled.perimeter.iter().map(square).sum::<f64>()
        };
        measured.iter().zip(&kernels).map(error).sum()
    })
}

fn row(labelled: &LabelledView, count: u64) -> Row<'_> {
    Row { codes: labelled.board.codes(), count: count as f64, targets: &labelled.targets }
}

/// The coefficients of all views. If the chosen λ is too small for the precision of numbers, a larger one is used.
fn fit(
    settings: &RegressionSettings,
    choice: &Choice,
    views: &[LabelledView],
    n_threads: usize,
) -> Vec<Vec<f64>> {
    let rows: Vec<Row<'_>> = views.iter().map(|labelled| row(labelled, labelled.count())).collect();
    let boards: Vec<&[u8]> = rows.iter().map(|row| row.codes).collect();
    let similarity = Similarity::new(choice.kernel, settings.encoding, &settings.rules);
    let matrix = matrix(&similarity, &boards, n_threads);
    let mut lambda = choice.lambda;
    loop {
        if let Some(coefficients) = solve(matrix.clone(), &rows, lambda, n_threads) {
            return coefficients;
        }
        lambda *= 10.0;
    }
}

/// The mean squared error on perimeter cells, and the share of views whose least risky perimeter cell is found.
fn measure(model: &Model, views: &[LabelledView], n_threads: usize) -> (f64, f64) {
    let of_view = |idx: usize| {
        let labelled = &views[idx];
        let predicted = model.risks(&labelled.view, &labelled.perimeter);
        let density = density(&labelled.view);
        let risks: Vec<f64> =
            labelled.perimeter.iter().map(|&cell| density + labelled.targets[cell]).collect();
        let error: f64 = predicted.iter().zip(&risks).map(|(one, other)| power(one - other, 2)).sum();
        let least = risks.iter().copied().fold(f64::INFINITY, f64::min);
        let chosen = predicted.iter().zip(&risks).min_by(|one, other| one.0.total_cmp(other.0));
        let is_right = chosen.is_none_or(|(_, &risk)| risk <= least + EQUAL);
        (labelled.count() as f64, labelled.perimeter.len() as f64, error, f64::from(u8::from(is_right)))
    };
    let (mut n_cells, mut n_views, mut error, mut n_right) = (0.0, 0.0, 0.0, 0.0);
    for (count, n_risks, errors, right) in in_parallel(views.len(), n_threads, of_view) {
        n_cells += count * n_risks;
        n_views += count;
        error += count * errors;
        n_right += count * right;
    }
    (error / f64::max(n_cells, 1.0), n_right / f64::max(n_views, 1.0))
}
