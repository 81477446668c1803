//! Predicates of our own about what would follow if a cell were a mine, or safe.
//!
//! They follow only what single numbers imply. Which suppositions to make and what to conclude is left to the rules.

use std::sync::Arc;

use super::counts::{apart_sets, few_open_numbers};
use super::paper::zone_of;
use super::term::{BOARD, CASE, Minesweeper, OUTCOME, TU, Term, input, output};
use crate::ilp::{Relation, Solve};
use crate::mio::Board;

/// A *case* is a board with a supposition; an *outcome* is a case with everything that follows from single numbers.
pub(super) const RELATIONS: &[Relation<Minesweeper>] = &[
    Relation {
        name: "supposeMine",
        arguments: &[input(TU), input(BOARD), output(CASE)],
        words: "{2} is the board with a mine at {0}",
        solve: SUPPOSE_MINE,
    },
    Relation {
        name: "supposeSafe",
        arguments: &[input(TU), input(BOARD), output(CASE)],
        words: "{2} is the board without a mine at {0}",
        solve: SUPPOSE_SAFE,
    },
    Relation {
        name: "singleNumbers",
        arguments: &[input(CASE), output(OUTCOME)],
        words: "{1} is {0} with everything that single numbers then imply",
        solve: |(), inputs, found| {
            if let &[Term::Board(board)] = inputs {
                found(&[Term::Board(Arc::new(board.propagated()))]);
            }
        },
    },
    Relation {
        name: "contradiction",
        arguments: &[input(OUTCOME)],
        words: "{0} contradicts some number or the number of mines left",
        solve: |(), inputs, found| {
            if let &[Term::Board(board)] = inputs
                && (board.is_contradictory() || contradicts_total(board))
            {
                found(&[]);
            }
        },
    },
    Relation {
        name: "nearIn",
        arguments: &[input(TU), input(OUTCOME), output(TU)],
        words: "{2} is covered and near {0} in {1}",
        solve: |(), inputs, found| {
            if let &[Term::Cell(cell), Term::Board(board)] = inputs
                && !board.is_contradictory()
            {
                for near in blanks_near(board, *cell) {
                    found(&[Term::Cell(near)]);
                }
            }
        },
    },
    Relation {
        name: "alsoMine",
        arguments: &[input(TU), input(OUTCOME), output(CASE)],
        words: "{2} is {1} with a mine at {0}",
        solve: SUPPOSE_MINE,
    },
    Relation {
        name: "alsoSafe",
        arguments: &[input(TU), input(OUTCOME), output(CASE)],
        words: "{2} is {1} without a mine at {0}",
        solve: SUPPOSE_SAFE,
    },
];

const SUPPOSE_MINE: Solve<Minesweeper> = |(), inputs, found| suppose(inputs, true, found);
const SUPPOSE_SAFE: Solve<Minesweeper> = |(), inputs, found| suppose(inputs, false, found);

fn suppose(inputs: &[&Term], is_mine: bool, found: &mut dyn FnMut(&[Term])) {
    if let &[Term::Cell(cell), Term::Board(board)] = inputs
        && board.is_blank(*cell as usize)
        && !board.is_contradictory()
    {
        found(&[Term::Board(Arc::new(board.supposing(*cell as usize, is_mine)))]);
    }
}

/// The blank cells around the numbers of a cell's zone, in ascending order. For a cell next to no number: the blank
/// cells around all numbers, if these are few.
fn blanks_near(board: &Board, cell: u32) -> Vec<u32> {
    let mut zone = zone_of(board, cell);
    if board.numbers_around(cell as usize).next().is_none() {
        zone = few_open_numbers(board).into_iter().map(|number| number as u32).collect();
    }
    let mut blanks: Vec<u32> = zone
        .iter()
        .flat_map(|&number| board.blanks_around(number as usize))
        .map(|blank| blank as u32)
        .collect();
    blanks.sort_unstable();
    blanks.dedup();
    blanks
}

/// Whether numbers that share no blank cell miss more mines than are left, or leave too few other cells for the rest of
/// the mines.
fn contradicts_total(board: &Board) -> bool {
    // A quick test first: all numbers together miss at least as many mines, and have at least as many safe cells, as
    // any of them that share no cell.
    let (mut n_missing, mut n_safe) = (0, 0);
    for number in few_open_numbers(board) {
        let missing = board.missing_at(number).unwrap_or(0);
        n_missing += missing.max(0);
        n_safe += (board.blanks_around(number).count() as i64 - missing).max(0);
    }
    if n_missing <= board.n_left() && n_safe <= board.n_blank() as i64 - board.n_left() {
        return false;
    }
    let is_wrong = |(cells, n_mines): (Box<[u32]>, i64)| {
        let n_elsewhere = board.n_left() - n_mines;
        n_elsewhere < 0 || n_elsewhere > board.n_blank() as i64 - cells.len() as i64
    };
    apart_sets(board).into_iter().any(is_wrong)
}
