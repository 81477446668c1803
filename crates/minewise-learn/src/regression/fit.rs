//! The end of the course: the kernel is chosen, the regression fitted and measured.

use std::fmt;
use std::sync::Arc;

use minewise::num::power;
use minewise::{Cell, Census, Grid, View};
use serde::{Deserialize, Serialize};

use super::board::Board;
use super::course::{N_FOLDS, RegressionCourse};
use super::kernel::{Kernel, Likeness};
use super::model::{Model, density};
use super::ridge::{Row, matrix, solve};
use super::settings::RegressionSettings;
use crate::shared::data::perimeter;
use crate::shared::estimate::Estimator;
use crate::shared::sample::{drawn, in_parallel};

/// The λ to choose from.
const LAMBDAS: [f64; 4] = [0.001, 0.01, 0.1, 1.0];
/// The most numbers of a model, so that its file stays below a megabyte.
const MOST_NUMBERS: usize = 110_000;
/// The most distinct views that are measured on.
const MOST_MEASURED: usize = 3000;
/// Risks that differ by less are equal.
const EQUAL: f64 = 1e-9;

/// How well a regression was learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// The kernel that was chosen, in words.
    pub kernel: String,
    /// The λ that was chosen.
    pub lambda: f64,
    /// The distinct views that it was fitted to.
    pub n_views: usize,
    /// The mean squared error of the risks of the perimeter, on the views it was fitted to.
    pub training_error: f64,
    /// The same in cross-validation, of the kernel and λ that were chosen.
    pub validation_error: f64,
    /// The same on games kept for this measurement.
    pub test_error: f64,
    /// The views of those games.
    pub n_test: u64,
    /// The share of them in which the cell of the perimeter that it thinks least risky is the least risky.
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

/// A view with what the census says of it.
struct Known {
    view: View,
    board: Board,
    /// How often it was seen in each fold.
    counts: [u64; N_FOLDS],
    /// By how much each risk lies above the density; 0 for shown cells.
    targets: Vec<f64>,
    /// The cells beside shown ones.
    perimeter: Vec<Cell>,
}

impl Known {
    /// None if its layouts are too many to count; such views are not collected.
    fn new(grid: &Arc<Grid>, board: &Board, counts: [u64; N_FOLDS]) -> Option<Known> {
        let view = board.view(grid);
        let census = Census::of(&view).ok()?;
        let density = density(&view);
        let target = |cell: Cell| census.risk(cell).map_or(0.0, |risk| risk - density);
        let targets = (0..grid.n_cells()).map(target).collect();
        let perimeter = perimeter(&view).collect();
        Some(Known { view, board: board.clone(), counts, targets, perimeter })
    }

    fn count(&self) -> u64 {
        self.counts.iter().sum()
    }
}

/// A board and how often it was seen in each fold.
type Counted<'a> = (&'a Board, [u64; N_FOLDS]);

impl RegressionCourse {
    /// Chooses the kernel, fits a model, and measures it. How many threads work on it changes nothing.
    pub fn finish(&self, n_threads: usize, progress: &mut dyn FnMut(&str)) -> (Model, Figures) {
        let settings = &self.settings;
        let most_views = settings.most_views.min(MOST_NUMBERS / settings.rules.n_cells());
        let views = self.drawn(most_views, n_threads);
        progress("choosing the kernel");
        let choice = self.choose(n_threads);
        progress(&format!("fitting kernel {} to {} views", choice.kernel, views.len()));
        let coefficients = fit(settings, &choice, &views, n_threads);
        let mut model = Model::new(settings, choice.kernel);
        for (known, coefficients) in views.iter().zip(&coefficients) {
            model.add_view(known.board.codes(), coefficients);
        }
        progress("measuring");
        let in_one_fold =
            |(board, &count)| (board, std::array::from_fn(|fold| if fold == 0 { count } else { 0 }));
        let test = self.sample(self.test.iter().map(in_one_fold).collect(), MOST_MEASURED, n_threads);
        let (training_error, _) = measure(&model, &views, n_threads);
        let (test_error, test_accuracy) = measure(&model, &test, n_threads);
        let figures = Figures {
            kernel: choice.kernel.to_string(),
            lambda: choice.lambda,
            n_views: views.len(),
            training_error,
            validation_error: choice.error,
            test_error,
            n_test: test.iter().map(Known::count).sum(),
            test_accuracy,
        };
        (model.with_remarks(vec![settings.to_string(), figures.to_string()]), figures)
    }

