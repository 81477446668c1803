//! Counts views one after the other, and keeps the regions that come back.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use super::clash::Clasher;
use super::join::{Joined, Joiner, Outside, Spread};
use super::problem::{Collector, Problem, Region};
use super::settled::{All, INTERIOR, Settled};
use super::sweep::{OutOfWork, Scratch, Sweep, Sweeper, Work};
use super::weight::{Float, LOG2_LIMIT, Weight, Wide};
use super::{Census, CensusError, Verdict};
use crate::grid::Cell;
use crate::natural::Natural;
use crate::view::View;

/// The limit of work that a counter has unless told otherwise, in edges of sweeps: a few seconds, and a few hundred
/// megabytes.
pub const DEFAULT_WORK: usize = 16_000_000;

/// The edges of all regions kept; beyond it all are forgotten.
const MOST_KEPT: usize = 2_000_000;

/// Counts views, and keeps the regions that it counted for the next view.
///
/// A region is found again by its shape alone, and counting it again would give the same bits, so what was counted
/// before changes nothing but the time it takes.
#[derive(Clone, Debug)]
pub struct Counter {
    work: usize,
    /// Up to so many unsettled cells are weighed in plain floats: [`LOG2_LIMIT`], unless a test wants to see the rest.
    plain_limit: usize,
    /// What single numbers tell of the view being counted.
    settled: Settled,
    collector: Collector,
    kept: Kept,
    joiner: Joiner<f64>,
    scratch: Scratch<f64>,
    /// A problem that is no longer needed, for its memory.
    spare: Problem,
}

/// A region that was counted.
#[derive(Debug)]
pub(crate) struct Counted {
    /// Its graph.
    pub(crate) sweep: Sweep<f64>,
    /// Its fillings by number of mines.
    pub(crate) spread: Spread<f64>,
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

    /// Forgets the regions counted so far. Changes nothing but the time that the next census takes.
    pub fn forget(&mut self) {
        self.kept.forget();
    }

    /// Counts the layouts that fit `view`, whatever its flags say.
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

