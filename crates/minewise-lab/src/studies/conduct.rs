//! Conducts a study: does the pieces that are missing in its folder, on several threads.
//!
//! Records are appended as pieces are finished. When all are there, they are put in the order of the pieces, so that
//! the finished file depends only on the study.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use minewise_coach::Problem;

use super::part::Part;
use super::study::{PieceResult, Study, WorkContext};
use crate::play::threads::on_threads;
use crate::store::existing::ExistingRecords;
use crate::store::folder::{Folder, RECORDS, StudyFile, TIMINGS};
use crate::store::index::{Index, Place, PlaceError};
use crate::store::journal::{Journal, Reader};
use crate::store::machine::Machine;

/// How a study is conducted: threads, stop flag and progress callback.
pub struct RunOptions<'a> {
    /// The number of threads.
    pub n_threads: usize,
    /// A flag that stops the study as soon as possible.
    pub stop: &'a AtomicBool,
    /// Called when units are done.
    pub progress: &'a (dyn Fn(Progress) + Sync),
    /// The commit that the program was built from, if known.
    pub commit: Option<&'a str>,
    /// The part to do, if several machines share the study.
    pub part: Option<Part>,
}

/// Progress of a study, counted in its units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The number of units that were already done before.
    AlreadyDone(u64),
    /// The number of units that have just been done.
    Done(u64),
}

/// Whether a study is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StudyStatus {
    /// All pieces are done, or the study is decided.
    Complete,
    /// All pieces of the part are done.
    PartComplete,
    /// The study was stopped, with this number of units done. It can be resumed.
    Stopped(u64),
}

impl Folder {
    /// Does all pieces of a study that this folder does not have yet.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be written, another process is writing it, a record is damaged, or the
    /// records are of another study or another version of the program. No complete record is lost in any case.
    ///
    /// # Panics
    /// Panics if a player breaks the rules of the game, which is a bug of the player.
    pub fn conduct<S: Study>(&self, study: &S, options: &RunOptions<'_>) -> Result<StudyStatus, Problem> {
        self.create()?;
        let records = Journal::open(&self.file(RECORDS))?;
        let is_same = records.is_empty() || self.check_settings(study)?;
        let index = self.index(study, &records, is_same)?;
        // A study that records no times has `()` as its timing, and needs no file for it.
        let has_timings = size_of::<S::Timing>() > 0;
        let timings = has_timings.then(|| Journal::open(&self.file(TIMINGS))).transpose()?;
        let mut active = ActiveStudy::new(study, records, timings, index, options.part)?;
        active.advance_state()?;
        if !active.is_over() && !active.index.is_empty() {
            let mut existing = ExistingRecords::open(&active.index, active.records.source())?;
            study.check_program(&mut existing)?.map_err(|changed| self.changed_program(&changed))?;
        }
        self.write_description(study, options.commit)?;
        (options.progress)(Progress::AlreadyDone(active.index.n_units));
        let mut active = work(study, active, options);
        active.error.take().map_or(Ok(()), Err)?;
        active.finish()
    }

