//! What goes wrong in the lab, told in one sentence.

use std::fmt;
use std::io;
use std::path::Path;

/// Why the lab did not do what it was asked to: one sentence, with the file and the line where there are any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    sentence: String,
    is_bad_input: bool,
}

impl Error {
    /// What was given is bad: it has to be mended first.
    pub(crate) fn bad_input(sentence: impl fmt::Display) -> Error {
        Error { sentence: sentence.to_string(), is_bad_input: true }
    }

    /// What was given is fine, but it could not be done.
    pub(crate) fn failed(sentence: impl fmt::Display) -> Error {
        Error { sentence: sentence.to_string(), is_bad_input: false }
    }

    /// Something could not be done to a file.
    pub(crate) fn file(doing: &str, path: &Path, error: &io::Error) -> Error {
        Error::failed(format!("cannot {doing} `{}`: {error}", path.display()))
    }

    /// Something is wrong with a line of a file, counted from 1.
    pub(crate) fn line(path: &Path, line: u64, wrong: impl fmt::Display) -> Error {
        Error::bad_input(format!("`{}`, line {line}: {wrong}", path.display()))
    }

    /// Whether what was given is bad, rather than out of reach.
    pub fn is_bad_input(&self) -> bool {
        self.is_bad_input
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl std::error::Error for Error {}