    /// Counts the layouts that fit `view`, of which single numbers tell what is `settled`.
    pub(crate) fn census_of(&mut self, view: &View, settled: &Settled) -> Result<Census, CensusError> {
        match self.count(view, settled) {
            Ok(census) => Ok(census),
            Err(Failure::NoLayout { near }) => {
                Err(CensusError::Clash(Clasher::new(view, self.work).find(near)))
            }
            Err(Failure::OutOfWork) => Err(CensusError::TooMuchWork),
        }
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
            safe: settled.safe().iter().map(|cell| cell as u32).collect(),
            layouts_log10: 0.0,
            layouts: OnceCell::new(),
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

impl Census {
    /// Weighs all cells in plain floats, which suffice for up to [`LOG2_LIMIT`] cells. False if no layout fits.
    fn weigh_plainly(
        &mut self,
        outside: Outside,
        joiner: &mut Joiner<f64>,
        scratch: &mut Scratch<f64>,
        work: &mut Work,
    ) -> Result<bool, OutOfWork> {
        let spreads: Vec<&Spread<f64>> = self.counted.iter().map(|counted| &counted.spread).collect();
        let joined = joiner.join(&spreads, outside, work)?;
        if joined.total == 0.0 {
            return Ok(false);
        }
        self.weigh_interior(&joined, outside);
        self.tails.extend_from_slice(joiner.tails());
        self.tail_starts.extend_from_slice(joiner.tail_starts());
        for (idx, region) in self.problem.regions.iter().enumerate() {
            let groups = &mut self.groups[self.problem.groups(region)];
            let Counted { sweep, spread } = &*self.counted[idx];
            weigh_region(sweep, spread, joiner.tail(idx), groups, scratch);
        }
        Ok(true)
    }

    /// Weighs all cells of a large grid. False if no layout fits.
    fn weigh_widely(
        &mut self,
        outside: Outside,
        plain_limit: usize,
        work: &mut Work,
    ) -> Result<bool, OutOfWork> {
        let mut wide_sweeps: Vec<Option<Sweep<Wide>>> = Vec::with_capacity(self.counted.len());
        let mut spreads: Vec<Spread<Wide>> = Vec::with_capacity(self.counted.len());
        for (idx, region) in self.problem.regions.iter().enumerate() {
            if region.n_cells as usize <= plain_limit / 2 {
                let Spread { least, counts } = &self.counted[idx].spread;
                let counts = counts.iter().map(|&count| Wide::from_f64(count)).collect();
                spreads.push(Spread { least: *least, counts });
                wide_sweeps.push(None);
            } else {
                let sweep = wide_sweep(&self.problem, region, work)?;
                spreads.push(spread_of(&sweep));
                wide_sweeps.push(Some(sweep));
            }
        }
        let mut joiner = Joiner::default();
        let (mut scratch, mut wide_scratch) = (Scratch::default(), Scratch::default());
        let joined = joiner.join(&spreads.iter().collect::<Vec<_>>(), outside, work)?;
        if joined.total.is_zero() {
            return Ok(false);
        }
        self.weigh_interior(&joined, outside);
        self.tail_starts.extend_from_slice(joiner.tail_starts());
        for (idx, region) in self.problem.regions.iter().enumerate() {
            let groups = &mut self.groups[self.problem.groups(region)];
            let tail = joiner.tail(idx);
            let most = tail.iter().filter(|weight| !weight.is_zero()).map(|weight| weight.exponent()).max();
            self.tails.extend(tail.iter().map(|weight| weight.scaled(most.unwrap_or(0))));
            match (&wide_sweeps[idx], narrow(tail)) {
                (None, Some(tail)) => {
                    let Counted { sweep, spread } = &*self.counted[idx];
                    weigh_region(sweep, spread, &tail, groups, &mut scratch);
                }
                (None, None) => {
                    let sweep = wide_sweep(&self.problem, region, work)?;
                    weigh_region(&sweep, &spreads[idx], tail, groups, &mut wide_scratch);
                }
                (Some(sweep), _) => weigh_region(sweep, &spreads[idx], tail, groups, &mut wide_scratch),
            }
        }
        Ok(true)
    }

    /// Adds the cells that the whole count proves safe to those that single numbers do.
    fn collect_safe(&mut self) {
        let n_settled = self.safe.len();
        for (group, _) in self.groups.iter().enumerate().filter(|(_, (_, verdict))| *verdict == Verdict::Safe)
        {
            self.safe.extend_from_slice(self.problem.cells(group));
        }
        if self.interior.1 == Verdict::Safe {
            let places = self.problem.places.iter().enumerate();
            self.safe.extend(places.filter(|(_, place)| **place == INTERIOR).map(|(cell, _)| cell as u32));
        }
        if self.safe.len() > n_settled {
            self.safe.sort_unstable();
        }
    }

    fn weigh_interior<W: Float>(&mut self, joined: &Joined<W>, outside: Outside) {
        self.layouts_log10 = joined.total.log10();
        let share = joined.interior_mines.fraction_of(joined.total);
        self.interior = match (joined.interior_can_hold, joined.interior_can_leave) {
            (true, true) => (share / outside.n_interior as f64, Verdict::Open),
            (true, false) => (1.0, Verdict::Mine),
            (false, _) => (0.0, Verdict::Safe),
        };
    }
}

/// Weighs the groups of a region by what the rest of the grid makes of its mines.
fn weigh_region<W: Float>(
    sweep: &Sweep<W>,
    spread: &Spread<W>,
    tail: &[W],
    groups: &mut [(f64, Verdict)],
    scratch: &mut Scratch<W>,
) {
    let mut total = W::zero();
    for (count, weight) in spread.counts.iter().zip(tail) {
        total.add(&count.times(weight));
    }
    sweep.marginals(
        |n_mines| tail[n_mines - spread.least],
        scratch,
        |group, size, mines, possible| {
            groups[group] = if possible == 1 {
                (0.0, Verdict::Safe)
            } else if possible == 1 << size {
                (1.0, Verdict::Mine)
            } else {
                (mines.fraction_of(total) / f64::from(size), Verdict::Open)
            };
        },
    );
}

/// The tail in plain floats, if nothing of it is lost by that.
fn narrow(tail: &[Wide]) -> Option<Vec<f64>> {
    let exponents = || tail.iter().filter(|weight| !weight.is_zero()).map(|weight| weight.exponent());
    let (least, most) = (exponents().min()?, exponents().max()?);
    let fits = most - least <= LOG2_LIMIT as i64 / 2;
    fits.then(|| tail.iter().map(|weight| weight.scaled(most)).collect())
}

fn wide_sweep(problem: &Problem, region: &Region, work: &mut Work) -> Result<Sweep<Wide>, OutOfWork> {
    Sweeper::default().sweep(problem.shape(region), work)
}

pub(crate) fn spread_of<W: Weight>(sweep: &Sweep<W>) -> Spread<W> {
    Spread::collect(sweep.totals().map(|(n_mines, _, count)| (n_mines, count)))
}

/// Counts a problem that was counted before once more, in whole numbers.
pub(crate) fn exact_layouts(problem: &Problem) -> Natural {
    let mut all = Spread::nothing();
    for region in &problem.regions {
        all = all.join(&spread_of(&counted_again::<Natural>(problem, region)));
    }
    problem.outside().expect("some layout fits").layouts(&all)
}

/// Counts a region that was counted before once more, in another arithmetic.
pub(crate) fn counted_again<W: Weight>(problem: &Problem, region: &Region) -> Sweep<W> {
    let swept = Sweeper::default().sweep(problem.shape(region), &mut Work(usize::MAX));
    swept.expect("it was counted within its limit")
}

/// The regions counted so far, by their shapes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kept {
    regions: HashMap<Box<[u32]>, Arc<Counted>, BuildHasherDefault<ShapeHasher>>,
    n_edges: usize,
    sweeper: Sweeper<f64>,
}

impl Kept {
    /// Forgets all regions.
    fn forget(&mut self) {
        self.regions.clear();
        self.n_edges = 0;
    }

