//! `csp-studholme`: the program that Sebag & Teytaud 2012 most likely call "CSP-PGMS".
//!
//! Their Table 2 compares BSSUCT with "the CSP-PGMS implementation" from the page of Ramsdell's PGMS, which must be the
//! solver of their reference 22: Studholme 2000, a strategy for that framework. Gardea, Koontz & Silva 2015 describe
//! nearly the same solver, our `csp`, so both are one type. As in `csp`, certain cells and crap shoots are revealed at
//! once; else the cell that is a mine in the smallest share of the solutions, if that is not above the risk outside.
//! Every solution counts alike, however many layouts belong to it, so these are not the exact risks. Studholme's program
//! differs from `csp` in this:
//!
//! - The first cell is always the same corner.
//! - Of cells with equal shares, the one in the most equations is revealed.
//! - The risk of a cell in no equation is at least 0.01, unless there is no mine outside.
//! - Of such cells, a corner comes before an edge before the cell that touches the most cells in equations.
//!
//! Our reading: of cells that are still equal, the last one is revealed, in the last connected set of equations that has
//! any. In the program the order depends on the history of its lists. Of the four orders that we tried (by rows or by
//! columns, the first or the last), this one gives the published 22.6 % on 2x5/3; on the other boards of Table 2 they
//! differ little.

use crate::entry::Entry;
use crate::logic::csp::{Csp, Program};

/// The entry of this player.
pub(super) fn entry() -> Entry {
    Entry::new(
        "csp-studholme",
        "Studholme 2000, as in Sebag & Teytaud 2012, §5.2",
        "Reveals cells that are safe in all solutions of the equations, else a mine in the fewest of them.",
        |_| Csp::of(Program::Studholme),
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use minewise::{Cell, Grid, Player, Position, Seed, View};

    use super::*;

    #[track_caller]
    fn check(view: &str, expected: &[Cell]) {
        let position = Position::new(view.parse::<View>().unwrap());
        let mut chosen = BTreeSet::new();
        for seed in 0..100 {
            let mut player = Csp::of(Program::Studholme);
            player.start(position.view().grid().rules(), Seed(seed));
            chosen.extend(player.choose(&position).cell);
        }
        assert_eq!(chosen.into_iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn it_starts_in_one_corner() {
        check("4x3/2 ..../..../....", &[0]);
    }

    #[test]
    fn of_equal_shares_the_cell_in_the_most_equations_and_then_the_last_is_revealed() {
        // The solutions are a mine in the middle, or one at each end: all cells have a share of one half.
        check("6x1/3 .1.1..", &[2]);
        check("3x3/5 1../.../...", &[4]);
    }

    #[test]
    fn away_from_the_border_a_cell_outside_touches_the_most_cells_in_equations() {
        let grid = Grid::new("6x5/3".parse().unwrap());
        let mut is_inside = vec![false; grid.n_cells()];
        [6, 7, 13].into_iter().for_each(|cell| is_inside[cell] = true);
        assert_eq!(Program::Studholme.preferred_outside(&grid, vec![8, 9, 14, 15, 20], &is_inside), [8, 14]);
        assert_eq!(Program::Studholme.preferred_outside(&grid, vec![1, 2, 17], &is_inside), [1, 2, 17]);
        assert_eq!(Program::Gardea.preferred_outside(&grid, vec![8, 9], &is_inside), [8, 9]);
    }
}
