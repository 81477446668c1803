//! Threads that play the chunks of a plan.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::play::plan::{Chunk, Plan};
use crate::play::table::{Played, Table};
use crate::play::tally::Tally;
use crate::play::timing::Timing;
use crate::play::wins::Wins;

/// A chunk that was played, and what came of it.
pub(crate) struct PlayedChunk {
    pub(crate) chunk: Chunk,
    pub(crate) wins: Wins,
    pub(crate) tally: Tally,
    /// The fingerprint of the first games; see [`N_FIRST`].
    pub(crate) first_fingerprint: u64,
    pub(crate) timing: Timing,
}

/// So many games at the beginning of a chunk have a fingerprint of their own, by which a changed player is known.
pub(crate) const N_FIRST: u64 = 8;

/// So many games are played between two looks at the clock.
const N_PER_BATCH: usize = 64;

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
            let mut seat = None;
            loop {
                let idx = next.fetch_add(1, Ordering::Relaxed);
                if idx >= self.plan.n_chunks() || must_stop() {
                    return;
                }
                if !is_wanted(idx) {
                    continue;
                }
                let Some(played) = self.play_chunk(&mut seat, self.plan.chunk(idx), &must_stop) else {
                    return;
                };
                if let Err(error) = finish(played) {
                    has_failed.store(true, Ordering::Relaxed);
                    failure.lock().unwrap_or_else(std::sync::PoisonError::into_inner).get_or_insert(error);
                    return;
                }
            }
        };
        let n_threads = (self.n_threads.max(1) as u64).min(self.plan.n_chunks().max(1));
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..n_threads).map(|_| scope.spawn(work)).collect();
            for thread in threads {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            }
        });
        failure.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).map_or(Ok(()), Err)
    }

    /// Plays a chunk at the table of its case, a new one if the last chunk was of another; none if stopped.
    fn play_chunk(
        &self,
        seat: &mut Option<(usize, Table)>,
        chunk: Chunk,
        must_stop: &dyn Fn() -> bool,
    ) -> Option<PlayedChunk> {
        if seat.as_ref().is_none_or(|&(case_idx, _)| case_idx != chunk.case_idx) {
            *seat = Some((chunk.case_idx, table(self.plan, chunk.case_idx)));
        }
        let (_, table) = seat.as_mut()?;
        let rules = &self.plan.cases[chunk.case_idx].rules;
        let mut played = PlayedChunk {
            chunk,
            wins: Wins::default(),
            tally: Tally::default(),
            first_fingerprint: 0,
            timing: Timing::default(),
        };
        let mut batch: Vec<Played> = Vec::with_capacity(N_PER_BATCH);
        let mut games = chunk.first..chunk.first + chunk.n_games;
        while played.tally.games < chunk.n_games {
            batch.clear();
            let seeds = games.by_ref().take(N_PER_BATCH).take_while(|_| !must_stop());
            table.play_all(seeds.map(|game| self.plan.seeds(game)), &mut batch);
            if must_stop() {
                return None;
            }
            for game in &batch {
                if played.tally.games < N_FIRST {
                    played.first_fingerprint = played.first_fingerprint.wrapping_add(game.fingerprint);
                }
                played.wins.push(game.won);
                played.tally.add(rules, game);
            }
            (self.progress)(batch.len() as u64);
        }
        played.timing = table.take_timing();
        Some(played)
    }
}

/// A table for a case of a plan.
pub(crate) fn table(plan: &Plan, case_idx: usize) -> Table {
    let case = &plan.cases[case_idx];
    Table::new(case.rules, &case.player, plan.measure)
}
