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

use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::report::summary::Summary;
use crate::store::files::write_whole;
use crate::store::results::Results;
use crate::studies::optima::{self, Found};
use crate::studies::survey::Surveyed;
use document::Document;

/// What was written for a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The files.
    pub files: Vec<PathBuf>,
    /// Whether all games of the run are played.
    pub is_complete: bool,
}

impl Report {
    /// Writes the report of the run, the survey, the solved boards or the trials in a folder, into that folder.
    ///
    /// # Errors
    /// When there are none, its files cannot be read or are damaged, or the report cannot be written.
    pub fn write(folder: &Path) -> Result<Report, Error> {
        if Surveyed::path(folder).exists() {
            let report = surveyed::report(&Surveyed::read(folder)?);
            let files = write_pages(folder, &[("report", &report)])?;
            return Ok(Report { files, is_complete: true });
        }
        if optima::path(folder).exists() {
            let found = Found::read(folder)?;
            let files = write_pages(folder, &[("report", &solved::report(&found))])?;
            return Ok(Report { files, is_complete: found.unsolved.is_empty() });
        }
        if crate::studies::ablation::path(folder).exists() {
            let report = ablation::report(&crate::studies::ablation::read(folder)?);
            let files = write_pages(folder, &[("report", &report)])?;
            return Ok(Report { files, is_complete: true });
        }
        if crate::studies::learners::path(folder).exists() {
            let report = learners::report(&crate::studies::learners::read(folder)?);
            let files = write_pages(folder, &[("report", &report)])?;
            return Ok(Report { files, is_complete: true });
        }
        Report::write_results(&Results::read(folder)?, folder)
    }

    /// Writes the report of a run into a folder.
    ///
    /// # Errors
    /// As [`Report::write`].
    pub fn write_results(results: &Results, folder: &Path) -> Result<Report, Error> {
        let report = content::report(results)?;
        let timings = content::timings(results);
        let mut files = write_pages(folder, &[("report", &report), ("timings", &timings)])?;
        let path = folder.join("report.json");
        let summary =
            serde_json::to_string_pretty(&Summary::of(results)).expect("figures can be written as JSON");
        write_whole(&path, (summary + "\n").as_bytes())?;
        files.push(path);
        Ok(Report { files, is_complete: results.is_complete() })
    }
}

/// Writes pages in both forms; the files.
fn write_pages(folder: &Path, pages: &[(&str, &Document)]) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for (name, document) in pages {
        for (ending, text) in [("md", markdown::page(document)), ("html", html::page(document))] {
            let path = folder.join(format!("{name}.{ending}"));
            write_whole(&path, text.as_bytes())?;
            files.push(path);
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests;
