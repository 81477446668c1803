//! How a study is conducted: the pieces that are missing in its folder are done, on several threads.
//!
//! Records are appended as pieces are finished. When all are there, they are put in the order of the pieces, so that the
//! finished file is a function of the study alone.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use minewise_coach::Problem;

use super::study::{Desk, Study, Worked};
use crate::play::threads::on_threads;
use crate::store::folder::{About, Folder, RECORDS, TIMINGS};
use crate::store::index::{Index, Misplaced, Place};
use crate::store::journal::{Journal, Reader};
use crate::store::kept::Kept;
use crate::store::machine::Machine;

/// Who conducts a study.
pub struct Crew<'a> {
    /// How many threads work.
    pub n_threads: usize,
    /// Once it is set, the study ends as soon as it can.
    pub stop: &'a AtomicBool,
    /// Called with what is done.
    pub progress: &'a (dyn Fn(Progress) + Sync),
    /// The commit that the program was built from, if that is known.
    pub commit: Option<&'a str>,
}

/// How far a study is, in its units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// So many were there from before.
    Kept(u64),
    /// So many more are done.
    Done(u64),
}

/// How a study ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All that was asked for is there.
    Complete,
    /// It was stopped with so many units done, and can be resumed.
    Stopped(u64),
}

impl Folder {
    /// Does all pieces of a study that this folder does not have yet.
    ///
    /// # Errors
    /// When the folder cannot be written, somebody else is writing it, a record is damaged, or the records are not those of
    /// this study and this program. Whatever happens, no whole record is lost.
    ///
    /// # Panics
    /// When a player breaks the rules of the game, which is a bug of the player.
    pub fn conduct<S: Study>(&self, study: &S, crew: &Crew<'_>) -> Result<Ended, Problem> {
        self.make()?;
        let records = Journal::open(&self.file(RECORDS))?;
        let is_same = records.is_empty() || self.check_settings(study)?;
        let index = self.index(study, &records, is_same)?;
        let has_timings = size_of::<S::Timing>() > 0;
        let timings = has_timings.then(|| Journal::open(&self.file(TIMINGS))).transpose()?;
        let mut under_way = UnderWay::new(study, records, timings, index)?;
        under_way.look()?;
        if !under_way.is_over() && !under_way.index.is_empty() {
            let mut kept = Kept::open(&under_way.index, under_way.records.source())?;
            study.check_program(&mut kept)?.map_err(|changed| self.changed(&changed))?;
        }
        self.write_about(study, crew.commit)?;
        (crew.progress)(Progress::Kept(under_way.index.n_units));
        let mut under_way = work(study, under_way, crew);
        under_way.error.take().map_or(Ok(()), Err)?;
        under_way.finish()
    }

    /// Checks that the records were made with these settings; whether nothing else differs either.
    fn check_settings<S: Study>(&self, study: &S) -> Result<bool, Problem> {
        let (old, new) = (About::read(&self.files())?, about(study));
        if old.study != new.study {
            return Err(
                self.refusal(format_args!("are of the study `{}`, not of `{}`", old.study, new.study))
            );
        }
        for (name, value) in new.settings.iter().filter(|(name, _)| !S::EXTENT.contains(&name.as_str())) {
            match old.settings.get(name) {
                Some(old) if old == value => {}
                Some(old) => {
                    return Err(
                        self.refusal(format_args!("were made with `{name} = {old}`, not with {value}"))
                    );
                }
                None => return Err(self.refusal(format_args!("were made without `{name}`"))),
            }
        }
        let are_equal = |(name, text): &(&str, String)| {
            std::fs::read(self.file(name)).is_ok_and(|old| old == text.as_bytes())
        };
        Ok(old == new && study.files().iter().all(are_equal))
    }

    /// Finds out which records are there, and that all of them are of this study.
    fn index<S: Study>(&self, study: &S, records: &Journal, is_same: bool) -> Result<Index, Problem> {
        Index::of(records.source(), study.n_pieces(), |record: S::Record, line| {
            let n_units = study.units_of(&record);
            let place = study.place(&record).map_err(|wrong| match wrong {
                // A file that says just what is asked for cannot have led to such a record.
                Misplaced::NoPiece(piece) if is_same => {
                    Problem::line(records.path(), line, format_args!("damaged: it is of {piece}"))
                }
                Misplaced::NoPiece(piece) => self.refusal(format_args!("are of {piece}")),
                Misplaced::Otherwise(differ) => self.refusal(differ),
                Misplaced::Damaged => {
                    Problem::line(records.path(), line, "damaged: the numbers of this record disagree")
                }
            })?;
            Ok((place, n_units))
        })
    }

    fn changed(&self, changed: &str) -> Problem {
        Problem::bad_input(format!("{changed} in `{}`; choose another folder", self.path().display()))
    }

    /// Writes what is asked for and, the first time, on what it is made.
    fn write_about<S: Study>(&self, study: &S, commit: Option<&str>) -> Result<(), Problem> {
        for (name, text) in study.files() {
            self.write(name, &text)?;
        }
        self.write(crate::store::folder::STUDY, &about(study).text())?;
        if Machine::path(self.path()).exists() { Ok(()) } else { Machine::write(commit, self.path()) }
    }
}

