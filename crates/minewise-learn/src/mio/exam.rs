//! What rules are worth on views that nobody has learned from, told by the census.

use minewise::{Census, Grid};
use serde::{Deserialize, Serialize};

use super::board::Board;
use super::course::MioSettings;
use super::examples::{Draws, Labels, odd_view};
use super::knowledge::{Target, Term};
use super::model::{Model, Rule};
use crate::ilp::Sampler;

/// What a rule covers among fresh examples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Coverage {
    /// Cells of which it is right.
    pub right: u64,
    /// Cells of which it is wrong.
    pub wrong: u64,
    /// Cells of which it is right and no rule before it said so.
    pub alone: u64,
    /// Cells that are what it says in every layout that fits, covered or not.
    pub certain: u64,
}

/// The first fresh view: far from all that was drawn while learning.
const FRESH: u64 = 1 << 40;

/// What rules say of fresh views, taken together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assessment {
    /// The cells looked at.
    pub cells: u64,
    /// Those that are what the rules are about in every layout that fits.
    pub certain: u64,
    /// Those of them that a rule covers.
    pub right: u64,
    /// Other cells that a rule covers.
    pub wrong: u64,
}

impl Assessment {
    /// The share of cells of which the rules say that they are certain if and only if they are.
    pub fn accuracy(&self) -> f64 {
        let n_missed = self.certain - self.right + self.wrong;
        1.0 - n_missed as f64 / self.cells.max(1) as f64
    }
}

/// What rules about a target say of fresh views of the settings' kind.
pub fn assess(settings: &MioSettings, rules: &[Rule], target: Target, n_views: u64) -> Assessment {
    let mut sum = Assessment::default();
    look_at_fresh(settings, rules, target, n_views, |is_certain, covering| {
        let is_told = !covering.is_empty();
        sum.cells += 1;
        sum.certain += u64::from(is_certain);
        sum.right += u64::from(is_told && is_certain);
        sum.wrong += u64::from(is_told && !is_certain);
    });
    sum
}

/// What each rule covers on fresh views of the settings' kind, told by the census; where views are those where rules are
/// stuck, it is the known rules that are.
pub fn measure(settings: &MioSettings, rules: &[Rule], n_views: u64) -> Vec<Coverage> {
    let mut coverage = vec![Coverage::default(); rules.len()];
    for target in Target::ALL {
        look_at_fresh(settings, rules, target, n_views, |is_certain, covering| {
            for (idx, _) in rules.iter().enumerate().filter(|(_, rule)| rule.target == target) {
                coverage[idx].certain += u64::from(is_certain);
            }
            for (nth, &idx) in covering.iter().enumerate() {
                coverage[idx].right += u64::from(is_certain);
                coverage[idx].wrong += u64::from(!is_certain);
                coverage[idx].alone += u64::from(is_certain && nth == 0);
            }
        });
    }
    coverage
}

/// The views of the exam.
const EXAM_VIEWS: u64 = 10_000;

/// The exam: which rules are right wherever they apply, on thousands of views of small boards of every shape, topology and
/// number of mines. Rules of play do not depend on the board; what only seemed to be one on the board it was learned on
/// fails here.
pub(super) fn passed(settings: &MioSettings, rules: &[Rule]) -> Vec<bool> {
    let model = Model::new(rules.to_vec(), Vec::new());
    let n_threads = settings.threads.max(1);
    let share = |thread: usize| {
        let mut has_passed = vec![true; rules.len()];
        for world in (FRESH..FRESH + EXAM_VIEWS).skip(thread).step_by(n_threads) {
            let board = Board::new(odd_view(settings.seed, world));
            let Ok(census) = Census::of(board.view()) else { continue };
            let mut reading = model.reading(&board);
            for cell in board.blanks() {
                for (idx, rule) in rules.iter().enumerate() {
                    let is_right = census.verdict(cell) == Some(rule.target.verdict());
                    has_passed[idx] &= is_right || !reading.covers(idx, cell);
                }
            }
        }
        has_passed
    };
    std::thread::scope(|scope| {
        let share = &share;
        let threads: Vec<_> = (0..n_threads).map(|thread| scope.spawn(move || share(thread))).collect();
        threads.into_iter().fold(vec![true; rules.len()], |all, thread| {
            let own = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            all.into_iter().zip(own).map(|(one, other)| one && other).collect()
        })
    })
}

/// Goes through the cells of fresh views: `tell` hears whether each is certainly what the target says, and which rules
/// cover it.
fn look_at_fresh(
    settings: &MioSettings,
    rules: &[Rule],
    target: Target,
    n_views: u64,
    mut tell: impl FnMut(bool, &[usize]),
) {
    let model = Model::new(rules.to_vec(), Vec::new());
    let draws = Draws {
        grid: Grid::new(settings.rules),
        target,
        labels: Labels::Certain,
        views: settings.views,
        known: settings.known.clone(),
        seed: settings.seed,
    };
    let own: Vec<usize> = (0..rules.len()).filter(|&idx| rules[idx].target == target).collect();
    for world in FRESH..FRESH + n_views {
        let examples = draws.draw(world, &[]);
        let Some(Term::Board(board)) = examples.first().and_then(|example| example.head.last()) else {
            continue;
        };
        let mut reading = model.reading(board);
        for example in &examples {
            let Some(Term::Cell(cell)) = example.head.first() else { continue };
            let covering: Vec<usize> =
                own.iter().copied().filter(|&idx| reading.covers(idx, *cell as usize)).collect();
            tell(example.is_positive, &covering);
        }
    }
}
