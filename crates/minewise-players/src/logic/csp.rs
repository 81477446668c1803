//! `csp`: equations simplified by each other, then all solutions of those that are connected.
//!
//! The constraint solver of Gardea, Koontz & Silva 2015, section III-D. Equations are simplified: if the cells of one
//! are a subset of the cells of another, it is subtracted from that one. An equation without mines, or with as many
//! mines as cells, is solved. If no cell is safe, connected equations are solved by backtracking, most constrained
//! cells first, and their solutions are tallied by the number of mines; numbers of mines that the board does not allow
//! are dropped. A cell without a mine in all solutions is safe. Else the player guesses, in this order:
//!
//! 1. A "crap shoot": connected equations whose solutions all have the same number of mines, and whose cells touch no
//!    other unknown cell. No later number can help here, so the cell that is most often safe is revealed at once.
//! 2. The cell that is a mine in the smallest share of the solutions; or a cell in no equation, if its risk is lower: a
//!    corner before an edge before any other. The first cell of a game is such a cell.
//!
//! Our reading: a share counts every solution once, however many layouts belong to it; the risk outside is the number
//! of mines left, minus the mean number of mines in the solutions, over the number of cells outside; ties are broken at
//! random. If the search takes too many steps, the cell that is least risky by single numbers is revealed instead.
//!
//! The paper's further work is an option: certain moves as above, but guesses by a learned model, a [`Guesser`]. If all
//! cells that it proposes are away from numbers, a corner comes before an edge before any other, as above.

pub(crate) mod bundles;
pub(crate) mod solved;

use std::collections::HashSet;
use std::sync::Arc;

use minewise::census::Settled;
use minewise::game::Counting;
use minewise::{Cell, Choice, Grid, Player, Position, Reason, Rng, Rules, Seed, View};

use crate::pick::{Place, first_cells, least_by_single_numbers, marks, one_of, random_covered};
use bundles::{Component, Tallies};
use solved::{Solved, shares, simplify};

/// A learned way to guess.
pub trait Guesser: Send + Sync {
    /// Returns the cells to choose from, out of those `undecided`; `None` if it has no opinion. `mines` are certain.
    fn guess(&self, view: &View, mines: &[Cell], undecided: &[Cell]) -> Option<Vec<Cell>>;
}

/// Reveals cells that are safe in all solutions of the equations; else guesses by the share of solutions, or by a
/// [`Guesser`].
#[derive(Clone, Default)]
pub struct Csp {
    rng: Rng,
    guesser: Option<Arc<dyn Guesser>>,
    /// Numbers of guesses in this game: those that the guesser made, and those without an opinion of the guesser.
    n_guesses: [u64; 2],
}

impl Csp {
    /// Creates a player that guesses by `guesser`.
    pub fn with_guesser(guesser: Arc<dyn Guesser>) -> Csp {
        Csp { guesser: Some(guesser), ..Csp::default() }
    }

    /// Returns the cells to choose from when no single equation proves a cell safe, and the reason.
    fn candidates(
        &mut self,
        solved: Option<&Solved>,
        parts: &[Vec<(Cell, f64)>],
        settled: &Settled,
        view: &View,
    ) -> (Vec<Cell>, Reason) {
        let grid = view.grid();
        let (inside, least_share) = least_mined(parts.iter().flatten());
        if least_share == 0.0 {
            return (inside, Reason::Certain);
        }
        if let Some(cells) = self.guess(parts, settled, view) {
            return (cells, Reason::Other("a learned guess".into()));
        }
        match solved {
            None => (least_by_single_numbers(settled, grid), Reason::Other(TOO_MANY.into())),
            Some(solved) => by_share(solved, parts, (inside, least_share), settled, grid),
        }
    }

