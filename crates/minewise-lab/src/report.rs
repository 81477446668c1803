//! Reports: summaries of the records of a study, for people and for other tools.
//!
//! A report depends only on the records: equal records give equal files `report.md`, `report.html` and `report.json`
//! (the figures for other tools), byte for byte. Times differ from run to run, so they have separate files,
//! `timings.md` and `timings.html`.

pub(crate) mod document;
pub(crate) mod format;
mod html;
pub(crate) mod markdown;
mod plain;

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
    /// The names and texts of the files.
    pub texts: Vec<(String, String)>,
    /// Whether the study is complete.
    pub is_complete: bool,
    /// The part of the report before its first heading, as plain text for a terminal.
    pub lead: String,
    /// The report as a document, to make it a part of another one.
    pub(crate) document: Document,
}

impl Pages {
    /// Creates a report from one document.
    pub(crate) fn of_document(document: Document, is_complete: bool) -> Pages {
        let texts = texts("report", &document);
        Pages { texts, is_complete, lead: plain::lead(&document), document }
    }

    /// Adds a document as Markdown and as HTML.
    pub(crate) fn add(&mut self, name: &str, document: &Document) {
        self.texts.extend(texts(name, document));
    }

    /// Adds the figures for other tools.
    pub(crate) fn with_figures(mut self, figures: &impl Serialize) -> Pages {
        let json = serde_json::to_string_pretty(figures).expect("figures can be written as JSON");
        self.texts.push((FIGURES.to_owned(), json + "\n"));
        self
    }

    /// Returns the text of a file.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.texts.iter().find(|(known, _)| known == name).map(|(_, text)| text.as_str())
    }

    /// Returns the report as an HTML page with plots.
    pub fn html(&self) -> &str {
        self.text("report.html").expect("every report has this page")
    }

    /// Returns the figures of the report; `None` if it has none.
    pub fn figures(&self) -> Option<Value> {
        self.text(FIGURES).and_then(|text| serde_json::from_str(text).ok())
    }
}

const FIGURES: &str = "report.json";

/// Returns a document as Markdown and as HTML, with the names of the files.
fn texts(name: &str, document: &Document) -> Vec<(String, String)> {
    vec![(format!("{name}.md"), markdown::page(document)), (format!("{name}.html"), html::page(document))]
}

#[cfg(feature = "host")]
impl Folder {
    /// Makes the report of the study in this folder and writes it there. Returns the pages and the paths of their
    /// files.
    ///
    /// # Errors
    /// Returns an error if there is no study, its files cannot be read or are damaged, or the report cannot be written.
    pub fn report(&self) -> Result<(Pages, Vec<PathBuf>), Problem> {
        let pages = Pages::of(&self.files(), ModelFiles::Read)?;
        let write = |(name, text): &(String, String)| self.write(name, text).map(|()| self.file(name));
        let files = pages.texts.iter().map(write).collect::<Result<_, _>>()?;
        Ok((pages, files))
    }
}