    /// Checks that the records were made with these settings. Returns whether the whole description is unchanged.
    pub(super) fn check_settings<S: Study>(&self, study: &S) -> Result<bool, Problem> {
        let (old, new) = (StudyFile::read(&self.files())?, study_file(study));
        if old.study != new.study {
            return Err(
                self.refusal(format_args!("belong to the study `{}`, not to `{}`", old.study, new.study))
            );
        }
        for (name, value) in
            new.settings.iter().filter(|(name, _)| !S::RESUMABLE_WITH.contains(&name.as_str()))
        {
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

    /// Builds the index of the records, and checks that all of them are of this study.
    pub(super) fn index<S: Study>(
        &self,
        study: &S,
        records: &Journal,
        is_same: bool,
    ) -> Result<Index, Problem> {
        Index::of(records.source(), study.n_pieces(), |record: S::Record, line| {
            let n_units = study.units_of(&record);
            let place = study.place(&record).map_err(|wrong| match wrong {
                // The unchanged description cannot have produced such a record.
                PlaceError::NoPiece(piece) if is_same => {
                    Problem::line(records.path(), line, format_args!("damaged: it belongs to {piece}"))
                }
                PlaceError::NoPiece(piece) => self.refusal(format_args!("belong to {piece}")),
                PlaceError::Different(differ) => self.refusal(differ),
                PlaceError::Damaged => {
                    Problem::line(records.path(), line, "damaged: the numbers of this record disagree")
                }
            })?;
            Ok((place, n_units))
        })
    }

    fn changed_program(&self, changed: &str) -> Problem {
        Problem::bad_input(format!("{changed} in `{}`; choose another folder", self.path().display()))
    }

    /// Writes the description of the study and, the first time, that of the machine.
    pub(super) fn write_description<S: Study>(&self, study: &S, commit: Option<&str>) -> Result<(), Problem> {
        for (name, text) in study.files() {
            self.write(name, &text)?;
        }
        self.write(crate::store::folder::STUDY, &study_file(study).text())?;
        if Machine::path(self.path()).exists() { Ok(()) } else { Machine::write(commit, self.path()) }
    }
}

fn study_file<S: Study>(study: &S) -> StudyFile {
    StudyFile { study: S::NAME.to_owned(), settings: study.settings() }
}

/// Does the missing pieces, in the order that the study gives them.
fn work<'a, S: Study>(
    study: &'a S,
    active: ActiveStudy<'a, S>,
    options: &RunOptions<'_>,
) -> ActiveStudy<'a, S> {
    let n_threads = options.n_threads.max(1);
    let n_at_once = if S::IS_SERIAL { 1 } else { n_threads };
    let shared = Mutex::new(active);
    let has_failed = AtomicBool::new(false);
    let must_stop = || options.stop.load(Ordering::Relaxed) || has_failed.load(Ordering::Relaxed);
    let context = WorkContext {
        n_threads: n_threads / n_at_once,
        must_stop: &must_stop,
        progress: &|n_units| (options.progress)(Progress::Done(n_units)),
    };
    let fail = |error| {
        has_failed.store(true, Ordering::Relaxed);
        lock(&shared).error.get_or_insert(error);
    };
    on_threads(n_at_once, || {
        // Created with the first piece: a worker may be expensive, and resuming a finished study needs none.
        let mut worker = None;
        // A closure, because a lock taken in the `while let` itself would be held while the piece is done.
        let claim = || if must_stop() { None } else { lock(&shared).claim() };
        while let Some((idx, state)) = claim() {
            let worker = worker.get_or_insert_with(|| study.worker(n_at_once));
            match study.work(worker, idx, state, &context) {
                Ok(Some(result)) => {
                    // A statement of its own, so that the lock is released before `fail` takes it.
                    let recorded = lock(&shared).record_piece(idx, result);
                    if let Err(error) = recorded {
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

fn lock<'l, 'a, S: Study>(shared: &'l Mutex<ActiveStudy<'a, S>>) -> MutexGuard<'l, ActiveStudy<'a, S>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A study while it is conducted.
struct ActiveStudy<'a, S: Study> {
    study: &'a S,
    records: Journal,
    timings: Option<Journal>,
    index: Index,
    /// Reads the records of earlier runs.
    reader: Reader<S::Record>,
    /// New records that cannot be added to the state yet, because an earlier one is missing.
    ahead: BTreeMap<u64, S::Record>,
    /// The number of pieces whose records are in the state: all before the first missing one.
    n_added: u64,
    state: S::State,
    is_decided: bool,
    /// The pieces to do; `None` means all of them.
    part: Option<Part>,
    /// How many pieces have had their turn, in the order of [`Study::nth_piece`].
    next: u64,
    error: Option<Problem>,
}

impl<'a, S: Study> ActiveStudy<'a, S> {
    fn new(
        study: &'a S,
        records: Journal,
        timings: Option<Journal>,
        index: Index,
        part: Option<Part>,
    ) -> Result<Self, Problem> {
        let reader = Reader::open(records.source())?;
        let (ahead, state) = (BTreeMap::new(), S::State::default());
        Ok(ActiveStudy {
            study,
            records,
            timings,
            index,
            reader,
            ahead,
            n_added: 0,
            state,
            is_decided: false,
            part,
            next: 0,
            error: None,
        })
    }

    fn is_over(&self) -> bool {
        self.is_decided || self.index.is_complete()
    }

    /// Claims the next piece to do; `None` if there is none, or the study is decided.
    fn claim(&mut self) -> Option<(u64, S::State)> {
        let n_pieces = self.study.n_pieces();
        if self.is_decided {
            return None;
        }
        while self.next < n_pieces {
            let idx = self.study.nth_piece(self.next);
            let is_ours = self.part.is_none_or(|part| part.has(self.next));
            self.next += 1;
            if is_ours && !self.index.has(idx) {
                return Some((idx, self.state.clone()));
            }
        }
        None
    }

    /// Writes the record of a finished piece.
    fn record_piece(&mut self, idx: u64, result: PieceResult<S>) -> Result<(), Problem> {
        let PieceResult { record, timing } = result;
        let offset = self.records.append(&record)?;
        if let Some(timings) = &mut self.timings {
            timings.append(&timing)?;
        }
        self.index.note(Place::Whole(idx), offset, self.study.units_of(&record));
        if size_of::<S::State>() > 0 {
            self.ahead.insert(idx, record);
        }
        self.advance_state()
    }

    /// Adds records to the state in the order of their pieces, up to the first missing one.
    fn advance_state(&mut self) -> Result<(), Problem> {
        // If the study has no state, its records need not be read again.
        let n_pieces = if size_of::<S::State>() > 0 { self.study.n_pieces() } else { 0 };
        while !self.is_decided && self.n_added < n_pieces && self.index.has(self.n_added) {
            let record = match self.ahead.remove(&self.n_added) {
                Some(record) => Some(record),
                None => self.index.best(self.n_added).map(|offset| self.reader.at(offset)).transpose()?,
            };
            let Some(record) = record else { break };
            self.is_decided = self.study.add(&mut self.state, record);
            self.n_added += 1;
        }
        Ok(())
    }

    /// Puts the records in order if the study is complete.
    fn finish(mut self) -> Result<StudyStatus, Problem> {
        if !self.is_over() {
            let n_units = self.index.n_units;
            let is_done = self.part.is_some_and(|part| {
                let mut ours = (0..self.study.n_pieces()).filter(|&nth| part.has(nth));
                ours.all(|nth| self.index.has(self.study.nth_piece(nth)))
            });
            return Ok(if is_done { StudyStatus::PartComplete } else { StudyStatus::Stopped(n_units) });
        }
        let end = if self.is_decided { self.n_added } else { self.study.n_pieces() };
        if let Some(order) = self.index.order_up_to(end) {
            self.records.rearrange(order)?;
        }
        Ok(StudyStatus::Complete)
    }
}
