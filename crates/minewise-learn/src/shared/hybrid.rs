//! `csp` with guesses that were learned: it reasons first, and asks a learner's model where nothing is certain.

use std::sync::Arc;

use minewise::{Cell, View};
use minewise_players::{Csp, Entry, Guesser};

use super::{Estimator, GuessByEstimate};
use crate::network::Network;
use crate::q_table::Regions;
use crate::{classifier, q_table};

/// Whose guesses `csp` takes.
#[derive(Clone, Copy)]
enum GuessBy {
    Shares,
    Classifier,
    QTable,
    Network(&'static str),
}

/// How `csp` is asked for by name, with its own guesses or learned ones.
pub(crate) fn csp_entry() -> Entry {
    let summary =
        "Reveals what every solution of the numbers has safe, else what is a mine in the fewest of them.";
    let entry = Entry::learned("csp", "001 §III-D", summary, |options| {
        let ways = [
            ("shares", GuessBy::Shares),
            ("classifier", GuessBy::Classifier),
            ("q-table", GuessBy::QTable),
            ("cnn", GuessBy::Network("cnn.network")),
            ("dqn", GuessBy::Network("dqn.network")),
        ];
        let help =
            "How it guesses: by the share of solutions, or by what another player that ships has learned.";
        let by_estimate =
            |estimator: Arc<dyn Estimator>| Csp::with_guesser(Arc::new(GuessByEstimate(estimator)));
        Some(match options.one_of("guess", &ways, "shares", help) {
            GuessBy::Shares => Csp::default(),
            GuessBy::Classifier => {
                by_estimate(options.shipped_model::<classifier::Model>("shipped.classifier")?)
            }
            GuessBy::QTable => {
                Csp::with_guesser(Arc::new(GuessByRegions(options.shipped_model("standard.q-table")?)))
            }
            GuessBy::Network(file_name) => by_estimate(options.shipped_model::<Network>(file_name)?),
        })
    });
    entry.counting::<Csp>()
}

/// Guesses by a small board's table, in the regions that are like it.
struct GuessByRegions(Arc<q_table::Model>);

impl Guesser for GuessByRegions {
    fn guess(&self, view: &View, mines: &[Cell], undecided: &[Cell]) -> Option<Vec<Cell>> {
        Regions::best(&self.0, view, mines, undecided)
    }
}
