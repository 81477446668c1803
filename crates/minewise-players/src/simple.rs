//! Players that look at one number at a time, or at none.

mod naive;
mod random;
pub(crate) mod single_point;

use crate::entry::Entry;
pub use naive::Naive;
pub use random::Random;
pub use single_point::{Guess, SinglePoint};

/// The players of this module.
pub(crate) const ENTRIES: &[fn() -> Entry] = &[Random::entry, Naive::entry, SinglePoint::entry];
