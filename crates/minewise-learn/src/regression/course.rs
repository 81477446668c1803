//! The course of the regression: views are counted game by game, and the regression is fitted to them at the end.

use std::collections::BTreeMap;

use minewise::Seed;
use serde::{Deserialize, Serialize};

use super::board::Board;
use super::settings::RegressionSettings;
use crate::shared::course::{Course, CourseState, in_order};
use crate::shared::data::{Generator, PERIMETER, Split};

/// The number of folds for cross-validation.
pub(super) const N_FOLDS: usize = 5;

/// A regression in training.
///
/// Only the views and how often they were seen are kept. The census of each is computed again at the end. Since
/// settings are chosen by cross-validation, the games of [`Split::Validation`] are used for learning as well.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RegressionCourse {
    pub(super) settings: RegressionSettings,
    /// The number of games learned from so far.
    n_done: u64,
    /// How often each board was seen in the games of each fold.
    pub(super) train: BTreeMap<Board, [u64; N_FOLDS]>,
    /// How often each board was seen in the test games.
    pub(super) test: BTreeMap<Board, u64>,
}

impl Course for RegressionCourse {
    const NAME: &'static str = "regression";

    type Settings = RegressionSettings;

    fn new(settings: RegressionSettings) -> RegressionCourse {
        RegressionCourse { settings, n_done: 0, train: BTreeMap::new(), test: BTreeMap::new() }
    }

    fn state(&self) -> CourseState<'_, RegressionSettings> {
        CourseState { settings: &self.settings, games: self.settings.games, n_done: self.n_done }
    }

    fn learn(&mut self, n_games: u64, n_threads: usize) {
        let settings = self.settings.clone();
        let generator = Generator::new(settings.rules, PERIMETER).with_certain(settings.certain);
        let teacher = || {
            |seed: Seed| {
                let mut boards = Vec::new();
                generator.play_counted(seed, |view, _| boards.push(Board::of(view)));
                (seed, boards)
            }
        };
        in_order(settings.games, self.next_games(n_games), n_threads, teacher, |(seed, boards)| {
            self.take(seed, boards);
        });
    }

    fn progress(&self) -> String {
        format!("{} distinct views", self.train.len())
    }
}

impl RegressionCourse {
    fn take(&mut self, seed: Seed, boards: Vec<Board>) {
        let fold = (seed.0 % N_FOLDS as u64) as usize;
        for board in boards {
            match Split::of(seed) {
                Split::Train | Split::Validation => self.train.entry(board).or_default()[fold] += 1,
                Split::Test => *self.test.entry(board).or_default() += 1,
            }
        }
        self.n_done += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regression::Model;
    use crate::shared::course::Settings;
    use crate::shared::course::testing::{check_refused, check_stops};
    use crate::shared::encoding::Encoding;

    fn settings(encoding: Encoding) -> RegressionSettings {
        let games = Settings { n_games: 40, seed: 3 };
        RegressionSettings { encoding, ..RegressionSettings::new("4x3/2".parse().unwrap(), games) }
    }

    fn finish(course: &RegressionCourse, n_threads: usize) -> String {
        let (model, figures) = course.finish(n_threads, &mut |_| {});
        format!("{model}{figures}")
    }

    #[test]
    fn threads_and_stops_change_nothing() {
        for encoding in Encoding::ALL {
            let [whole, parts]: [RegressionCourse; 2] = check_stops(|| settings(encoding));
            assert_eq!(finish(&parts, 3), finish(&whole, 1));
        }
    }

    #[test]
    fn a_checkpoint_of_something_else_is_refused() {
        let expected = "this checkpoint is of kernel ridge on turned integer boards, 40 games from seed 3 of 4x3/2, \
                        at most 3000 views, 800 for the choice of the kernel";
        let (settings, other) = (|| settings(Encoding::OneHot), settings(Encoding::Integer));
        check_refused::<RegressionCourse>(settings, other, expected);
    }

    #[test]
    fn there_is_a_model_even_without_games() {
        let (model, figures) = RegressionCourse::new(settings(Encoding::OneHot)).finish(2, &mut |_| {});
        assert_eq!(model.to_string().parse::<Model>().unwrap(), model);
        assert_eq!(figures.n_test, 0);
    }

    #[test]
    fn a_fitted_model_finds_the_least_risk_more_often_than_not() {
        let games = Settings { n_games: 300, seed: 0 };
        let settings = RegressionSettings {
            most_views: 400,
            most_tried: 150,
            ..RegressionSettings::new("4x4/3".parse().unwrap(), games)
        };
        let mut course = RegressionCourse::new(settings);
        course.learn(u64::MAX, 2);
        let (_, figures) = course.finish(2, &mut |_| {});
        assert!(figures.test_accuracy > 0.6, "{figures}");
        assert!(figures.training_error < figures.test_error && figures.test_error < 0.1, "{figures}");
    }
}
