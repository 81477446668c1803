//! Learners: they play, and from what came of it make something that plays or judges better.

mod as_text;
pub mod chance;
pub mod classifier;
mod course;
pub mod data;
mod estimate;
pub mod ilp;
pub mod mio;
mod model_file;
pub mod promise;
pub mod regression;
mod sample;

pub use course::{CheckpointError, Course, FIRST_SEED, Settings};
pub use estimate::{Estimator, Greedy};
pub use model_file::ModelError;
