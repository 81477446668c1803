//! Mio: rules of play, learned by inductive logic programming (Peña Castillo & Wrobel 2003).
//!
//! [`ilp`](crate::ilp) does the learning and knows nothing of Minesweeper. This module provides its input: the
//! predicates of the paper's Table 1 and some of our own, examples from random views, and the settings that the paper
//! compares. The result is a [`Model`], rules in readable text, and the player [`Mio`] plays by it.

mod board;
mod course;
mod exam;
mod examples;
mod failures;
mod knowledge;
#[cfg(test)]
mod laws;
mod model;
mod player;
mod proof;

pub use board::Board;
pub use course::{MioCourse, MioSettings, Setting};
pub use exam::{Assessment, Coverage, assess, measure};
pub use examples::{ExampleError, ExampleFile, Labels, Views};
pub use knowledge::{Knowledge, Minesweeper, Target, Term, language};
pub use model::{Model, Rule};
pub use player::{GuessBy, Mio};
pub use proof::Proof;

/// The names and texts of the shipped models. Each was written by the command in its first remark.
///
/// `paper` has the four rules of the paper. `longer` adds longer rules that use the total number of mines. `further`
/// adds rules to the four that suppose a cell to be a mine, or safe, and look for a contradiction.
pub const SHIPPED: &[(&str, &str)] = &[
    ("paper", include_str!("mio/models/paper.rules")),
    ("longer", include_str!("mio/models/longer.rules")),
    ("further", include_str!("mio/models/further.rules")),
];
