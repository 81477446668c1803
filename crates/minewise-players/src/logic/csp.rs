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
//!
//! The paper's further work: certain moves as before, but guesses by something that was learned, a [`Guesser`]. Where it
//! leaves a choice of cells that no number speaks of, a corner comes before an edge before the inside, as above.

pub(crate) mod bundles;
pub(crate) mod solved;

use std::collections::HashSet;
use std::sync::Arc;

use minewise::census::Settled;
use minewise::game::Counting;
use minewise::{Cell, Choice, Grid, Player, Position, Reason, Rng, Rules, Seed, View};

use crate::logic::equations::Equation;
use crate::pick::{Place, first_cells, least_by_single_numbers, one_of, random_covered};
use bundles::{Coupled, Tallies};
use solved::{Solved, shares, simplify};

/// Something that has learned to guess.
pub trait Guesser: Send + Sync {
    /// The cells to choose from, of those `undecided`; none if it has nothing to say. `mines` are certain.
    fn guess(&self, view: &View, mines: &[Cell], undecided: &[Cell]) -> Option<Vec<Cell>>;
}

/// Reveals what every solution of the equations has safe; else guesses by the share of solutions, or as it is told.
#[derive(Clone, Default)]
pub struct Csp {
    rng: Rng,
    guesser: Option<Arc<dyn Guesser>>,
    /// The guesses that the guesser made, and those that it left, in this game.
    n_guesses: [u64; 2],
}

impl Csp {
    /// One that guesses as it is told to.
    pub fn guessing_by(guesser: Arc<dyn Guesser>) -> Csp {
        Csp { guesser: Some(guesser), ..Csp::default() }
    }

    /// The cells to choose from when single equations tell nothing, and why.
    fn weigh(&mut self, equations: &[Equation], settled: &Settled, view: &View) -> (Vec<Cell>, Reason) {
        let grid = view.grid();
        let solved = Solved::of(equations, settled);
        let parts: Vec<Vec<(Cell, f64)>> =
            solved.iter().flat_map(|solved| solved.parts.iter().map(shares)).collect();
        let (inside, least_share) = likeliest(parts.iter().flatten());
        if least_share == 0.0 {
            return (inside, Reason::Certain);
        }
        if let Some(cells) = self.guess(&parts, settled, view) {
            return (cells, Reason::Other("a guess that it learned".into()));
        }
        match solved {
            None => (least_by_single_numbers(settled, grid), Reason::Other(TOO_MANY.into())),
            Some(solved) => likely(&solved, &parts, (inside, least_share), settled, grid),
        }
    }

    /// What the guesser says, if there is one and it says something.
    fn guess(&mut self, parts: &[Vec<(Cell, f64)>], settled: &Settled, view: &View) -> Option<Vec<Cell>> {
        let guesser = self.guesser.as_ref()?;
        let mut mines: Vec<Cell> = settled.mines().chain(view.shown_mines()).collect();
        mines.extend(parts.iter().flatten().filter(|&&(_, share)| share == 1.0).map(|&(cell, _)| cell));
        mines.sort_unstable();
        let is_open = |cell: &Cell| mines.binary_search(cell).is_err();
        let undecided: Vec<Cell> = settled.open().filter(is_open).collect();
        let cells = if undecided.is_empty() { None } else { guesser.guess(view, &mines, &undecided) };
        self.n_guesses[usize::from(cells.is_none())] += 1;
        let grid = view.grid();
        let is_outside = |&cell: &Cell| grid.neighbours(cell).all(|near| view.is_covered(near));
        cells.map(
            |cells| if cells.iter().all(is_outside) { Place::best(grid, cells.into_iter()) } else { cells },
        )
    }
}

impl Player for Csp {
    fn start(&mut self, _: &Rules, seed: Seed) {
        self.rng = Rng::new(seed);
        self.n_guesses = [0; 2];
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
        let mut settled = position.settled().clone();
        let equations = simplify(&mut settled, view.grid());
        if let Some(cell) = settled.safe().next() {
            return Choice::reveal(cell, Reason::Certain);
        }
        if settled.n_open() == 0 {
            return Choice::reveal(random_covered(&mut self.rng, view), Reason::Random);
        }
        let (cells, reason) = self.weigh(&equations, &settled, view);
        Choice::reveal(one_of(&mut self.rng, &cells), reason)
    }
}

impl Counting for Csp {
    fn counts(&self) -> Vec<(String, u64)> {
        let names = ["learned guess", "own guess"].map(str::to_owned);
        let uses = names.into_iter().zip(self.n_guesses);
        if self.guesser.is_some() { uses.collect() } else { Vec::new() }
    }
}

const TOO_MANY: &str = "too many solutions to try; least risky by single numbers";

/// The cells to guess of by the share of solutions, and why.
fn likely(
    solved: &Solved,
    parts: &[Vec<(Cell, f64)>],
    (inside, least_share): (Vec<Cell>, f64),
    settled: &Settled,
    grid: &Grid,
) -> (Vec<Cell>, Reason) {
    let shoot = solved.parts.iter().position(|part| is_crap_shoot(part, settled, grid));
    if let Some(idx) = shoot {
        let why = "a crap shoot, of which nothing will ever tell more";
        return (likeliest(&parts[idx]).0, Reason::Other(why.into()));
    }
    if solved.n_outside > 0 && solved.risk_outside(settled.n_mines()) < least_share {
        let mut is_inside = vec![false; grid.n_cells()];
        for &(cell, _) in parts.iter().flatten() {
            is_inside[cell] = true;
        }
        let outside = settled.open().filter(|&cell| !is_inside[cell]);
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
fn is_crap_shoot((coupled, tallies): &(Coupled, Tallies), settled: &Settled, grid: &Grid) -> bool {
    let cells: HashSet<Cell> = coupled.bundles.iter().flatten().map(|&cell| cell as Cell).collect();
    let is_alone =
        |&cell: &Cell| grid.neighbours(cell).all(|near| !settled.is_open(near) || cells.contains(&near));
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

    /// Guesses these cells, whatever is shown.
    struct Always(Vec<Cell>);

    impl Guesser for Always {
        fn guess(&self, _: &View, _: &[Cell], _: &[Cell]) -> Option<Vec<Cell>> {
            Some(self.0.clone())
        }
    }

    #[test]
    fn it_guesses_as_it_is_told_and_of_cells_far_from_numbers_in_corners() {
        let guessed = |cells: &[Cell]| {
            let position = Position::new("6x4/2 1...../....../....../......".parse::<View>().unwrap());
            let mut player = Csp::guessing_by(Arc::new(Always(cells.to_vec())));
            player.start(position.view().grid().rules(), Seed(1));
            let choice = player.choose(&position);
            assert_eq!(choice.reason.to_string(), "a guess that it learned");
            choice.cell
        };
        assert_eq!(guessed(&[6]), Some(6));
        assert_eq!(guessed(&[2, 3, 9, 15, 18]), Some(18));
    }
}
