//! Reports: what the records of a study come to, for people.
//!
//! A report is a function of the records: `report.md` and `report.html` are the same, byte for byte, for the same records,
//! and so is `report.json`, its figures for other tools. How long a run took is different each time, so that stands apart, in
//! `timings.md` and `timings.html`.

pub(crate) mod document;
mod html;
mod markdown;
mod plain;
pub(crate) mod words;

#[cfg(feature = "host")]
use std::path::PathBuf;

#[cfg(feature = "host")]
use minewise_coach::Problem;
use serde::Serialize;
use serde_json::Value;

#[cfg(feature = "host")]
use crate::store::folder::Folder;
#[cfg(feature = "host")]
use crate::store::text_file::ModelFiles;
use document::Document;

/// The pages of a report, as texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pages {
    /// The texts, each with the name of its file.
    pub texts: Vec<(String, String)>,
    /// Whether all that was asked for is done.
    pub is_complete: bool,
    /// What the report says before its first heading, for a terminal.
    pub lead: String,
}

impl Pages {
    /// A report of one document.
    pub(crate) fn of_document(document: &Document, is_complete: bool) -> Pages {
        let mut pages = Pages { texts: Vec::new(), is_complete, lead: plain::lead(document) };
        pages.add("report", document);
        pages
    }

    /// Adds a document in both forms.
    pub(crate) fn add(&mut self, name: &str, document: &Document) {
        self.texts.push((format!("{name}.md"), markdown::page(document)));
        self.texts.push((format!("{name}.html"), html::page(document)));
    }

    /// The same with figures for other tools.
    pub(crate) fn with_figures(mut self, figures: &impl Serialize) -> Pages {
        let json = serde_json::to_string_pretty(figures).expect("figures can be written as JSON");
        self.texts.push((FIGURES.to_owned(), json + "\n"));
        self
    }

    /// The text of a file.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.texts.iter().find(|(known, _)| known == name).map(|(_, text)| text.as_str())
    }

    /// The report as a page with plots.
    pub fn html(&self) -> &str {
        self.text("report.html").expect("every report has this page")
    }

    /// The figures of the report; none if it has no such file.
    pub fn figures(&self) -> Option<Value> {
        self.text(FIGURES).and_then(|text| serde_json::from_str(text).ok())
    }
}

const FIGURES: &str = "report.json";

#[cfg(feature = "host")]
impl Folder {
    /// Makes the report of the study in this folder and writes it there; its pages, and its files.
    ///
    /// # Errors
    /// When there is no study, its files cannot be read or are damaged, or the report cannot be written.
    pub fn report(&self) -> Result<(Pages, Vec<PathBuf>), Problem> {
        let pages = Pages::of(&self.files(), ModelFiles::Read)?;
        let write = |(name, text): &(String, String)| self.write(name, text).map(|()| self.file(name));
        let files = pages.texts.iter().map(write).collect::<Result<_, _>>()?;
        Ok((pages, files))
    }
}
