//! The existing records of a study, read one by one.

use minewise_coach::Problem;
use serde::de::DeserializeOwned;

use super::index::Index;
use super::journal::Reader;
use super::source::Source;

/// The existing records of a study, by the indices of their pieces.
pub struct ExistingRecords<'a, R> {
    index: &'a Index,
    reader: Reader<R>,
}

impl<'a, R: DeserializeOwned> ExistingRecords<'a, R> {
    pub(crate) fn open(index: &'a Index, source: &Source) -> Result<ExistingRecords<'a, R>, Problem> {
        Ok(ExistingRecords { index, reader: Reader::open(source)? })
    }

    /// Checks whether a piece has a whole record.
    pub fn has(&self, idx: u64) -> bool {
        self.index.has(idx)
    }

    /// Reads the first whole record. Also returns the index of its piece.
    ///
    /// # Errors
    /// Returns an error if the record cannot be read.
    pub fn first(&mut self) -> Result<Option<(u64, R)>, Problem> {
        let Some(idx) = self.index.first() else { return Ok(None) };
        Ok(self.best(idx)?.map(|record| (idx, record)))
    }

    /// Reads the best record of a piece: the whole one, or else the largest part of it.
    ///
    /// # Errors
    /// Returns an error if the record cannot be read.
    pub fn best(&mut self, idx: u64) -> Result<Option<R>, Problem> {
        self.index.best(idx).map(|offset| self.reader.at(offset)).transpose()
    }
}
