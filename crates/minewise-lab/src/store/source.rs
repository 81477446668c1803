//! Where records are read from: files of this machine, or bytes in memory.

#[cfg(feature = "host")]
use std::fs::File;
use std::io::{self, BufRead, Cursor, Seek};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use minewise_coach::Problem;

use super::text_file::Unread;
#[cfg(feature = "host")]
use super::text_file::read_text;

/// A file by its name, wherever its content is.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its name in sentences.
    path: PathBuf,
    content: Content,
}

#[derive(Clone, Debug)]
enum Content {
    /// On this machine, under its name; perhaps there is none.
    #[cfg(feature = "host")]
    File,
    Bytes(Arc<[u8]>),
    Missing,
}

/// The files of a folder by their names, wherever the folder is.
pub type Files<'a> = dyn Fn(&str) -> Source + 'a;

/// What can be read line by line, from any byte on.
pub(crate) trait Input: BufRead + Seek + Send {}

impl<R: BufRead + Seek + Send> Input for R {}

impl Source {
    /// The file at `path`, which need not exist.
    #[cfg(feature = "host")]
    pub fn file(path: &Path) -> Source {
        Source { path: path.to_owned(), content: Content::File }
    }

    /// A file of this name with these bytes; `None` if there is no such file.
    pub fn bytes(name: &str, bytes: Option<&[u8]>) -> Source {
        let content = bytes.map_or(Content::Missing, |bytes| Content::Bytes(bytes.into()));
        Source { path: PathBuf::from(name), content }
    }

    /// The name of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether there is such a file.
    pub fn exists(&self) -> bool {
        match self.content {
            #[cfg(feature = "host")]
            Content::File => self.path.exists(),
            Content::Bytes(_) => true,
            Content::Missing => false,
        }
    }

    /// Opens it at its beginning.
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

    /// All of it, which must be text of moderate size.
    pub(crate) fn text(&self) -> Result<String, Problem> {
        let text = match &self.content {
            #[cfg(feature = "host")]
            Content::File => read_text(&self.path),
            Content::Bytes(bytes) => String::from_utf8(bytes.to_vec()).map_err(|_| Unread::NotText),
            Content::Missing => Err(Unread::Failed(missing())),
        };
        let name = self.path.display();
        text.map_err(|unread| match unread {
            Unread::Failed(error) => Problem::bad_input(format!("cannot read `{name}`: {error}")),
            Unread::TooLarge => Problem::bad_input(format!("`{name}` has more than 16 MiB")),
            Unread::NotText => Problem::bad_input(format!("`{name}` is not text in UTF-8")),
        })
    }
}

fn missing() -> io::Error {
    io::ErrorKind::NotFound.into()
}
