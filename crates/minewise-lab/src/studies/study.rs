//! What all studies have in common: work in pieces, and a record of each piece that is done.

use minewise_coach::Problem;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::store::folder::Settings;
use crate::store::index::{Misplaced, Place};
use crate::store::kept::Kept;

/// An experiment made of pieces.
///
/// A record is a function of the study, the index of its piece and the program: neither threads nor stops nor kills nor the
/// order in which pieces are done change it. Whatever is different each time is a timing.
/// [`Folder::conduct`](crate::Folder::conduct) does the pieces that are missing in a folder.
pub trait Study: Sync {
    /// Its name, in `study.json` and on the command line.
    const NAME: &'static str;
    /// What its progress is counted in: `games`.
    const UNITS: &'static str;
    /// Whether its pieces are done one after the other, because they follow from those before: then all threads share one.
    const IS_SERIAL: bool = false;
    /// The settings that may differ when it is resumed, because they only say how much is asked for.
    const EXTENT: &'static [&'static str];

    /// The result of a piece.
    type Record: Serialize + DeserializeOwned + Send;
    /// How long a piece took; `()` if that is not recorded.
    type Timing: Serialize + Send;
    /// What a thread keeps from one piece to the next.
    type Seat<'a>
    where
        Self: 'a;
    /// What the records so far come to, in the order of the pieces; `()` if the study need not know.
    type State: Clone + Default + Send;

    /// What was asked for, as it stands in `study.json`.
    fn settings(&self) -> Settings;

    /// Further files that belong to the study: their names and texts.
    fn files(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// How many pieces there are.
    fn n_pieces(&self) -> u64;

    /// The units of all pieces.
    fn n_units(&self) -> u64 {
        self.n_pieces()
    }

    /// The units of a record.
    fn units_of(&self, _record: &Self::Record) -> u64 {
        1
    }

    /// Which piece a record is of.
    ///
    /// # Errors
    /// When it is of none, or cannot be of this study.
    fn place(&self, record: &Self::Record) -> Result<Place, Misplaced>;

    /// A seat for a thread, one of `n_seats`.
    fn seat(&self, n_seats: usize) -> Self::Seat<'_>;

    /// Does the piece at `idx`; `None` if it was stopped. `state` is complete up to the piece only if the study is
    /// serial.
    ///
    /// # Errors
    /// When it cannot be done.
    fn work<'a>(
        &'a self,
        seat: &mut Self::Seat<'a>,
        idx: u64,
        state: Self::State,
        desk: &Desk<'_>,
    ) -> Result<Option<Worked<Self>>, Problem>;

    /// Adds the next record to the state; whether that is enough, so that all pieces that follow are left out.
    fn add(&self, _state: &mut Self::State, _record: Self::Record) -> bool {
        false
    }

    /// Checks that the program still does what it did, before more is added to records that are kept.
    ///
    /// # Errors
    /// A sentence without its end: `the player x no longer plays as in the records`.
    fn check_program(&self, _kept: &mut Kept<'_, Self::Record>) -> Result<Result<(), String>, Problem> {
        Ok(Ok(()))
    }
}

/// A piece that was done.
pub struct Worked<S: Study + ?Sized> {
    /// Its result.
    pub record: S::Record,
    /// How long it took.
    pub timing: S::Timing,
}

/// What a piece is done with.
pub struct Desk<'a> {
    /// The threads that may share a piece.
    pub n_threads: usize,
    /// Whether to stop and leave the piece.
    pub must_stop: &'a (dyn Fn() -> bool + Sync),
    /// Called with numbers of units as they are done.
    pub progress: &'a (dyn Fn(u64) + Sync),
}
