//! The kinds of experiments: what each does, what it records, and how it reports.
//!
//! Each study has a module of its own and an entry in the list below.

#[cfg(feature = "host")]
mod conduct;
#[cfg(feature = "host")]
mod merge;
#[cfg(feature = "host")]
mod part;
#[cfg(feature = "host")]
mod study;

pub(crate) mod ablation;
pub(crate) mod compare;
pub(crate) mod gain;
pub(crate) mod learners;
pub(crate) mod optima;
pub(crate) mod oracle;
pub(crate) mod run;
pub(crate) mod score;
pub(crate) mod survey;

use minewise_coach::Problem;
use serde_json::Value;

use crate::report::Pages;
use crate::store::folder::{Settings, StudyFile};
use crate::store::source::Files;
use crate::store::text_file::ModelFiles;

/// The studies and everything that is needed to conduct them.
#[cfg(feature = "host")]
mod host {
    pub use super::ablation::Ablation;
    pub use super::compare::Comparison;
    pub use super::conduct::{Progress, RunOptions, StudyStatus};
    pub use super::gain::Gain;
    pub use super::learners::Learners;
    pub use super::merge::{Merged, experiment_in};
    pub use super::optima::Optima;
    pub use super::oracle::{InformedPlayer, Oracle, OracleStudy, Ratio};
    pub use super::part::Part;
    pub use super::run::{Run, Verification};
    pub use super::score::Scores;
    pub use super::study::{PieceResult, Study, WorkContext};
    pub use super::survey::Survey;
}
#[cfg(feature = "host")]
pub use host::*;

/// A function that makes the report of a study from its files.
type Report = fn(&StudyFile, &Files<'_>, ModelFiles) -> Result<Pages, Problem>;

/// Every study by name, with the function that makes its report.
const STUDIES: [(&str, Report); 9] = [
    ("ablation", ablation::report::pages),
    ("compare", compare::report::pages),
    ("gain", gain::report::pages),
    ("learners", learners::report::pages),
    ("optima", optima::report::pages),
    ("oracle", oracle::report::pages),
    ("run", run::report::pages),
    ("score", score::report::pages),
    ("survey", survey::report::pages),
];

impl Pages {
    /// Makes the report of the study that these files belong to.
    ///
    /// # Errors
    /// Returns an error if they do not belong to a study, cannot be read, or are damaged.
    pub fn of(files: &Files<'_>, models: ModelFiles) -> Result<Pages, Problem> {
        let study = StudyFile::read(files)?;
        match STUDIES.iter().find(|(name, _)| *name == study.study) {
            Some((_, report)) => report(&study, files, models),
            None => Err(Problem::bad_input(format!("there is no study `{}`", study.study))),
        }
    }
}

/// Converts a JSON object to settings.
fn to_settings(object: &Value) -> Settings {
    object.as_object().cloned().unwrap_or_default()
}
