//! Reports: what the records of a run tell, for people.
//!
//! A report is a function of the records: `report.md` and `report.html` are the same, byte for byte, for the same
//! records. Times are another each time, so they stand apart, in `timings.md` and `timings.html`.

mod content;
mod document;
mod html;
mod markdown;
mod pairs;
mod published;
mod words;

use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::results::Results;
use crate::run::write_whole;

/// What was written for a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The files.
    pub files: Vec<PathBuf>,
    /// Whether all games of the run are played.
    pub is_complete: bool,
}

impl Report {
    /// Writes the report of the run in a folder, into that folder.
    ///
    /// # Errors
    /// When there is no run, its files cannot be read or are damaged, or the report cannot be written.
    pub fn write(folder: &Path) -> Result<Report, Error> {
        let results = Results::read(folder)?;
        let report = content::report(&results)?;
        let timings = content::timings(&results);
        let mut files = Vec::new();
        for (name, text) in [
            ("report.md", markdown::page(&report)),
            ("report.html", html::page(&report)),
            ("timings.md", markdown::page(&timings)),
            ("timings.html", html::page(&timings)),
        ] {
            let path = folder.join(name);
            write_whole(&path, text.as_bytes())?;
            files.push(path);
        }
        Ok(Report { files, is_complete: results.is_complete() })
    }
}

#[cfg(test)]
mod tests;
