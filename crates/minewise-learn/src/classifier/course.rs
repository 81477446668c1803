//! The course of the classifier: windows are collected game by game, and the classifier is fitted to them at the end.

use minewise::{Seed, Verdict};
use serde::{Deserialize, Serialize};

use super::examples::Examples;
use super::settings::ClassifierSettings;
use super::window::Window;
use crate::shared::course::{Course, CourseState, in_order};
use crate::shared::data::{Balance, Generator, PERIMETER, Split, perimeter};

/// A classifier in training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClassifierCourse {
    pub(super) settings: ClassifierSettings,
    /// The number of games learned from so far.
    n_done: u64,
    /// The counts of labels in the training games.
    pub(super) balance: Balance,
    pub(super) train: Examples,
    pub(super) validation: Examples,
    pub(super) test: Examples,
}

/// The training data from one game: its windows, each with its label and risk.
struct Lesson {
    split: Split,
    balance: Balance,
    windows: Vec<(Window, bool, f64)>,
}

impl Course for ClassifierCourse {
    const NAME: &'static str = "classifier";

    type Settings = ClassifierSettings;

    fn new(settings: ClassifierSettings) -> ClassifierCourse {
        ClassifierCourse {
            settings,
            n_done: 0,
            balance: Balance::default(),
            train: Examples::default(),
            validation: Examples::default(),
            test: Examples::default(),
        }
    }

    fn state(&self) -> CourseState<'_, ClassifierSettings> {
        CourseState { settings: &self.settings, games: self.settings.games, n_done: self.n_done }
    }

    fn learn(&mut self, n_games: u64, n_threads: usize) {
        let settings = self.settings.clone();
        let generator = |&rules| Generator::new(rules, PERIMETER).with_certain(settings.certain);
        let teacher = || {
            let generators: Vec<Generator> = settings.rules.iter().map(generator).collect();
            let settings = &settings;
            move |seed: Seed| {
                let generator = &generators[(seed.0 % generators.len() as u64) as usize];
                lesson(settings, generator, seed)
            }
        };
        in_order(settings.games, self.next_games(n_games), n_threads, teacher, |lesson| self.take(lesson));
    }

    fn progress(&self) -> String {
        let n_examples = self.balance.positive + self.balance.negative;
        let share = 100.0 * self.balance.negative_share();
        format!("{n_examples} examples, {share:.1} % negative, {} windows", self.train.0.len())
    }
}

impl ClassifierCourse {
    fn take(&mut self, lesson: Lesson) {
        let examples = match lesson.split {
            Split::Train => {
                self.balance.positive += lesson.balance.positive;
                self.balance.negative += lesson.balance.negative;
                &mut self.train
            }
            Split::Validation => &mut self.validation,
            Split::Test => &mut self.test,
        };
        for (window, is_positive, risk) in lesson.windows {
            examples.add(window, is_positive, risk);
        }
        self.n_done += 1;
    }
}

/// Plays a game and collects the windows of all perimeter cells.
fn lesson(settings: &ClassifierSettings, generator: &Generator, seed: Seed) -> Lesson {
    let mut lesson = Lesson { split: Split::of(seed), balance: Balance::default(), windows: Vec::new() };
    generator.play_counted(seed, |view, census| {
        lesson.balance.add(view, census);
        for cell in perimeter(view) {
            let is_safe = census.verdict(cell) == Some(Verdict::Safe);
            let risk = census.risk(cell).expect("a covered cell has a risk");
            lesson.windows.push((
                Window::of_cell(view, cell, settings.window, settings.symmetry),
                is_safe,
                risk,
            ));
        }
    });
    lesson
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classifier::{Method, Model, Side};
    use crate::shared::course::Settings;
    use crate::shared::course::testing::{check_refused, check_stops};
    use crate::shared::encoding::Encoding;

    fn settings(method: Method) -> ClassifierSettings {
        let rules = vec!["4x3/2".parse().unwrap(), "5x4/4@torus".parse().unwrap()];
        let games = Settings { n_games: 60, seed: 9 };
        ClassifierSettings::new(rules, Side::ALL[1], Encoding::OneHot, method, games)
    }

    fn finish(course: &ClassifierCourse, n_threads: usize) -> String {
        let (model, figures) = course.finish(n_threads, &mut |_| {});
        format!("{model}{figures}")
    }

    #[test]
    fn threads_and_stops_change_nothing() {
        for method in Method::ALL {
            let [whole, parts]: [ClassifierCourse; 2] = check_stops(|| settings(method));
            assert_eq!(finish(&parts, 3), finish(&whole, 1));
        }
    }

    #[test]
    fn a_checkpoint_of_something_else_is_refused() {
        let expected = "this checkpoint is of rbf-svm on upright one-hot windows of 5, 60 games from seed 9 of \
                        4x3/2 5x4/4@torus, cost 100000, gamma 0.05, at most 10000 windows";
        check_refused::<ClassifierCourse>(|| settings(Method::Logistic), settings(Method::RbfSvm), expected);
    }

    #[test]
    fn there_is_a_model_even_without_games() {
        for method in Method::ALL {
            let (model, figures) = ClassifierCourse::new(settings(method)).finish(2, &mut |_| {});
            assert_eq!(model.to_string().parse::<Model>().unwrap().to_string(), model.to_string());
            assert_eq!(figures.n_test, 0);
        }
    }

    #[test]
    fn the_classifier_beats_always_answering_the_more_frequent_label() {
        for (method, encoding) in
            Method::ALL.into_iter().flat_map(|method| Encoding::ALL.map(|encoding| (method, encoding)))
        {
            let rules = vec!["4x4/3".parse().unwrap()];
            let games = Settings { n_games: 200, seed: 0 };
            let settings = ClassifierSettings::new(rules, Side::ALL[1], encoding, method, games);
            let mut course = ClassifierCourse::new(settings);
            course.learn(u64::MAX, 2);
            let (_, figures) = course.finish(2, &mut |_| {});
            let most_frequent = figures.balance.negative_share();
            assert!((0.5..0.8).contains(&most_frequent), "{most_frequent}");
            assert!(figures.test_accuracy > most_frequent, "{method} {encoding}: {figures}");
            assert!(figures.calibration_error < 0.1, "{method} {encoding}: {figures}");
        }
    }
}
