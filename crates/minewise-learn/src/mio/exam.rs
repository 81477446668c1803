//! Measures rules on fresh views, which no learner has seen; the census says what is right.

use minewise::{Census, Grid};
use serde::{Deserialize, Serialize};

use super::board::Board;
use super::course::MioSettings;
use super::examples::{Labels, RandomExamples, exam_view};
use super::knowledge::{Target, Term};
use super::model::{Model, Rule};
use crate::ilp::Sampler;

/// The numbers of fresh examples that a rule covers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Coverage {
    /// The number of cells for which it is right.
    pub right: u64,
    /// The number of cells for which it is wrong.
    pub wrong: u64,
    /// The number of cells for which it is right and that no earlier rule covers.
    pub alone: u64,
    /// The number of cells for which its conclusion holds in every layout that fits, whether it covers them or not.
    pub certain: u64,
}

/// The number of the first fresh view: far above all numbers used for learning.
const FRESH: u64 = 1 << 40;

/// The results of a set of rules on fresh views.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assessment {
    /// The number of cells tested.
    pub cells: u64,
    /// The number of cells for which the target holds in every layout that fits.
    pub certain: u64,
    /// The number of those that some rule covers.
    pub right: u64,
    /// The number of other cells that some rule covers.
    pub wrong: u64,
}

impl Assessment {
    /// The share of cells that the rules classify correctly: covered if and only if the target certainly holds.
    pub fn accuracy(&self) -> f64 {
        let n_errors = self.certain - self.right + self.wrong;
        1.0 - n_errors as f64 / self.cells.max(1) as f64
    }
}

/// Assesses the rules for a target on fresh views, which are drawn as in the settings.
pub fn assess(settings: &MioSettings, rules: &[Rule], target: Target, n_views: u64) -> Assessment {
    let mut sum = Assessment::default();
    visit_fresh_examples(settings, rules, target, n_views, |is_certain, covering| {
        let is_covered = !covering.is_empty();
        sum.cells += 1;
        sum.certain += u64::from(is_certain);
        sum.right += u64::from(is_covered && is_certain);
        sum.wrong += u64::from(is_covered && !is_certain);
    });
    sum
}

/// Measures each rule on fresh views, which are drawn as in the settings. If these are views where rules are stuck,
/// they are views where the known rules are stuck.
pub fn measure(settings: &MioSettings, rules: &[Rule], n_views: u64) -> Vec<Coverage> {
    let mut coverage = vec![Coverage::default(); rules.len()];
    for target in Target::ALL {
        visit_fresh_examples(settings, rules, target, n_views, |is_certain, covering| {
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

/// The number of views in the exam.
const EXAM_VIEWS: u64 = 10_000;

/// The exam: finds which rules are right wherever they apply, on thousands of views of small boards of every shape,
/// topology and number of mines. Real rules of play do not depend on the board. A clause that holds only on the board
/// it was learned on fails here. See `docs/decisions/0012-rules-are-learned-and-examined.md`.
pub(super) fn pass_exam(settings: &MioSettings, rules: &[Rule]) -> Vec<bool> {
    let model = Model::new(rules.to_vec(), Vec::new());
    let n_threads = settings.threads.max(1);
    let share = |thread: usize| {
        let mut has_passed = vec![true; rules.len()];
        for world in (FRESH..FRESH + EXAM_VIEWS).skip(thread).step_by(n_threads) {
            let board = Board::new(exam_view(settings.seed, world));
            let Ok(census) = Census::of(board.view()) else { continue };
            let mut matcher = model.matcher(&board);
            for cell in board.blanks() {
                for (idx, rule) in rules.iter().enumerate() {
                    let is_right = census.verdict(cell) == Some(rule.target.verdict());
                    has_passed[idx] &= is_right || !matcher.covers(idx, cell);
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

/// Calls `visit` for the examples of fresh views, with whether the target certainly holds and the rules that cover it.
fn visit_fresh_examples(
    settings: &MioSettings,
    rules: &[Rule],
    target: Target,
    n_views: u64,
    mut visit: impl FnMut(bool, &[usize]),
) {
    let model = Model::new(rules.to_vec(), Vec::new());
    let sampler = RandomExamples {
        grid: Grid::new(settings.rules),
        target,
        labels: Labels::Certain,
        views: settings.views,
        known: settings.known.clone(),
        seed: settings.seed,
    };
    let own: Vec<usize> = (0..rules.len()).filter(|&idx| rules[idx].target == target).collect();
    for world in FRESH..FRESH + n_views {
        let examples = sampler.draw(world, &[]);
        let Some(Term::Board(board)) = examples.first().and_then(|example| example.head.last()) else {
            continue;
        };
        let mut matcher = model.matcher(board);
        for example in &examples {
            let Some(Term::Cell(cell)) = example.head.first() else { continue };
            let covering: Vec<usize> =
                own.iter().copied().filter(|&idx| matcher.covers(idx, *cell as usize)).collect();
            visit(example.is_positive, &covering);
        }
    }
}
