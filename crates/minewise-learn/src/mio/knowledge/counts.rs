//! Predicates of our own about the total number of mines.

use std::collections::BTreeSet;

use super::term::{BOARD, Minesweeper, SET, Term, input, output};
use crate::ilp::Relation;
use crate::mio::Board;

/// The set of all blank cells, and unions of disjoint sets around numbers.
pub(super) const RELATIONS: &[Relation<Minesweeper>] = &[
    Relation {
        name: "allCovered",
        arguments: &[input(BOARD), output(SET)],
        words: "{1} are all covered cells",
        solve: |(), inputs, found| {
            if let &[Term::Board(board)] = inputs {
                let blanks = board.blanks().map(|cell| cell as u32).collect();
                found(&[Term::Set(blanks, board.n_left())]);
            }
        },
    },
    Relation {
        name: "apartSets",
        arguments: &[input(BOARD), output(SET)],
        words: "{1} are the covered cells around some numbers that share no covered cell",
        solve: |(), inputs, found| {
            if let &[Term::Board(board)] = inputs {
                for (cells, n_mines) in apart_sets(board) {
                    found(&[Term::Set(cells, n_mines)]);
                }
            }
        },
    },
];

/// On boards with more open numbers than this, the predicates do not look at all of them: the total number of mines
/// proves nothing there.
const MOST_NUMBERS: usize = 40;

/// All numbers with blank cells around them, in ascending order; empty if there are more than [`MOST_NUMBERS`].
pub(super) fn few_open_numbers(board: &Board) -> Vec<usize> {
    let numbers: Vec<usize> = board.open_numbers().take(MOST_NUMBERS + 1).collect();
    if numbers.len() > MOST_NUMBERS { Vec::new() } else { numbers }
}

/// Unions of sets of blank cells around numbers that share no cell, with their mines. Each number in turn is the first,
/// and the following ones are added if they share no cell with the union so far.
pub(super) fn apart_sets(board: &Board) -> BTreeSet<(Box<[u32]>, i64)> {
    let set = |number: usize| {
        let cells: Vec<u32> = board.blanks_around(number).map(|cell| cell as u32).collect();
        (cells, board.missing_at(number).unwrap_or(0))
    };
    let sets: Vec<(Vec<u32>, i64)> = few_open_numbers(board).into_iter().map(set).collect();
    let mut found = BTreeSet::new();
    for first in 0..sets.len() {
        let (mut cells, mut n_mines) = (Vec::new(), 0);
        for (around, n_missing) in sets[first..].iter().chain(&sets[..first]) {
            if around.iter().all(|cell| !cells.contains(cell)) {
                cells.extend_from_slice(around);
                n_mines += n_missing;
            }
        }
        cells.sort_unstable();
        found.insert((cells.into(), n_mines));
    }
    found
}
