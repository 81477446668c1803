//! The kinds of experiments: what each does, records and reports.
//!
//! Each study has a file or folder of its own with all of that, and a line in the list below.

#[cfg(feature = "host")]
mod conduct;
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
use crate::store::folder::{About, Settings};
use crate::store::source::Files;
use crate::store::text_file::ModelFiles;

/// The studies themselves, and what conducts them.
#[cfg(feature = "host")]
mod host {
    pub use super::ablation::Ablation;
    pub use super::compare::Comparison;
    pub use super::conduct::{Crew, Ended, Progress};
    pub use super::gain::Gain;
    pub use super::learners::Learners;
    pub use super::optima::Optima;
    pub use super::oracle::{Oracle, Peek, Ratio, Seer};
    pub use super::run::Run;
    pub use super::score::Scores;
    pub use super::study::{Desk, Study, Worked};
    pub use super::survey::Survey;
}
#[cfg(feature = "host")]
pub use host::*;

/// Makes the report of a study from its files.
type Report = fn(&About, &Files<'_>, ModelFiles) -> Result<Pages, Problem>;

/// Every study by its name, with its report.
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
    /// The report of the study that these files are of.
    ///
    /// # Errors
    /// When they are of none, or cannot be read or are damaged.
    pub fn of(files: &Files<'_>, models: ModelFiles) -> Result<Pages, Problem> {
        let about = About::read(files)?;
        match STUDIES.iter().find(|(name, _)| *name == about.study) {
            Some((_, report)) => report(&about, files, models),
            None => Err(Problem::bad_input(format!("there is no study `{}`", about.study))),
        }
    }
}

/// Settings written as an object.
fn settings(object: &Value) -> Settings {
    object.as_object().cloned().unwrap_or_default()
}
