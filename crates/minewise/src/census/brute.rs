//! The obvious twin of the census: looks at every layout, and keeps those that fit.

use crate::board::{Cell, Layout, Shown, View};

use super::Outcomes;

/// The answers of a census, found by looking at every layout.
#[derive(Clone, Debug)]
pub struct BruteCensus {
    /// The layouts that fit.
    pub layouts: Vec<Layout>,
}

impl BruteCensus {
    /// Looks at every layout; `None` if there are more than `most`.
    pub fn of(view: &View, most: u64) -> Option<BruteCensus> {
        let covered: Vec<Cell> = view.covered().collect();
        let mut mines: Vec<Cell> = view.shown_mines().collect();
        let mut found = BruteCensus { layouts: Vec::new() };
        let Some(n_mines) = view.grid().rules().n_mines().checked_sub(mines.len()) else {
            return Some(found);
        };
        let n_layouts = crate::num::Natural::choose(covered.len(), n_mines);
        if n_layouts > crate::num::Natural::from(most) {
            return None;
        }
        place_mines(&covered, n_mines, &mut mines, &mut |mines| {
            let layout =
                Layout::from_mines(view.grid(), mines.iter().copied()).expect("all mines were placed");
            if fits(&layout, view) {
                found.layouts.push(layout);
            }
        });
        Some(found)
    }

    /// The chance that `cell` is a mine.
    pub fn risk(&self, cell: Cell) -> f64 {
        self.share(|layout| layout.is_mine(cell))
    }

    /// What revealing `cell` would show, and how likely.
    pub fn outcomes(&self, cell: Cell) -> Outcomes {
        let shows = |number: usize| {
            self.share(|layout| !layout.is_mine(cell) && usize::from(layout.number(cell)) == number)
        };
        Outcomes { mine: self.risk(cell), numbers: std::array::from_fn(shows) }
    }

    /// The fraction of the layouts that satisfy a predicate.
    fn share(&self, predicate: impl Fn(&Layout) -> bool) -> f64 {
        self.layouts.iter().filter(|layout| predicate(layout)).count() as f64 / self.layouts.len() as f64
    }
}

/// Whether a layout agrees with everything that a view shows.
pub fn fits(layout: &Layout, view: &View) -> bool {
    (0..view.grid().n_cells()).all(|cell| match view.shown(cell) {
        Shown::Covered | Shown::Flag => true,
        Shown::Number(number) => !layout.is_mine(cell) && layout.number(cell) == number,
        Shown::Mine => layout.is_mine(cell),
    })
}

/// Calls `then` with every way to add `n_mines` of `cells` to `mines`.
fn place_mines(cells: &[Cell], n_mines: usize, mines: &mut Vec<Cell>, then: &mut dyn FnMut(&[Cell])) {
    if n_mines == 0 {
        return then(mines);
    }
    if let [cell, rest @ ..] = cells {
        mines.push(*cell);
        place_mines(rest, n_mines - 1, mines, then);
        mines.pop();
        if rest.len() >= n_mines {
            place_mines(rest, n_mines, mines, then);
        }
    }
}
