//! The file of the transcript.

use std::path::PathBuf;

use minewise::Seed;
use minewise::game::Transcript;
use minewise_coach::Problem;
use minewise_lab::write_atomically;

use crate::terminal::timed_game::TimedGame;

/// A file that gets the transcript of the last game.
pub(super) struct TranscriptFile {
    path: PathBuf,
    /// The seed and the number of events of the game that was written last.
    written: Option<(Seed, usize)>,
}

impl TranscriptFile {
    /// # Errors
    /// Returns an error if there is no folder for the file, or a folder in its place.
    pub(super) fn new(path: PathBuf) -> Result<TranscriptFile, Problem> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let name = path.display();
        match folder {
            _ if path.is_dir() => Err(Problem::bad_input(format!(
                "the transcript cannot be written to `{name}`, which is a folder"
            ))),
            Some(folder) if !folder.is_dir() => Err(Problem::bad_input(format!(
                "the transcript cannot be written to `{name}`: there is no folder `{}`",
                folder.display()
            ))),
            _ => Ok(TranscriptFile { path, written: None }),
        }
    }

    /// Writes the transcript if the game is over.
    pub(super) fn follow(&mut self, timed: &TimedGame) -> Result<(), Problem> {
        if timed.game().is_over() { self.write(timed) } else { Ok(()) }
    }

    /// Writes the transcript, unless a game before it was written and this one has no moves.
    pub(super) fn finish(&mut self, timed: &TimedGame) -> Result<(), Problem> {
        let is_empty = timed.game().moves().is_empty();
        if is_empty && self.written.is_some_and(|(seed, _)| seed != timed.seed()) {
            return Ok(());
        }
        self.write(timed)
    }

    fn write(&mut self, timed: &TimedGame) -> Result<(), Problem> {
        let current = Some((timed.seed(), timed.events().len()));
        if std::mem::replace(&mut self.written, current) == current {
            return Ok(());
        }
        let text = Transcript::of(timed.game(), timed.seed()).to_string();
        write_atomically(&self.path, text.as_bytes())
    }
}
