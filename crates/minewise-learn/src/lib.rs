//! Learners: they play, and from what came of it make something that plays or judges better.

pub mod chance;
mod course;
pub mod ilp;
pub mod mio;
pub mod promise;

pub use course::{CheckpointError, Course, FIRST_SEED, Settings};
