//! Counts views one after another, and caches the counts of their regions.

use std::sync::{Arc, OnceLock};

use super::clash::ClashFinder;
use super::join::Joiner;
use super::problem::{Collector, Problem};
use super::region_cache::RegionCache;
use super::settled::{All, Settled};
use super::sweep::Scratch;
use super::weight::LOG2_LIMIT;
use super::work::{Halt, Work};
use super::{Census, CensusError, Verdict};
use crate::board::{Cell, View};

/// The default limit of work of a counter, in edges of sweeps. It stands for a few seconds.
pub const DEFAULT_WORK: usize = 16_000_000;

/// The default limit of size of a counter, in table entries of at most nine bytes. It stands for at most 256 MB, with
/// what an allocator needs beside them.
pub const DEFAULT_SIZE: usize = 24_000_000;

/// Counts views, and caches the counts of their regions for the next view.
///
/// The shape of a region determines its count to the last bit. So earlier counts affect only the time that a census
/// takes, never its result.
#[derive(Clone, Debug)]
pub struct Counter {
    work: usize,
    size: usize,
    /// The most unsettled cells for which plain floats are used: [`LOG2_LIMIT`], except in tests of the wide ones.
    plain_limit: usize,
    /// What follows from the single numbers of the view being counted.
    settled: Settled,
    collector: Collector,
    cache: RegionCache,
    joiner: Joiner<f64>,
    scratch: Scratch<f64>,
    /// A problem that is no longer needed, kept to reuse its memory.
    spare: Problem,
}

/// Why a view was not counted.
enum Failure {
    /// No layout fits. The contradiction lies near a cell or, if that is `None`, involves the mine count.
    NoLayout { near: Option<Cell> },
    /// Counting was not finished.
    Halt(Halt),
}

impl From<Halt> for Failure {
    fn from(halt: Halt) -> Failure {
        Failure::Halt(halt)
    }
}

impl Default for Counter {
    fn default() -> Counter {
        Counter::new()
    }
}

impl Counter {
    /// Creates a counter with the default limits of work and size.
    pub fn new() -> Counter {
        Counter::with_work(DEFAULT_WORK)
    }

    /// Creates a counter that gives up on a view after this much work, in edges of sweeps.
    pub fn with_work(work: usize) -> Counter {
        Counter {
            work,
            size: DEFAULT_SIZE,
            plain_limit: LOG2_LIMIT,
            settled: Settled::default(),
            collector: Collector::default(),
            cache: RegionCache::default(),
            joiner: Joiner::default(),
            scratch: Scratch::default(),
            spare: Problem::default(),
        }
    }

    /// Creates a counter with the same limits and an empty cache.
    pub(crate) fn emptied(&self) -> Counter {
        Counter { size: self.size, plain_limit: self.plain_limit, ..Counter::with_work(self.work) }
    }

    /// The same counter, but it gives up on a view that needs more than this many table entries.
    #[must_use]
    pub fn with_size(self, size: usize) -> Counter {
        Counter { size, ..self }
    }

    /// Empties the cache of counted regions. This affects only the time that the next census takes.
    pub fn forget(&mut self) {
        self.cache.forget();
    }

    /// Counts the layouts that fit `view`. Flags are ignored.
    ///
    /// # Errors
    /// When no layout fits, counting would be too much work, or it is cancelled.
    pub fn census(&mut self, view: &View) -> Result<Census, CensusError> {
        let mut settled = std::mem::take(&mut self.settled);
        settled.read(view, &All);
        let census = self.census_of(view, &settled);
        self.settled = settled;
        census
    }

    /// Takes back the memory of a census that is no longer needed.
    pub(crate) fn recycle(&mut self, census: Census) {
        self.spare = census.problem;
    }

