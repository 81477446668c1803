//! The player `csp` with learned guesses: it reasons first, and asks a learned model where nothing is certain.

use std::sync::Arc;

use minewise::{Cell, View};
use minewise_players::{Csp, Entry, Guesser};

use super::{Estimator, GuessByEstimate};
use crate::network::Network;
use crate::q_table::{RegionUse, Regions};
use crate::{classifier, q_table};

/// The models that `csp` can guess by.
#[derive(Clone, Copy)]
enum GuessBy {
    Shares,
    Classifier,
    QTable(RegionUse),
    Network(&'static str),
}

/// The entry of `csp`, with its own guesses or learned ones.
pub(crate) fn csp_entry() -> Entry {
    let summary =
        "Reveals cells that are safe in every solution of the numbers, else one with a mine in the fewest.";
    let entry = Entry::learned("csp", "Gardea, Koontz & Silva 2015, §III-D", summary, |options| {
        let ways = [
            ("shares", GuessBy::Shares),
            ("classifier", GuessBy::Classifier),
            ("q-table", GuessBy::QTable(RegionUse::All)),
            ("q-table-certain", GuessBy::QTable(RegionUse::Certain)),
            ("cnn", GuessBy::Network("cnn.network")),
            ("dqn", GuessBy::Network("dqn.network")),
        ];
        let help =
            "How it guesses: by the share of solutions with a mine, or by the shipped model of a learner.";
        let by_estimate =
            |estimator: Arc<dyn Estimator>| Csp::with_guesser(Arc::new(GuessByEstimate(estimator)));
        Some(match options.one_of("guess", &ways, "shares", help) {
            GuessBy::Shares => Csp::default(),
            GuessBy::Classifier => {
                by_estimate(options.shipped_model::<classifier::Model>("shipped.classifier")?)
            }
            GuessBy::QTable(use_of) => {
                let table = options.shipped_model("standard.q-table")?;
                Csp::with_guesser(Arc::new(GuessByRegions { table, use_of }))
            }
            GuessBy::Network(file_name) => by_estimate(options.shipped_model::<Network>(file_name)?),
        })
    });
    entry.counting::<Csp>()
}

/// A guesser that applies the Q-table of a small board to regions of a larger one.
struct GuessByRegions {
    table: Arc<q_table::Model>,
    use_of: RegionUse,
}

impl Guesser for GuessByRegions {
    fn guess(&self, view: &View, mines: &[Cell], undecided: &[Cell]) -> Option<Vec<Cell>> {
        Regions::best(&self.table, view, mines, undecided, self.use_of)
    }
}
