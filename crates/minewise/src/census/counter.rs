//! Counts views one after the other, and keeps the regions that come back.

use std::sync::{Arc, OnceLock};

use super::clash::Clasher;
use super::join::Joiner;
use super::kept::Kept;
use super::problem::{Collector, Problem};
use super::settled::{All, Settled};
use super::sweep::{OutOfWork, Scratch, Work};
use super::weight::LOG2_LIMIT;
use super::{Census, CensusError, Verdict};
use crate::board::{Cell, View};

/// The default limit of work of a counter, in edges of sweeps: a few seconds, and a few hundred
/// megabytes.
pub const DEFAULT_WORK: usize = 16_000_000;

/// Counts views, and keeps the regions that it counted for the next view.
///
/// A region is found again by its shape alone, and counting it again would give the same bits, so what was counted
/// before changes nothing but the time it takes.
#[derive(Clone, Debug)]
pub struct Counter {
    work: usize,
    /// The most unsettled cells that are weighed in plain floats: [`LOG2_LIMIT`], except in tests of the wider ones.
    plain_limit: usize,
    /// What follows from single numbers of the view being counted.
    settled: Settled,
    collector: Collector,
    kept: Kept,
    joiner: Joiner<f64>,
    scratch: Scratch<f64>,
    /// A problem that is no longer needed, kept to reuse its memory.
    spare: Problem,
}

/// Why a view was not counted.
enum Failure {
    /// No layout fits; what clashes lies near a cell, or is the mine count.
    NoLayout { near: Option<Cell> },
    /// It would be too much work.
    OutOfWork,
}

impl From<OutOfWork> for Failure {
    fn from(_: OutOfWork) -> Failure {
        Failure::OutOfWork
    }
}

impl Default for Counter {
    fn default() -> Counter {
        Counter::new()
    }
}

impl Counter {
    /// A counter with the default limit of work.
    pub fn new() -> Counter {
        Counter::with_work(DEFAULT_WORK)
    }

    /// A counter that gives up on a view after this much work, in edges of sweeps.
    pub fn with_work(work: usize) -> Counter {
        Counter {
            work,
            plain_limit: LOG2_LIMIT,
            settled: Settled::default(),
            collector: Collector::default(),
            kept: Kept::default(),
            joiner: Joiner::default(),
            scratch: Scratch::default(),
            spare: Problem::default(),
        }
    }

    /// A counter with the same limits that has counted nothing yet.
    pub(crate) fn emptied(&self) -> Counter {
        Counter { plain_limit: self.plain_limit, ..Counter::with_work(self.work) }
    }

    /// Forgets the regions counted so far. Changes nothing but the time that the next census takes.
    pub fn forget(&mut self) {
        self.kept.forget();
    }

    /// Counts the layouts that fit `view`. Flags are ignored.
    ///
    /// # Errors
    /// When no layout fits, or counting would be too much work.
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

    /// Counts the layouts that fit `view`; `settled` is what follows from its single numbers.
    pub(crate) fn census_of(&mut self, view: &View, settled: &Settled) -> Result<Census, CensusError> {
        match self.count(view, settled) {
            Ok(census) => Ok(census),
            Err(Failure::NoLayout { near }) => {
                Err(CensusError::Clash(Clasher::new(view, self.work).find(near)))
            }
            Err(Failure::OutOfWork) => Err(CensusError::TooMuchWork),
        }
    }

    /// The same without the reason for a failure; `None` if there is no census. Of `view`, only the mines shown are looked at.
    pub(crate) fn try_census_of(&mut self, view: &View, settled: &Settled) -> Option<Census> {
        self.count(view, settled).ok()
    }

    fn count(&mut self, view: &View, settled: &Settled) -> Result<Census, Failure> {
        if let Some(number) = settled.clash() {
            return Err(Failure::NoLayout { near: Some(number) });
        }
        let problem = self.collector.collect(view.grid(), settled, std::mem::take(&mut self.spare));
        let outside = problem.outside().ok_or(Failure::NoLayout { near: None })?;
        let mut work = Work(self.work);
        let mut counted = Vec::with_capacity(problem.regions.len());
        for region in &problem.regions {
            let count = self.kept.region(problem.shape(region), &mut work)?;
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
            census.weigh_plainly(outside, &mut self.joiner, &mut self.scratch, &mut work)?
        } else {
            census.weigh_widely(outside, self.plain_limit, &mut work)?
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

    /// Large grids are weighed in another arithmetic; on small ones the results must be the same.
    #[test]
    fn wide_floats_weigh_as_plain_ones_do() {
        let mut rng = Rng::new(Seed(8));
        let mut plain = Counter::new();
        // With no room for plain floats at all, and with room for the smaller regions.
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
