//! Records that are kept from before, read one by one.

use minewise_coach::Problem;
use serde::de::DeserializeOwned;

use super::index::Index;
use super::journal::Reader;
use super::source::Source;

/// The records of a study that are there, by the indices of their pieces.
pub struct Kept<'a, R> {
    index: &'a Index,
    reader: Reader<R>,
}

impl<'a, R: DeserializeOwned> Kept<'a, R> {
    pub(crate) fn open(index: &'a Index, source: &Source) -> Result<Kept<'a, R>, Problem> {
        Ok(Kept { index, reader: Reader::open(source)? })
    }

    /// Whether there is a record of all of a piece.
    pub fn has(&self, idx: u64) -> bool {
        self.index.has(idx)
    }

    /// The first record of all of a piece, and the index of the piece.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn first(&mut self) -> Result<Option<(u64, R)>, Problem> {
        let Some(idx) = self.index.first() else { return Ok(None) };
        Ok(self.best(idx)?.map(|record| (idx, record)))
    }

    /// The best record of a piece: the whole one, or else the largest part of it.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn best(&mut self, idx: u64) -> Result<Option<R>, Problem> {
        self.index.best(idx).map(|offset| self.reader.at(offset)).transpose()
    }
}
