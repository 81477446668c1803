//! Text files from outside, which may be of any size, or no files at all.

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

/// The most bytes of a text file.
#[cfg(feature = "host")]
const MOST_BYTES: u64 = 16 << 20;

/// Why a text file is not read.
#[derive(Debug)]
pub(crate) enum Unread {
    /// It is not there, or no file, or somebody else's.
    Failed(io::Error),
    /// It has more than 16 MiB.
    TooLarge,
    /// It is not text in UTF-8.
    NotText,
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unread::Failed(error) => error.fmt(f),
            Unread::TooLarge => f.write_str("it has more than 16 MiB"),
            Unread::NotText => f.write_str("it is not text in UTF-8"),
        }
    }
}

/// Whether the models of players may be files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelFiles {
    /// They may: the files are read.
    Read,
    /// They may not, and no file is opened: whoever wrote the text has no business with the files of this machine.
    Refused,
}

impl ModelFiles {
    /// How files are read, if they are.
    pub fn open(self) -> Option<OpenModel> {
        match self {
            #[cfg(feature = "host")]
            ModelFiles::Read => Some(|path| read_text(Path::new(path)).map_err(|unread| unread.to_string())),
            _ => None,
        }
    }
}

/// A player of those that ship, whose model may be a file.
///
/// # Errors
/// When the text names no player, or a file that cannot be read.
#[cfg(feature = "host")]
pub fn read_player(text: &str) -> Result<PlayerSpec, SpecError> {
    Zoo::shipped().reader(ModelFiles::Read.open()).read(text)
}

/// The text of a file; of one that is too large, or never ends, no more is read than shows it.
#[cfg(feature = "host")]
pub(crate) fn read_text(path: &Path) -> Result<String, Unread> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(Unread::Failed)?;
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(Unread::Failed)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Unread::TooLarge);
    }
    String::from_utf8(bytes).map_err(|_| Unread::NotText)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::folder;

    #[test]
    fn a_text_of_the_greatest_size_is_read_and_one_byte_more_is_too_large() {
        let path = folder("text-file").join("x");
        let mut text = "x".repeat(MOST_BYTES as usize);
        std::fs::write(&path, &text).unwrap();
        assert!(read_text(&path).unwrap() == text);
        text.push('x');
        std::fs::write(&path, &text).unwrap();
        assert!(matches!(read_text(&path), Err(Unread::TooLarge)));
        std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }

    #[test]
    #[cfg(unix)]
    fn what_never_ends_is_too_large() {
        assert!(matches!(read_text(Path::new("/dev/zero")), Err(Unread::TooLarge)));
    }
}
