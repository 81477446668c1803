//! An append-only file of lines that survives being killed at any moment.
//!
//! The file is JSON Lines: each line is an object, whose first field `check` is the CRC-32 of the object without that field,
//! as eight hexadecimal digits. A line is written with one call and is on the disk before [`Journal::append`] returns, so a
//! kill can only cut the last line short; that is cut off when the journal is next opened. Anything else that is not as it
//! was written is damage, and nobody but a person may mend it.

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

/// The most bytes of a line, so that no file can eat the memory.
const MOST_LINE_BYTES: u64 = 16 << 20;

/// How a line begins; `#` stands for a digit of its checksum. The fields of the record follow.
const HEAD: &[u8] = b"{\"check\":\"########\",";

/// Where the digits of the checksum stand in a line.
const CHECK: std::ops::Range<usize> = 10..18;

/// Reads the records of a journal, without opening it for appending; one that is just being written is left out.
///
/// # Errors
/// When there is no such file, or it cannot be read.
pub fn read<T: DeserializeOwned>(source: &Source) -> Result<Records<T>, Problem> {
    Ok(Records { lines: RawLines::new(source.path(), source.open()?), record: PhantomData })
}

/// Reads what all records of a journal tell, in the order they were written.
pub(crate) fn read_all<T: DeserializeOwned>(source: &Source) -> Result<Vec<T>, Problem> {
    read(source)?.map(|record| record.map(|record| record.content)).collect()
}

/// Reads single records of a journal, wherever they stand.
pub(crate) struct Reader<T> {
    records: Records<T>,
    /// The byte that is read next.
    place: u64,
}

impl<T: DeserializeOwned> Reader<T> {
    /// Opens a journal for reading.
    ///
    /// # Errors
    /// When there is no such file, or it cannot be read.
    pub(crate) fn open(source: &Source) -> Result<Reader<T>, Problem> {
        Ok(Reader { records: read(source)?, place: 0 })
    }

    /// The record whose line begins at `offset`.
    ///
    /// # Errors
    /// When the file cannot be read, or no such record of ours begins there.
    pub(crate) fn at(&mut self, offset: u64) -> Result<T, Problem> {
        let lines = &mut self.records.lines;
        let path = lines.path.clone();
        // A step from here keeps what is already in memory, as most records stand in order.
        let sought = lines.reader.seek_relative(offset.wrapping_sub(self.place) as i64);
        sought.map_err(|error| Problem::file("read", &path, &error))?;
        let n_before = lines.n_bytes;
        let missing = || Problem::bad_input(format!("`{}` has changed while it was read", path.display()));
        let record = self.records.next().ok_or_else(missing)?;
        self.place = offset + self.records.lines.n_bytes - n_before;
        record.map(|record| record.content)
    }
}

/// The records of a journal one by one; see [`read`].
pub struct Records<T> {
    lines: RawLines<Box<dyn Input>>,
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
            Err(error) => Err(Problem::line(&self.lines.path, line, format!("no record of ours: {error}"))),
        })
    }
}

/// The whole lines of a journal, checked.
struct RawLines<R> {
    path: PathBuf,
    reader: R,
    /// The whole lines so far, and their bytes.
    n_lines: u64,
    n_bytes: u64,
    line: Vec<u8>,
}

impl<R: BufRead> RawLines<R> {
    fn new(path: &Path, reader: R) -> RawLines<R> {
        RawLines { path: path.to_owned(), reader, n_lines: 0, n_bytes: 0, line: Vec::new() }
    }

    /// The JSON of the next whole line; none at the end, or before a last line that was cut short.
    fn next_line(&mut self) -> Result<Option<&[u8]>, Problem> {
        self.line.clear();
        let read = self.reader.by_ref().take(MOST_LINE_BYTES).read_until(b'\n', &mut self.line);
        read.map_err(|error| Problem::file("read", &self.path, &error))?;
        if self.line.pop_if(|last| *last == b'\n').is_none() {
            let is_too_long = self.line.len() as u64 == MOST_LINE_BYTES;
            return if is_cut_short(&self.line) && !is_too_long { Ok(None) } else { Err(self.foreign()) };
        }
        if !unchecked(&mut self.line) {
            return Err(self.foreign());
        }
        self.n_lines += 1;
        self.n_bytes += self.line.len() as u64 + 1;
        Ok(Some(&self.line[HEAD.len() - 1..]))
    }

    fn foreign(&self) -> Problem {
        let wrong = "damaged, or not a record of ours; nothing was changed";
        Problem::line(&self.path, self.n_lines + 1, wrong)
    }
}

/// The line of a record, with its checksum and its end.
///
/// # Errors
/// When the record is no JSON object with at least one field.
pub fn line(record: &impl Serialize) -> Result<String, Problem> {
    let json = serde_json::to_string(record).map_err(|error| Problem::failed(format!("no JSON: {error}")))?;
    let fields = json.strip_prefix('{').filter(|fields| *fields != "}");
    let fields = fields.ok_or_else(|| Problem::failed("a record is an object with at least one field"))?;
    Ok(format!("{{\"check\":\"{:08x}\",{fields}\n", crc32fast::hash(json.as_bytes())))
}

/// Makes the end of a line, from the last byte of its head on, the record without its checksum; whether the line is as it
/// was written.
fn unchecked(line: &mut [u8]) -> bool {
    if line.len() < HEAD.len() || !is_cut_short(line) {
        return false;
    }
    // The comma before the fields becomes the brace that opens the record: no byte has to move.
    line[HEAD.len() - 1] = b'{';
    let check = crc32fast::hash(&line[HEAD.len() - 1..]);
    line[CHECK] == *format!("{check:08x}").as_bytes()
}

/// Whether a line can be the beginning of one of ours.
///
/// When the machine itself stops, what was not yet on the disk may be zeros.
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
