//! Joins regions by the number of mines they use.
//!
//! If a filling of all regions leaves `r` mines over, they can be placed in the interior in C(interior, r) ways. The
//! *tail* of a region at `k` is the number of ways to fill the rest of the grid if the region holds `k` mines. It is a
//! sum of products of two counts: a forward pass counts the fillings of the regions before it, a backward pass those of
//! the regions after it and of the interior.

use super::refill;
use super::weight::{Float, Weight};
use super::work::{Halt, Work};
use crate::num::Natural;

/// The number of fillings of a region (or of several) for each number of mines, from the fewest to the most.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Spread<W> {
    /// The fewest mines.
    pub(crate) least: usize,
    /// The number of fillings with the fewest mines, with one more, and so on.
    pub(crate) counts: Vec<W>,
}

impl<W: Weight> Spread<W> {
    /// The spread of no region at all, which has exactly one filling.
    pub(crate) fn nothing() -> Spread<W> {
        Spread { least: 0, counts: vec![W::small(1)] }
    }

    /// Collects counts `(n_mines, count)` given in any order. Without any, the spread is empty.
    pub(crate) fn collect<'a>(totals: impl Iterator<Item = (usize, &'a W)> + Clone) -> Spread<W>
    where
        W: 'a,
    {
        let least = totals.clone().map(|(n_mines, _)| n_mines).min().unwrap_or(0);
        let mut counts = Vec::new();
        for (n_mines, count) in totals {
            if counts.len() <= n_mines - least {
                counts.resize(n_mines - least + 1, W::zero());
            }
            counts[n_mines - least].add(count);
        }
        Spread { least, counts }
    }

    /// The most mines.
    pub(crate) fn most(&self) -> usize {
        self.least + self.counts.len().saturating_sub(1)
    }

    /// The spread of two regions together.
    pub(crate) fn join(&self, other: &Spread<W>) -> Spread<W> {
        let length = (self.counts.len() + other.counts.len()).saturating_sub(1);
        let mut counts = vec![W::zero(); length];
        for (offset, count) in other.counts.iter().enumerate() {
            for (sum, mine) in counts[offset..].iter_mut().zip(&self.counts) {
                sum.add(&mine.times(count));
            }
        }
        Spread { least: self.least + other.least, counts }
    }
}

/// The covered cells outside the regions, which hold the mines that the regions leave over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outside {
    /// The number of covered cells that touch no number.
    pub(crate) n_interior: usize,
    /// The number of mines in the regions and the interior together.
    pub(crate) n_mines: usize,
}

/// The totals over all regions and the interior.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joined<W> {
    /// The number of layouts.
    pub(crate) total: W,
    /// The sum, over all layouts, of the number of mines in the interior.
    pub(crate) interior_mines: W,
    /// Whether the interior can hold a mine.
    pub(crate) interior_can_hold: bool,
    /// Whether the interior can leave a cell without one.
    pub(crate) interior_can_leave: bool,
}

/// Joins the regions of one view after another, reusing memory.
#[derive(Clone, Debug)]
pub(crate) struct Joiner<W> {
    /// The counts of the joined spreads of no region, of the first one, of the first two, and so on.
    befores: Vec<W>,
    /// The index in `befores` where each of them begins, and the end of the last one.
    before_starts: Vec<usize>,
    /// The number of ways to fill everything after the current region, by the number of mines used so far.
    after: Vec<W>,
    spare: Vec<W>,
    /// The tails of all regions, one after another.
    tails: Vec<W>,
    /// The index in `tails` where each region's tail begins, and the end of the last one.
    tail_starts: Vec<usize>,
}

impl<W> Default for Joiner<W> {
    fn default() -> Joiner<W> {
        Joiner {
            befores: Vec::new(),
            before_starts: Vec::new(),
            after: Vec::new(),
            spare: Vec::new(),
            tails: Vec::new(),
            tail_starts: Vec::new(),
        }
    }
}

impl<W: Float> Joiner<W> {
    /// Joins the regions with these spreads, and computes their tails.
    pub(crate) fn join(
        &mut self,
        spreads: &[&Spread<W>],
        outside: Outside,
        work: &mut Work,
    ) -> Result<Joined<W>, Halt> {
        self.compute_befores(spreads, outside, work)?;
        let least = spreads.iter().map(|spread| spread.least).sum();
        let all = &self.befores[self.before_starts[spreads.len()]..];
        outside.ways(least, all.len(), &mut self.after);
        let mut joined = Joined {
            total: W::zero(),
            interior_mines: W::zero(),
            interior_can_hold: false,
            interior_can_leave: false,
        };
        for (idx, (count, ways)) in all.iter().zip(&self.after).enumerate() {
            let ways = count.times(ways);
            if !ways.is_zero() {
                let n_mines = outside.n_mines - (least + idx);
                joined.total.add(&ways);
                joined.interior_mines.add(&ways.scale(n_mines as f64));
                joined.interior_can_hold |= n_mines > 0;
                joined.interior_can_leave |= n_mines < outside.n_interior;
            }
        }
        self.compute_tails(spreads);
        Ok(joined)
    }