    /// Returns the cells that the guesser proposes, if there is a guesser and it has an opinion.
    fn guess(&mut self, parts: &[Vec<(Cell, f64)>], settled: &Settled, view: &View) -> Option<Vec<Cell>> {
        let guesser = self.guesser.as_ref()?;
        let mut mines: Vec<Cell> = settled.mines().chain(view.shown_mines()).collect();
        mines.extend(certain_mines(parts));
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
            return Choice::reveal(cell, Reason::Certain).with_marks(marks(view, position.settled()));
        }
        let mut settled = position.settled().clone();
        let equations = simplify(&mut settled, view.grid());
        let mut marks = marks(view, &settled);
        if let Some(cell) = settled.safe().next() {
            return Choice::reveal(cell, Reason::Certain).with_marks(marks);
        }
        if settled.n_open() == 0 {
            return Choice::reveal(random_covered(&mut self.rng, view), Reason::Random).with_marks(marks);
        }
        let solved = Solved::of(&equations, &settled);
        let parts: Vec<Vec<(Cell, f64)>> =
            solved.iter().flat_map(|solved| solved.parts.iter().map(shares)).collect();
        let (cells, reason) = self.candidates(solved.as_ref(), &parts, &settled, view);
        marks.extend(certain_mines(&parts));
        marks.sort_unstable();
        Choice::reveal(one_of(&mut self.rng, &cells), reason).with_marks(marks)
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

/// Returns the cells to guess from by the share of solutions, and the reason.
fn by_share(
    solved: &Solved,
    parts: &[Vec<(Cell, f64)>],
    (inside, least_share): (Vec<Cell>, f64),
    settled: &Settled,
    grid: &Grid,
) -> (Vec<Cell>, Reason) {
    let shoot = solved.parts.iter().position(|part| is_crap_shoot(part, settled, grid));
    if let Some(idx) = shoot {
        let why = "a crap shoot: no later number can help";
        return (least_mined(&parts[idx]).0, Reason::Other(why.into()));
    }
    if solved.n_outside > 0 && solved.risk_outside(settled.n_mines()) < least_share {
        let mut is_inside = vec![false; grid.n_cells()];
        for &(cell, _) in parts.iter().flatten() {
            is_inside[cell] = true;
        }
        let outside = settled.open().filter(|&cell| !is_inside[cell]);
        return (Place::best(grid, outside), Reason::Other("safer than any cell beside a number".into()));
    }
    (inside, Reason::Other("a mine in the fewest solutions".into()))
}

/// Returns the cells that are mines in all solutions of their part.
fn certain_mines(parts: &[Vec<(Cell, f64)>]) -> impl Iterator<Item = Cell> + '_ {
    parts.iter().flatten().filter(|&&(_, share)| share == 1.0).map(|&(cell, _)| cell)
}

/// Returns the cells with the least share, in ascending order, and that share; infinity if there are no cells.
fn least_mined<'a>(shares: impl IntoIterator<Item = &'a (Cell, f64)>) -> (Vec<Cell>, f64) {
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

/// Checks whether all solutions of a part have the same number of mines, and its cells touch no other unknown cell.
fn is_crap_shoot((component, tallies): &(Component, Tallies), settled: &Settled, grid: &Grid) -> bool {
    let cells: HashSet<Cell> = component.bundles.iter().flatten().map(|&cell| cell as Cell).collect();
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
    fn mines_that_numbers_prove_are_marked_whether_it_guesses_or_not() {
        let views = ["4x1/2 .2..", "7x1/3 .2.....", "5x1/2 .1.1."];
        for (view, expected) in views.into_iter().zip([[0, 2], [0, 2], [0, 4]]) {
            let position = Position::new(view.parse::<View>().unwrap());
            assert_eq!(Csp::default().choose(&position).marks, expected, "{view}");
        }
    }

    #[test]
    fn it_starts_in_a_corner() {
        check("4x3/2 ..../..../....", "opening", &[0, 3, 8, 11]);
    }

    #[test]
    fn all_solutions_together_find_what_single_equations_do_not() {
        // Only a mine in the middle fits both numbers with one mine in all.
        check("5x1/1 .1.1.", "certain", &[0, 4]);
    }

    #[test]
    fn a_crap_shoot_is_made_at_once() {
        let why = "a crap shoot: no later number can help";
        check("6x2/3 .101../.101..", why, &[0, 6]);
        check("6x2/2 01..../01....", "safer than any cell beside a number", &[5, 11]);
    }

    #[test]
    fn corners_come_before_edges_among_cells_in_no_equation() {
        check("6x4/2 1...../....../....../......", "safer than any cell beside a number", &[5, 18, 23]);
        check("3x3/5 1../.../...", "a mine in the fewest solutions", &[1, 3, 4]);
    }

    /// A guesser that proposes these cells, whatever the view shows.
    struct Always(Vec<Cell>);

    impl Guesser for Always {
        fn guess(&self, _: &View, _: &[Cell], _: &[Cell]) -> Option<Vec<Cell>> {
            Some(self.0.clone())
        }
    }

    #[test]
    fn it_follows_its_guesser_and_prefers_corners_away_from_numbers() {
        let guessed = |cells: &[Cell]| {
            let position = Position::new("6x4/2 1...../....../....../......".parse::<View>().unwrap());
            let mut player = Csp::with_guesser(Arc::new(Always(cells.to_vec())));
            player.start(position.view().grid().rules(), Seed(1));
            let choice = player.choose(&position);
            assert_eq!(choice.reason.to_string(), "a learned guess");
            choice.cell
        };
        assert_eq!(guessed(&[6]), Some(6));
        assert_eq!(guessed(&[2, 3, 9, 15, 18]), Some(18));
    }
}
