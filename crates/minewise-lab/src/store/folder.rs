//! The folder of a study, which describes its own content.
//!
//! `study.json` has the name of the study and its settings, `records.jsonl` a line for each piece that is done,
//! `timings.jsonl` the time that each piece took, and `machine.json` the machine on which the study was started.
//! Reports are written into the same folder.

#[cfg(feature = "host")]
use std::fs;
#[cfg(feature = "host")]
use std::path::{Path, PathBuf};

use minewise_coach::Problem;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

#[cfg(feature = "host")]
use super::files::write_atomically;
use super::source::Files;
#[cfg(feature = "host")]
use super::source::Source;

/// The file with the name of the study and its settings.
pub(crate) const STUDY: &str = "study.json";
/// The file with the manifest of a run.
pub(crate) const MANIFEST: &str = "manifest.toml";
/// The file with the results, one line per piece.
pub(crate) const RECORDS: &str = "records.jsonl";
/// The file with the times, one line per piece.
pub(crate) const TIMINGS: &str = "timings.jsonl";

/// The settings of a study, by name.
pub type Settings = Map<String, Value>;

/// The content of `study.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StudyFile {
    /// The name of the study.
    pub(crate) study: String,
    pub(crate) settings: Settings,
}

impl StudyFile {
    /// Reads `study.json` from the files of a folder.
    ///
    /// # Errors
    /// Returns an error if there is no such file, or it does not describe a study.
    pub(crate) fn read(files: &Files<'_>) -> Result<StudyFile, Problem> {
        let source = files(STUDY);
        let path = source.path().display().to_string();
        if !source.exists() {
            return Err(Problem::bad_input(format!("there is no `{path}`, which every study has")));
        }
        serde_json::from_str(&source.text()?)
            .map_err(|error| Problem::bad_input(format!("`{path}` does not describe a study: {error}")))
    }

    /// Converts the settings to the study's own type.
    ///
    /// # Errors
    /// Returns an error if they are not settings of that type.
    pub(crate) fn settings<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        let wrong = |error| {
            Problem::bad_input(format!("these are not settings of a study `{}`: {error}", self.study))
        };
        serde_json::from_value(Value::Object(self.settings.clone())).map_err(wrong)
    }

    /// Returns the text of the file.
    #[cfg(feature = "host")]
    pub(crate) fn text(&self) -> String {
        serde_json::to_string_pretty(self).expect("names and values can be written as JSON") + "\n"
    }
}

/// A folder on this machine for one study. It may not exist yet.
#[cfg(feature = "host")]
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

#[cfg(feature = "host")]
impl Folder {
    /// Creates a handle to the folder at `path`, which need not exist.
    pub fn new(path: &Path) -> Folder {
        Folder { path: path.to_owned() }
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Checks whether the folder holds a study.
    pub fn holds_a_study(&self) -> bool {
        self.file(STUDY).is_file()
    }

    /// Returns a function that gives the files of the folder by name.
    pub fn files(&self) -> impl Fn(&str) -> Source + '_ {
        |name| Source::file(&self.file(name))
    }

    /// The path of the manifest, which runs and the scores of an experiment have.
    pub fn manifest(&self) -> PathBuf {
        self.file(MANIFEST)
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Creates the folder unless it exists.
    pub(crate) fn create(&self) -> Result<(), Problem> {
        fs::create_dir_all(&self.path).map_err(|error| Problem::file("create the folder", &self.path, &error))
    }

    /// Writes a file atomically. A file that already has this content is not touched.
    pub(crate) fn write(&self, name: &str, text: &str) -> Result<(), Problem> {
        let path = self.file(name);
        if fs::read(&path).is_ok_and(|old| old == text.as_bytes()) {
            Ok(())
        } else {
            write_atomically(&path, text.as_bytes())
        }
    }

    /// Returns an error that refuses this folder: `the records in F …; choose another folder`.
    pub(crate) fn refusal(&self, differ: impl std::fmt::Display) -> Problem {
        Problem::bad_input(format!(
            "the records in `{}` {differ}; choose another folder",
            self.path.display()
        ))
    }
}
