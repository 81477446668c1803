//! An append-only file of lines that survives being killed at any moment.
//!
//! Each line is `CHECKSUM JSON`: the CRC-32 of the JSON as eight hexadecimal digits, a space, and the JSON. A line is
//! written with one call and is on the disk before [`Journal::append`] returns, so a kill can only cut the last line
//! short; that is cut off when the journal is next opened. Anything else that is not as it was written is damage, and
//! nobody but a person may mend it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::files::{sync_folder, with_ending};
use crate::error::Error;

/// A journal open for appending. Nobody else can append to it meanwhile.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// Invariant: the length of the file, all of it whole lines.
    n_bytes: u64,
    /// Kept locked as long as the journal is open. A file of its own, because the journal may be replaced by another.
    _lock: File,
}

/// The most bytes of a line, so that no file can eat the memory.
const MOST_LINE_BYTES: u64 = 16 << 20;

/// The bytes of the checksum and the space behind it.
const N_CHECK_BYTES: usize = 9;

impl Journal {
    /// Opens the journal at `path`, or begins it; checks every line, and cuts off a last one that was cut short.
    ///
    /// # Errors
    /// When another process has it open, the file cannot be written, or a line is damaged: then the file is left as
    /// it is.
    pub fn open(path: &Path) -> Result<Journal, Error> {
        let lock = lock(path)?;
        let cannot = |error| Error::file("write", path, &error);
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(cannot)?;
        let mut lines = RawLines::new(path, &file);
        while lines.next_line()?.is_some() {}
        let n_bytes = lines.n_bytes;
        if n_bytes < file.metadata().map_err(cannot)?.len() {
            file.set_len(n_bytes).and_then(|()| file.sync_data()).map_err(cannot)?;
        }
        Ok(Journal { path: path.to_owned(), file, n_bytes, _lock: lock })
    }

    /// Writes one line, which is on the disk when this returns.
    ///
    /// # Errors
    /// When it cannot be written, as when the disk is full: then the journal ends with its last whole line.
    pub fn append(&mut self, record: &impl Serialize) -> Result<(), Error> {
        let line = line_of(record)?;
        let written = self.file.write_all(&line).and_then(|()| self.file.sync_data());
        if let Err(error) = written {
            // If even this fails, the next one who opens the journal does it.
            let _ = self.file.set_len(self.n_bytes).and_then(|()| self.file.sync_data());
            return Err(Error::file("write", &self.path, &error));
        }
        self.n_bytes += line.len() as u64;
        Ok(())
    }

    /// The records so far, in the order they were written.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn records<T: DeserializeOwned>(&self) -> Result<Records<T>, Error> {
        read(&self.path)
    }

    /// Where the journal is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Puts the lines that begin at `offsets` (see [`Record::offset`]) in this order, and drops all others.
    ///
    /// A kill leaves either the old file or the new one, each whole.
    ///
    /// # Errors
    /// When the new file cannot be written: then the old one stays.
    pub fn rearrange(&mut self, offsets: impl IntoIterator<Item = u64>) -> Result<(), Error> {
        let temporary = with_ending(&self.path, "new");
        let written = self.write_rearranged(&temporary, offsets);
        let file = written.inspect_err(|_| drop(std::fs::remove_file(&temporary)));
        let file = file.map_err(|error| Error::file("write", &temporary, &error))?;
        let replaced = std::fs::rename(&temporary, &self.path).and_then(|()| sync_folder(&self.path));
        replaced.map_err(|error| Error::file("replace", &self.path, &error))?;
        self.n_bytes = file.metadata().map_err(|error| Error::file("read", &self.path, &error))?.len();
        self.file = file;
        Ok(())
    }

    fn write_rearranged(&self, path: &Path, offsets: impl IntoIterator<Item = u64>) -> io::Result<File> {
        let mut old = BufReader::new(File::open(&self.path)?);
        let mut new = io::BufWriter::new(File::create(path)?);
        let (mut line, mut place) = (Vec::new(), 0);
        for offset in offsets {
            // A step from here keeps what is already read, as most lines stand in order.
            old.seek_relative(offset as i64 - place as i64)?;
            line.clear();
            old.read_until(b'\n', &mut line)?;
            place = offset + line.len() as u64;
            new.write_all(&line)?;
        }
        new.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        OpenOptions::new().read(true).append(true).open(path)
    }
}

/// Reads the records of a journal, without opening it for appending; one that is just being written is left out.
///
/// # Errors
/// When there is no such file, or it cannot be read.
pub fn read<T: DeserializeOwned>(path: &Path) -> Result<Records<T>, Error> {
    let file = File::open(path).map_err(|error| Error::file("read", path, &error))?;
    Ok(Records { lines: RawLines::new(path, file), record: PhantomData })
}

