//! Which records of a study are there, and where they stand.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use minewise_coach::Problem;
use serde::de::DeserializeOwned;

use super::journal;
use super::source::Source;

/// Which piece of a study a record is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// All of the piece at this index.
    Whole(u64),
    /// Less than all of it: the piece was smaller when the record was written.
    Part {
        /// The index of the piece.
        idx: u64,
        /// How much of it this is.
        size: u64,
    },
    /// Of no piece: more was asked for when it was written. It is kept.
    Beyond,
}

/// Why a record has no place in a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misplaced {
    /// The study has no such piece: `games on 9x9/10, which the manifest does not have`.
    NoPiece(String),
    /// It was made otherwise: `were made with another model of the player x`.
    Otherwise(String),
    /// Its own numbers disagree.
    Damaged,
}

/// Where the records of a study stand in their file.
pub(crate) struct Index {
    n_pieces: u64,
    /// The byte that the record of each piece begins at.
    offsets: BTreeMap<u64, u64>,
    /// Pieces that only smaller records are of: where the largest begins, and its size.
    parts: BTreeMap<u64, (u64, u64)>,
    /// Where the records begin that are of no piece.
    beyond: Vec<u64>,
    /// Whether the whole records stand in order, and nothing else among them.
    is_in_order: bool,
    /// The units of all whole records.
    pub(crate) n_units: u64,
}

impl Index {
    /// Reads every record of a file; `place` says where it belongs and how many units it has.
    ///
    /// # Errors
    /// When the file cannot be read, a record is damaged, or `place` fails, which is told the line.
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

    /// Notes that the last record of the file begins at `offset` and belongs here.
    pub(crate) fn note(&mut self, place: Place, offset: u64, n_units: u64) {
        match place {
            Place::Whole(idx) => {
                // In order, the records of the pieces before this one, and no others, are there already.
                self.is_in_order &= idx == self.offsets.len() as u64 && self.beyond.is_empty();
                // Of two records of one piece, which are equal, the first counts.
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

    /// Whether there is a record of all of a piece.
    pub(crate) fn has(&self, idx: u64) -> bool {
        self.offsets.contains_key(&idx)
    }

    /// Whether there is a record of all of every piece.
    pub(crate) fn is_complete(&self) -> bool {
        self.offsets.len() as u64 == self.n_pieces
    }

    /// Whether there is no record at all.
    pub(crate) fn is_empty(&self) -> bool {
        self.offsets.is_empty() && self.parts.is_empty() && self.beyond.is_empty()
    }

    /// The order of the file of a study that ends before the piece at `end`: all pieces, then what is beyond them. `None` if
    /// the file stands in this order.
    pub(crate) fn order_up_to(&self, end: u64) -> Option<impl Iterator<Item = u64>> {
        let is_in_order = self.is_in_order && self.offsets.len() as u64 <= end;
        let pieces = self.offsets.range(..end).map(|(_, &offset)| offset);
        (!is_in_order).then(|| pieces.chain(self.beyond.iter().copied()))
    }

    /// The first piece that there is a whole record of.
    pub(crate) fn first(&self) -> Option<u64> {
        self.offsets.keys().next().copied()
    }

    /// Where the best record of a piece begins: the whole one, or else the largest part.
    pub(crate) fn best(&self, idx: u64) -> Option<u64> {
        let part = || self.parts.get(&idx).map(|&(offset, _)| offset);
        self.offsets.get(&idx).copied().or_else(part)
    }
}
