//! Those who learn, and those that they are compared with.

use std::sync::Arc;

use minewise::{Player, Rules};
use minewise_learn::Encoding;
use minewise_learn::classifier::{ClassifierCourse, ClassifierSettings, Method, Side};
use minewise_learn::q_table::{Algorithm, QPlayer, QTableCourse, QTableSettings};
use minewise_learn::regression::{RegressionCourse, RegressionSettings};
use minewise_learn::{Course, Greedy, Settings};

use minewise_coach::PlayerSpec;

/// Makes a player that plays by what was learned.
pub(super) type Make = dyn Fn() -> Box<dyn Player> + Sync;

/// Somebody who learned.
pub(super) struct Taught {
    pub(super) make: Box<Make>,
    /// The share of cells of fresh views that a classifier gives the right label.
    pub(super) labels: Option<f64>,
}

/// Somebody who can be taught.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Pupil {
    /// The local classifier.
    Classifier { method: Method, window: Side, encoding: Encoding },
    /// The global regression.
    Regression,
    /// The table of values.
    QTable(Algorithm),
    /// A player that has nothing to learn, or ships with what it learned.
    Known(&'static str),
    /// A small network that learns exact risks.
    #[cfg(feature = "train")]
    Cnn,
    /// A small network that learns from its own games.
    #[cfg(feature = "train")]
    Dqn,
}

impl Pupil {
    /// The classifier as it is used elsewhere.
    pub(super) fn classifier() -> Pupil {
        let window = Side::ALL[2];
        Pupil::Classifier { method: Method::RbfSvm, window, encoding: Encoding::OneHot }
    }

    /// What it is called in a report.
    pub(super) fn name(&self) -> String {
        match self {
            Pupil::Classifier { method, window, encoding } => {
                format!("classifier, {method}, {window}, {encoding}")
            }
            Pupil::Regression => "regression".to_owned(),
            Pupil::QTable(Algorithm::Standard) => "q-table".to_owned(),
            Pupil::QTable(algorithm) => format!("q-table, algorithm {algorithm}"),
            Pupil::Known(spec) => (*spec).to_owned(),
            #[cfg(feature = "train")]
            Pupil::Cnn => "cnn, small".to_owned(),
            #[cfg(feature = "train")]
            Pupil::Dqn => "dqn, small".to_owned(),
        }
    }

    /// The model that it comes with, if any.
    pub(super) fn model(&self) -> Option<String> {
        match self {
            Pupil::Known(spec) => known(spec).model(),
            _ => None,
        }
    }

    /// Teaches it on games of some rules.
    pub(super) fn teach(&self, rules: Rules, n_games: u64, seed: u64, n_threads: usize) -> Taught {
        let games = Settings { n_games, seed };
        match self {
            &Pupil::Classifier { method, window, encoding } => {
                let settings = ClassifierSettings::new(vec![rules], window, encoding, method, games);
                let course: ClassifierCourse = taken(settings, n_threads);
                let (model, figures) = course.finish(n_threads, &mut |_| {});
                let model = Arc::new(model);
                let make = move || -> Box<dyn Player> { Box::new(Greedy::new(Arc::clone(&model))) };
                Taught { make: Box::new(make), labels: Some(figures.test_accuracy) }
            }
            Pupil::Regression => {
                let course: RegressionCourse = taken(RegressionSettings::new(rules, games), n_threads);
                let model = Arc::new(course.finish(n_threads, &mut |_| {}).0);
                plain(move || Box::new(Greedy::new(Arc::clone(&model))))
            }
            &Pupil::QTable(algorithm) => {
                let symmetry = algorithm == Algorithm::Standard;
                let settings = QTableSettings { rules, algorithm, symmetry, games };
                let course: QTableCourse = taken(settings, n_threads);
                let model = Arc::new(course.whole_model());
                plain(move || Box::new(QPlayer::new(Arc::clone(&model))))
            }
            Pupil::Known(spec) => {
                let spec = known(spec);
                plain(move || spec.make())
            }
            #[cfg(feature = "train")]
            Pupil::Cnn => network::<minewise_learn::train::cnn::CnnCourse>(rules, games, n_threads),
            #[cfg(feature = "train")]
            Pupil::Dqn => network::<minewise_learn::train::dqn::DqnCourse>(rules, games, n_threads),
        }
    }
}

fn known(spec: &str) -> PlayerSpec {
    spec.parse().expect("players of the plan are well formed")
}

fn plain(make: impl Fn() -> Box<dyn Player> + Sync + 'static) -> Taught {
    Taught { make: Box::new(make), labels: None }
}

/// A course taken from beginning to end.
fn taken<C: Course>(settings: C::Settings, n_threads: usize) -> C {
    let mut course = C::new(settings);
    course.learn(u64::MAX, n_threads);
    course
}

#[cfg(feature = "train")]
fn network<C>(rules: Rules, games: Settings, n_threads: usize) -> Taught
where
    C: Course<Settings = minewise_learn::train::NetworkSettings> + minewise_learn::train::Trains,
{
    use minewise_learn::network::{NetworkPlayer, Shape};
    use minewise_learn::train::NetworkSettings;
    let shape = Shape { n_channels: 16, n_layers: 4 };
    let course: C = taken(NetworkSettings::new(&[rules], shape, games), n_threads);
    let network = Arc::new(course.network(Vec::new()));
    plain(move || Box::new(NetworkPlayer::new(Arc::clone(&network))))
}
