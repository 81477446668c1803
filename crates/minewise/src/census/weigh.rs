//! Computes the risks of all cells from the counts of the regions.

use super::join::{Joined, Joiner, Outside, Spread};
use super::problem::{Problem, Region};
use super::region_cache::CountedRegion;
use super::settled::INTERIOR;
use super::sweep::{Scratch, Sweep, Sweeper};
use super::weight::{Float, LOG2_LIMIT, Weight, Wide};
use super::work::{Halt, Work};
use super::{Census, Verdict};

impl Census {
    /// Computes the risks with plain floats, which are enough for up to [`LOG2_LIMIT`] unsettled cells. Returns false
    /// if no layout fits.
    pub(super) fn weigh_with_f64(
        &mut self,
        outside: Outside,
        joiner: &mut Joiner<f64>,
        scratch: &mut Scratch<f64>,
        work: &mut Work,
    ) -> Result<bool, Halt> {
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
            let CountedRegion { sweep, spread } = &*self.counted[idx];
            weigh_region(sweep, spread, joiner.tail(idx), groups, scratch);
        }
        Ok(true)
    }

    /// Computes the risks with wide floats, for views with more unsettled cells. Returns false if no layout fits.
    pub(super) fn weigh_with_wide(
        &mut self,
        outside: Outside,
        plain_limit: usize,
        work: &mut Work,
    ) -> Result<bool, Halt> {
        let mut wide_sweeps: Vec<Option<Sweep<Wide>>> = Vec::with_capacity(self.counted.len());
        let mut spreads: Vec<Spread<Wide>> = Vec::with_capacity(self.counted.len());
        for (idx, region) in self.problem.regions.iter().enumerate() {
            // Half of the limit, since the counts are multiplied with a tail that may take the other half (see
            // `narrow`).
            if region.n_cells as usize <= plain_limit / 2 {
                let Spread { least, counts } = &self.counted[idx].spread;
                let counts = counts.iter().map(|&count| Wide::from_f64(count)).collect();
                spreads.push(Spread { least: *least, counts });
                wide_sweeps.push(None);
            } else {
                let sweep = wide_sweep(&self.problem, region, work)?;
                spreads.push(sweep.spread());
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
                    let CountedRegion { sweep, spread } = &*self.counted[idx];
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

    /// Adds the cells that the full count proves safe to those settled by single numbers.
    pub(super) fn collect_safe(&mut self) {
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

    /// Computes the risk and the verdict of the interior.
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

/// Computes the risk and the verdict of each group of a region.
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
            // Bit `k` of `possible` says that the group can hold `k` mines.
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

/// The tail in plain floats, scaled to at most 2; `None` if its smallest value might be lost.
fn narrow(tail: &[Wide]) -> Option<Vec<f64>> {
    let exponents = || tail.iter().filter(|weight| !weight.is_zero()).map(|weight| weight.exponent());
    let (least, most) = (exponents().min()?, exponents().max()?);
    let fits = most - least <= LOG2_LIMIT as i64 / 2;
    fits.then(|| tail.iter().map(|weight| weight.scaled(most)).collect())
}

/// Counts a region with wide floats.
fn wide_sweep(problem: &Problem, region: &Region, work: &mut Work) -> Result<Sweep<Wide>, Halt> {
    Sweeper::default().sweep(problem.shape(region), work)
}
