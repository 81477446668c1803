//! Helpers for tests: the checks that every player must pass ([`conformance`]), and random views.
//!
//! [`Rules::random`] draws rules for them. The obvious twin of the census is [`brute`](crate::census::brute).

pub mod conformance;

use crate::board::{Cell, Grid, Layout, Rules, Shown, View};
use crate::num::{Rng, Seed};

/// Draws a view of a game in which random cells were revealed. Mines may be shown, and flags may be on any safe cell.
pub fn random_view(rng: &mut Rng, rules: Rules) -> View {
    let grid = Grid::new(rules);
    let mut view = View::new(&grid);
    let layout = loop {
        let first = rng.below(grid.n_cells());
        if grid.can_start_at(first) {
            break Layout::generate(&grid, Seed(rng.next_u64()), first);
        }
    };
    let n_revealed = rng.below(grid.n_cells() + 1);
    for _ in 0..n_revealed {
        let cell = rng.below(grid.n_cells());
        let shown = match (layout.is_mine(cell), rng.below(16)) {
            (true, 0) => Shown::Mine,
            (true, _) => continue,
            (false, 1) => Shown::Flag,
            (false, _) => Shown::Number(layout.number(cell)),
        };
        view.show(cell, shown);
    }
    view
}

/// Changes one number of a view at random. Afterwards, it may be that no layout fits.
pub fn spoil(rng: &mut Rng, view: &mut View) {
    let is_number = |&cell: &Cell| matches!(view.shown(cell), Shown::Number(_));
    let numbers: Vec<Cell> = (0..view.grid().n_cells()).filter(is_number).collect();
    if !numbers.is_empty() {
        view.show(numbers[rng.below(numbers.len())], Shown::Number(rng.below(9) as u8));
    }
}