    /// The tail of a region at its fewest mines, at one more, and so on.
    pub(crate) fn tail(&self, region: usize) -> &[W] {
        &self.tails[self.tail_starts[region]..self.tail_starts[region + 1]]
    }

    /// The tails of all regions, one after another.
    pub(crate) fn tails(&self) -> &[W] {
        &self.tails
    }

    /// The index where each region's tail begins, and the end of the last one.
    pub(crate) fn tail_starts(&self) -> &[usize] {
        &self.tail_starts
    }

    /// Computes `befores`, from the first region to the last.
    fn compute_befores(
        &mut self,
        spreads: &[&Spread<W>],
        outside: Outside,
        work: &mut Work,
    ) -> Result<(), Halt> {
        self.befores.clear();
        self.befores.push(W::small(1));
        self.before_starts.clear();
        self.before_starts.push(0);
        let (mut start, mut least) = (0, 0);
        for spread in spreads {
            let end = self.befores.len();
            least += spread.least;
            // Fillings that use more mines than there are cannot be part of a layout.
            let most = (outside.n_mines + 1).saturating_sub(least);
            let length = (end - start + spread.counts.len()).saturating_sub(1).min(most);
            // Work is counted in edges of sweeps. A term of these sums is far cheaper than an edge, though it is used
            // three times, so eight terms count as one edge.
            work.spend((end - start) * spread.counts.len() / 8)?;
            // A sum takes up to 16 bytes, twice as much as the average entry of a sweep.
            work.store(2 * (length + spread.counts.len()))?;
            self.befores.resize(end + length, W::zero());
            let (befores, joined) = self.befores.split_at_mut(end);
            for (offset, count) in spread.counts.iter().enumerate().take(length) {
                for (sum, before) in joined[offset..].iter_mut().zip(&befores[start..]) {
                    sum.add(&before.times(count));
                }
            }
            self.before_starts.push(end);
            start = end;
        }
        Ok(())
    }

    /// Computes `tails`, from the last region to the first.
    fn compute_tails(&mut self, spreads: &[&Spread<W>]) {
        let n_counts: usize = spreads.iter().map(|spread| spread.counts.len()).sum();
        refill(&mut self.tails, n_counts, W::zero());
        refill(&mut self.tail_starts, spreads.len() + 1, n_counts);
        for (region, spread) in spreads.iter().enumerate().rev() {
            let before = &self.befores[self.before_starts[region]..self.before_starts[region + 1]];
            let end = self.tail_starts[region + 1];
            let start = end - spread.counts.len();
            self.tail_starts[region] = start;
            refill(&mut self.spare, before.len(), W::zero());
            for (offset, tail) in self.tails[start..end].iter_mut().enumerate() {
                let count = &spread.counts[offset];
                let afters = self.after.get(offset..).unwrap_or(&[]);
                for ((before, ways), sum) in before.iter().zip(afters).zip(&mut self.spare) {
                    tail.add(&before.times(ways));
                    sum.add(&count.times(ways));
                }
            }
            std::mem::swap(&mut self.after, &mut self.spare);
        }
    }
}

impl Outside {
    /// Writes to `counts` the number of ways to place the mines of the interior if the regions use `least` mines, one
    /// more, and so on, `length` numbers in all.
    pub(crate) fn ways<W: Float>(&self, least: usize, length: usize, counts: &mut Vec<W>) {
        refill(counts, length, W::zero());
        // The numbers of mines for which there is any way.
        let lowest = least.max(self.n_mines.saturating_sub(self.n_interior));
        let end = (least + length).min(self.n_mines + 1);
        if lowest >= end {
            return;
        }
        let mut ways = choose::<W>(self.n_interior, self.n_mines + 1 - end);
        for used in (lowest..end).rev() {
            let n_mines = self.n_mines - used;
            counts[used - least] = ways;
            ways = ways.scale((self.n_interior - n_mines) as f64 / (n_mines + 1) as f64);
        }
    }

    /// The exact number of layouts, given the joined spread of all regions.
    pub(crate) fn layouts(&self, regions: &Spread<Natural>) -> Natural {
        let mut total = Natural::ZERO;
        let mut ways: Option<Natural> = None;
        // From the most mines in the regions to the fewest: each step puts one more mine into the interior, so its
        // binomial follows from the one before by one multiplication and one division.
        for (offset, count) in regions.counts.iter().enumerate().rev() {
            let Some(n_mines) = self.n_mines.checked_sub(regions.least + offset) else { continue };
            if n_mines > self.n_interior {
                break;
            }
            let here = match ways.take() {
                Some(mut ways) => {
                    ways.scale((self.n_interior - n_mines + 1) as u64);
                    ways.divide(n_mines as u64);
                    ways
                }
                None => Natural::choose(self.n_interior, n_mines),
            };
            total += &(count * &here);
            ways = Some(here);
        }
        total
    }
}

/// The number of ways to choose `k` of `n` things, where `k` is at most `n`.
fn choose<W: Float>(n: usize, k: usize) -> W {
    let k = k.min(n - k);
    (0..k).fold(W::small(1), |ways, step| ways.scale((n - step) as f64 / (step + 1) as f64))
}
