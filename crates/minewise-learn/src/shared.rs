//! What learners share: how a course goes, names of variants, the games they learn from, the files that models are
//! kept in, those that ship, and a hand-written player that guesses by them.

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

pub use course::{CheckpointError, Course, FIRST_SEED, Settings, Standing};
pub use encoding::Encoding;
pub use estimate::{Estimator, Greedy, GuessByEstimate};
pub(crate) use hybrid::csp_entry;
pub use minewise_players::entry::model_file::ModelError;
pub use models::embedded_models;
