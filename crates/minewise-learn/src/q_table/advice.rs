//! The candidate cells of a view, by the values that a table has for it.

use minewise::{Cell, Grid, Reason, View};

use super::Algorithm;
use crate::shared::data::is_perimeter;

/// Finds candidate cells for the views of one game, one after the other.
#[derive(Clone, Debug)]
pub(super) struct Advice<V> {
    algorithm: Algorithm,
    /// The values of the last known view of the game, by cell: a cell that was safe there is still safe.
    last: Vec<Option<V>>,
}

impl<V: PartialOrd + Default + Copy> Advice<V> {
    /// Creates the advice for a new game.
    pub(super) fn new(algorithm: Algorithm) -> Advice<V> {
        Advice { algorithm, last: Vec::new() }
    }

    /// The best cells of a view, all equally good, and the reason; `values` has the values of its cells if the view is
    /// known.
    ///
    /// In an unknown view, the standard algorithm takes the covered cells with the highest value in the last known view
    /// of the game, or all cells if there was none. The algorithms of the paper take any cell, Algorithm 3 any of the
    /// perimeter.
    pub(super) fn cells(&mut self, view: &View, values: Option<Vec<Option<V>>>) -> (Vec<Cell>, Reason) {
        if let Some(cell) = first_cell(self.algorithm, view) {
            return (vec![cell], Reason::Opening);
        }
        let is_known = values.is_some();
        self.last = values.unwrap_or_else(|| std::mem::take(&mut self.last));
        match self.algorithm {
            Algorithm::Standard => self.best_of(allowed(view), is_known),
            Algorithm::Paper2 if is_known => self.best_of(allowed(view), is_known),
            Algorithm::Paper2 => (allowed(view), Reason::Random),
            Algorithm::Paper3 => self.by_perimeter(view, is_known),
        }
    }

    /// The cells that Algorithm 3 plays.
    fn by_perimeter(&self, view: &View, is_known: bool) -> (Vec<Cell>, Reason) {
        let (beside, outside): (Vec<Cell>, Vec<Cell>) =
            allowed(view).into_iter().partition(|&cell| is_perimeter(view, cell));
        if beside.is_empty() {
            return (outside, Reason::Random);
        }
        if !is_known {
            return (beside, Reason::Random);
        }
        let is_hopeless =
            beside.iter().all(|&cell| self.value(cell).is_none_or(|value| value <= V::default()));
        if is_hopeless && !outside.is_empty() {
            return (outside, Reason::Other("no cell beside a number was ever safe".into()));
        }
        self.best_of(beside, is_known)
    }

    /// The cells with the highest value; all cells if none has a value.
    fn best_of(&self, mut cells: Vec<Cell>, is_known: bool) -> (Vec<Cell>, Reason) {
        let Some(best) = greatest(cells.iter().filter_map(|&cell| self.value(cell))) else {
            return (cells, Reason::Random);
        };
        cells.retain(|&cell| self.value(cell) == Some(best));
        let reason = if is_known { "best by its table" } else { "best by its table for the last known view" };
        (cells, Reason::Other(reason.into()))
    }

    fn value(&self, cell: Cell) -> Option<V> {
        self.last.get(cell).copied().flatten()
    }
}

/// The first cell by the algorithms of the paper: the first corner or, if no game can begin there, the first cell where
/// one can. `None` if the game has begun already or the table decides.
pub(super) fn first_cell(algorithm: Algorithm, view: &View) -> Option<Cell> {
    let is_fixed = algorithm.begins_in_corner() && view.is_untouched();
    is_fixed.then(|| first_cells(view.grid()).next().expect("a game can begin somewhere"))
}

/// The cells that may be revealed.
pub(super) fn allowed(view: &View) -> Vec<Cell> {
    if view.is_untouched() { first_cells(view.grid()).collect() } else { view.covered().collect() }
}

fn first_cells(grid: &Grid) -> impl Iterator<Item = Cell> + '_ {
    (0..grid.n_cells()).filter(|&cell| grid.can_start_at(cell))
}

/// The greatest of some values.
pub(super) fn greatest<V: PartialOrd>(values: impl Iterator<Item = V>) -> Option<V> {
    values.reduce(|one, other| if other > one { other } else { one })
}
