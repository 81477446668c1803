//! Helpers for the tests of the lab.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use minewise_coach::zoo::{Entry, Zoo};
use minewise_coach::{PlayerSpec, Problem};
use minewise_players::Exact;
use minewise_players::entry::{Model, Models};

use crate::{Folder, Progress, RunOptions, Study, StudyStatus};

/// Creates an empty folder of this name for one test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("minewise-lab-{}", std::process::id())).join(name);
    // It may be left over from another process with the same id.
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// Conducts a study in a folder to its end. Returns the numbers of units that were already done, and of those done now.
pub(crate) fn conduct<S: Study>(study: &S, folder: &Path, n_threads: usize) -> Result<(u64, u64), Problem> {
    let (kept, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let progress = |progress| match progress {
        Progress::AlreadyDone(n_units) => kept.store(n_units, Ordering::Relaxed),
        Progress::Done(n_units) => _ = done.fetch_add(n_units, Ordering::Relaxed),
    };
    let options = RunOptions {
        n_threads,
        stop: &AtomicBool::new(false),
        progress: &progress,
        commit: None,
        part: None,
    };
    assert_eq!(Folder::new(folder).conduct(study, &options)?, StudyStatus::Complete);
    Ok((kept.into_inner(), done.into_inner()))
}

/// Returns the spec of a player that no zoo has.
pub(crate) fn spec_of(entry: Entry) -> PlayerSpec {
    let name = entry.name().to_owned();
    let mut zoo = Zoo::shipped().clone();
    zoo.add(entry).unwrap();
    zoo.read(&name).unwrap()
}

/// Returns a zoo with a player that uses a model. The id of the model is its text, so that tests can see which was
/// loaded.
pub(crate) fn learned() -> Zoo {
    let mut zoo = Zoo::new(Models::default());
    zoo.give_model("small.book".to_owned(), "rules small".to_owned());
    zoo.give_model("large.book".to_owned(), "rules large".to_owned());
    zoo.add(Entry::learned("learned", "test", "Plays by the book.", |options| {
        let shipped = [("small", "small.book"), ("large", "large.book")];
        options.model::<Book>("model", &shipped, "Which book.").map(|_| Exact::default())
    }))
    .unwrap();
    zoo
}

/// A model: any text that begins with `rules`.
struct Book(String);

impl FromStr for Book {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Book, &'static str> {
        if text.starts_with("rules") { Ok(Book(text.to_owned())) } else { Err("line 1 is not `rules`") }
    }
}

impl Model for Book {
    fn id(&self) -> String {
        self.0.clone()
    }
}
