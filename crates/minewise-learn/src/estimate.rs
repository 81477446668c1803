//! Learned estimates of risks, and Algorithm 1 of 001, which plays by any of them.

use std::sync::Arc;

use minewise::{Cell, Choice, Player, Position, Reason, Rng, Rules, Seed, View};

use crate::data::{first_cell, is_perimeter};

/// Something that has learned to tell risks from a view.
pub trait Estimator: Send + Sync {
    /// How risky it thinks each of `cells` is, all of them covered: about the chance of a mine there.
    fn risks(&self, view: &View, cells: &[Cell]) -> Vec<f64>;
}

/// Plays by Algorithm 1 of 001: the cell of the perimeter that is least likely a mine, by a learned estimate, if that is
/// reasonable; else any cell outside.
///
/// How we read it: a move is reasonable if its risk is below the density outside, that is the mines that the estimate
/// leaves for the cells outside, over those cells. The first cell is a corner.
#[derive(Clone)]
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
        let (inside, outside): (Vec<Cell>, Vec<Cell>) =
            view.covered().partition(|&cell| is_perimeter(view, cell));
        let risks = self.estimator.risks(view, &inside);
        let least = risks.iter().copied().fold(f64::INFINITY, f64::min);
        let n_shown = view.shown_mines().count();
        let n_left = view.grid().rules().n_mines().saturating_sub(n_shown) as f64;
        let sum: f64 = risks.iter().sum();
        let density = (n_left - sum).clamp(0.0, outside.len() as f64) / outside.len().max(1) as f64;
        let is_reasonable = outside.is_empty() || least < density;
        let cells = if is_reasonable && !inside.is_empty() {
            let is_least = |&(_, &risk): &(&Cell, &f64)| risk <= least;
            inside.iter().zip(&risks).filter(is_least).map(|(&cell, _)| cell).collect()
        } else {
            outside
        };
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
