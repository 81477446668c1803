//! Sources that records are read from: files of this machine, or bytes in memory.

#[cfg(feature = "host")]
use std::fs::File;
use std::io::{self, BufRead, Cursor, Seek};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use minewise_coach::Problem;

use super::text_file::ReadError;
#[cfg(feature = "host")]
use super::text_file::read_text;

/// A named file whose content is on this machine or in memory.
#[derive(Clone, Debug)]
pub struct Source {
    /// The path, or the name that error messages use.
    path: PathBuf,
    content: Content,
}

#[derive(Clone, Debug)]
enum Content {
    /// On this machine, under its path. It may not exist.
    #[cfg(feature = "host")]
    File,
    Bytes(Arc<[u8]>),
    Missing,
}

/// The files of a folder by name, on this machine or in memory.
pub type Files<'a> = dyn Fn(&str) -> Source + 'a;

/// An input that can be read line by line from any offset.
pub(crate) trait Input: BufRead + Seek + Send {}

impl<R: BufRead + Seek + Send> Input for R {}

impl Source {
    /// Creates a source for the file at `path`, which need not exist.
    #[cfg(feature = "host")]
    pub fn file(path: &Path) -> Source {
        Source { path: path.to_owned(), content: Content::File }
    }

    /// Creates a source of this name with these bytes; `None` stands for a missing file.
    pub fn bytes(name: &str, bytes: Option<&[u8]>) -> Source {
        let content = bytes.map_or(Content::Missing, |bytes| Content::Bytes(bytes.into()));
        Source { path: PathBuf::from(name), content }
    }

    /// The path or name of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Checks whether the file exists.
    pub fn exists(&self) -> bool {
        match self.content {
            #[cfg(feature = "host")]
            Content::File => self.path.exists(),
            Content::Bytes(_) => true,
            Content::Missing => false,
        }
    }

    /// Opens the file at its beginning.
    pub(crate) fn open(&self) -> Result<Box<dyn Input>, Problem> {
        match &self.content {
            #[cfg(feature = "host")]
            Content::File => match File::open(&self.path) {
                Ok(file) => Ok(Box::new(io::BufReader::with_capacity(1 << 16, file))),
                Err(error) => Err(Problem::file("read", &self.path, &error)),
            },
            Content::Bytes(bytes) => Ok(Box::new(Cursor::new(Arc::clone(bytes)))),
            Content::Missing => Err(Problem::file("read", &self.path, &missing())),
        }
    }

    /// Reads the whole file, which must be UTF-8 text of moderate size.
    pub(crate) fn text(&self) -> Result<String, Problem> {
        let text = match &self.content {
            #[cfg(feature = "host")]
            Content::File => read_text(&self.path),
            Content::Bytes(bytes) => String::from_utf8(bytes.to_vec()).map_err(|_| ReadError::NotText),
            Content::Missing => Err(ReadError::Failed(missing())),
        };
        let name = self.path.display();
        text.map_err(|error| match error {
            ReadError::Failed(error) => Problem::bad_input(format!("cannot read `{name}`: {error}")),
            ReadError::TooLarge => Problem::bad_input(format!("`{name}` is larger than 16 MiB")),
            ReadError::NotText => Problem::bad_input(format!("`{name}` is not UTF-8 text")),
        })
    }
}

fn missing() -> io::Error {
    io::ErrorKind::NotFound.into()
}