/// Reads the record whose line begins at `offset`.
///
/// # Errors
/// When the file cannot be read, or no such record of ours begins there.
pub(crate) fn read_at<T: DeserializeOwned>(path: &Path, offset: u64) -> Result<T, Error> {
    let mut records = read(path)?;
    let sought = records.lines.reader.seek(SeekFrom::Start(offset));
    sought.map_err(|error| Error::file("read", path, &error))?;
    let missing = || Error::bad_input(format!("`{}` has changed while it was read", path.display()));
    records.next().ok_or_else(missing)?.map(|record: Record<T>| record.content)
}

/// The records of a journal one by one; see [`read`].
#[derive(Debug)]
pub struct Records<T> {
    lines: RawLines<File>,
    record: PhantomData<T>,
}

/// A record, and where it stands.
#[derive(Clone, Debug)]
pub struct Record<T> {
    /// What was written.
    pub content: T,
    /// Its line, from 1.
    pub line: u64,
    /// The byte that its line begins at.
    pub offset: u64,
}

impl<T: DeserializeOwned> Iterator for Records<T> {
    type Item = Result<Record<T>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let offset = self.lines.n_bytes;
        let json = match self.lines.next_line() {
            Ok(json) => json?,
            Err(error) => return Some(Err(error)),
        };
        let content = serde_json::from_slice(json);
        let line = self.lines.n_lines;
        Some(match content {
            Ok(content) => Ok(Record { content, line, offset }),
            Err(error) => Err(Error::line(&self.lines.path, line, format!("no record of ours: {error}"))),
        })
    }
}

/// The whole lines of a journal, checked.
#[derive(Debug)]
struct RawLines<R> {
    path: PathBuf,
    reader: BufReader<R>,
    /// The whole lines so far, and their bytes.
    n_lines: u64,
    n_bytes: u64,
    line: Vec<u8>,
}

impl<R: Read> RawLines<R> {
    fn new(path: &Path, file: R) -> RawLines<R> {
        RawLines {
            path: path.to_owned(),
            reader: BufReader::with_capacity(1 << 16, file),
            n_lines: 0,
            n_bytes: 0,
            line: Vec::new(),
        }
    }

    /// The JSON of the next whole line; none at the end, or before a last line that was cut short.
    fn next_line(&mut self) -> Result<Option<&[u8]>, Error> {
        self.line.clear();
        let read = self.reader.by_ref().take(MOST_LINE_BYTES).read_until(b'\n', &mut self.line);
        read.map_err(|error| Error::file("read", &self.path, &error))?;
        let Some((b'\n', content)) = self.line.split_last() else {
            let is_too_long = self.line.len() as u64 == MOST_LINE_BYTES;
            return if is_cut_short(&self.line) && !is_too_long { Ok(None) } else { Err(self.foreign()) };
        };
        let Some(json) = checked(content) else { return Err(self.foreign()) };
        self.n_lines += 1;
        self.n_bytes += self.line.len() as u64;
        Ok(Some(json))
    }

    fn foreign(&self) -> Error {
        let wrong = "damaged, or not a record of ours; nothing was changed";
        Error::line(&self.path, self.n_lines + 1, wrong)
    }
}

/// A line with its checksum.
fn line_of(record: &impl Serialize) -> Result<Vec<u8>, Error> {
    let json = serde_json::to_string(record).map_err(|error| Error::failed(format!("no JSON: {error}")))?;
    Ok(format!("{:08x} {json}\n", crc32fast::hash(json.as_bytes())).into_bytes())
}

/// The JSON of a line, if it is as it was written.
fn checked(line: &[u8]) -> Option<&[u8]> {
    let (check, json) = line.split_at_checked(N_CHECK_BYTES)?;
    (check == format!("{:08x} ", crc32fast::hash(json)).as_bytes()).then_some(json)
}

/// Whether a last line without an end can be the beginning of one of ours.
///
/// When the machine itself stops, what was not yet on the disk may be zeros.
fn is_cut_short(line: &[u8]) -> bool {
    let n_zeros = line.iter().rev().take_while(|&&byte| byte == 0).count();
    let line = &line[..line.len() - n_zeros];
    let is_ours = |(idx, byte): (usize, &u8)| match idx {
        0..8 => byte.is_ascii_digit() || (b'a'..=b'f').contains(byte),
        8 => *byte == b' ',
        9 => *byte == b'{',
        _ => true,
    };
    line.iter().enumerate().all(is_ours)
}

/// Takes the lock of a journal, which lasts as long as the file is open.
fn lock(path: &Path) -> Result<File, Error> {
    let lock_path = with_ending(path, "lock");
    let cannot = |error| Error::file("write", &lock_path, &error);
    let file =
        OpenOptions::new().write(true).create(true).truncate(false).open(&lock_path).map_err(cannot)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            let path = path.display();
            Err(Error::failed(format!("another run is writing `{path}`; wait until it ends, or stop it")))
        }
        Err(TryLockError::Error(error)) => Err(cannot(error)),
    }
}

#[cfg(test)]
mod tests;
