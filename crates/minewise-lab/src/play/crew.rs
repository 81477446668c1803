//! Threads that play the chunks of a plan.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::play::chunk::{PlayedChunk, Seat};
use crate::play::plan::Plan;
use crate::play::threads::on_threads;

/// Threads that play the chunks of a plan.
pub(crate) struct Crew<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) n_threads: usize,
    /// Once it is set, everybody stops after the game in hand, and chunks not finished are forgotten.
    pub(crate) stop: &'a AtomicBool,
    /// Told of games as they end.
    pub(crate) progress: &'a (dyn Fn(u64) + Sync),
}

impl Crew<'_> {
    /// Plays the chunks that `is_wanted`, claimed in the order of the plan; `finish` is told of each, in any order.
    ///
    /// # Errors
    /// The first of `finish`, after which nobody plays on.
    ///
    /// # Panics
    /// When a player breaks the rules of the game, which is a bug of the player.
    pub(crate) fn play<E: Send>(
        &self,
        is_wanted: &(dyn Fn(u64) -> bool + Sync),
        finish: &(dyn Fn(PlayedChunk) -> Result<(), E> + Sync),
    ) -> Result<(), E> {
        let next = AtomicU64::new(0);
        let failure = Mutex::new(None);
        let has_failed = AtomicBool::new(false);
        let must_stop = || self.stop.load(Ordering::Relaxed) || has_failed.load(Ordering::Relaxed);
        let work = || {
            let mut seat = Seat::new(self.plan);
            loop {
                let idx = next.fetch_add(1, Ordering::Relaxed);
                if idx >= self.plan.n_chunks() || must_stop() {
                    return;
                }
                if !is_wanted(idx) {
                    continue;
                }
                let Some(played) = seat.play(self.plan.chunk(idx), &must_stop, self.progress) else {
                    return;
                };
                if let Err(error) = finish(played) {
                    has_failed.store(true, Ordering::Relaxed);
                    failure.lock().unwrap_or_else(std::sync::PoisonError::into_inner).get_or_insert(error);
                    return;
                }
            }
        };
        let n_threads = self.n_threads.min(usize::try_from(self.plan.n_chunks()).unwrap_or(usize::MAX));
        on_threads(n_threads, work);
        failure.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).map_or(Ok(()), Err)
    }
}
