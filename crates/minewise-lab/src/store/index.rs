//! An index of the records of a study: which pieces have a record, and where it is in the file.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use minewise_coach::Problem;
use serde::de::DeserializeOwned;

use super::journal;
use super::source::Source;

/// The piece of a study that a record belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The record covers all of the piece at this index.
    Whole(u64),
    /// The record covers only a part: the piece was smaller when the record was written.
    Part {
        /// The index of the piece.
        idx: u64,
        /// The size of this part.
        size: u64,
    },
    /// The record belongs to no piece, because the study was larger when it was written. It is kept.
    Beyond,
}

/// The reason why a record does not belong to a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceError {
    /// The study has no such piece: `games on 9x9/10, which the manifest does not have`.
    NoPiece(String),
    /// The record was made in another way: `were made with another model of the player x`.
    Different(String),
    /// The numbers of the record contradict each other.
    Damaged,
}

/// The offsets of the records of a study in their file.
pub(crate) struct Index {
    n_pieces: u64,
    /// The byte offset of the record of each piece.
    offsets: BTreeMap<u64, u64>,
    /// Pieces with partial records only: the offset of the largest, and its size.
    parts: BTreeMap<u64, (u64, u64)>,
    /// The offsets of the records that belong to no piece.
    beyond: Vec<u64>,
    /// Whether the file holds the whole records in order, without others between them.
    is_in_order: bool,
    /// The number of units of all whole records.
    pub(crate) n_units: u64,
}

impl Index {
    /// Reads every record of a file. `place` is given a record and its line, and returns the place of the record and
    /// the number of its units.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, a record is damaged, or `place` fails.
    pub(crate) fn of<R: DeserializeOwned>(
        source: &Source,
        n_pieces: u64,
        mut place: impl FnMut(R, u64) -> Result<(Place, u64), Problem>,
    ) -> Result<Index, Problem> {
        let mut index = Index {
            n_pieces,
            offsets: BTreeMap::new(),
            parts: BTreeMap::new(),
            beyond: Vec::new(),
            is_in_order: true,
            n_units: 0,
        };
        for record in journal::read::<R>(source)? {
            let journal::Record { content, line, offset } = record?;
            let (place, n_units) = place(content, line)?;
            index.note(place, offset, n_units);
        }
        Ok(index)
    }

    /// Adds the record that begins at `offset`, which must be the last one of the file so far.
    pub(crate) fn note(&mut self, place: Place, offset: u64, n_units: u64) {
        match place {
            Place::Whole(idx) => {
                // The file is in order if it holds exactly the records of the pieces before this one.
                self.is_in_order &= idx == self.offsets.len() as u64 && self.beyond.is_empty();
                // Two records of one piece are equal, so the first one is enough.
                if let Entry::Vacant(place) = self.offsets.entry(idx) {
                    place.insert(offset);
                    self.n_units += n_units;
                }
            }
            Place::Part { idx, size } => {
                self.is_in_order = false;
                let largest = self.parts.entry(idx).or_insert((offset, size));
                if size > largest.1 {
                    *largest = (offset, size);
                }
            }
            Place::Beyond => self.beyond.push(offset),
        }
    }

    /// Checks whether a piece has a whole record.
    pub(crate) fn has(&self, idx: u64) -> bool {
        self.offsets.contains_key(&idx)
    }

    /// Checks whether every piece has a whole record.
    pub(crate) fn is_complete(&self) -> bool {
        self.offsets.len() as u64 == self.n_pieces
    }

    /// Checks whether there is no record at all.
    pub(crate) fn is_empty(&self) -> bool {
        self.offsets.is_empty() && self.parts.is_empty() && self.beyond.is_empty()
    }

    /// Returns the offsets of the records in their final order, for a study that ends before the piece at `end`: first
    /// all pieces, then the records that belong to none. `None` if the file already is in this order.
    pub(crate) fn order_up_to(&self, end: u64) -> Option<impl Iterator<Item = u64>> {
        let is_in_order = self.is_in_order && self.offsets.len() as u64 <= end;
        let pieces = self.offsets.range(..end).map(|(_, &offset)| offset);
        (!is_in_order).then(|| pieces.chain(self.beyond.iter().copied()))
    }

    /// Returns the first piece with a whole record.
    pub(crate) fn first(&self) -> Option<u64> {
        self.offsets.keys().next().copied()
    }

    /// Returns the offset of the best record of a piece: the whole one, or else the largest part.
    pub(crate) fn best(&self, idx: u64) -> Option<u64> {
        let part = || self.parts.get(&idx).map(|&(offset, _)| offset);
        self.offsets.get(&idx).copied().or_else(part)
    }
}
