//! The plan of the study: the figures of the paper, point by point.

use minewise::Rules;
use minewise_learn::Encoding;
use minewise_learn::classifier::{Method, Side};
use minewise_learn::q_table::Algorithm;

use super::Figure;
use super::learner::Learner;

/// A point of a figure.
#[derive(Clone, Debug)]
pub(super) struct PlannedTrial {
    pub(super) figure: Figure,
    pub(super) learner: Learner,
    pub(super) rules: Rules,
    /// The number of games to learn from.
    pub(super) taught: u64,
}

/// The boards of the figure by size.
const SIZES: [&str; 4] = ["4x4/3", "5x5/5", "6x6/7", "8x8/10"];
/// Players for comparison, which do not learn or ship with what they learned.
const OTHER_PLAYERS: [&str; 5] = ["random", "csp", "exact", "cnn", "dqn"];
/// The number of games that supervised learners learn from, unless a figure varies it.
const SUPERVISED: u64 = 5_000;
/// The same for tables with the standard algorithm, by the number of cells. On these boards the table can meet enough
/// views.
const TABLES: [(usize, u64); 3] = [(16, 1_000_000), (25, 2_000_000), (36, 4_000_000)];
/// The maximum for the algorithms of the paper, which store far more views, and for larger boards, which have too many.
const PAPER_TABLES: u64 = 1_000_000;
const LARGE_TABLES: u64 = 200_000;

/// Returns all points. No learner learns from more than `most_taught` games.
pub(super) fn all(most_taught: u64) -> Vec<PlannedTrial> {
    let mut plan = Vec::new();
    let mut add = |figure, learner: &Learner, rules: &str, taught: u64| {
        let rules = rules.parse().expect("rules of the plan are well formed");
        plan.push(PlannedTrial { figure, learner: learner.clone(), rules, taught: taught.min(most_taught) });
    };
    for (learner, most) in learners() {
        let counts =
            [30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000];
        for count in counts.into_iter().filter(|&count| count <= most) {
            add(Figure::Iterations, &learner, "4x4/3", count);
        }
    }
    for rules in SIZES {
        for_each_learner(rules, |learner, taught| add(Figure::Sizes, learner, rules, taught));
    }
    for rules in (1..=8).map(|n_mines| format!("4x4/{n_mines}")) {
        for_each_learner(&rules, |learner, taught| add(Figure::Mines, learner, &rules, taught));
    }
    for rules in ["4x4/3", "8x8/10"] {
        for (method, encoding) in
            Method::ALL.into_iter().flat_map(|method| Encoding::ALL.map(|encoding| (method, encoding)))
        {
            for window in Side::ALL {
                let learner = Learner::Classifier { method, window, encoding };
                add(Figure::Windows, &learner, rules, SUPERVISED);
            }
        }
    }
    plan
}

/// Returns the learners, with the maximum number of games that each learns from.
fn learners() -> Vec<(Learner, u64)> {
    let mut learners = vec![(Learner::classifier(), 10_000), (Learner::Regression, 10_000)];
    learners.extend(Algorithm::ALL.map(|algorithm| (Learner::QTable(algorithm), 10_000_000)));
    #[cfg(feature = "train")]
    learners.extend([(Learner::Cnn, 1_000_000), (Learner::Dqn, 100_000)]);
    learners
}

/// Calls `add` for all learners and players, with the number of games that each learns from under some rules.
fn for_each_learner(rules: &str, mut add: impl FnMut(&Learner, u64)) {
    add(&Learner::classifier(), SUPERVISED);
    add(&Learner::Regression, SUPERVISED);
    for algorithm in Algorithm::ALL {
        add(&Learner::QTable(algorithm), for_tables(rules, algorithm));
    }
    for spec in OTHER_PLAYERS {
        add(&Learner::Player(spec), 0);
    }
}

/// Returns the number of games that a table learns from.
fn for_tables(rules: &str, algorithm: Algorithm) -> u64 {
    let rules: Rules = rules.parse().expect("rules of the plan are well formed");
    let fits = TABLES.iter().find(|(n_cells, _)| rules.n_cells() <= *n_cells);
    let most = fits.map_or(LARGE_TABLES, |&(_, n_games)| n_games);
    if algorithm == Algorithm::Standard { most } else { most.min(PAPER_TABLES) }
}
