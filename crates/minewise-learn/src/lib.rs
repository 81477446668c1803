//! Learners: they play, and from what came of it make something that plays or judges better.

mod adam;
mod as_text;
pub mod chance;
pub mod classifier;
mod course;
pub mod data;
mod encoding;
mod estimate;
pub mod ilp;
pub mod mio;
mod model_file;
pub mod network;
pub mod promise;
pub mod q_table;
pub mod regression;
mod sample;
#[cfg(feature = "train")]
pub mod train;

pub use course::{CheckpointError, Course, FIRST_SEED, Settings};
pub use encoding::Encoding;
pub use estimate::{Estimator, Greedy, GuessByEstimate};
pub use model_file::ModelError;
