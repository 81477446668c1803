//! Which cells to draw from, by the values that a table has for a view.

use minewise::{Cell, Grid, Reason, View};

use super::Algorithm;
use crate::shared::data::is_perimeter;

/// Advises on the views of one game, one after the other.
#[derive(Clone, Debug)]
pub(super) struct Advice<V> {
    algorithm: Algorithm,
    /// The values of the last known view, by cell: what was safe there is safe still.
    last: Vec<Option<V>>,
}

impl<V: PartialOrd + Default + Copy> Advice<V> {
    /// For a new game.
    pub(super) fn new(algorithm: Algorithm) -> Advice<V> {
        Advice { algorithm, last: Vec::new() }
    }

    /// The cells of a view that are as good as any, and why; `values` has those of its cells if the view is known.
    ///
    /// In an unknown view, the standard algorithm takes the best of what is still covered by the last known view of the game,
    /// or any cell if there was none. Those of the paper draw a random cell: Algorithm 3 from the perimeter.
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

    /// How Algorithm 3 plays.
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
            return (outside, Reason::Other("nothing beside a number was ever safe".into()));
        }
        self.best_of(beside, is_known)
    }

    /// Those of some cells that have the greatest value; all if none has one.
    fn best_of(&self, mut cells: Vec<Cell>, is_known: bool) -> (Vec<Cell>, Reason) {
        let Some(best) = greatest(cells.iter().filter_map(|&cell| self.value(cell))) else {
            return (cells, Reason::Random);
        };
        cells.retain(|&cell| self.value(cell) == Some(best));
        let reason =
            if is_known { "best by its table" } else { "best by its table for the last view it knew" };
        (cells, Reason::Other(reason.into()))
    }

    fn value(&self, cell: Cell) -> Option<V> {
        self.last.get(cell).copied().flatten()
    }
}

/// Where a game begins by the algorithms of the paper: in the first corner or, if no game can begin there, in the first cell
/// that one can begin in. None if the game has begun or the table decides.
pub(super) fn first_cell(algorithm: Algorithm, view: &View) -> Option<Cell> {
    let is_fixed = algorithm.begins_in_corner() && view.is_untouched();
    is_fixed.then(|| beginnings(view.grid()).next().expect("a game can begin somewhere"))
}

/// The cells that may be revealed.
pub(super) fn allowed(view: &View) -> Vec<Cell> {
    if view.is_untouched() { beginnings(view.grid()).collect() } else { view.covered().collect() }
}

fn beginnings(grid: &Grid) -> impl Iterator<Item = Cell> + '_ {
    (0..grid.n_cells()).filter(|&cell| grid.can_start_at(cell))
}

/// The greatest of some values.
pub(super) fn greatest<V: PartialOrd>(values: impl Iterator<Item = V>) -> Option<V> {
    values.reduce(|one, other| if other > one { other } else { one })
}
