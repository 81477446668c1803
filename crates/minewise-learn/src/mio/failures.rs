//! Remembers where rules did not apply, so that a player tests them again only where something has changed.
//!
//! Most rules are *local*: whether they apply to a cell depends only on the numbers of its zone of interest, and on the
//! covered cells and marks around those. A rule that uses the total number of mines, or suppositions, is not local, and
//! nothing is remembered about it.

use minewise::Cell;

use super::board::Board;
use super::knowledge::is_local;
use super::model::Model;

/// The cells to which local rules are known not to apply.
#[derive(Clone, Debug)]
pub(super) struct Failures {
    /// For each rule, whether it failed at each cell; `None` if the rule is not local.
    of_rules: Vec<Option<Vec<bool>>>,
}

impl Failures {
    /// Creates a memory for the rules of a model, in which nothing has failed yet.
    pub(super) fn new(model: &Model) -> Failures {
        let of_rule = |(idx, rule)| is_local(model.language(idx), rule).then(Vec::new);
        let clauses = model.rules().iter().map(|rule| &rule.clause);
        Failures { of_rules: clauses.enumerate().map(of_rule).collect() }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.of_rules.iter_mut().flatten().for_each(Vec::clear);
    }

    /// Whether a rule is known not to apply to a cell.
    pub(super) fn contains(&self, rule: usize, cell: Cell) -> bool {
        self.of_rules[rule].as_ref().is_some_and(|failed| failed.get(cell) == Some(&true))
    }

    /// Remembers that a rule does not apply to a cell.
    pub(super) fn add(&mut self, rule: usize, cell: Cell) {
        if let Some(failed) = &mut self.of_rules[rule] {
            failed.resize(failed.len().max(cell + 1), false);
            failed[cell] = true;
        }
    }

    /// Forgets the failures that no longer count since a cell was revealed or marked; `board` is the board after that.
    ///
    /// The change matters for the numbers beside the cell and for itself, if it is a number now. These are in the zone
    /// of a blank cell if they share a blank cell with a number beside it.
    pub(super) fn forget_near(&mut self, board: &Board, changed: Cell) {
        let itself = board.missing_at(changed).map(|_| changed);
        for number in board.numbers_around(changed).chain(itself) {
            self.forget_around(board, number);
            for blank in board.blanks_around(number) {
                for sharing in board.numbers_around(blank) {
                    self.forget_around(board, sharing);
                }
            }
        }
    }

    fn forget_around(&mut self, board: &Board, number: Cell) {
        for blank in board.blanks_around(number) {
            for failed in self.of_rules.iter_mut().flatten() {
                if let Some(failed) = failed.get_mut(blank) {
                    *failed = false;
                }
            }
        }
    }
}
