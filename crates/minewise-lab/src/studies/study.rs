//! The interface of all studies: work is divided into pieces, and each finished piece has a record.

use minewise_coach::Problem;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::store::existing::ExistingRecords;
use crate::store::folder::Settings;
use crate::store::index::{Place, PlaceError};

/// An experiment that is divided into pieces.
///
/// A record depends only on the study, the index of its piece and the program. It does not depend on threads, on
/// interruptions, or on the order in which pieces are done. Anything that differs from run to run belongs in the
/// timing. [`Folder::conduct`](crate::Folder::conduct) does the pieces that are missing in a folder.
pub trait Study: Sync {
    /// The name of the study, in `study.json` and on the command line.
    const NAME: &'static str;
    /// The plural of the unit that its progress is counted in, such as `games`.
    const UNITS: &'static str;
    /// Whether pieces are done one after the other, because each depends on those before it. All threads then share a
    /// piece.
    const IS_SERIAL: bool = false;
    /// The settings that may differ when the study is resumed, because they only determine how many pieces there are.
    const RESUMABLE_WITH: &'static [&'static str];

    /// The result of a piece.
    type Record: Serialize + DeserializeOwned + Send;
    /// The time that a piece took; `()` if it is not recorded.
    type Timing: Serialize + Send;
    /// The data that a thread keeps from one piece to the next.
    type Worker<'a>
    where
        Self: 'a;
    /// A summary of the records so far, in the order of the pieces; `()` if the study does not need one.
    type State: Clone + Default + Send;

    /// Returns the settings as they are written to `study.json`.
    fn settings(&self) -> Settings;

    /// Returns the names and texts of further files that belong to the study.
    fn files(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// The number of pieces.
    fn n_pieces(&self) -> u64;

    /// The index of the piece to do as the `nth`, from 0: every piece has its turn once.
    ///
    /// Another order than that of the indices changes no record, and what an interrupted study has.
    fn nth_piece(&self, nth: u64) -> u64 {
        nth
    }

    /// The number of units of all pieces.
    fn n_units(&self) -> u64 {
        self.n_pieces()
    }

    /// The number of units of a record.
    fn units_of(&self, _record: &Self::Record) -> u64 {
        1
    }

    /// Names a piece for people.
    fn piece_name(&self, idx: u64) -> String {
        format!("piece {idx}")
    }

    /// Finds the piece that a record belongs to.
    ///
    /// # Errors
    /// Returns an error if the record cannot belong to this study.
    fn place(&self, record: &Self::Record) -> Result<Place, PlaceError>;

    /// Creates the worker of a thread, one of `n_workers` threads.
    fn worker(&self, n_workers: usize) -> Self::Worker<'_>;

    /// Does the piece at `idx`; returns `None` if it was stopped. `state` covers all pieces before this one only if the
    /// study is serial.
    ///
    /// # Errors
    /// Returns an error if the piece cannot be done.
    fn work<'a>(
        &'a self,
        worker: &mut Self::Worker<'a>,
        idx: u64,
        state: Self::State,
        context: &WorkContext<'_>,
    ) -> Result<Option<PieceResult<Self>>, Problem>;

    /// Adds the next record to the state. Returns whether the study is decided, so that all later pieces are left out.
    fn add(&self, _state: &mut Self::State, _record: Self::Record) -> bool {
        false
    }

    /// Checks that the program still behaves as it did, before new records are added to existing ones.
    ///
    /// # Errors
    /// The outer error means that the records cannot be read. The inner one is the beginning of a sentence:
    /// `the player x no longer plays as in the records`.
    fn check_program(
        &self,
        _existing: &mut ExistingRecords<'_, Self::Record>,
    ) -> Result<Result<(), String>, Problem> {
        Ok(Ok(()))
    }
}

/// The result of a piece.
pub struct PieceResult<S: Study + ?Sized> {
    /// The record of the piece.
    pub record: S::Record,
    /// The time that it took.
    pub timing: S::Timing,
}

/// The threads, stop flag and progress callback for doing a piece.
pub struct WorkContext<'a> {
    /// The number of threads that may work on the piece.
    pub n_threads: usize,
    /// Returns whether to stop and abandon the piece.
    pub must_stop: &'a (dyn Fn() -> bool + Sync),
    /// Called with the number of units that have just been done.
    pub progress: &'a (dyn Fn(u64) + Sync),
}
