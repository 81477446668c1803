//! Players that estimate risks from random layouts ([`sampled`]), and take the least.

pub(crate) mod mcmc;
pub(crate) mod rejection;
pub(crate) mod sampled;

pub use mcmc::Mcmc;
pub use rejection::Rejection;
pub use sampled::Sampled;
