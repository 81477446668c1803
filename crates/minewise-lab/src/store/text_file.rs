//! Text files given by users. They may be of any size, or not be regular files.

use std::fmt;
#[cfg(feature = "host")]
use std::fs::File;
use std::io;
#[cfg(feature = "host")]
use std::io::Read;
#[cfg(feature = "host")]
use std::path::Path;

#[cfg(feature = "host")]
use minewise_coach::PlayerSpec;
use minewise_coach::zoo::OpenModel;
#[cfg(feature = "host")]
use minewise_coach::zoo::{SpecError, Zoo};

/// The maximum number of bytes of a text file.
#[cfg(feature = "host")]
const MOST_BYTES: u64 = 16 << 20;

/// The reason why a text file could not be read.
#[derive(Debug)]
pub(crate) enum ReadError {
    /// It does not exist, is not a file, or may not be read.
    Failed(io::Error),
    /// It is larger than 16 MiB.
    TooLarge,
    /// It is not UTF-8 text.
    NotText,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Failed(error) => error.fmt(f),
            ReadError::TooLarge => f.write_str("it is larger than 16 MiB"),
            ReadError::NotText => f.write_str("it is not UTF-8 text"),
        }
    }
}

/// Whether players may read their models from files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelFiles {
    /// They may.
    Read,
    /// They may not, and no file is opened. For text from the network, whose author must not reach files of this
    /// machine.
    Refused,
}

impl ModelFiles {
    /// Returns the function that reads model files; `None` if they are refused.
    pub fn open(self) -> Option<OpenModel> {
        match self {
            #[cfg(feature = "host")]
            ModelFiles::Read => Some(|path| read_text(Path::new(path)).map_err(|error| error.to_string())),
            _ => None,
        }
    }
}

/// Reads a shipped player from its text. Its model may be a file.
///
/// # Errors
/// Returns an error if the text is not a player, or names a file that cannot be read.
#[cfg(feature = "host")]
pub fn read_player(text: &str) -> Result<PlayerSpec, SpecError> {
    Zoo::shipped().reader(ModelFiles::Read.open()).read(text)
}

/// Reads the text of a file. Reading stops as soon as the file is known to be too large, so an endless one does no
/// harm.
#[cfg(feature = "host")]
pub(crate) fn read_text(path: &Path) -> Result<String, ReadError> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(ReadError::Failed)?;
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(ReadError::Failed)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(ReadError::TooLarge);
    }
    String::from_utf8(bytes).map_err(|_| ReadError::NotText)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::folder;

    #[test]
    fn a_text_of_the_maximum_size_is_read_and_one_byte_more_is_too_large() {
        let path = folder("text-file").join("x");
        let mut text = "x".repeat(MOST_BYTES as usize);
        std::fs::write(&path, &text).unwrap();
        assert!(read_text(&path).unwrap() == text);
        text.push('x');
        std::fs::write(&path, &text).unwrap();
        assert!(matches!(read_text(&path), Err(ReadError::TooLarge)));
        std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }

    #[test]
    #[cfg(unix)]
    fn an_endless_file_is_too_large() {
        assert!(matches!(read_text(Path::new("/dev/zero")), Err(ReadError::TooLarge)));
    }
}
