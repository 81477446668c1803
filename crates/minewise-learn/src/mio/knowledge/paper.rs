//! The predicates of Table 1 of Peña Castillo & Wrobel 2003.
//!
//! Our readings where the paper is not precise: the difference of two sets that share cells has a known number of mines
//! if only one number is possible (as is always so if the second set is part of the first, but also in other cases).
//! All remaining mines are in the fringe if every blank cell is next to a number.

use super::term::{BOARD, INT, Minesweeper, SET, TD, TU, Term, ZONE, input, output};
use crate::ilp::{Argument, Mode, Relation};
use crate::mio::Board;

/// The predicate that finds the numbers which a rule looks at.
pub(super) const ZONE_OF_INTEREST: &str = "zoneOfInterest";
/// The predicates that look at nothing but a zone of interest and sets.
pub(super) const ABOUT_ZONES: [&str; 6] =
    [ZONE_OF_INTEREST, "setHasXMines", "diffSetHasXMines", "inSet", "lengthSet", "minesInSet"];

/// The eight predicates, in the paper's order.
pub(super) const RELATIONS: &[Relation<Minesweeper>] = &[
    Relation {
        name: ZONE_OF_INTEREST,
        arguments: &[input(TU), input(BOARD), output(ZONE)],
        words: "",
        solve: |(), inputs, found| {
            if let &[Term::Cell(cell), Term::Board(board)] = inputs {
                found(&[Term::Zone(zone_of(board, *cell))]);
            }
        },
    },
    Relation {
        name: "totalMinesLeft",
        arguments: &[input(BOARD), output(INT)],
        words: "{1} mines are left in all",
        solve: |(), inputs, found| {
            if let &[Term::Board(board)] = inputs {
                found(&[Term::Count(board.n_left())]);
            }
        },
    },
    Relation {
        name: "allMinesInFringe",
        arguments: &[input(BOARD), output(SET)],
        words: "{1} are all covered cells, each of them beside a number",
        solve: |(), inputs, found| {
            if let &[Term::Board(board)] = inputs {
                let fringe: Box<[u32]> = board.frontier().map(|cell| cell as u32).collect();
                if fringe.len() == board.n_blank() {
                    found(&[Term::Set(fringe, board.n_left())]);
                }
            }
        },
    },
    Relation {
        name: "setHasXMines",
        arguments: &[output(TD), input(BOARD), input(ZONE), output(SET)],
        words: "{3} are the covered cells around the number {0}",
        solve: |(), inputs, found| {
            if let &[Term::Board(board), Term::Zone(zone)] = inputs {
                for &number in zone {
                    if let Some(n_missing) = board.missing_at(number as usize) {
                        let cells = board.blanks_around(number as usize).map(|cell| cell as u32).collect();
                        found(&[Term::Cell(number), Term::Set(cells, n_missing)]);
                    }
                }
            }
        },
    },
    Relation {
        name: "diffSetHasXMines",
        arguments: &[input(SET), input(SET), output(SET)],
        words: "{2} is the part of {0} outside {1}",
        solve: |(), inputs, found| {
            if let &[Term::Set(one, n_one), Term::Set(other, n_other)] = inputs
                && let Some((rest, n_mines)) = difference((one, *n_one), (other, *n_other))
            {
                found(&[Term::Set(rest, n_mines)]);
            }
        },
    },
    Relation {
        name: "inSet",
        arguments: &[input(TU), input(SET)],
        words: "{0} is in {1}",
        solve: |(), inputs, found| {
            if let &[Term::Cell(cell), Term::Set(cells, _)] = inputs
                && cells.binary_search(cell).is_ok()
            {
                found(&[]);
            }
        },
    },
    Relation {
        name: "lengthSet",
        arguments: &[input(SET), input(INT)],
        words: "{0} has {1} cells",
        solve: |(), inputs, found| {
            if let &[Term::Set(cells, _), Term::Count(count)] = inputs
                && cells.len() as i64 == *count
            {
                found(&[]);
            }
        },
    },
    Relation {
        name: "minesInSet",
        arguments: &[input(SET), Argument::new(Mode::Either, INT)],
        words: "{0} has {1} mines",
        solve: |(), inputs, found| {
            if let &[Term::Set(_, n_mines)] = inputs {
                found(&[Term::Count(*n_mines)]);
            }
        },
    },
];

/// The numbers around a cell, and those that share a blank cell with one of them.
pub(super) fn zone_of(board: &Board, cell: u32) -> Box<[u32]> {
    let near = board.numbers_around(cell as usize);
    let mut zone: Vec<u32> = near
        .flat_map(|number| board.blanks_around(number))
        .flat_map(|blank| board.numbers_around(blank))
        .map(|number| number as u32)
        .collect();
    zone.sort_unstable();
    zone.dedup();
    zone.into()
}

/// The cells of one set outside another, and the number of mines among them, if the sets share cells and only one
/// number is possible.
fn difference((one, n_one): (&[u32], i64), (other, n_other): (&[u32], i64)) -> Option<(Box<[u32]>, i64)> {
    let rest: Box<[u32]> = one.iter().copied().filter(|cell| other.binary_search(cell).is_err()).collect();
    let n_shared = (one.len() - rest.len()) as i64;
    if n_shared == 0 || rest.is_empty() {
        return None;
    }
    // The shared cells have at least as many mines as do not fit in the rest of the other set, and at most all its
    // mines.
    let least_shared = (n_other - (other.len() as i64 - n_shared)).max(0);
    let most_shared = n_shared.min(n_other);
    let least = (n_one - most_shared).max(0);
    let most = (n_one - least_shared).min(rest.len() as i64);
    (least == most).then_some((rest, least))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(one: (&[u32], i64), other: (&[u32], i64), expected: Option<(&[u32], i64)>) {
        let expected = expected.map(|(cells, n_mines)| (Box::from(cells), n_mines));
        assert_eq!(difference(one, other), expected);
    }

    #[test]
    fn a_difference_is_known_if_only_one_number_of_mines_is_possible() {
        check((&[1, 2, 3], 1), (&[1, 2], 1), Some((&[3], 0)));
        check((&[1, 2, 3], 2), (&[2, 3, 4], 1), Some((&[1], 1)));
        check((&[1, 2, 3], 1), (&[2, 3, 4], 2), Some((&[1], 0)));
        check((&[1, 2, 3], 1), (&[2, 3, 4], 1), None);
    }

    #[test]
    fn sets_that_share_nothing_or_everything_have_no_difference() {
        check((&[1, 2], 1), (&[3, 4], 1), None);
        check((&[1, 2], 1), (&[1, 2, 3], 1), None);
    }
}
