//! Players that play by a model of the learners of 001.

use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use minewise::{Cell, Player, View};
use minewise_learn::network::Network;
use minewise_learn::q_table::Regions;
use minewise_learn::{GuessByEstimate, ModelError, classifier, network, q_table, regression};
use minewise_players::{Csp, Guesser};

use super::options::{Model, OptionEntry, Options, Values};

/// The word for the model that ships.
const SHIPPED: &str = "shipped";

/// Says what is wrong with the text of a model.
fn check<M: FromStr<Err = ModelError>>(text: &str) -> Result<(), String> {
    text.parse::<M>().map(drop).map_err(|error| error.to_string())
}

/// A model that ships with the program, read once.
type Ready<M> = LazyLock<Arc<M>>;

/// The model that an option names.
fn model<M: FromStr<Err = ModelError>>(options: &Options, shipped: &Ready<M>) -> Arc<M> {
    match options.model("model") {
        Model::Shipped(_) => Arc::clone(shipped),
        Model::Text(text) => Arc::new(text.parse().expect("a model was checked when it was read")),
    }
}

/// Reads a model that ships.
fn read<M: FromStr<Err = ModelError>>(text: &str) -> Arc<M> {
    Arc::new(text.parse().expect("what ships can be read"))
}

static CLASSIFIER_MODEL: Ready<classifier::Model> = LazyLock::new(|| read(classifier::SHIPPED));
static REGRESSION_MODEL: Ready<regression::Model> = LazyLock::new(|| read(regression::SHIPPED));
static STANDARD: Ready<q_table::Model> = LazyLock::new(|| read(q_table::SHIPPED[2]));
static ALGORITHM_2: Ready<q_table::Model> = LazyLock::new(|| read(q_table::SHIPPED[0]));
static ALGORITHM_3: Ready<q_table::Model> = LazyLock::new(|| read(q_table::SHIPPED[1]));
static CNN_NETWORK: Ready<Network> = LazyLock::new(|| read(network::CNN));
static DQN_NETWORK: Ready<Network> = LazyLock::new(|| read(network::DQN));

pub(super) const CLASSIFIER: &[OptionEntry] = &[OptionEntry {
    name: "model",
    values: Values::Model { shipped: &[SHIPPED], check: check::<classifier::Model> },
    default: SHIPPED,
    summary: "What it learned: what ships, for boards of any size, or a file of `minewise learn classifier`.",
}];

pub(super) const REGRESSION: &[OptionEntry] = &[OptionEntry {
    name: "model",
    values: Values::Model { shipped: &[SHIPPED], check: check::<regression::Model> },
    default: SHIPPED,
    summary: "What it learned: what ships, for 4x4/3 only, or a file of `minewise learn regression`.",
}];

pub(super) const Q_TABLE: &[OptionEntry] = &[
    OptionEntry {
        name: "algorithm",
        values: Values::OneOf(&["2", "3", "standard"]),
        default: "standard",
        summary: "How the table that ships was learned: by an algorithm of the paper, or for the chance to win.",
    },
    OptionEntry {
        name: "model",
        values: Values::Model { shipped: &[SHIPPED], check: check::<q_table::Model> },
        default: SHIPPED,
        summary: "The table: one that ships, for 4x4/3 only, or a file of `minewise learn q-table`.",
    },
];

pub(super) const CNN: &[OptionEntry] = &[OptionEntry {
    name: "model",
    values: Values::Model { shipped: &[SHIPPED], check: check::<Network> },
    default: SHIPPED,
    summary: "The network: what ships, or a file of `minewise learn cnn`.",
}];

pub(super) const DQN: &[OptionEntry] = &[OptionEntry {
    name: "model",
    values: Values::Model { shipped: &[SHIPPED], check: check::<Network> },
    default: SHIPPED,
    summary: "The network: what ships, or a file of `minewise learn dqn`.",
}];

