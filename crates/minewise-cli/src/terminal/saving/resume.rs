//! Finds the unfinished game to resume.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use minewise::{Rules, Seed};
use minewise_coach::Problem;
use minewise_web::UNFINISHED;

use super::keeper::{Keeper, KeptGame};
use super::log::{self, Log};
use super::{DataFolder, ENDING};
use crate::terminal::timed_game::TimedGame;

/// The maximum length of a log in bytes.
const MOST_BYTES: u64 = 64 << 20;

/// Which games can be resumed.
#[derive(Clone, Copy, Debug)]
pub(in crate::terminal) struct Wanted {
    /// The rules; `None` if any will do.
    pub(in crate::terminal) rules: Option<Rules>,
    /// The seed; `None` if any will do.
    pub(in crate::terminal) seed: Option<Seed>,
}

/// Resumes the game that was played last and that no other program is playing.
///
/// # Errors
/// Returns an error if there is none, or if its file is damaged; the file is then left alone.
pub(in crate::terminal) fn resume(data: DataFolder, wanted: Wanted) -> Result<(TimedGame, Keeper), Problem> {
    let folder = data.path.clone()?.join(UNFINISHED);
    let mut n_locked = 0;
    for path in by_latest(&folder)? {
        let Some(file) = lock(&path, &mut n_locked)? else { continue };
        let bytes = read(&file, &path)?;
        // Without a header, nobody knows whether the game is the one that is wanted by rules or seed.
        let fits = match log::read_header(&bytes) {
            Ok((rules, seed)) => {
                wanted.rules.is_none_or(|wanted| wanted == rules)
                    && wanted.seed.is_none_or(|wanted| wanted == seed)
            }
            Err(_) => wanted.rules.is_none() && wanted.seed.is_none(),
        };
        if fits {
            let (timed, kept) = replay(file, path, &bytes)?;
            return Ok((timed, Keeper::resumed(data, kept)));
        }
    }
    Err(Problem::bad_input(nothing(wanted, n_locked)))
}

/// The number of games in a folder, besides this one, that no program is playing.
pub(super) fn n_others(folder: &Path, this: &Path) -> usize {
    let others = by_latest(folder).unwrap_or_default();
    others.iter().filter(|path| *path != this && matches!(lock(path, &mut 0), Ok(Some(_)))).count()
}

/// The files of games, the one written last first.
fn by_latest(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
    let cannot_read = |error| Problem::file("read", folder, &error);
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(cannot_read)?,
    };
    let mut files: Vec<(SystemTime, PathBuf)> = Vec::new();
    for entry in entries {
        let path = entry.map_err(cannot_read)?.path();
        // A file that is gone by now was the game of another program, which has ended. What is not a file, such as a
        // pipe, is not a game either.
        let Ok(metadata) = fs::metadata(&path) else { continue };
        if metadata.is_file() && path.extension().is_some_and(|ending| ending == ENDING) {
            files.push((metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH), path));
        }
    }
    files.sort_by(|a, b| b.cmp(a));
    Ok(files.into_iter().map(|(_, path)| path).collect())
}

/// Opens and locks a file. Returns `None` if it is gone, or locked by another program, which is then counted.
fn lock(path: &Path, n_locked: &mut usize) -> Result<Option<File>, Problem> {
    let file = match OpenOptions::new().read(true).append(true).open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        file => file.map_err(|error| Problem::file("open", path, &error))?,
    };
    match file.try_lock() {
        // The other program may have removed it before it unlocked it.
        Ok(()) => Ok(path.exists().then_some(file)),
        Err(TryLockError::WouldBlock) => {
            *n_locked += 1;
            Ok(None)
        }
        Err(TryLockError::Error(error)) => Err(Problem::file("lock", path, &error)),
    }
}

fn read(file: &File, path: &Path) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    let read = file.take(MOST_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| Problem::file("read", path, &error))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Problem::bad_input(format!(
            "`{}` has more than {} MiB",
            path.display(),
            MOST_BYTES >> 20
        )));
    }
    Ok(bytes)
}

/// Plays a game again. An incomplete last line is removed from its file, so that the next one starts on its own.
fn replay(file: File, path: PathBuf, bytes: &[u8]) -> Result<(TimedGame, KeptGame), Problem> {
    let wrong = |(line, wrong): log::Wrong| Problem::line(&path, line as u64, wrong);
    let Log { rules, seed, events, n_bytes } = log::read(bytes).map_err(wrong)?;
    let n_written = events.len();
    let timed = TimedGame::replay(rules, seed, events).map_err(|(idx, why)| wrong((idx + 2, why)))?;
    if n_bytes < bytes.len() {
        file.set_len(n_bytes as u64).map_err(|error| Problem::file("write", &path, &error))?;
    }
    Ok((timed, KeptGame { file, path, rules, seed, n_written }))
}

/// Says that there is nothing to resume.
fn nothing(wanted: Wanted, n_locked: usize) -> String {
    let of = wanted.rules.map_or_else(String::new, |rules| format!(" of {rules}"));
    let with = wanted.seed.map_or_else(String::new, |seed| format!(" with seed {seed}"));
    match n_locked {
        0 => format!("there is no unfinished game{of}{with} to resume"),
        _ => format!("there is no unfinished game{of}{with} to resume that no other program is playing"),
    }
}
