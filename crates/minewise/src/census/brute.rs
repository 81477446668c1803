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
    /// Looks at every layout; `None` if more than `most` would have to be looked at.
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

    /// What revealing `cell` would show.
    pub fn outcomes(&self, cell: Cell) -> Outcomes {
        let shows = |number: usize| {
            self.share(|layout| !layout.is_mine(cell) && usize::from(layout.number(cell)) == number)
        };
        Outcomes { mine: self.risk(cell), numbers: std::array::from_fn(shows) }
    }

    fn share(&self, is_meant: impl Fn(&Layout) -> bool) -> f64 {
        self.layouts.iter().filter(|layout| is_meant(layout)).count() as f64 / self.layouts.len() as f64
    }
}

/// Whether a layout is one that a view could hide.
pub fn fits(layout: &Layout, view: &View) -> bool {
    (0..view.grid().n_cells()).all(|cell| match view.shown(cell) {
        Shown::Covered | Shown::Flag => true,
        Shown::Number(number) => !layout.is_mine(cell) && layout.number(cell) == number,
        Shown::Mine => layout.is_mine(cell),
    })
}

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
