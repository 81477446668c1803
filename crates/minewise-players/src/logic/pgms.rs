//! `pgms`: equations and their differences, then a guess by probability.
//!
//! Ramsdell's PGMS as Peña Castillo & Wrobel 2003 describe it in section 5.1. Every number with unknown cells around it
//! is an equation, and so is the number of mines left among all unknown cells. If the cells of one equation are a
//! proper subset of those of another, the difference of the two is a new equation. An equation without mines makes its
//! cells safe, one with as many mines as cells makes them mines. This is repeated until nothing more is found.
//!
//! Our reading: the guess is the one of the paper's own player, the cell with the least p(Tu): the greatest share of
//! mines that a number around it gives it, or the density of mines if there is no number. Ties, and so the first cell,
//! are random. The equation of all mines can have a difference with every set of numbers that share no cell, which may
//! be very many. So new equations are made in the order in which they are found, up to a limit, and the equation of all
//! mines is used only when few cells touch a number. Cells that touch no number are always together in an equation or
//! not in it at all, so they are one variable.

use std::collections::HashSet;

use minewise::census::Settled;
use minewise::{Cell, Choice, Grid, Player, Position, Reason, Rng, Rules, Seed};

use crate::entry::Entry;
use crate::logic::equations::{Equation, Index, of_numbers};
use crate::pick::{choose_if_easy, guess_by_single_numbers, marks};
use crate::simple::single_point::BY_SINGLE_NUMBERS;

/// The variable for all unknown cells that touch no number. It is greater than any cell, so it comes last in an
/// equation.
const INTERIOR: u32 = u32::MAX;
/// The most unknown cells beside numbers for which the equation of all mines is used.
const MOST_FRONTIER: usize = 200;
/// The most new equations, in addition to one for each number.
const MOST_NEW: usize = 200;

/// Reveals cells that the equations prove safe; else the cell that is least risky by single numbers.
#[derive(Clone, Debug, Default)]
pub struct Pgms {
    rng: Rng,
}

impl Pgms {
    /// The entry of this player.
    pub fn entry() -> Entry {
        Entry::new(
            "pgms",
            "Peña Castillo & Wrobel 2003, §5.1 (Ramsdell's PGMS)",
            "Reveals cells that equations prove safe, else the cell that is least risky by single numbers.",
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
        if let Some(choice) = choose_if_easy(&mut self.rng, position, Reason::Random) {
            return choice.with_marks(marks(view, position.settled()));
        }
        let mut settled = position.settled().clone();
        let safe = find_safe(&mut settled, view.grid());
        let choice = match safe {
            Some(cell) => Choice::reveal(cell, Reason::Certain),
            None => guess_by_single_numbers(
                &mut self.rng,
                view,
                &settled,
                Reason::Other(BY_SINGLE_NUMBERS.into()),
            ),
        };
        choice.with_marks(marks(view, &settled))
    }
}

/// Solves equations until a cell is safe or nothing more is found.
fn find_safe(settled: &mut Settled, grid: &Grid) -> Option<Cell> {
    loop {
        let equations = Equations::of(settled, grid);
        let Some((cells, is_mine)) = equations.solve() else { return settled.safe().next() };
        let interior = cells.last() == Some(&INTERIOR);
        let mut found: Vec<Cell> = cells.iter().map(|&cell| cell as Cell).collect();
        if interior {
            found.pop();
            let touches_number = |cell| grid.neighbours(cell).any(|near| settled.missing(near).is_some());
            found.extend(settled.open().filter(|&cell| !touches_number(cell)));
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
    /// Creates the equations of the numbers, then that of all mines.
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

    /// Finds the first solved equation, and returns its cells and whether they are mines.
    fn solve(mut self) -> Option<(Vec<u32>, bool)> {
        let mut idx = 0;
        while idx < self.all.len() {
            let equation = self.all[idx].clone();
            if let Some(is_mine) = self.solution(&equation) {
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

    /// Returns whether all cells of an equation are mines (`true`) or safe (`false`); `None` if it is not solved.
    fn solution(&self, equation: &Equation) -> Option<bool> {
        // One variable stands for all interior cells, so `cells.len()` counts them as one.
        let n_uncounted = if equation.cells.last() == Some(&INTERIOR) { self.n_interior - 1 } else { 0 };
        match equation.n_mines {
            0 => Some(false),
            n_mines if n_mines == (equation.cells.len() + n_uncounted) as i64 => Some(true),
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
    fn the_difference_of_two_numbers_makes_cells_safe() {
        // The first 1 has its mine in the first two cells above, so the second has no other.
        check("5x2/2 ...../1111.", 0, 2, "certain", &[]);
    }

    #[test]
    fn the_difference_of_two_numbers_makes_cells_mines() {
        check("4x2/2 ..../1211", 0, 1, "certain", &[0, 2]);
    }

    #[test]
    fn the_number_of_mines_makes_the_other_cells_safe() {
        check("5x2/1 1..../.....", 0, 2, "certain", &[]);
    }

    #[test]
    fn if_nothing_is_certain_the_least_share_is_guessed() {
        check("3x3/4 1.2/.../...", 1, 0, BY_SINGLE_NUMBERS, &[]);
    }
}
