//! Journals open for appending.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use minewise_coach::Problem;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::super::files::{sync_folder, with_ending};
use super::{RawLines, Records, Source, line, read};

/// A journal open for appending. No other process can append to it at the same time.
#[derive(Debug)]
pub struct Journal {
    source: Source,
    file: File,
    /// Invariant: the length of the file, which consists of complete lines.
    n_bytes: u64,
    /// Locked as long as the journal is open. A separate file, because `rearrange` replaces the journal itself.
    _lock: File,
}

impl Journal {
    /// Opens the journal at `path`, or creates it. Verifies every line, and removes an incomplete last one.
    ///
    /// # Errors
    /// Returns an error if another process has it open, the file cannot be written, or a line is damaged. A damaged
    /// file is left as it is.
    pub fn open(path: &Path) -> Result<Journal, Problem> {
        let lock = lock(path)?;
        let cannot = |error| Problem::file("write", path, &error);
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(cannot)?;
        let mut lines = RawLines::new(path, BufReader::new(&file));
        while lines.next_line()?.is_some() {}
        let n_bytes = lines.n_bytes;
        if n_bytes < file.metadata().map_err(cannot)?.len() {
            file.set_len(n_bytes).and_then(|()| file.sync_data()).map_err(cannot)?;
        }
        Ok(Journal { source: Source::file(path), file, n_bytes, _lock: lock })
    }

    /// Appends a record as one line, which is on the disk when this returns. Returns the byte offset of the line.
    ///
    /// # Errors
    /// Returns an error if the line cannot be written, for example because the disk is full. The journal then ends with
    /// its last complete line.
    pub fn append(&mut self, record: &impl Serialize) -> Result<u64, Problem> {
        let line = line(record)?;
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        if let Err(error) = written {
            // If even this fails, the incomplete line is removed when the journal is next opened.
            let _ = self.file.set_len(self.n_bytes).and_then(|()| self.file.sync_data());
            return Err(Problem::file("write", self.path(), &error));
        }
        let offset = self.n_bytes;
        self.n_bytes += line.len() as u64;
        Ok(offset)
    }

    /// Appends lines of another journal as they are, all on the disk when this returns. If the process is killed, a part
    /// of them may be there.
    ///
    /// # Errors
    /// Returns an error if they cannot be written. The journal then ends as before.
    pub(crate) fn append_lines(&mut self, lines: &str) -> Result<(), Problem> {
        let written = self.file.write_all(lines.as_bytes()).and_then(|()| self.file.sync_data());
        if let Err(error) = written {
            // If even this fails, complete lines are kept, and they are records of this study.
            let _ = self.file.set_len(self.n_bytes).and_then(|()| self.file.sync_data());
            return Err(Problem::file("write", self.path(), &error));
        }
        self.n_bytes += lines.len() as u64;
        Ok(())
    }

    /// Checks whether there is no record yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.n_bytes == 0
    }

    /// The source to read the records from.
    pub(crate) fn source(&self) -> &Source {
        &self.source
    }

    /// Reads the records so far, in the order they were written.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn records<T: DeserializeOwned>(&self) -> Result<Records<T>, Problem> {
        read(&self.source)
    }

    /// The path of the journal.
    pub fn path(&self) -> &Path {
        self.source.path()
    }

    /// Reorders the lines to those that begin at `offsets` (see [`Record::offset`](super::Record::offset)), and drops
    /// all others.
    ///
    /// If the process is killed, either the old or the new file is there.
    ///
    /// # Errors
    /// Returns an error if the new file cannot be written. The old one then stays.
    pub fn rearrange(&mut self, offsets: impl IntoIterator<Item = u64>) -> Result<(), Problem> {
        let temporary = with_ending(self.path(), "new");
        let written = self.write_rearranged(&temporary, offsets);
        let file = written.inspect_err(|_| drop(std::fs::remove_file(&temporary)));
        let file = file.map_err(|error| Problem::file("write", &temporary, &error))?;
        let replaced = std::fs::rename(&temporary, self.path()).and_then(|()| sync_folder(self.path()));
        replaced.map_err(|error| Problem::file("replace", self.path(), &error))?;
        self.n_bytes = file.metadata().map_err(|error| Problem::file("read", self.path(), &error))?.len();
        self.file = file;
        Ok(())
    }

    fn write_rearranged(&self, path: &Path, offsets: impl IntoIterator<Item = u64>) -> io::Result<File> {
        let mut old = BufReader::new(File::open(self.path())?);
        let mut new = io::BufWriter::new(File::create(path)?);
        let (mut line, mut place) = (Vec::new(), 0);
        for offset in offsets {
            // A relative seek keeps the buffer, which pays because most lines are already in order.
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

/// Locks a journal. The lock lasts as long as the returned file is open.
fn lock(path: &Path) -> Result<File, Problem> {
    let lock_path = with_ending(path, "lock");
    let cannot = |error| Problem::file("write", &lock_path, &error);
    let file =
        OpenOptions::new().write(true).create(true).truncate(false).open(&lock_path).map_err(cannot)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            let path = path.display();
            Err(Problem::failed(format!("another run is writing `{path}`; wait until it ends, or stop it")))
        }
        Err(TryLockError::Error(error)) => Err(cannot(error)),
    }
}
