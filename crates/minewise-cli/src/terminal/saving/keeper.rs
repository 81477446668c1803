//! Keeps an unfinished game in a file, so that it survives the end of the program, however it comes.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use minewise::{Rules, Seed};
use minewise_coach::Problem;
use minewise_web::{UNFINISHED, create_folder};

use super::{DataFolder, ENDING, log, resume};
use crate::terminal::timed_game::TimedGame;

/// Keeps the game that is being played.
pub(in crate::terminal) struct Keeper {
    data: DataFolder,
    kept: Option<KeptGame>,
    /// Whether something went wrong. Then nothing more is tried, so that there is only one message.
    has_failed: bool,
}

/// A game that is in a file.
pub(super) struct KeptGame {
    /// Open for appending, and locked. No other program writes to it.
    pub(super) file: File,
    pub(super) path: PathBuf,
    pub(super) rules: Rules,
    pub(super) seed: Seed,
    /// The number of events that are in the file.
    pub(super) n_written: usize,
}

impl Keeper {
    /// Keeps games in this folder. It is created when it is needed.
    pub(in crate::terminal) fn new(data: DataFolder) -> Keeper {
        Keeper { data, kept: None, has_failed: false }
    }

    /// Goes on to keep a game that is in a file.
    pub(super) fn resumed(data: DataFolder, kept: KeptGame) -> Keeper {
        Keeper { kept: Some(kept), ..Keeper::new(data) }
    }

    /// Brings the file up to date with the game. When this returns, what it wrote survives a crash.
    ///
    /// A game with a reveal gets a file if `is_own`; a game that is over loses it, as does the one before a new game.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written, but only the first time.
    pub(super) fn follow(&mut self, timed: &TimedGame, is_own: bool) -> Result<(), Problem> {
        if self.has_failed {
            return Ok(());
        }
        let res = self.try_to_follow(timed, is_own);
        if res.is_err() {
            (self.has_failed, self.kept) = (true, None);
        }
        res
    }

    fn try_to_follow(&mut self, timed: &TimedGame, is_own: bool) -> Result<(), Problem> {
        let is_this = |kept: &KeptGame| (kept.rules, kept.seed) == (timed.rules(), timed.seed());
        if let Some(kept) = self.kept.take_if(|kept| timed.game().is_over() || !is_this(kept)) {
            kept.remove()?;
        }
        match &mut self.kept {
            Some(kept) => kept.append(timed)?,
            None if is_own && timed.has_begun() && !timed.game().is_over() => {
                self.kept = Some(KeptGame::create(&self.folder()?, timed)?);
            }
            None => {}
        }
        Ok(())
    }

    fn folder(&self) -> Result<PathBuf, Problem> {
        Ok(self.data.path.clone()?.join(UNFINISHED))
    }

    /// A sentence that says how to resume the game, if it is kept, and how many others there are.
    pub(super) fn farewell(&self) -> Option<String> {
        let kept = self.kept.as_ref()?;
        let folder = match &self.data.path {
            Ok(path) if self.data.is_named => format!(" --data {}", quoted(path)),
            _ => String::new(),
        };
        let more = match resume::n_others(&self.folder().ok()?, &kept.path) {
            0 => String::new(),
            1 => " 1 older game is kept, too.".to_owned(),
            n => format!(" {n} older games are kept, too."),
        };
        Some(format!("This game is kept: `minewise play --resume{folder}` goes on with it.{more}"))
    }
}

/// A path as shells read it.
fn quoted(path: &Path) -> String {
    let path = path.display().to_string();
    let is_plain = path.chars().all(|letter| letter.is_alphanumeric() || "/\\.:_-".contains(letter));
    if is_plain { path } else { format!("'{path}'") }
}

impl KeptGame {
    /// Writes the whole game to a new file, which appears in the folder complete and locked.
    fn create(folder: &Path, timed: &TimedGame) -> Result<KeptGame, Problem> {
        create_folder(folder).map_err(|error| Problem::file("create", folder, &error))?;
        let path = folder.join(new_name()?);
        let new = path.with_extension("new");
        let write = || -> io::Result<File> {
            let mut options = OpenOptions::new();
            // The seed is in it, which is as good as the layout.
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let mut file = options.append(true).create_new(true).open(&new)?;
            file.try_lock()?;
            let lines = timed.events().iter().map(|event| log::line(timed.grid(), event));
            let text: String =
                std::iter::once(log::header(&timed.rules(), timed.seed())).chain(lines).collect();
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(&new, &path)?;
            // Only Unix can open a folder as a file. Elsewhere it need not be flushed.
            if cfg!(unix) {
                File::open(folder)?.sync_all()?;
            }
            Ok(file)
        };
        let file = write().map_err(|error| {
            // It may not be there. The first error is the one to report.
            let _ = fs::remove_file(&new);
            Problem::file("write", &path, &error)
        })?;
        let (rules, seed) = (timed.rules(), timed.seed());
        Ok(KeptGame { file, path, rules, seed, n_written: timed.events().len() })
    }

    /// Appends the events that are not in the file yet, each by one write.
    fn append(&mut self, timed: &TimedGame) -> Result<(), Problem> {
        for event in &timed.events()[self.n_written..] {
            let line = log::line(timed.grid(), event);
            let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
            written.map_err(|error| Problem::file("write", &self.path, &error))?;
            self.n_written += 1;
        }
        Ok(())
    }

    /// Removes the file, and only then its lock.
    fn remove(self) -> Result<(), Problem> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Problem::file("remove", &self.path, &error))
            }
            _ => Ok(()),
        }
    }
}

/// A name that no other game has. Names sort by the time when the games began.
fn new_name() -> Result<String, Problem> {
    let no_random = |error| Problem::failed(format!("the operating system has no random numbers: {error}"));
    let random = getrandom::u32().map_err(no_random)?;
    let ms = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis());
    Ok(format!("{ms:015}-{random:08x}.{ENDING}"))
}