    /// Counts the layouts that fit `view`. `settled` must be what follows from its single numbers.
    pub(crate) fn census_of(&mut self, view: &View, settled: &Settled) -> Result<Census, CensusError> {
        match self.count(view, settled) {
            Ok(census) => Ok(census),
            Err(Failure::NoLayout { near }) => {
                Err(CensusError::Clash(ClashFinder::new(view, self.work).find(near)))
            }
            Err(Failure::Halt(halt)) => Err(match halt {
                Halt::OutOfWork => CensusError::TooMuchWork,
                Halt::OutOfRoom => CensusError::TooLarge,
                Halt::Cancelled => CensusError::Cancelled,
            }),
        }
    }

    /// As [`Counter::census_of`], but returns `None` instead of searching for the reason of a failure. Of `view`, only
    /// the grid and the shown mines are used.
    pub(crate) fn try_census_of(&mut self, view: &View, settled: &Settled) -> Option<Census> {
        self.count(view, settled).ok()
    }

    fn count(&mut self, view: &View, settled: &Settled) -> Result<Census, Failure> {
        if let Some(number) = settled.clash() {
            return Err(Failure::NoLayout { near: Some(number) });
        }
        let problem = self.collector.collect(view.grid(), settled, std::mem::take(&mut self.spare));
        let outside = problem.outside().ok_or(Failure::NoLayout { near: None })?;
        let mut work = Work::new(self.work, self.size);
        work.stop_if_cancelled()?;
        let mut counted = Vec::with_capacity(problem.regions.len());
        for region in &problem.regions {
            let count = self.cache.region(problem.shape(region), &mut work)?;
            if let Some(group) = count.sweep.dead_end() {
                let cells = problem.cells(region.first_group as usize + group);
                return Err(Failure::NoLayout { near: Some(cells[0] as Cell) });
            }
            counted.push(count);
        }
        let mut census = Census {
            grid: Arc::clone(view.grid()),
            groups: vec![(0.0, Verdict::Open); problem.n_groups()],
            shown_mines: view.shown_mines().map(|cell| cell as u32).collect(),
            problem,
            counted,
            tails: Vec::new(),
            tail_starts: Vec::new(),
            interior: (0.0, Verdict::Open),
            safe: settled.safe().map(|cell| cell as u32).collect(),
            layouts_log10: 0.0,
            layouts: OnceLock::new(),
        };
        let n_unsettled = census.problem.group_cells.len() + census.problem.n_interior;
        let any_fits = if n_unsettled <= self.plain_limit {
            census.weigh_with_f64(outside, &mut self.joiner, &mut self.scratch, &mut work)?
        } else {
            census.weigh_with_wide(outside, self.plain_limit, &mut work)?
        };
        if !any_fits {
            return Err(Failure::NoLayout { near: None });
        }
        census.collect_safe();
        Ok(census)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;
    use crate::num::{Rng, Seed};
    use crate::testing::random_view;

    /// Large grids use another number type; on small ones, both must give the same results.
    #[test]
    fn wide_floats_give_the_results_of_plain_ones() {
        let mut rng = Rng::new(Seed(8));
        let mut plain = Counter::new();
        // Wide floats for everything, and plain floats for the smaller regions.
        let mut wide = [0, 12].map(|plain_limit| Counter { plain_limit, ..Counter::new() });
        for _ in 0..4000 {
            let rules = Rules::random(&mut rng, 9);
            let view = random_view(&mut rng, rules);
            let expected = plain.census(&view).unwrap();
            for counter in &mut wide {
                let census = counter.census(&view).unwrap();
                assert!((census.layouts_log10() - expected.layouts_log10()).abs() < 1e-11, "{view:#}");
                for cell in view.covered() {
                    assert_eq!(census.verdict(cell), expected.verdict(cell), "{view:#}");
                    let (one, other) = (census.risk(cell).unwrap(), expected.risk(cell).unwrap());
                    assert!((one - other).abs() < 1e-12, "{view:#}: {one}, not {other}");
                }
            }
        }
    }
}
