//! Saves games: an unfinished one so that it can be resumed, and the transcript that the user asked for.

mod keeper;
mod log;
mod resume;
mod transcript;

use std::path::PathBuf;

use minewise_coach::Problem;

pub(super) use self::keeper::Keeper;
pub(super) use self::resume::{Wanted, resume};
use self::transcript::TranscriptFile;
use super::timed_game::TimedGame;

/// How the names of kept games end.
const ENDING: &str = "jsonl";

/// Where unfinished games are kept.
#[derive(Clone, Debug)]
pub(crate) struct DataFolder {
    /// The user's data folder, or why there is none.
    pub(crate) path: Result<PathBuf, Problem>,
    /// Whether the user has named it, so that it must be named again to resume a game.
    pub(crate) is_named: bool,
}

/// Saves the game that is being played.
pub(super) struct Saver {
    keeper: Keeper,
    transcript: Option<TranscriptFile>,
}

impl Saver {
    /// Saves transcripts to a file, if one is given.
    ///
    /// # Errors
    /// Returns an error if the transcript cannot be written there.
    pub(super) fn new(keeper: Keeper, transcript: Option<PathBuf>) -> Result<Saver, Problem> {
        Ok(Saver { keeper, transcript: transcript.map(TranscriptFile::new).transpose()? })
    }

    /// Saves what has changed since the last call. A game that is not yet kept is kept only if `is_own`: the user plays
    /// it.
    ///
    /// Returns a sentence for each thing that could not be saved. Each is returned once.
    pub(super) fn save(&mut self, timed: &TimedGame, is_own: bool) -> Vec<String> {
        let kept = self.keeper.follow(timed, is_own);
        let kept = kept.map_err(|problem| format!("This game cannot be kept: {problem}."));
        let written = self.transcript.as_mut().map_or(Ok(()), |file| file.follow(timed));
        let written = written.map_err(|problem| format!("The transcript is not written: {problem}."));
        [kept, written].into_iter().filter_map(Result::err).collect()
    }

    /// Writes the transcript at the end of the program. `save` must have been called for this game.
    ///
    /// # Errors
    /// Returns an error if the transcript cannot be written.
    pub(super) fn finish(&mut self, timed: &TimedGame) -> Result<(), Problem> {
        self.transcript.as_mut().map_or(Ok(()), |file| file.finish(timed))
    }

    /// A sentence that says how to resume the game, if it is kept.
    pub(super) fn farewell(&self) -> Option<String> {
        self.keeper.farewell()
    }
}
