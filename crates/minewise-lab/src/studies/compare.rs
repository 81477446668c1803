//! Two players on the same seeds, until it is clear which is better.
//!
//! Games are played in batches of pairs. A batch is a record, and the test looks at the records in order after each of
//! them: so the verdict depends on neither the number of threads nor on stops in between.

mod batch;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use minewise::{Rules, Seed};
use minewise_coach::Adjust;
use minewise_coach::PlayerSpec;

use crate::error::Error;
use crate::play::threads::on_threads;
use crate::stats::sequential::{Differences, Test, Verdict};
use crate::store::journal::Journal;

pub use batch::Pairs;
use batch::{Batch, Tables};

/// The pairs of a batch.
pub const N_PER_BATCH: u64 = 250;

/// Two players to be compared.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// What is played.
    pub rules: Rules,
    /// Who plays.
    pub players: [PlayerSpec; 2],
    /// The seed of the first layout; each of the following pairs has the next one.
    pub seed: Seed,
    /// The most batches of pairs.
    pub n_batches: u64,
    /// How much luck is taken out of the differences that the verdict is by.
    pub adjust: Adjust,
    /// When it is clear.
    pub test: Test,
}

/// What a comparison has found. Depends on the comparison alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// What came of the pairs up to the verdict.
    pub pairs: Pairs,
    /// Which player is better.
    pub verdict: Verdict,
}

impl Compared {
    /// The differences that the verdict is by: the adjusted ones if there are any.
    pub fn decisive(&self) -> Differences {
        self.pairs.adjusted().unwrap_or_else(|| self.pairs.plain())
    }
}

impl Comparison {
    /// Plays until the test ends, on `n_threads` threads, and keeps the records in the journal at `path`; what is
    /// there already is not played again. `progress` is told of pairs as they end, or are found.
    ///
    /// # Errors
    /// When the journal cannot be read or written, has records of something else, or a player no longer plays as in
    /// them.
    ///
    /// # Panics
    /// When a player breaks the rules of the game, which is a bug of the player.
    pub fn play(
        &self,
        path: &Path,
        n_threads: usize,
        progress: &(impl Fn(u64) + Sync),
    ) -> Result<Compared, Error> {
        let journal = Journal::open(path)?;
        let earliest = self.read(&journal)?;
        let mut state = State {
            ahead: BTreeMap::new(),
            n_seen: 0,
            next: 0,
            pairs: Pairs::default(),
            journal,
            error: None,
        };
        for record in state.journal.records::<Batch>()? {
            let batch = record?.content;
            state.ahead.insert(batch.batch, batch.pairs);
            state.look(self);
        }
        progress(state.n_seen * N_PER_BATCH);
        if let Some(earliest) = earliest.filter(|_| !state.is_over(self)) {
            Tables::new(self).check_still_alike(&earliest, path)?;
        }
        let state = self.play_on(state, n_threads, progress)?;
        Ok(Compared { pairs: state.pairs, verdict: state.verdict(self) })
    }

    /// Checks the records of a journal; the earliest of them.
    fn read(&self, journal: &Journal) -> Result<Option<Batch>, Error> {
        let mut earliest: Option<Batch> = None;
        let mut seen = std::collections::HashSet::new();
        for record in journal.records::<Batch>()? {
            let record = record?;
            let twice =
                (!seen.insert(record.content.batch)).then(|| "a batch that was there before".to_owned());
            if let Some(fault) = record.content.fault(self).or(twice) {
                return Err(Error::line(journal.path(), record.line, fault));
            }
            if earliest.as_ref().is_none_or(|earliest| record.content.batch < earliest.batch) {
                earliest = Some(record.content);
            }
        }
        Ok(earliest)
    }

    /// Plays the batches that are missing.
    fn play_on(
        &self,
        state: State,
        n_threads: usize,
        progress: &(impl Fn(u64) + Sync),
    ) -> Result<State, Error> {
        if state.is_over(self) {
            return Ok(state);
        }
        let n_threads = n_threads.min(usize::try_from(self.n_batches).unwrap_or(usize::MAX));
        let shared = Mutex::new(state);
        let work = || {
            let mut tables = Tables::new(self);
            // Asked outside of the `while let`, which would keep the lock while the batch is played.
            let claim = || lock(&shared).claim(self);
            while let Some(batch) = claim() {
                let played = tables.play(batch, progress);
                lock(&shared).keep(self, &played);
            }
        };
        on_threads(n_threads, work);
        let mut state = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.error.take().map_or(Ok(state), Err)
    }
}

fn lock(shared: &Mutex<State>) -> MutexGuard<'_, State> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How a comparison stands.
struct State {
    journal: Journal,
    /// Batches beyond the first one missing.
    ahead: BTreeMap<u64, Pairs>,
    /// The batches that the test has looked at: all before the first one missing, or before the verdict.
    n_seen: u64,
    /// What came of them.
    pairs: Pairs,
    /// No batch before this one is still to be claimed.
    next: u64,
    error: Option<Error>,
}

impl State {
    /// The next batch to play, if it is not yet clear who is better.
    fn claim(&mut self, comparison: &Comparison) -> Option<u64> {
        if self.is_over(comparison) || self.error.is_some() {
            return None;
        }
        self.next = self.next.max(self.n_seen);
        while self.ahead.contains_key(&self.next) {
            self.next += 1;
        }
        let batch = self.next;
        self.next += 1;
        (batch < comparison.n_batches).then_some(batch)
    }

    /// Records a batch that was played, and looks at it in its turn.
    fn keep(&mut self, comparison: &Comparison, played: &Batch) {
        if let Err(error) = self.journal.append(played) {
            self.error.get_or_insert(error);
        }
        self.ahead.insert(played.batch, played.pairs);
        self.look(comparison);
    }

    /// Looks at the batches in order, as far as they are there.
    fn look(&mut self, comparison: &Comparison) {
        while !self.is_over(comparison)
            && let Some(pairs) = self.ahead.remove(&self.n_seen)
        {
            self.pairs.merge(&pairs);
            self.n_seen += 1;
        }
    }

    fn is_over(&self, comparison: &Comparison) -> bool {
        self.n_seen >= comparison.n_batches || self.verdict(comparison) != Verdict::Open
    }

    fn verdict(&self, comparison: &Comparison) -> Verdict {
        let decisive = self.pairs.adjusted().unwrap_or_else(|| self.pairs.plain());
        comparison.test.verdict(&decisive)
    }
}

#[cfg(test)]
mod tests;
