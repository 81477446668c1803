//! Learned estimates of risks, and two ways to play by any of them: Algorithm 1 of 001, and guesses for a player that
//! reasons.

use std::sync::Arc;

use minewise::{Cell, Choice, Player, Position, Reason, Rng, Rules, Seed, View};
use minewise_players::Guesser;

use crate::shared::data::{first_cell, is_perimeter};

/// Something that has learned to tell risks from a view.
pub trait Estimator: Send + Sync {
    /// How risky it thinks each of `cells` is, all of them covered: about the chance of a mine there.
    fn risks(&self, view: &View, cells: &[Cell]) -> Vec<f64>;

    /// Whether it can tell of cells that touch no number, too.
    fn knows_outside(&self) -> bool {
        false
    }
}

/// The cells that an estimate makes least risky, of those `undecided`, and whether they are beside a number.
///
/// Cells outside the perimeter are all equally risky: as risky as it thinks on the mean or, if it knows nothing of them, as
/// the density there: the mines that are neither certain nor expected on the perimeter, over the cells outside.
///
/// # Panics
/// When no cell is undecided.
fn least_risky(
    estimator: &(impl Estimator + ?Sized),
    view: &View,
    n_mines: usize,
    undecided: &[Cell],
) -> (Vec<Cell>, bool) {
    assert!(!undecided.is_empty(), "there must be something to choose from");
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

/// Plays by Algorithm 1 of 001: the cell of the perimeter that is least likely a mine, by a learned estimate, if that is
/// reasonable; else any cell outside.
///
/// How we read it: a move is reasonable if its risk is below the density outside, that is the mines that the estimate
/// leaves for the cells outside, over those cells. The first cell is a corner.
pub struct Greedy<E> {
    estimator: Arc<E>,
    rng: Rng,
}

impl<E: Estimator> Greedy<E> {
    /// A player by this estimate.
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
        let reason = if is_reasonable {
            "least risk by what it learned"
        } else {
            "no reasonable move beside a number"
        };
        Choice::reveal(cells[self.rng.below(cells.len())], Reason::Other(reason.into()))
    }
}

/// Guesses by a learned estimate, for a player that reasons first.
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

    /// Says these risks, cell by cell.
    struct Says(Vec<f64>, bool);

    impl Estimator for Says {
        fn risks(&self, _: &View, cells: &[Cell]) -> Vec<f64> {
            cells.iter().map(|&cell| self.0[cell]).collect()
        }

        fn knows_outside(&self) -> bool {
            self.1
        }
    }

    /// On `1....`, only the second cell is beside a number.
    #[track_caller]
    fn check(n_mines: usize, risks: [f64; 5], knows_outside: bool, expected: (&[Cell], bool)) {
        let view: View = format!("5x1/{n_mines} 1....").parse().unwrap();
        let (cells, is_inside) = least_risky(&Says(risks.into(), knows_outside), &view, 0, &[1, 2, 3, 4]);
        assert_eq!((cells.as_slice(), is_inside), expected);
    }

    #[test]
    fn cells_outside_are_as_risky_as_the_mines_that_are_left_for_them() {
        check(2, [0.0, 0.3, 0.0, 0.0, 0.0], false, (&[1], true));
        check(1, [0.0, 0.3, 1.0, 1.0, 1.0], false, (&[2, 3, 4], false));
    }

    #[test]
    fn cells_outside_are_as_risky_as_is_thought_on_the_mean() {
        check(2, [0.0, 0.3, 0.0, 0.3, 0.3], true, (&[2, 3, 4], false));
        check(2, [0.0, 0.3, 0.0, 0.5, 0.5], true, (&[1], true));
    }
}