pub(super) const CSP: &[OptionEntry] = &[OptionEntry {
    name: "guess",
    values: Values::OneOf(&["shares", "classifier", "q-table", "cnn", "dqn"]),
    default: "shares",
    summary: "How it guesses: by the share of solutions, or by what another player that ships has learned.",
}];

pub(super) fn classifier_model(options: &Options) -> Arc<classifier::Model> {
    model(options, &CLASSIFIER_MODEL)
}

pub(super) fn regression_model(options: &Options) -> Arc<regression::Model> {
    model(options, &REGRESSION_MODEL)
}

pub(super) fn q_table_model(options: &Options) -> Arc<q_table::Model> {
    let shipped = match options.word("algorithm") {
        "2" => &ALGORITHM_2,
        "3" => &ALGORITHM_3,
        _ => &STANDARD,
    };
    model(options, shipped)
}

pub(super) fn cnn_network(options: &Options) -> Arc<Network> {
    model(options, &CNN_NETWORK)
}

pub(super) fn dqn_network(options: &Options) -> Arc<Network> {
    model(options, &DQN_NETWORK)
}

/// Guesses by a small board's table, in the regions that are like it.
struct GuessByRegions(Arc<q_table::Model>);

impl Guesser for GuessByRegions {
    fn guess(&self, view: &View, mines: &[Cell], undecided: &[Cell]) -> Option<Vec<Cell>> {
        Regions::best(&self.0, view, mines, undecided)
    }
}

/// The constraint solver, with guesses as an option has them.
pub(super) fn csp(options: &Options) -> Box<dyn Player> {
    let guesser: Arc<dyn Guesser> = match options.word("guess") {
        "classifier" => Arc::new(GuessByEstimate(Arc::clone(&*CLASSIFIER_MODEL) as Arc<_>)),
        "q-table" => Arc::new(GuessByRegions(Arc::clone(&STANDARD))),
        "cnn" => Arc::new(GuessByEstimate(Arc::clone(&*CNN_NETWORK) as Arc<_>)),
        "dqn" => Arc::new(GuessByEstimate(Arc::clone(&*DQN_NETWORK) as Arc<_>)),
        _ => return Box::<Csp>::default(),
    };
    Box::new(Csp::guessing_by(guesser))
}

/// The model that the constraint solver guesses by, if it does.
pub(super) fn csp_model(options: &Options) -> Option<String> {
    match options.word("guess") {
        "classifier" => Some(CLASSIFIER_MODEL.id()),
        "q-table" => Some(STANDARD.id()),
        "cnn" => Some(CNN_NETWORK.id()),
        "dqn" => Some(DQN_NETWORK.id()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::PlayerSpec;
    use super::*;

    #[test]
    fn guesses_that_were_learned_conform() {
        for guess in ["classifier", "q-table", "cnn", "dqn"] {
            let spec: PlayerSpec = format!("csp(guess={guess})").parse().unwrap();
            minewise::conformance::check(|| spec.make());
            assert!(spec.model().is_some());
        }
    }

    /// Every model that ships is small, is read back as it is written, and says which command made it.
    #[test]
    fn models_that_ship_say_how_they_were_made() {
        let canonical = [
            (classifier::SHIPPED, CLASSIFIER_MODEL.to_string(), "classifier"),
            (regression::SHIPPED, REGRESSION_MODEL.to_string(), "regression"),
            (q_table::SHIPPED[0], ALGORITHM_2.to_string(), "q-table"),
            (q_table::SHIPPED[1], ALGORITHM_3.to_string(), "q-table"),
            (q_table::SHIPPED[2], STANDARD.to_string(), "q-table"),
            (network::CNN, CNN_NETWORK.to_string(), "cnn"),
            (network::DQN, DQN_NETWORK.to_string(), "dqn"),
        ];
        for (shipped, again, learner) in canonical {
            assert!(shipped == again && shipped.len() <= 1_000_000, "{learner}");
            let command = format!("# minewise learn {learner} --rules ");
            assert!(shipped.lines().nth(1).is_some_and(|line| line.starts_with(&command)), "{learner}");
        }
    }
}
