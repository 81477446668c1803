//! Code that the learners share: courses, named enums, the games they learn from, encodings of cells, the shipped
//! models, and the `csp` player with learned guesses.

pub(crate) mod adam;
pub(crate) mod as_text;
pub(crate) mod course;
pub mod data;
pub(crate) mod encoding;
pub(crate) mod estimate;
mod hybrid;
mod models;
pub(crate) mod named;
pub(crate) mod sample;
pub(crate) mod taught;

pub use course::{CheckpointError, Course, CourseState, FIRST_SEED, Settings};
pub use encoding::Encoding;
pub use estimate::{Estimator, Greedy, GuessByEstimate};
pub(crate) use hybrid::csp_entry;
pub use minewise_players::entry::model_file::ModelError;
pub use models::embedded_models;
