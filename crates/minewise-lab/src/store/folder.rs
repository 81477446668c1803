//! The folder of a study, which says by itself what it holds.
//!
//! `study.json` names the study and its settings, `records.jsonl` has a line for each piece of it that is done,
//! `timings.jsonl` how long each took, `machine.json` where it was begun. Reports stand beside them.

#[cfg(feature = "host")]
use std::fs;
#[cfg(feature = "host")]
use std::path::{Path, PathBuf};

use minewise_coach::Problem;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

#[cfg(feature = "host")]
use super::files::write_whole;
use super::source::Files;
#[cfg(feature = "host")]
use super::source::Source;

/// What was asked for: the name of the study, and its settings.
pub(crate) const STUDY: &str = "study.json";
/// The text of the experiment in the folder of a run.
pub(crate) const MANIFEST: &str = "manifest.toml";
/// The results, a line for each piece.
pub(crate) const RECORDS: &str = "records.jsonl";
/// How long they took, a line for each piece.
pub(crate) const TIMINGS: &str = "timings.jsonl";

/// The settings of a study by their names.
pub type Settings = Map<String, Value>;

/// The content of `study.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct About {
    /// The name of the study.
    pub(crate) study: String,
    pub(crate) settings: Settings,
}

impl About {
    /// Reads it among the files of a folder.
    ///
    /// # Errors
    /// When there is no such file, or it names no study.
    pub(crate) fn read(files: &Files<'_>) -> Result<About, Problem> {
        let source = files(STUDY);
        let path = source.path().display().to_string();
        serde_json::from_str(&source.text()?)
            .map_err(|error| Problem::bad_input(format!("`{path}` names no study: {error}")))
    }

    /// The settings as the study's own type.
    ///
    /// # Errors
    /// When they are of another study.
    pub(crate) fn settings<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        let wrong =
            |error| Problem::bad_input(format!("these are no settings of a `{}`: {error}", self.study));
        serde_json::from_value(Value::Object(self.settings.clone())).map_err(wrong)
    }

    /// The text of the file.
    #[cfg(feature = "host")]
    pub(crate) fn text(&self) -> String {
        serde_json::to_string_pretty(self).expect("names and values can be written as JSON") + "\n"
    }
}

/// A folder of this machine that holds a study, or is to hold one.
#[cfg(feature = "host")]
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

#[cfg(feature = "host")]
impl Folder {
    /// The folder at `path`, which need not exist.
    pub fn new(path: &Path) -> Folder {
        Folder { path: path.to_owned() }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it holds a study.
    pub fn holds_a_study(&self) -> bool {
        self.file(STUDY).is_file()
    }

    /// Its files by their names.
    pub fn files(&self) -> impl Fn(&str) -> Source + '_ {
        |name| Source::file(&self.file(name))
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Makes the folder unless it is there.
    pub(crate) fn make(&self) -> Result<(), Problem> {
        fs::create_dir_all(&self.path).map_err(|error| Problem::file("make the folder", &self.path, &error))
    }

    /// Writes a file so that a kill leaves the old one or the new one; one that says the same is left alone.
    pub(crate) fn write(&self, name: &str, text: &str) -> Result<(), Problem> {
        let path = self.file(name);
        if fs::read(&path).is_ok_and(|old| old == text.as_bytes()) {
            Ok(())
        } else {
            write_whole(&path, text.as_bytes())
        }
    }

    /// A refusal of this folder: `the records in F …; choose another folder`.
    pub(crate) fn refusal(&self, differ: impl std::fmt::Display) -> Problem {
        Problem::bad_input(format!(
            "the records in `{}` {differ}; choose another folder",
            self.path.display()
        ))
    }
}
