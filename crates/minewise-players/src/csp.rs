//! `csp`: equations simplified by each other, then every solution of those that hang together.
//!
//! The constraint solver of 001, its section III-D. Equations are simplified: one that is part of another is taken away
//! from it, and those without mines, or with as many mines as cells, are solved. If no cell is safe, the equations that
//! hang together are solved by backtracking, most constrained cells first, and their solutions are tallied by the number
//! of mines; numbers of mines that do not go with those left on the board are thrown out. A cell that is no mine in
//! every solution is safe. Else it guesses, in this order:
//!
//! 1. "Crap shoots": equations whose solutions all have the same number of mines, and that touch no other unknown cell,
//!    will never be told more of, so their likeliest cell is revealed at once.
//! 2. The cell that is no mine in the greatest share of its solutions, or a cell that no equation speaks of, if a mine
//!    is less likely there: a corner before an edge before the inside. The first cell is such a cell.
//!
//! How we read it: a share counts every solution once, however many layouts go with it; the chance of a mine outside is
//! the mines left, less the mean of each set of solutions, over the cells there; ties are broken at random. Searching
//! more than a limit of steps is given up, and the cell that single numbers make least risky is revealed instead.

pub(crate) mod bundles;
pub(crate) mod solved;

use std::collections::HashSet;

use minewise::{Cell, Choice, Grid, Player, Position, Reason, Rng, Rules, Seed};

use crate::known::{Known, Mark};
use crate::pick::{Place, first_cells, least_by_single_numbers, one_of, random_covered};
use bundles::{Coupled, Tallies};
use solved::{Solved, shares, simplify};

/// Reveals what every solution of the equations has safe; else guesses by the share of solutions.
#[derive(Clone, Debug)]
pub struct Csp {
    rng: Rng,
}

impl Default for Csp {
    fn default() -> Csp {
        Csp { rng: Rng::new(Seed::default()) }
    }
}

impl Player for Csp {
    fn start(&mut self, _: &Rules, seed: Seed) {
        self.rng = Rng::new(seed);
    }

    fn choose(&mut self, position: &Position) -> Choice {
        let view = position.view();
        if view.is_untouched() {
            let corners = Place::best(view.grid(), first_cells(view.grid()).into_iter());
            return Choice::reveal(one_of(&mut self.rng, &corners), Reason::Opening);
        }
        if let Some(cell) = position.plainly_safe().next() {
            return Choice::reveal(cell, Reason::Certain);
        }
        let mut known = Known::by_thumb(view);
        let equations = simplify(&mut known, view.grid());
        if let Some(cell) = known.all(Mark::Safe).next() {
            return Choice::reveal(cell, Reason::Certain);
        }
        if known.n_unknown() == 0 {
            return Choice::reveal(random_covered(&mut self.rng, view), Reason::Random);
        }
        let (cells, reason) = Solved::of(&equations, &known).map_or_else(
            || (least_by_single_numbers(&known, view.grid()), Reason::Other(TOO_MANY.into())),
            |solved| weigh(&solved, &known, view.grid()),
        );
        Choice::reveal(one_of(&mut self.rng, &cells), reason)
    }

    fn fork(&self) -> Box<dyn Player> {
        Box::new(self.clone())
    }
}

const TOO_MANY: &str = "too many solutions to try; least risky by single numbers";

/// The cells to choose from when single equations tell nothing, and why.
fn weigh(solved: &Solved, known: &Known, grid: &Grid) -> (Vec<Cell>, Reason) {
    let parts: Vec<Vec<(Cell, f64)>> = solved.parts.iter().map(shares).collect();
    let (inside, least_share) = likeliest(parts.iter().flatten());
    if least_share == 0.0 {
        return (inside, Reason::Certain);
    }
    let shoot = solved.parts.iter().position(|part| is_crap_shoot(part, known, grid));
    if let Some(idx) = shoot {
        let why = "a crap shoot, of which nothing will ever tell more";
        return (likeliest(&parts[idx]).0, Reason::Other(why.into()));
    }
    if solved.n_outside > 0 && solved.risk_outside(known.n_missing()) < least_share {
        let mut is_inside = vec![false; grid.n_cells()];
        for &(cell, _) in parts.iter().flatten() {
            is_inside[cell] = true;
        }
        let outside = known.all(Mark::Unknown).filter(|&cell| !is_inside[cell]);
        return (Place::best(grid, outside), Reason::Other("likelier safe than any cell at a number".into()));
    }
    (inside, Reason::Other("a mine in the fewest solutions".into()))
}

/// The cells with the least share, in ascending order, and that share; without cells, more than any.
fn likeliest<'a>(shares: impl IntoIterator<Item = &'a (Cell, f64)>) -> (Vec<Cell>, f64) {
    let (mut cells, mut least) = (Vec::new(), f64::INFINITY);
    for &(cell, share) in shares {
        if share < least {
            cells.clear();
            least = share;
        }
        if share <= least {
            cells.push(cell);
        }
    }
    cells.sort_unstable();
    (cells, least)
}

/// Whether all solutions of a part have the same number of mines, and it touches no other unknown cell.
fn is_crap_shoot((coupled, tallies): &(Coupled, Tallies), known: &Known, grid: &Grid) -> bool {
    let cells: HashSet<Cell> = coupled.bundles.iter().flatten().map(|&cell| cell as Cell).collect();
    let is_alone = |&cell: &Cell| {
        grid.neighbours(cell).all(|near| known.mark(near) != Mark::Unknown || cells.contains(&near))
    };
    tallies.len() == 1 && cells.iter().all(is_alone)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use minewise::View;

    use super::*;

    #[track_caller]
    fn check(view: &str, reason: &str, expected: &[Cell]) {
        let position = Position::new(view.parse::<View>().unwrap());
        let mut chosen = BTreeSet::new();
        for seed in 0..100 {
            let mut player = Csp::default();
            player.start(position.view().grid().rules(), Seed(seed));
            let choice = player.choose(&position);
            assert_eq!(choice.reason.to_string(), reason);
            chosen.extend(choice.cell);
        }
        assert_eq!(chosen.into_iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn it_begins_in_a_corner() {
        check("4x3/2 ..../..../....", "opening", &[0, 3, 8, 11]);
    }

    #[test]
    fn all_solutions_together_find_what_single_equations_do_not() {
        // Only the middle leaves no more than one mine.
        check("5x1/1 .1.1.", "certain", &[0, 4]);
    }

    #[test]
    fn a_crap_shoot_is_made_at_once() {
        let why = "a crap shoot, of which nothing will ever tell more";
        check("6x2/3 .101../.101..", why, &[0, 6]);
        check("6x2/2 01..../01....", "likelier safe than any cell at a number", &[5, 11]);
    }

    #[test]
    fn corners_come_before_edges_where_no_equation_speaks() {
        check("6x4/2 1...../....../....../......", "likelier safe than any cell at a number", &[5, 18, 23]);
        check("3x3/5 1../.../...", "a mine in the fewest solutions", &[1, 3, 4]);
    }
}