fn about<S: Study>(study: &S) -> About {
    About { study: S::NAME.to_owned(), settings: study.settings() }
}

/// Does the pieces that are missing, in the order of their indices.
fn work<'a, S: Study>(study: &'a S, under_way: UnderWay<'a, S>, crew: &Crew<'_>) -> UnderWay<'a, S> {
    let n_threads = crew.n_threads.max(1);
    let n_at_once = if S::IS_SERIAL { 1 } else { n_threads };
    let shared = Mutex::new(under_way);
    let has_failed = AtomicBool::new(false);
    let must_stop = || crew.stop.load(Ordering::Relaxed) || has_failed.load(Ordering::Relaxed);
    let desk = Desk {
        n_threads: n_threads / n_at_once,
        must_stop: &must_stop,
        progress: &|n_units| (crew.progress)(Progress::Done(n_units)),
    };
    let fail = |error| {
        has_failed.store(true, Ordering::Relaxed);
        lock(&shared).error.get_or_insert(error);
    };
    on_threads(n_at_once, || {
        // Made with the first piece: a seat may be costly, and most runs of a finished study do nothing.
        let mut seat = None;
        // Asked outside of the `while let`, which would keep the lock while the piece is done.
        let claim = || if must_stop() { None } else { lock(&shared).claim() };
        while let Some((idx, state)) = claim() {
            let seat = seat.get_or_insert_with(|| study.seat(n_at_once));
            match study.work(seat, idx, state, &desk) {
                Ok(Some(worked)) => {
                    // A line of its own, so that the lock is free again when a failure is noted.
                    let kept = lock(&shared).keep(idx, worked);
                    if let Err(error) = kept {
                        return fail(error);
                    }
                }
                Ok(None) => return,
                Err(error) => return fail(error),
            }
        }
    });
    shared.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn lock<'l, 'a, S: Study>(shared: &'l Mutex<UnderWay<'a, S>>) -> MutexGuard<'l, UnderWay<'a, S>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A study under way.
struct UnderWay<'a, S: Study> {
    study: &'a S,
    records: Journal,
    timings: Option<Journal>,
    index: Index,
    /// Reads records that were there from before.
    reader: Reader<S::Record>,
    /// New records that wait for one before them.
    ahead: BTreeMap<u64, S::Record>,
    /// The pieces whose records are in the state: all before the first one missing.
    n_added: u64,
    state: S::State,
    is_enough: bool,
    /// No piece before this one is still to be claimed.
    next: u64,
    error: Option<Problem>,
}

impl<'a, S: Study> UnderWay<'a, S> {
    fn new(study: &'a S, records: Journal, timings: Option<Journal>, index: Index) -> Result<Self, Problem> {
        let reader = Reader::open(records.source())?;
        let (ahead, state) = (BTreeMap::new(), S::State::default());
        Ok(UnderWay {
            study,
            records,
            timings,
            index,
            reader,
            ahead,
            n_added: 0,
            state,
            is_enough: false,
            next: 0,
            error: None,
        })
    }

    fn is_over(&self) -> bool {
        self.is_enough || self.index.is_complete()
    }

    /// The next piece to do, unless enough is known.
    fn claim(&mut self) -> Option<(u64, S::State)> {
        let n_pieces = self.study.n_pieces();
        while self.next < n_pieces && self.index.has(self.next) {
            self.next += 1;
        }
        if self.is_enough || self.next >= n_pieces {
            return None;
        }
        self.next += 1;
        Some((self.next - 1, self.state.clone()))
    }

    /// Records a piece that was done.
    fn keep(&mut self, idx: u64, worked: Worked<S>) -> Result<(), Problem> {
        let Worked { record, timing } = worked;
        let offset = self.records.append(&record)?;
        if let Some(timings) = &mut self.timings {
            timings.append(&timing)?;
        }
        self.index.note(Place::Whole(idx), offset, self.study.units_of(&record));
        if size_of::<S::State>() > 0 {
            self.ahead.insert(idx, record);
        }
        self.look()
    }

    /// Adds records to the state in the order of their pieces, as far as they are there.
    fn look(&mut self) -> Result<(), Problem> {
        // A study without a state need not have its records read again.
        let n_pieces = if size_of::<S::State>() > 0 { self.study.n_pieces() } else { 0 };
        while !self.is_enough && self.n_added < n_pieces && self.index.has(self.n_added) {
            let record = match self.ahead.remove(&self.n_added) {
                Some(record) => Some(record),
                None => self.index.best(self.n_added).map(|offset| self.reader.at(offset)).transpose()?,
            };
            let Some(record) = record else { break };
            self.is_enough = self.study.add(&mut self.state, record);
            self.n_added += 1;
        }
        Ok(())
    }

    /// Puts the records in order, if all are there.
    fn finish(mut self) -> Result<Ended, Problem> {
        if !self.is_over() {
            return Ok(Ended::Stopped(self.index.n_units));
        }
        let end = if self.is_enough { self.n_added } else { self.study.n_pieces() };
        if let Some(order) = self.index.order_up_to(end) {
            self.records.rearrange(order)?;
        }
        Ok(Ended::Complete)
    }
}
