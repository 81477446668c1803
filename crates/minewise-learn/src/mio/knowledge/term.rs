//! The values and targets of rules.

use std::fmt;
use std::sync::Arc;

use minewise::Verdict;

use crate::ilp::{Argument, Domain, Mode, Value};
use crate::mio::Board;
use crate::shared::named::named;

/// The domain Minesweeper. A board is a value like any other, so that rules can use boards with suppositions; the world
/// has nothing to add.
#[derive(Clone, Copy, Debug)]
pub struct Minesweeper;

impl Domain for Minesweeper {
    type World = ();
    type Value = Term;
}

/// A value of a variable in a rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// A cell.
    Cell(u32),
    /// A board, perhaps with suppositions.
    Board(Arc<Board>),
    /// The cells of some numbers.
    Zone(Box<[u32]>),
    /// Blank cells in ascending order, and the number of mines among them.
    Set(Box<[u32]>, i64),
    /// A whole number.
    Count(i64),
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Cell(cell) => write!(f, "cell{cell}"),
            Term::Board(_) => f.write_str("board"),
            Term::Zone(cells) => write!(f, "zone{cells:?}"),
            Term::Set(cells, n_mines) => write!(f, "set{cells:?}{n_mines}"),
            Term::Count(count) => write!(f, "{count}"),
        }
    }
}

impl Value for Term {
    fn constant(kind: &str, text: &str) -> Option<Term> {
        let is_plain = kind == INT && text.len() <= 9;
        is_plain.then(|| text.parse().ok().map(Term::Count)).flatten()
    }
}

// The kinds of values, with the names of the paper: TU is an undetermined cell (blank), TD a determined one (a number).
pub(super) const TU: &str = "TU";
pub(super) const TD: &str = "TD";
pub(super) const BOARD: &str = "Board";
pub(super) const ZONE: &str = "Zone";
pub(super) const SET: &str = "Set";
pub(super) const INT: &str = "Int";
pub(super) const CASE: &str = "Case";
pub(super) const OUTCOME: &str = "Outcome";

pub(super) const fn input(kind: &'static str) -> Argument {
    Argument::new(Mode::Input, kind)
}

pub(super) const fn output(kind: &'static str) -> Argument {
    Argument::new(Mode::Output, kind)
}

/// The conclusion of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The cell is safe.
    Safe,
    /// The cell is a mine.
    Mine,
}

impl Target {
    /// The letter that the names of its rules begin with.
    pub fn letter(self) -> char {
        match self {
            Target::Safe => 'S',
            Target::Mine => 'M',
        }
    }

    /// The verdict of the census for a cell where the conclusion is certain.
    pub fn verdict(self) -> Verdict {
        match self {
            Target::Safe => Verdict::Safe,
            Target::Mine => Verdict::Mine,
        }
    }

    /// The words for a cell in the middle of a sentence: "safe" or "a mine".
    pub fn adjective(self) -> &'static str {
        match self {
            Target::Safe => "safe",
            Target::Mine => "a mine",
        }
    }

    /// The beginning of a sentence about a rule.
    pub fn subject(self) -> &'static str {
        match self {
            Target::Safe => "A cell is safe",
            Target::Mine => "A cell is a mine",
        }
    }
}

named!(Target: Safe = "safe", Mine = "mine");
