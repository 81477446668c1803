//! Players that reason from several numbers at once: by [`equations`], or by a SAT solver.

pub(crate) mod csp;
mod csp_studholme;
mod equations;
mod pgms;
#[cfg(feature = "sat")]
mod sat;

use crate::entry::Entry;
pub use csp::{Csp, Guesser};
pub use pgms::Pgms;
#[cfg(feature = "sat")]
pub use sat::{Agreement, Counting, Encoding, Global, ModelCounts, Regions, Sat, SatAnalysis, SatOptions};

/// The players of this module.
pub(crate) const ENTRIES: &[fn() -> Entry] = &[
    Pgms::entry,
    csp_studholme::entry,
    #[cfg(feature = "sat")]
    Sat::entry,
];
