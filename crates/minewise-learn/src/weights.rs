//! Weights of estimates that hand-written players play by, fitted to games.

pub mod chance;
pub mod promise;
