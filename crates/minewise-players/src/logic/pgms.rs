//! `pgms`: equations and the differences of those that are part of each other, then the probability guess.
//!
//! Ramsdell's PGMS as 002 describes it in its section 5.1. Every number with unknown cells around it is an equation, and
//! so is the number of mines left among all unknown cells. Where one is a proper subset of another, their difference is
//! an equation too. An equation without mines makes its cells safe, one with as many mines as cells makes them mines;
//! what is found changes the equations, until nothing more is found.
//!
//! How we read it: the guess is 002's own, the cell with the least p(Tu), which is the greatest share of mines that a
//! number around it gives it, or the density of mines without one; ties, and so the first cell, are random. Differences
//! of the equation of all mines can be as many as there are sets of separate numbers, so new equations are made in the
//! order in which they are found, up to a limit, and that equation is only used when few enough cells touch a number.
//! Cells that touch none are in it all together or not at all, and are one variable.

use std::collections::HashSet;

use minewise::census::Settled;
use minewise::{Cell, Choice, Grid, Player, Position, Reason, Rng, Rules, Seed};

use crate::entry::Entry;
use crate::logic::equations::{Equation, Index, of_numbers};
use crate::pick::{guess_by_single_numbers, without_thought};
use crate::simple::single_point::BY_SINGLE_NUMBERS;

/// Stands for all unknown cells that touch no number; greater than any cell.
const INTERIOR: u32 = u32::MAX;
/// The most unknown cells at numbers for which the equation of all mines is used.
const MOST_FRONTIER: usize = 200;
/// The most new equations, beside as many as there are numbers.
const MOST_NEW: usize = 200;

/// Reveals what the equations prove safe; else the cell that single numbers make least risky.
#[derive(Clone, Debug, Default)]
pub struct Pgms {
    rng: Rng,
}

impl Pgms {
    /// How it is asked for by name.
    pub fn entry() -> Entry {
        Entry::new(
            "pgms",
            "002 §5.1, Ramsdell's PGMS",
            "Reveals what equations and their differences prove safe, else what single numbers make least risky.",
            |_| Pgms::default(),
        )
    }
}

impl Player for Pgms {
    fn start(&mut self, _: &Rules, seed: Seed) {
        self.rng = Rng::new(seed);
    }

    fn choose(&mut self, position: &Position) -> Choice {
        let view = position.view();
        if let Some(choice) = without_thought(&mut self.rng, position, Reason::Random) {
            return choice;
        }
        let mut settled = position.settled().clone();
        let safe = find_safe(&mut settled, view.grid());
        let mut choice = match safe {
            Some(cell) => Choice::reveal(cell, Reason::Certain),
            None => guess_by_single_numbers(
                &mut self.rng,
                view,
                &settled,
                Reason::Other(BY_SINGLE_NUMBERS.into()),
            ),
        };
        choice.marks = settled.mines().collect();
        choice
    }
}

/// Learns from the equations until a cell is safe or nothing more is found.
fn find_safe(settled: &mut Settled, grid: &Grid) -> Option<Cell> {
    loop {
        let equations = Equations::of(settled, grid);
        let Some((cells, is_mine)) = equations.solve() else { return settled.safe().next() };
        let interior = cells.last() == Some(&INTERIOR);
        let mut found: Vec<Cell> = cells.iter().map(|&cell| cell as Cell).collect();
        if interior {
            found.pop();
            let is_at_a_number = |cell| grid.neighbours(cell).any(|near| settled.missing(near).is_some());
            found.extend(settled.open().filter(|&cell| !is_at_a_number(cell)));
        }
        settled.learn(grid, found, is_mine);
        if let Some(cell) = settled.safe().next() {
            return Some(cell);
        }
    }
}

/// All equations found so far.
struct Equations {
    all: Vec<Equation>,
    seen: HashSet<Vec<u32>>,
    index: Index,
    n_interior: usize,
    most: usize,
}

impl Equations {
    /// The equations of the numbers, then that of all mines.
    fn of(settled: &Settled, grid: &Grid) -> Equations {
        let numbers = of_numbers(settled, grid);
        let mut frontier: Vec<u32> = numbers.iter().flat_map(|equation| &equation.cells).copied().collect();
        frontier.sort_unstable();
        frontier.dedup();
        let n_interior = settled.n_open() - frontier.len();
        let mut equations = Equations {
            all: Vec::new(),
            seen: HashSet::new(),
            index: Index::default(),
            n_interior,
            most: 2 * numbers.len() + MOST_NEW,
        };
        for equation in numbers {
            equations.add(equation);
        }
        if frontier.len() <= MOST_FRONTIER {
            if n_interior > 0 {
                frontier.push(INTERIOR);
            }
            equations.add(Equation { cells: frontier, n_mines: settled.n_mines() });
        }
        equations
    }

    fn add(&mut self, equation: Equation) {
        let is_new = !equation.cells.is_empty() && self.seen.insert(equation.cells.clone());
        if is_new && self.all.len() < self.most {
            self.index.insert(self.all.len(), &equation);
            self.all.push(equation);
        }
    }

    /// The cells of the first equation that tells what they are, and whether they are mines.
    fn solve(mut self) -> Option<(Vec<u32>, bool)> {
        let mut idx = 0;
        while idx < self.all.len() {
            let equation = self.all[idx].clone();
            if let Some(is_mine) = self.told_by(&equation) {
                return Some((equation.cells, is_mine));
            }
            for other_idx in self.index.related(&equation) {
                let other = &self.all[other_idx];
                if equation.is_part_of(other) {
                    self.add(other.without(&equation));
                } else if other.is_part_of(&equation) {
                    self.add(equation.without(other));
                }
            }
            idx += 1;
        }
        None
    }

    fn told_by(&self, equation: &Equation) -> Option<bool> {
        let interior = if equation.cells.last() == Some(&INTERIOR) { self.n_interior - 1 } else { 0 };
        match equation.n_mines {
            0 => Some(false),
            n_mines if n_mines == (equation.cells.len() + interior) as i64 => Some(true),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use minewise::View;

    use super::*;

    #[track_caller]
    fn check(view: &str, row: usize, col: usize, reason: &str, marks: &[Cell]) {
        let position = Position::new(view.parse::<View>().unwrap());
        let choice = Pgms::default().choose(&position);
        assert_eq!(choice.reason.to_string(), reason);
        assert_eq!(choice.cell, position.view().grid().cell(row, col));
        assert_eq!(choice.marks, marks);
    }

    #[test]
    fn a_number_less_another_makes_cells_safe() {
        // The first 1 has its mine among the first two cells, so the second has none beyond.
        check("5x2/2 ...../1111.", 0, 2, "certain", &[]);
    }

    #[test]
    fn a_number_less_another_makes_cells_mines() {
        check("4x2/2 ..../1211", 0, 1, "certain", &[0, 2]);
    }

    #[test]
    fn all_mines_left_less_the_numbers_make_the_rest_safe() {
        check("5x2/1 1..../.....", 0, 2, "certain", &[]);
    }

    #[test]
    fn without_proof_the_least_share_is_guessed() {
        check("3x3/4 1.2/.../...", 1, 0, BY_SINGLE_NUMBERS, &[]);
    }
}
