//! What all fits have in common: games of seeds that no record reports, taken in a fixed order whoever prepares them, and
//! checkpoints to go on from.

use std::fmt;
use std::ops::Range;
use std::sync::mpsc::{Receiver, sync_channel};

use minewise::Seed;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub use minewise_players::FIRST_SEED;

/// What is to be learned from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// How many games.
    pub n_games: u64,
    /// The first of them is that of the seed [`FIRST_SEED`] plus this.
    pub seed: u64,
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} games from seed {}", self.n_games, self.seed)
    }
}

impl Settings {
    pub(crate) fn seed_of(self, idx: u64) -> Seed {
        Seed(FIRST_SEED.wrapping_add(self.seed).wrapping_add(idx))
    }
}

/// Where a course stands.
pub struct Standing<'a, S> {
    /// What it was told.
    pub settings: &'a S,
    /// The games to learn from, in all.
    pub games: Settings,
    /// The games learned from so far.
    pub n_done: u64,
}

/// A fit under way.
pub trait Course: Sized + Serialize + DeserializeOwned {
    /// What `minewise learn` calls it.
    const NAME: &'static str;

    /// The games that are learned from at a time; only between them it can be looked at, or written down.
    const AT_A_TIME: u64 = 500;

    /// What it is told; another course if any of it differs.
    type Settings: PartialEq + fmt::Display;

    /// One that has learned nothing yet.
    fn new(settings: Self::Settings) -> Self;

    /// Where it stands.
    fn standing(&self) -> Standing<'_, Self::Settings>;

    /// The games to learn from, in all.
    fn n_games(&self) -> u64 {
        self.standing().games.n_games
    }

    /// The games learned from so far.
    fn n_done(&self) -> u64 {
        self.standing().n_done
    }

    /// The next `n_games` games by their places, as far as there are.
    fn next_games(&self, n_games: u64) -> Range<u64> {
        self.n_done()..self.n_games().min(self.n_done().saturating_add(n_games))
    }

    /// Learns from the next `n_games` games, as far as there are; `n_threads` threads prepare them.
    fn learn(&mut self, n_games: u64, n_threads: usize);

    /// How well it goes, in a few words.
    fn progress(&self) -> String;

    /// Goes on where a checkpoint was written.
    ///
    /// # Errors
    /// When the text is no checkpoint, or one of other settings.
    fn resume(settings: Self::Settings, checkpoint: &str) -> Result<Self, CheckpointError> {
        let course: Self =
            serde_json::from_str(checkpoint).map_err(|_| CheckpointError::Foreign { course: Self::NAME })?;
        let found = course.standing().settings;
        if *found != settings {
            return Err(CheckpointError::OtherSettings { found: found.to_string() });
        }
        Ok(course)
    }

    /// All that is needed to go on later, as text.
    fn checkpoint(&self) -> String {
        serde_json::to_string(self).expect("plain numbers can be written")
    }
}

/// Has lessons prepared by several threads, each with a teacher of its own, and takes them in the order of their games.
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

/// Why a checkpoint cannot be gone on with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckpointError {
    /// It is none, or damaged.
    Foreign {
        /// What it should be one of.
        course: &'static str,
    },
    /// It is one of another fit.
    OtherSettings {
        /// What it was told.
        found: String,
    },
    /// It is one of another command.
    OtherCommand {
        /// Which.
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

    /// Takes a course in one go, and in parts by other threads with a checkpoint between: both come to the same, and are
    /// told.
    pub(crate) fn check_stops<C: Course>(settings: impl Fn() -> C::Settings) -> [C; 2] {
        let mut whole = C::new(settings());
        whole.learn(u64::MAX, 1);
        let mut parts = C::new(settings());
        parts.learn(whole.n_games() / 3, 2);
        let Ok(mut parts) = C::resume(settings(), &parts.checkpoint()) else {
            panic!("its own checkpoint is refused");
        };
        parts.learn(u64::MAX, 3);
        assert_eq!((parts.n_done(), parts.checkpoint()), (whole.n_games(), whole.checkpoint()));
        [whole, parts]
    }

    /// Asserts that a course goes on from neither damaged checkpoints nor those of other settings, told of as expected.
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
