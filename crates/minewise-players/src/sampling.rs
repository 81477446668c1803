//! Players that estimate risks from random layouts ([`sampled`]), and take the least.

pub(crate) mod mcmc;
pub(crate) mod rejection;
pub(crate) mod sampled;

use crate::entry::Entry;
pub use mcmc::Mcmc;
pub use rejection::Rejection;
pub use sampled::Sampled;

/// The players of this folder.
pub(crate) const ENTRIES: &[fn() -> Entry] = &[Rejection::entry, Mcmc::entry];
