//! What rules speak of.

use std::fmt;
use std::sync::Arc;

use minewise::Verdict;

use crate::ilp::{Argument, Domain, Mode, Value};
use crate::mio::Board;
use crate::shared::named::named;

/// Minesweeper, as far as rules speak of it: there is nothing to know but what the predicates are given.
#[derive(Clone, Copy, Debug)]
pub struct Sweeping;

impl Domain for Sweeping {
    type World = ();
    type Value = Term;
}

/// What a variable of a rule can stand for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// A cell.
    Cell(u32),
    /// A board, as it is or with something supposed.
    Board(Arc<Board>),
    /// Numbers.
    Zone(Box<[u32]>),
    /// Blank cells, in ascending order, and the mines among them.
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

/// What rules are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Cells without a mine.
    Safe,
    /// Cells with one.
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

    /// What the census says of such a cell if it is certain.
    pub fn verdict(self) -> Verdict {
        match self {
            Target::Safe => Verdict::Safe,
            Target::Mine => Verdict::Mine,
        }
    }

    /// What is said of such a cell.
    pub fn adjective(self) -> &'static str {
        match self {
            Target::Safe => "safe",
            Target::Mine => "a mine",
        }
    }

    /// How a sentence about it begins.
    pub fn subject(self) -> &'static str {
        match self {
            Target::Safe => "A cell is safe",
            Target::Mine => "A cell is a mine",
        }
    }
}

named!(Target: Safe = "safe", Mine = "mine");