    fn counts(&self) -> Vec<Counted<'_>> {
        self.train.iter().map(|(board, &counts)| (board, counts)).collect()
    }

    /// Views to learn from, each drawn as likely as it was seen often.
    fn drawn(&self, n_views: usize, n_threads: usize) -> Vec<Known> {
        let views =
            drawn(self.counts(), n_views, |view| view.1.iter().sum(), |view| format!("learned {}", view.0));
        self.known(&views, n_threads)
    }

    /// Views to measure on, each drawn as likely: how often one was seen is how much it weighs.
    fn sample(&self, all: Vec<Counted<'_>>, n_views: usize, n_threads: usize) -> Vec<Known> {
        self.known(&drawn(all, n_views, |_| 1, |view| format!("measured {}", view.0)), n_threads)
    }

    /// Views with what the census says of them.
    fn known(&self, views: &[Counted<'_>], n_threads: usize) -> Vec<Known> {
        let grid = Grid::new(self.settings.rules);
        let known = |idx: usize| Known::new(&grid, views[idx].0, views[idx].1);
        in_parallel(views.len(), n_threads, known).into_iter().flatten().collect()
    }

    /// Chooses by cross-validation: each fold in turn is foretold from all others.
    fn choose(&self, n_threads: usize) -> Choice {
        let settings = &self.settings;
        let learned = self.drawn(settings.most_tried, n_threads);
        let asked = self.sample(self.counts(), settings.most_tried, n_threads);
        let kernels = Kernel::grid(settings.encoding);
        let errors = in_parallel(kernels.len() * N_FOLDS, n_threads, |idx| {
            fold_errors(settings, kernels[idx / N_FOLDS], idx % N_FOLDS, &learned, &asked)
        });
        let n_asked: f64 =
            asked.iter().map(|known| (known.count() as usize * known.perimeter.len()) as f64).sum();
        let mut best =
            Choice { kernel: kernels[0], lambda: LAMBDAS[LAMBDAS.len() - 1], error: f64::INFINITY };
        for (&kernel, folds) in kernels.iter().zip(errors.chunks(N_FOLDS)) {
            for (idx, &lambda) in LAMBDAS.iter().enumerate() {
                let error = folds.iter().map(|fold| fold[idx]).sum::<f64>() / n_asked.max(1.0);
                if error < best.error {
                    best = Choice { kernel, lambda, error };
                }
            }
        }
        best
    }
}

/// A kernel and λ, with their error in cross-validation.
struct Choice {
    kernel: Kernel,
    lambda: f64,
    error: f64,
}

/// The sums of squared errors on one fold, by what all other folds teach, for each λ.
fn fold_errors(
    settings: &RegressionSettings,
    kernel: Kernel,
    fold: usize,
    learned: &[Known],
    asked: &[Known],
) -> [f64; LAMBDAS.len()] {
    let seen = |known: &Known| known.count() - known.counts[fold];
    let learned: Vec<&Known> = learned.iter().filter(|known| seen(known) > 0).collect();
    let rows: Vec<Row<'_>> = learned.iter().map(|known| row(known, seen(known))).collect();
    let boards: Vec<&[u8]> = rows.iter().map(|row| row.codes).collect();
    let likeness = Likeness::new(kernel, settings.encoding, &settings.rules);
    let matrix = matrix(&likeness, &boards, 1);
    let asked: Vec<&Known> = asked.iter().filter(|known| known.counts[fold] > 0).collect();
    let kernels: Vec<Vec<f64>> = asked
        .iter()
        .map(|known| boards.iter().map(|codes| likeness.of(known.board.codes(), codes)).collect())
        .collect();
    LAMBDAS.map(|lambda| {
        let Some(coefficients) = solve(matrix.clone(), &rows, lambda, 1) else { return f64::INFINITY };
        let error = |(known, kernels): (&&Known, &Vec<f64>)| {
            let mut foretold = vec![0.0; known.targets.len()];
            for (likeness, parts) in kernels.iter().zip(&coefficients) {
                foretold.iter_mut().zip(parts).for_each(|(sum, part)| *sum += likeness * part);
            }
            let square = |&cell: &Cell| power(foretold[cell] - known.targets[cell], 2);
            known.counts[fold] as f64 * known.perimeter.iter().map(square).sum::<f64>()
        };
        asked.iter().zip(&kernels).map(error).sum()
    })
}

fn row(known: &Known, count: u64) -> Row<'_> {
    Row { codes: known.board.codes(), count: count as f64, targets: &known.targets }
}

/// The coefficients of all views; a greater λ if the one chosen is beyond the precision of numbers.
fn fit(settings: &RegressionSettings, choice: &Choice, views: &[Known], n_threads: usize) -> Vec<Vec<f64>> {
    let rows: Vec<Row<'_>> = views.iter().map(|known| row(known, known.count())).collect();
    let boards: Vec<&[u8]> = rows.iter().map(|row| row.codes).collect();
    let likeness = Likeness::new(choice.kernel, settings.encoding, &settings.rules);
    let matrix = matrix(&likeness, &boards, n_threads);
    let mut lambda = choice.lambda;
    loop {
        if let Some(coefficients) = solve(matrix.clone(), &rows, lambda, n_threads) {
            return coefficients;
        }
        lambda *= 10.0;
    }
}

/// The mean squared error of the perimeter, and how often its least risky cell is found.
fn measure(model: &Model, views: &[Known], n_threads: usize) -> (f64, f64) {
    let of_view = |idx: usize| {
        let known = &views[idx];
        let foretold = model.risks(&known.view, &known.perimeter);
        let density = density(&known.view);
        let risks: Vec<f64> = known.perimeter.iter().map(|&cell| density + known.targets[cell]).collect();
        let error: f64 = foretold.iter().zip(&risks).map(|(one, other)| power(one - other, 2)).sum();
        let least = risks.iter().copied().fold(f64::INFINITY, f64::min);
        let chosen = foretold.iter().zip(&risks).min_by(|one, other| one.0.total_cmp(other.0));
        let is_right = chosen.is_none_or(|(_, &risk)| risk <= least + EQUAL);
        (known.count() as f64, known.perimeter.len() as f64, error, f64::from(u8::from(is_right)))
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