    /// The count of a region, new or kept.
    pub(crate) fn region(&mut self, shape: &[u32], work: &mut Work) -> Result<Arc<Counted>, OutOfWork> {
        if let Some(counted) = self.regions.get(shape) {
            // What was kept costs what it would cost anew, so that the limit does not depend on the past.
            work.spend(counted.sweep.cost())?;
            return Ok(Arc::clone(counted));
        }
        let sweep = self.sweeper.sweep(shape, work)?;
        let spread = spread_of(&sweep);
        if self.n_edges > MOST_KEPT {
            self.forget();
        }
        self.n_edges += sweep.cost() + shape.len();
        let counted = Arc::new(Counted { sweep, spread });
        self.regions.insert(shape.into(), Arc::clone(&counted));
        Ok(counted)
    }
}

/// A quick hash of a shape.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShapeHasher(u64);

impl Hasher for ShapeHasher {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Rng, Seed};
    use crate::testing::{random_rules, random_view};

    /// Large grids are weighed in another arithmetic; on small ones it must come to the same.
    #[test]
    fn wide_floats_weigh_as_plain_ones_do() {
        let mut rng = Rng::new(Seed(8));
        let mut plain = Counter::new();
        // With no room for plain floats at all, and with room for the smaller regions.
        let mut wide = [0, 12].map(|plain_limit| Counter { plain_limit, ..Counter::new() });
        for _ in 0..4000 {
            let rules = random_rules(&mut rng, 9);
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
