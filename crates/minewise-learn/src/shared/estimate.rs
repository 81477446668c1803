//! Learned estimates of risks, and two ways to play by them: Algorithm 1 of Gardea, Koontz & Silva 2015, and guesses
//! for a player that reasons first.

use std::sync::Arc;

use minewise::{Cell, Choice, Player, Position, Reason, Rng, Rules, Seed, View};
use minewise_players::Guesser;
use minewise_players::entry::Taught;

use crate::shared::data::{first_cell, is_perimeter};

/// A model that estimates the risks of cells from a view.
pub trait Estimator: Send + Sync {
    /// Estimates the risk of each of `cells`, which must be covered. Results are roughly the chances of a mine.
    fn risks(&self, view: &View, cells: &[Cell]) -> Vec<f64>;

    /// Whether it can also estimate cells outside the perimeter.
    fn knows_outside(&self) -> bool {
        false
    }

    /// Says that it was not taught these rules, so that its estimates mean nothing; `None` if it can play them.
    fn not_taught(&self, _rules: &Rules) -> Option<String> {
        None
    }
}

/// The `undecided` cells with the least estimated risk, and whether they are on the perimeter.
///
/// Cells outside the perimeter are all equally risky. Their risk is the mean of their estimates or, if the estimator
/// knows nothing of them, the density there: the mines that are neither known (`n_mines`) nor expected on the
/// perimeter, divided by the number of cells outside.
///
/// # Panics
/// When `undecided` is empty.
fn least_risky(
    estimator: &(impl Estimator + ?Sized),
    view: &View,
    n_mines: usize,
    undecided: &[Cell],
) -> (Vec<Cell>, bool) {
    assert!(!undecided.is_empty(), "there must be a cell to choose from");
    let (inside, outside): (Vec<Cell>, Vec<Cell>) =
        undecided.iter().partition(|&&cell| is_perimeter(view, cell));
    let mut asked = inside.clone();
    asked.extend(outside.iter().filter(|_| estimator.knows_outside()));
    let all_risks = estimator.risks(view, &asked);
    let (risks, risks_outside) = all_risks.split_at(inside.len());
    let least = risks.iter().copied().fold(f64::INFINITY, f64::min);
    let n_outside = outside.len() as f64;
    let n_expected: f64 = if estimator.knows_outside() {
        risks_outside.iter().sum()
    } else {
        let n_left = view.grid().rules().n_mines().saturating_sub(n_mines) as f64;
        (n_left - risks.iter().sum::<f64>()).clamp(0.0, n_outside)
    };
    if !outside.is_empty() && (inside.is_empty() || n_expected / n_outside <= least) {
        return (outside, false);
    }
    let is_least = |&(_, &risk): &(&Cell, &f64)| risk <= least;
    (inside.iter().zip(risks).filter(is_least).map(|(&cell, _)| cell).collect(), true)
}

/// A player by Algorithm 1 of Gardea, Koontz & Silva 2015: it reveals the perimeter cell with the least estimated risk
/// if that is reasonable, and otherwise any cell outside.
///
/// Our reading of the paper: a move is reasonable if its risk is below the density outside, which is the number of
/// mines that the estimate leaves for the cells outside divided by the number of those cells. The first cell is a
/// corner.
pub struct Greedy<E> {
    estimator: Arc<E>,
    rng: Rng,
}

impl<E: Estimator> Greedy<E> {
    /// Creates a player that uses this estimator.
    pub fn new(estimator: Arc<E>) -> Greedy<E> {
        Greedy { estimator, rng: Rng::new(Seed::default()) }
    }
}

impl<E> Clone for Greedy<E> {
    fn clone(&self) -> Greedy<E> {
        Greedy { estimator: Arc::clone(&self.estimator), rng: self.rng.clone() }
    }
}

impl<E: Estimator + 'static> Player for Greedy<E> {
    fn start(&mut self, _: &Rules, seed: Seed) {
        self.rng = Rng::new(seed);
    }

    fn choose(&mut self, position: &Position) -> Choice {
        let view = position.view();
        if view.is_untouched() {
            return Choice::reveal(first_cell(view.grid(), &mut self.rng), Reason::Opening);
        }
        let covered: Vec<Cell> = view.covered().collect();
        let (cells, is_reasonable) =
            least_risky(&*self.estimator, view, view.shown_mines().count(), &covered);
        let reason = match self.not_taught(view.grid().rules()) {
            Some(not_taught) => not_taught.into(),
            None if is_reasonable => "least risk by its learned estimate".into(),
            None => "no reasonable move beside a number".into(),
        };
        Choice::reveal(cells[self.rng.below(cells.len())], Reason::Other(reason))
    }
}

impl<E: Estimator + 'static> Taught for Greedy<E> {
    fn not_taught(&self, rules: &Rules) -> Option<String> {
        self.estimator.not_taught(rules)
    }
}

/// A guesser that uses a learned estimate, for a player that reasons first.
pub struct GuessByEstimate(pub Arc<dyn Estimator>);

impl Guesser for GuessByEstimate {
    fn guess(&self, view: &View, mines: &[Cell], undecided: &[Cell]) -> Option<Vec<Cell>> {
        let n_mines = view.shown_mines().count() + mines.len();
        Some(least_risky(&*self.0, view, n_mines, undecided).0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An estimator with a fixed risk for each cell; the flag says whether it knows the outside.
    struct FixedRisks(Vec<f64>, bool);

    impl Estimator for FixedRisks {
        fn risks(&self, _: &View, cells: &[Cell]) -> Vec<f64> {
            cells.iter().map(|&cell| self.0[cell]).collect()
        }

        fn knows_outside(&self) -> bool {
            self.1
        }
    }

    /// In `1....`, only the second cell is next to a number.
    #[track_caller]
    fn check(n_mines: usize, risks: [f64; 5], knows_outside: bool, expected: (&[Cell], bool)) {
        let view: View = format!("5x1/{n_mines} 1....").parse().unwrap();
        let (cells, is_inside) =
            least_risky(&FixedRisks(risks.into(), knows_outside), &view, 0, &[1, 2, 3, 4]);
        assert_eq!((cells.as_slice(), is_inside), expected);
    }

    #[test]
    fn cells_outside_are_as_risky_as_the_mines_that_are_left_for_them() {
        check(2, [0.0, 0.3, 0.0, 0.0, 0.0], false, (&[1], true));
        check(1, [0.0, 0.3, 1.0, 1.0, 1.0], false, (&[2, 3, 4], false));
    }

    #[test]
    fn cells_outside_are_as_risky_as_the_mean_of_their_estimates() {
        check(2, [0.0, 0.3, 0.0, 0.3, 0.3], true, (&[2, 3, 4], false));
        check(2, [0.0, 0.3, 0.0, 0.5, 0.5], true, (&[1], true));
    }
}
