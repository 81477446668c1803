//! The parts that all fits share: games with seeds that no record reports, learned from in a fixed order whichever
//! thread prepares them, and checkpoints from which a fit is resumed.

use std::fmt;
use std::ops::Range;
use std::sync::mpsc::{Receiver, sync_channel};

use minewise::Seed;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub use minewise_players::FIRST_SEED;

/// Settings of a fit: which games to learn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The number of games.
    pub n_games: u64,
    /// The first game has the seed [`FIRST_SEED`] plus this number.
    pub seed: u64,
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} games from seed {}", self.n_games, self.seed)
    }
}

impl Settings {
    /// The seed of the game with this index.
    pub(crate) fn seed_of(self, idx: u64) -> Seed {
        Seed(FIRST_SEED.wrapping_add(self.seed).wrapping_add(idx))
    }
}

/// The settings of a course, and how far it is.
pub struct CourseState<'a, S> {
    /// The settings that it was created with.
    pub settings: &'a S,
    /// All games to learn from.
    pub games: Settings,
    /// The number of games learned from so far.
    pub n_done: u64,
}

/// A course of training: a fit in progress that can be saved as text and resumed.
///
/// The result depends on the settings alone. Threads, stops and resumes change nothing but the time it takes.
pub trait Course: Sized + Serialize + DeserializeOwned {
    /// Its name in the command `minewise learn <name>`.
    const NAME: &'static str;

    /// The number of games that a caller should learn from in one call of [`Course::learn`]. Only between two calls can
    /// progress be shown and a checkpoint be written.
    const GAMES_PER_CALL: u64 = 500;

    /// Its settings. A checkpoint is resumed only with equal settings.
    type Settings: PartialEq + fmt::Display;

    /// Creates a course that has learned nothing yet.
    fn new(settings: Self::Settings) -> Self;

    /// The settings of the course, and how far it is.
    fn state(&self) -> CourseState<'_, Self::Settings>;

    /// The number of games to learn from, in total.
    fn n_games(&self) -> u64 {
        self.state().games.n_games
    }

    /// The number of games learned from so far.
    fn n_done(&self) -> u64 {
        self.state().n_done
    }

    /// The indices of the next `n_games` games, or of all that are left if they are fewer.
    fn next_games(&self, n_games: u64) -> Range<u64> {
        self.n_done()..self.n_games().min(self.n_done().saturating_add(n_games))
    }

    /// Learns from the next `n_games` games, or from all that are left if they are fewer; `n_threads` threads prepare
    /// them.
    fn learn(&mut self, n_games: u64, n_threads: usize);

    /// A short description of how well the fit goes, for people.
    fn progress(&self) -> String;

    /// Resumes a course from a checkpoint.
    ///
    /// # Errors
    /// When the text is not a checkpoint of this kind of course, or was written with other settings.
    fn resume(settings: Self::Settings, checkpoint: &str) -> Result<Self, CheckpointError> {
        let course: Self =
            serde_json::from_str(checkpoint).map_err(|_| CheckpointError::Foreign { course: Self::NAME })?;
        let found = course.state().settings;
        if *found != settings {
            return Err(CheckpointError::OtherSettings { found: found.to_string() });
        }
        Ok(course)
    }

    /// Everything that is needed to resume the course later, as text.
    fn checkpoint(&self) -> String {
        serde_json::to_string(self).expect("plain numbers can be written")
    }
}

/// Prepares the lessons of games on several threads, and passes them to `take` in the order of the games.
///
/// Each thread calls `teacher` once for a function of its own that turns a seed into a lesson.
pub(crate) fn in_order<T: Send, M: FnMut(Seed) -> T>(
    settings: Settings,
    games: Range<u64>,
    n_threads: usize,
    teacher: impl Fn() -> M + Sync,
    mut take: impl FnMut(T),
) {
    let n_threads = n_threads.max(1);
    let teacher = &teacher;
    std::thread::scope(|scope| {
        let lessons: Vec<Receiver<T>> = (0..n_threads)
            .map(|thread| {
                // Bounded, so that a thread that is far ahead does not fill the memory with lessons.
                let (sender, receiver) = sync_channel(32);
                let own = (games.start + thread as u64..games.end).step_by(n_threads);
                scope.spawn(move || {
                    let mut lesson = teacher();
                    for idx in own {
                        if sender.send(lesson(settings.seed_of(idx))).is_err() {
                            return;
                        }
                    }
                });
                receiver
            })
            .collect();
        for idx in games.clone() {
            let thread = (idx - games.start) as usize % n_threads;
            take(lessons[thread].recv().expect("every thread makes its lessons"));
        }
    });
}

/// The reason why a course cannot be resumed from a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckpointError {
    /// The text is not a checkpoint of this kind of course, or it is damaged.
    Foreign {
        /// The name of the expected course.
        course: &'static str,
    },
    /// The checkpoint was written with other settings.
    OtherSettings {
        /// The settings in the checkpoint.
        found: String,
    },
    /// The checkpoint was written by another command.
    OtherCommand {
        /// The command in the checkpoint.
        found: String,
    },
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::Foreign { course } => write!(f, "this is no checkpoint of `learn {course}`"),
            CheckpointError::OtherSettings { found } => write!(f, "this checkpoint is of {found}"),
            CheckpointError::OtherCommand { found } => write!(f, "this checkpoint is of `{found}`"),
        }
    }
}

impl std::error::Error for CheckpointError {}

#[cfg(test)]
pub(crate) mod testing {
    use super::{CheckpointError, Course};

    /// Runs a course at once, and again in parts with other numbers of threads and a checkpoint in between. Asserts
    /// that the results are equal, and returns both courses.
    pub(crate) fn check_stops<C: Course>(settings: impl Fn() -> C::Settings) -> [C; 2] {
        let mut whole = C::new(settings());
        whole.learn(u64::MAX, 1);
        let mut parts = C::new(settings());
        parts.learn(whole.n_games() / 3, 2);
        let Ok(mut parts) = C::resume(settings(), &parts.checkpoint()) else {
            panic!("a course accepts its own checkpoint");
        };
        parts.learn(u64::MAX, 3);
        assert_eq!((parts.n_done(), parts.checkpoint()), (whole.n_games(), whole.checkpoint()));
        [whole, parts]
    }

    /// Asserts that a course is resumed neither from damaged checkpoints nor from one with other settings, and that the
    /// latter gives the expected message.
    pub(crate) fn check_refused<C: Course>(
        settings: impl Fn() -> C::Settings,
        other: C::Settings,
        expected: &str,
    ) {
        let foreign = CheckpointError::Foreign { course: C::NAME };
        let other = C::new(other).checkpoint();
        for text in ["{}", &other[1..]] {
            assert_eq!(C::resume(settings(), text).err(), Some(foreign.clone()));
        }
        let found = C::resume(settings(), &other).err().map(|error| error.to_string());
        assert_eq!(found.as_deref(), Some(expected));
    }
}
