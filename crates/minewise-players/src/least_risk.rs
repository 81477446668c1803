//! Players that count what fits the view and take the least risk. They differ in what they count and how they break
//! ties.

mod csp_myopic;
mod csp_pgms;
mod danger;
pub(crate) mod exact;

use crate::entry::Entry;
pub use csp_myopic::CspMyopic;
pub use csp_pgms::CspPgms;
pub(crate) use danger::listing;
pub use danger::{Arrangements, Danger, Dangers, Enumeration, Listing};
pub use exact::Exact;

/// The players of this module.
pub(crate) const ENTRIES: &[fn() -> Entry] = &[Exact::entry, CspMyopic::entry, CspPgms::entry, Danger::entry];
