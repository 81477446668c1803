//! Mio: the rules of play, learned by inductive logic programming (Peña Castillo and Wrobel 2003, paper 002).
//!
//! [`ilp`](crate::ilp) does the learning and knows nothing of Minesweeper. Here is what it is given: the predicates of
//! the paper's Table 1, examples from random views, and the settings that the paper compares. What it learns is a
//! [`Model`], text that people can read, by which [`Mio`] plays.

mod board;
mod course;
mod exam;
mod examples;
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
pub use knowledge::{Knowledge, Sweeping, Target, Term, language};
pub use model::{Model, Rule};
pub use player::{GuessBy, Mio};
pub use proof::Proof;

/// The models that ship with the program, by their names: each is what the command in its first remark wrote.
///
/// `paper` has the paper's four rules, `longer` those and longer ones with the number of all mines, `further` the four and
/// some that suppose what is not known.
pub const SHIPPED: &[(&str, &str)] = &[
    ("paper", include_str!("mio/models/paper.rules")),
    ("longer", include_str!("mio/models/longer.rules")),
    ("further", include_str!("mio/models/further.rules")),
];
