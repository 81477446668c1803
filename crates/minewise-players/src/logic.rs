//! Players that reason from several numbers at once: by [`equations`], or by a SAT solver.

pub(crate) mod csp;
mod equations;
mod pgms;
mod sat;

pub use csp::{Csp, Guesser};
pub use pgms::Pgms;
pub use sat::{Agreement, Counting, Encoding, Global, Models, Regions, Sat, SatOptions, SatReading};
