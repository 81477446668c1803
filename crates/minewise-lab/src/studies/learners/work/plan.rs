//! What is to be found out: the figures of the paper, point by point.

use minewise::Rules;
use minewise_learn::Encoding;
use minewise_learn::classifier::{Method, Side};
use minewise_learn::q_table::Algorithm;

use super::Figure;
use super::pupil::Pupil;

/// A point of a figure.
#[derive(Clone, Debug)]
pub(super) struct Planned {
    pub(super) figure: Figure,
    pub(super) pupil: Pupil,
    pub(super) rules: Rules,
    /// The games to be taught on.
    pub(super) taught: u64,
}

/// The boards of the figure of sizes.
const SIZES: [&str; 4] = ["4x4/3", "5x5/5", "6x6/7", "8x8/10"];
/// Those that need not learn, or have.
const KNOWN: [&str; 5] = ["random", "csp", "exact", "cnn", "dqn"];
/// The games that supervised learners are taught on, unless a figure varies them.
const SUPERVISED: u64 = 5_000;
/// The same for tables: the standard algorithm on boards of so many cells, which it can meet enough views of.
const TABLES: [(usize, u64); 3] = [(16, 1_000_000), (25, 2_000_000), (36, 4_000_000)];
/// The most for the algorithms of the paper, which keep far more views, and for larger boards, which have too many.
const PAPER_TABLES: u64 = 1_000_000;
const LARGE_TABLES: u64 = 200_000;

/// All points; nobody is taught on more games than `most_taught`.
pub(super) fn all(most_taught: u64) -> Vec<Planned> {
    let mut plan = Vec::new();
    let mut add = |figure, pupil: &Pupil, rules: &str, taught: u64| {
        let rules = rules.parse().expect("rules of the plan are well formed");
        plan.push(Planned { figure, pupil: pupil.clone(), rules, taught: taught.min(most_taught) });
    };
    for (pupil, most) in pupils() {
        let counts =
            [30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000];
        for count in counts.into_iter().filter(|&count| count <= most) {
            add(Figure::Iterations, &pupil, "4x4/3", count);
        }
    }
    for rules in SIZES {
        everybody(rules, |pupil, taught| add(Figure::Sizes, pupil, rules, taught));
    }
    for rules in (1..=8).map(|n_mines| format!("4x4/{n_mines}")) {
        everybody(&rules, |pupil, taught| add(Figure::Mines, pupil, &rules, taught));
    }
    for rules in ["4x4/3", "8x8/10"] {
        for (method, encoding) in
            Method::ALL.into_iter().flat_map(|method| Encoding::ALL.map(|encoding| (method, encoding)))
        {
            for window in Side::ALL {
                let pupil = Pupil::Classifier { method, window, encoding };
                add(Figure::Windows, &pupil, rules, SUPERVISED);
            }
        }
    }
    plan
}

/// Those who learn, with the most games that they are taught on.
fn pupils() -> Vec<(Pupil, u64)> {
    let mut pupils = vec![(Pupil::classifier(), 10_000), (Pupil::Regression, 10_000)];
    pupils.extend(Algorithm::ALL.map(|algorithm| (Pupil::QTable(algorithm), 10_000_000)));
    #[cfg(feature = "train")]
    pupils.extend([(Pupil::Cnn, 1_000_000), (Pupil::Dqn, 100_000)]);
    pupils
}

/// Learners and others, with the games of some rules that they are taught on.
fn everybody(rules: &str, mut add: impl FnMut(&Pupil, u64)) {
    add(&Pupil::classifier(), SUPERVISED);
    add(&Pupil::Regression, SUPERVISED);
    for algorithm in Algorithm::ALL {
        add(&Pupil::QTable(algorithm), for_tables(rules, algorithm));
    }
    for spec in KNOWN {
        add(&Pupil::Known(spec), 0);
    }
}

/// The games that a table is taught on.
fn for_tables(rules: &str, algorithm: Algorithm) -> u64 {
    let rules: Rules = rules.parse().expect("rules of the plan are well formed");
    let fits = TABLES.iter().find(|(n_cells, _)| rules.n_cells() <= *n_cells);
    let most = fits.map_or(LARGE_TABLES, |&(_, n_games)| n_games);
    if algorithm == Algorithm::Standard { most } else { most.min(PAPER_TABLES) }
}
