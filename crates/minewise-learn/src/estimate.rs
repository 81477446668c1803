//! Learned estimates of risks, and two ways to play by any of them: Algorithm 1 of 001, and guesses for a player that
//! reasons.

use std::sync::Arc;

use minewise::{Cell, Choice, Player, Position, Reason, Rng, Rules, Seed, View};
use minewise_players::Guesser;

use crate::data::{first_cell, is_perimeter};

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
/// If it knows nothing of cells outside the perimeter, those have the density there: the mines that are neither certain
/// nor expected on the perimeter, over the cells outside.
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
        undecided.iter().partition(|&&cell| estimator.knows_outside() || is_perimeter(view, cell));
    let risks = estimator.risks(view, &inside);
    let least = risks.iter().copied().fold(f64::INFINITY, f64::min);
    let n_left = view.grid().rules().n_mines().saturating_sub(n_mines) as f64;
    let expected: f64 = risks.iter().sum();
    let density = (n_left - expected).clamp(0.0, outside.len() as f64) / outside.len() as f64;
    if !outside.is_empty() && (inside.is_empty() || density <= least) {
        return (outside, false);
    }
    let is_least = |&(_, &risk): &(&Cell, &f64)| risk <= least;
    (inside.iter().zip(&risks).filter(is_least).map(|(&cell, _)| cell).collect(), true)
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

    fn fork(&self) -> Box<dyn Player> {
        Box::new(Greedy { estimator: Arc::clone(&self.estimator), rng: self.rng.clone() })
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
