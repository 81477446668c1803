//! Reports: what the records of a run tell, or what a survey found, for people.
//!
//! A report is a function of the records: `report.md` and `report.html` are the same, byte for byte, for the same
//! records, and so is `report.json`, its figures for other tools. Times are another each time, so they stand apart, in `timings.md` and `timings.html`.

mod ablation;
mod content;
mod document;
mod html;
mod learners;
mod markdown;
mod pairs;
mod published;
mod solved;
pub(crate) mod summary;
mod surveyed;
mod uses;
mod words;

#[cfg(feature = "host")]
use std::path::{Path, PathBuf};

use crate::store::text_file::ModelFiles;

use crate::error::Error;
use crate::play::manifest::Manifest;
#[cfg(feature = "host")]
use crate::store::files::write_whole;
use crate::store::results::Results;
use crate::store::source::Files;
#[cfg(feature = "host")]
use crate::store::source::Source;
use crate::store::{MANIFEST, journal};
use crate::studies::ablation::TRIALS;
use crate::studies::learners::{self as lessons, LESSONS};
use crate::studies::optima::{Found, PIECES};
use crate::studies::survey::{SURVEY, Surveyed};
use document::Document;
use summary::Summary;

/// The pages of a report, as texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pages {
    /// The texts, each with the name of its file.
    pub texts: Vec<(String, String)>,
    /// Whether all games of the run are played.
    pub is_complete: bool,
}

impl Pages {
    /// The report of the run, the survey, the solved boards or the trials that these files are of.
    ///
    /// # Errors
    /// When they are of none, or cannot be read or are damaged.
    pub fn of(files: &Files<'_>, models: ModelFiles) -> Result<Pages, Error> {
        let [survey, pieces, trials, taught] = [SURVEY, PIECES, TRIALS, LESSONS].map(files);
        if survey.exists() {
            return Ok(Pages::written(&[("report", surveyed::report(&Surveyed::read(&survey)?))], true));
        }
        if pieces.exists() {
            let found = Found::read(&pieces)?;
            return Ok(Pages::written(&[("report", solved::report(&found))], found.unsolved.is_empty()));
        }
        if trials.exists() {
            let trials = journal::read_all(&trials)?;
            return Ok(Pages::written(&[("report", ablation::report(&trials))], true));
        }
        if taught.exists() {
            let trials = lessons::read(&taught)?;
            return Ok(Pages::written(&[("report", learners::report(&trials))], true));
        }
        Pages::of_results(&Results::of_files(Manifest::of(&files(MANIFEST), models)?, files)?)
    }

    /// The report of a run.
    ///
    /// # Errors
    /// When its records cannot be read or are damaged.
    pub fn of_results(results: &Results) -> Result<Pages, Error> {
        let documents = [("report", content::report(results)?), ("timings", content::timings(results))];
        let mut pages = Pages::written(&documents, results.is_complete());
        let json =
            serde_json::to_string_pretty(&Summary::of(results)).expect("figures can be written as JSON");
        pages.texts.push(("report.json".to_owned(), json + "\n"));
        Ok(pages)
    }

    /// The text of a file.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.texts.iter().find(|(known, _)| known == name).map(|(_, text)| text.as_str())
    }

    /// The report as a page with plots.
    pub fn html(&self) -> &str {
        self.text("report.html").expect("every report has this page")
    }

    /// Each document in both forms.
    fn written(documents: &[(&str, Document)], is_complete: bool) -> Pages {
        let forms = |(name, document): &(&str, Document)| {
            [(format!("{name}.md"), markdown::page(document)), (format!("{name}.html"), html::page(document))]
        };
        Pages { texts: documents.iter().flat_map(forms).collect(), is_complete }
    }
}

/// What was written for a run.
#[cfg(feature = "host")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The files.
    pub files: Vec<PathBuf>,
    /// Whether all games of the run are played.
    pub is_complete: bool,
}

#[cfg(feature = "host")]
impl Report {
    /// Writes the report of the run, the survey, the solved boards or the trials in a folder, into that folder.
    ///
    /// # Errors
    /// When there are none, its files cannot be read or are damaged, or the report cannot be written.
    pub fn write(folder: &Path) -> Result<Report, Error> {
        let pages = Pages::of(&|name| Source::file(&folder.join(name)), ModelFiles::Read)?;
        let write = |(name, text): &(String, String)| {
            let path = folder.join(name);
            write_whole(&path, text.as_bytes()).map(|()| path)
        };
        let files = pages.texts.iter().map(write).collect::<Result<_, _>>()?;
        Ok(Report { files, is_complete: pages.is_complete })
    }
}

#[cfg(test)]
mod tests;
