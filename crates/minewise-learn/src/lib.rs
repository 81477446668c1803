//! Learners: they play, and from what came of it make something that plays or judges better.

pub mod chance;
mod course;
pub mod data;
mod estimate;
pub mod ilp;
pub mod mio;
mod model_file;
pub mod promise;
pub mod q_table;

pub use course::{CheckpointError, Course, FIRST_SEED, Settings};
pub use estimate::{Estimator, Greedy};
pub use model_file::ModelError;
