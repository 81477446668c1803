//! An append-only file of lines that stays intact if the process is killed at any moment.
//!
//! The file is JSON Lines. Each line is an object whose first field, `check`, is the CRC-32 of the object without that
//! field, as eight hexadecimal digits. A line is written with one call and is on the disk before [`Journal::append`]
//! returns, so a kill can only leave an incomplete last line. It is removed when the journal is next opened. Any other
//! difference from what was written is damage, which the program reports and never repairs by itself.

#[cfg(feature = "host")]
mod append;

use std::io::{BufRead, Read, Seek};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use minewise_coach::Problem;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::source::{Input, Source};

#[cfg(feature = "host")]
pub use append::Journal;

/// The maximum number of bytes of a line, so that no file can exhaust the memory.
const MOST_LINE_BYTES: u64 = 16 << 20;

/// The beginning of a line, where `#` stands for a digit of the checksum. The fields of the record follow.
const HEAD: &[u8] = b"{\"check\":\"########\",";

/// The position of the checksum's digits in a line.
const CHECK: std::ops::Range<usize> = 10..18;

/// Reads the records of a journal without opening it for appending. An incomplete last record is left out.
///
/// # Errors
/// Returns an error if there is no such file, or it cannot be read.
pub fn read<T: DeserializeOwned>(source: &Source) -> Result<Records<T>, Problem> {
    Ok(Records { lines: RawLines::new(source.path(), source.open()?), record: PhantomData })
}

/// Reads all records of a journal, in the order they were written.
pub(crate) fn read_all<T: DeserializeOwned>(source: &Source) -> Result<Vec<T>, Problem> {
    read(source)?.map(|record| record.map(|record| record.content)).collect()
}

/// Reads single records of a journal by their offsets.
pub(crate) struct Reader<T> {
    records: Records<T>,
    /// The offset that is read next.
    place: u64,
}

impl<T: DeserializeOwned> Reader<T> {
    /// Opens a journal for reading.
    ///
    /// # Errors
    /// Returns an error if there is no such file, or it cannot be read.
    pub(crate) fn open(source: &Source) -> Result<Reader<T>, Problem> {
        Ok(Reader { records: read(source)?, place: 0 })
    }

    /// Reads the record whose line begins at `offset`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or no such record begins there.
    pub(crate) fn at(&mut self, offset: u64) -> Result<T, Problem> {
        let lines = &mut self.records.lines;
        let path = lines.path.clone();
        // A relative seek keeps the buffer, which pays because most records are read in order.
        let seek = lines.reader.seek_relative(offset.wrapping_sub(self.place) as i64);
        seek.map_err(|error| Problem::file("read", &path, &error))?;
        let n_before = lines.n_bytes;
        let missing = || Problem::bad_input(format!("`{}` changed while it was being read", path.display()));
        let record = self.records.next().ok_or_else(missing)?;
        self.place = offset + self.records.lines.n_bytes - n_before;
        record.map(|record| record.content)
    }
}

/// An iterator over the records of a journal; see [`read`].
pub struct Records<T> {
    lines: RawLines<Box<dyn Input>>,
    record: PhantomData<T>,
}

/// A record and its place in the file.
#[derive(Clone, Debug)]
pub struct Record<T> {
    /// The content of the record.
    pub content: T,
    /// The number of its line, from 1.
    pub line: u64,
    /// The byte offset of its line.
    pub offset: u64,
}

impl<T: DeserializeOwned> Iterator for Records<T> {
    type Item = Result<Record<T>, Problem>;

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
            Err(error) => {
                Err(Problem::line(&self.lines.path, line, format!("not a record of this study: {error}")))
            }
        })
    }
}

/// Reads the complete lines of a journal and verifies their checksums.
struct RawLines<R> {
    path: PathBuf,
    reader: R,
    /// The number of complete lines so far, and of their bytes.
    n_lines: u64,
    n_bytes: u64,
    line: Vec<u8>,
}

impl<R: BufRead> RawLines<R> {
    fn new(path: &Path, reader: R) -> RawLines<R> {
        RawLines { path: path.to_owned(), reader, n_lines: 0, n_bytes: 0, line: Vec::new() }
    }

    /// Returns the JSON of the next complete line; `None` at the end, or before an incomplete last line.
    fn next_line(&mut self) -> Result<Option<&[u8]>, Problem> {
        self.line.clear();
        let read = self.reader.by_ref().take(MOST_LINE_BYTES).read_until(b'\n', &mut self.line);
        read.map_err(|error| Problem::file("read", &self.path, &error))?;
        if self.line.pop_if(|last| *last == b'\n').is_none() {
            let is_too_long = self.line.len() as u64 == MOST_LINE_BYTES;
            return if is_cut_short(&self.line) && !is_too_long { Ok(None) } else { Err(self.damaged()) };
        }
        if !unchecked(&mut self.line) {
            return Err(self.damaged());
        }
        self.n_lines += 1;
        self.n_bytes += self.line.len() as u64 + 1;
        Ok(Some(&self.line[HEAD.len() - 1..]))
    }

    fn damaged(&self) -> Problem {
        let wrong = "damaged, or not a record of this program; nothing was changed";
        Problem::line(&self.path, self.n_lines + 1, wrong)
    }
}

/// Returns the line of a record, with its checksum and its newline.
///
/// # Errors
/// Returns an error if the record is not a JSON object with at least one field.
pub fn line(record: &impl Serialize) -> Result<String, Problem> {
    let json = serde_json::to_string(record)
        .map_err(|error| Problem::failed(format!("cannot write JSON: {error}")))?;
    let fields = json.strip_prefix('{').filter(|fields| *fields != "}");
    let fields =
        fields.ok_or_else(|| Problem::failed("a record must be a JSON object with at least one field"))?;
    Ok(format!("{{\"check\":\"{:08x}\",{fields}\n", crc32fast::hash(json.as_bytes())))
}

/// Verifies the checksum of a line, and turns its end, from the last byte of the head on, into the record without the
/// checksum. Returns whether the line is as it was written.
fn unchecked(line: &mut [u8]) -> bool {
    if line.len() < HEAD.len() || !is_cut_short(line) {
        return false;
    }
    // The comma before the fields becomes the opening brace of the record, so that no byte has to move.
    line[HEAD.len() - 1] = b'{';
    let check = crc32fast::hash(&line[HEAD.len() - 1..]);
    line[CHECK] == *format!("{check:08x}").as_bytes()
}

/// Checks whether a line can be the beginning of a journal line.
///
/// After a power failure, bytes that were not yet on the disk may read as zeros.
fn is_cut_short(line: &[u8]) -> bool {
    let n_zeros = line.iter().rev().take_while(|&&byte| byte == 0).count();
    let is_ours = |(byte, head): (&u8, &u8)| match head {
        b'#' => byte.is_ascii_digit() || (b'a'..=b'f').contains(byte),
        _ => byte == head,
    };
    line[..line.len() - n_zeros].iter().zip(HEAD).all(is_ours)
}

#[cfg(test)]
mod tests;
