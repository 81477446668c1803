//! Which records of a run are there, and where they stand.

use std::collections::BTreeMap;

use super::journal;
use super::source::Source;
use crate::error::Error;
use crate::play::plan::Plan;
use crate::play::record::{Misplaced, Place, Places, Record};

/// Where the records of a plan stand in their file.
pub(crate) struct Scan {
    /// The byte that the record of each chunk begins at, or [`MISSING`].
    offsets: Vec<u64>,
    /// Chunks with fewer games than the plan has: where the longest record of each begins, and its games.
    short: BTreeMap<u64, (u64, u64)>,
    n_records: u64,
    n_whole: u64,
    /// The games of all whole chunks.
    pub(crate) n_games: u64,
}

const MISSING: u64 = u64::MAX;

impl Scan {
    /// Reads and checks every record of a file; `each` is told of it and its place.
    ///
    /// # Errors
    /// When the file cannot be read, a record is damaged, or `each` fails; or what `misplaced` makes of a record, and
    /// its line, that is not in the plan.
    pub(crate) fn of(
        source: &Source,
        plan: &Plan,
        misplaced: impl Fn(u64, Misplaced) -> Error,
        mut each: impl FnMut(&Record, Place) -> Result<(), Error>,
    ) -> Result<Scan, Error> {
        let places = Places::new(plan);
        let mut scan = Scan {
            offsets: vec![MISSING; plan.n_chunks() as usize],
            short: BTreeMap::new(),
            n_records: 0,
            n_whole: 0,
            n_games: 0,
        };
        for record in journal::read::<Record>(source)? {
            let journal::Record { content: record, line, offset } = record?;
            let place = places.of(&record).map_err(|wrong| misplaced(line, wrong))?;
            let disagrees =
                || Error::line(source.path(), line, "damaged: the numbers of this record disagree");
            let record = record.checked(&plan.cases[place.case_idx]).ok_or_else(disagrees)?;
            scan.note(&record, place, offset);
            each(&record, place)?;
        }
        Ok(scan)
    }

    fn note(&mut self, record: &Record, place: Place, offset: u64) {
        self.n_records += 1;
        if !place.is_whole {
            let longest = self.short.entry(place.chunk_idx).or_insert((offset, record.tally.games));
            if record.tally.games > longest.1 {
                *longest = (offset, record.tally.games);
            }
            return;
        }
        let known = &mut self.offsets[place.chunk_idx as usize];
        if *known == MISSING {
            *known = offset;
            self.n_whole += 1;
            self.n_games += record.tally.games;
        }
    }

    /// Whether there is a record with all games of a chunk.
    pub(crate) fn has_whole(&self, chunk_idx: u64) -> bool {
        self.offsets[chunk_idx as usize] != MISSING
    }

    /// Whether there is such a record for every chunk.
    pub(crate) fn is_complete(&self) -> bool {
        self.n_whole == self.offsets.len() as u64
    }

    /// Whether the records stand in the order of the plan, and no others among them.
    pub(crate) fn is_in_order(&self) -> bool {
        self.n_records == self.n_whole && self.offsets.is_sorted()
    }

    /// Where the records of whole chunks begin, in the order of the plan.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = u64> + '_ {
        self.offsets.iter().copied().filter(|&offset| offset != MISSING)
    }

    /// Where the best record of a chunk begins: the whole one, or else the longest.
    pub(crate) fn best(&self, chunk_idx: u64) -> Option<u64> {
        let whole = self.offsets[chunk_idx as usize];
        if whole != MISSING { Some(whole) } else { self.short.get(&chunk_idx).map(|&(offset, _)| offset) }
    }
}

/// What to say of a record that cannot be of this run at all.
pub(crate) fn damaged(source: &Source) -> impl Fn(u64, Misplaced) -> Error {
    move |line, wrong| Error::line(source.path(), line, format_args!("damaged: it tells of {wrong}"))
}
