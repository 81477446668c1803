//! Fits the weights of estimates that hand-written players use.

pub mod chance;
pub mod promise;
