//! What learners share: how a course goes, the games they learn from, and the files that models are kept in.

pub(crate) mod adam;
pub(crate) mod as_text;
pub(crate) mod course;
pub mod data;
pub(crate) mod encoding;
pub(crate) mod estimate;
pub(crate) mod model_file;
pub(crate) mod sample;

pub use course::{CheckpointError, Course, FIRST_SEED, Settings};
pub use encoding::Encoding;
pub use estimate::{Estimator, Greedy, GuessByEstimate};
pub use model_file::ModelError;
