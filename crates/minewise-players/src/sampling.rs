//! Players that estimate risks from random layouts ([`sampled`]), and take the least risk.

pub(crate) mod mcmc;
pub(crate) mod rejection;
pub(crate) mod sampled;

use crate::entry::Entry;
pub use mcmc::Mcmc;
pub use rejection::Rejection;
pub use sampled::SampledRisks;

/// The number of layouts drawn between two looks whether the work was cancelled.
pub(crate) const CHECK_INTERVAL: u64 = 256;

/// The players of this module.
pub(crate) const ENTRIES: &[fn() -> Entry] = &[Rejection::entry, Mcmc::entry];
