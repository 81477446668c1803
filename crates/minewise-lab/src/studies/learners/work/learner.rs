//! The learners, and the players that they are compared with.

use std::sync::Arc;

use minewise::{Player, Rules};
use minewise_learn::Encoding;
use minewise_learn::classifier::{ClassifierCourse, ClassifierSettings, Method, Side};
use minewise_learn::q_table::{Algorithm, QPlayer, QTableCourse, QTableSettings};
use minewise_learn::regression::{RegressionCourse, RegressionSettings};
use minewise_learn::{Course, Greedy, Settings};

use minewise_coach::PlayerSpec;

/// A function that makes a player from what was learned.
pub(super) type Make = dyn Fn() -> Box<dyn Player> + Sync;

/// The result of learning.
pub(super) struct Trained {
    pub(super) make: Box<Make>,
    /// The share of cells of fresh views that a classifier labels correctly.
    pub(super) labels: Option<f64>,
}

/// A learner, or a player that it is compared with.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Learner {
    /// The local classifier.
    Classifier { method: Method, window: Side, encoding: Encoding },
    /// The global regression.
    Regression,
    /// The table of action values.
    QTable(Algorithm),
    /// A player that does not learn here.
    Player(&'static str),
    /// A small network that learns exact risks.
    #[cfg(feature = "train")]
    Cnn,
    /// A small network that learns from its own games.
    #[cfg(feature = "train")]
    Dqn,
}

impl Learner {
    /// Returns the classifier with its default options.
    pub(super) fn classifier() -> Learner {
        let window = Side::ALL[2];
        Learner::Classifier { method: Method::RbfSvm, window, encoding: Encoding::OneHot }
    }

    /// Returns the name used in records and reports.
    pub(super) fn name(&self) -> String {
        match self {
            Learner::Classifier { method, window, encoding } => {
                format!("classifier, {method}, {window}, {encoding}")
            }
            Learner::Regression => "regression".to_owned(),
            Learner::QTable(Algorithm::Standard) => "q-table".to_owned(),
            Learner::QTable(algorithm) => format!("q-table, algorithm {algorithm}"),
            Learner::Player(spec) => (*spec).to_owned(),
            #[cfg(feature = "train")]
            Learner::Cnn => "cnn, small".to_owned(),
            #[cfg(feature = "train")]
            Learner::Dqn => "dqn, small".to_owned(),
        }
    }

    /// Returns the hash of the model that it comes with, if any.
    pub(super) fn model(&self) -> Option<String> {
        match self {
            Learner::Player(spec) => player_spec(spec).model(),
            _ => None,
        }
    }

    /// Learns from games under some rules.
    pub(super) fn train(&self, rules: Rules, n_games: u64, seed: u64, n_threads: usize) -> Trained {
        let games = Settings { n_games, seed };
        match self {
            &Learner::Classifier { method, window, encoding } => {
                let settings = ClassifierSettings::new(vec![rules], window, encoding, method, games);
                let course: ClassifierCourse = run_course(settings, n_threads);
                let (model, figures) = course.finish(n_threads, &mut |_| {});
                let model = Arc::new(model);
                let make = move || -> Box<dyn Player> { Box::new(Greedy::new(Arc::clone(&model))) };
                Trained { make: Box::new(make), labels: Some(figures.test_accuracy) }
            }
            Learner::Regression => {
                let course: RegressionCourse = run_course(RegressionSettings::new(rules, games), n_threads);
                let model = Arc::new(course.finish(n_threads, &mut |_| {}).0);
                without_labels(move || Box::new(Greedy::new(Arc::clone(&model))))
            }
            &Learner::QTable(algorithm) => {
                let symmetry = algorithm == Algorithm::Standard;
                let settings = QTableSettings { rules, algorithm, symmetry, games };
                let course: QTableCourse = run_course(settings, n_threads);
                let model = Arc::new(course.whole_model());
                without_labels(move || Box::new(QPlayer::new(Arc::clone(&model))))
            }
            Learner::Player(spec) => {
                let spec = player_spec(spec);
                without_labels(move || spec.make())
            }
            #[cfg(feature = "train")]
            Learner::Cnn => train_network::<minewise_learn::train::cnn::CnnCourse>(rules, games, n_threads),
            #[cfg(feature = "train")]
            Learner::Dqn => train_network::<minewise_learn::train::dqn::DqnCourse>(rules, games, n_threads),
        }
    }
}

fn player_spec(spec: &str) -> PlayerSpec {
    spec.parse().expect("players of the plan are well formed")
}

fn without_labels(make: impl Fn() -> Box<dyn Player> + Sync + 'static) -> Trained {
    Trained { make: Box::new(make), labels: None }
}

/// Runs a course from beginning to end.
fn run_course<C: Course>(settings: C::Settings, n_threads: usize) -> C {
    let mut course = C::new(settings);
    course.learn(u64::MAX, n_threads);
    course
}

#[cfg(feature = "train")]
fn train_network<C: minewise_learn::train::Trains>(
    rules: Rules,
    games: Settings,
    n_threads: usize,
) -> Trained {
    use minewise_learn::network::{NetworkPlayer, Shape};
    use minewise_learn::train::NetworkSettings;
    let shape = Shape { n_channels: 16, n_layers: 4 };
    let course: C = run_course(NetworkSettings::new(&[rules], shape, games).into(), n_threads);
    let network = Arc::new(course.network(Vec::new()));
    without_labels(move || Box::new(NetworkPlayer::new(Arc::clone(&network))))
}
