//! Regions joined by the number of mines.
//!
//! A filling of all regions that uses `m` mines leaves the rest to the interior, in C(interior, rest) ways. What the
//! rest of the grid makes of one region holding `k` mines is its *tail* at `k`; with the fillings of the regions
//! before it counted forwards, and of those behind it and the interior backwards, it is one sum of products.

use super::sweep::{OutOfWork, Work};
use super::weight::{Float, Weight};
use crate::natural::Natural;

/// How many fillings a region has with each number of mines, from the fewest to the most.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Spread<W> {
    /// The fewest mines.
    pub(crate) least: usize,
    /// The fillings with the fewest mines, with one more, and so on.
    pub(crate) counts: Vec<W>,
}

impl<W: Weight> Spread<W> {
    /// The one way to fill nothing.
    pub(crate) fn nothing() -> Spread<W> {
        Spread { least: 0, counts: vec![W::small(1)] }
    }

    /// Collects counts that come in any order; a spread without any count is empty.
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

/// The grid outside the regions: cells alike, with the mines that the regions leave.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outside {
    /// The cells that touch no number.
    pub(crate) n_interior: usize,
    /// The mines of regions and interior together.
    pub(crate) n_mines: usize,
}

/// All regions joined.
#[derive(Clone, Debug)]
pub(crate) struct Joined<W> {
    /// All layouts.
    pub(crate) total: W,
    /// All layouts, each weighing as many as it has mines in the interior.
    pub(crate) interior_mines: W,
    /// The numbers of mines that the interior can hold: whether one of them is not 0, and whether one leaves a cell.
    pub(crate) interior_can_be: (bool, bool),
    /// For each region: its tail at its fewest mines, at one more, and so on.
    tails: Vec<W>,
    /// Where each region's tail begins in `tails`.
    tail_starts: Vec<usize>,
}

impl<W> Joined<W> {
    /// The tail of a region.
    pub(crate) fn tail(&self, region: usize) -> &[W] {
        &self.tails[self.tail_starts[region]..self.tail_starts[region + 1]]
    }
}

/// Joins regions by the number of mines.
pub(crate) fn join<W: Float>(
    spreads: &[&Spread<W>],
    outside: Outside,
    work: &mut Work,
) -> Result<Joined<W>, OutOfWork> {
    let befores = befores(spreads, outside, work)?;
    let all = befores.last().expect("there is always the spread of no region");
    let mut after = outside.ways(all.least, all.most());
    let (mut total, mut interior_mines, mut can_be) = (W::zero(), W::zero(), (false, false));
    for (idx, (count, ways)) in all.counts.iter().zip(&after.counts).enumerate() {
        let ways = count.times(ways);
        if !ways.is_zero() {
            let n_mines = outside.n_mines - (all.least + idx);
            total.add(&ways);
            interior_mines.add(&ways.scale(n_mines as f64));
            can_be = (can_be.0 || n_mines > 0, can_be.1 || n_mines < outside.n_interior);
        }
    }
    let n_counts: usize = spreads.iter().map(|spread| spread.counts.len()).sum();
    let mut tails = vec![W::zero(); n_counts];
    let mut tail_starts = vec![n_counts; spreads.len() + 1];
    for (region, spread) in spreads.iter().enumerate().rev() {
        let before = &befores[region];
        let start = tail_starts[region + 1] - spread.counts.len();
        tail_starts[region] = start;
        // Mines used up to and including the region, less the fewest there can be: `before`, then `offset`.
        for (offset, tail) in tails[start..start + spread.counts.len()].iter_mut().enumerate() {
            for (count, ways) in before.counts.iter().zip(after.counts.get(offset..).unwrap_or(&[])) {
                tail.add(&count.times(ways));
            }
        }
        after = before_of(&after, spread, before.counts.len());
    }
    Ok(Joined { total, interior_mines, interior_can_be: can_be, tails, tail_starts })
}

/// The spreads of no region, of the first one, of the first two, and so on.
fn befores<W: Float>(
    spreads: &[&Spread<W>],
    outside: Outside,
    work: &mut Work,
) -> Result<Vec<Spread<W>>, OutOfWork> {
    let mut befores = Vec::with_capacity(spreads.len() + 1);
    befores.push(Spread::nothing());
    for spread in spreads {
        let last: &Spread<W> = befores.last().expect("it begins with one");
        // Sweeps are paid by the edge; a term of these sums is far cheaper, and is looked at three times.
        work.spend(last.counts.len() * spread.counts.len() / 8)?;
        let mut joined = last.join(spread);
        // What uses more mines than there are leads nowhere.
        joined.counts.truncate((outside.n_mines + 1).saturating_sub(joined.least));
        befores.push(joined);
    }
    Ok(befores)
}

/// The ways behind a region's beginning, from the ways behind its end.
fn before_of<W: Float>(after: &Spread<W>, spread: &Spread<W>, length: usize) -> Spread<W> {
    let mut counts = vec![W::zero(); length];
    for (offset, count) in spread.counts.iter().enumerate() {
        for (sum, ways) in counts.iter_mut().zip(after.counts.get(offset..).unwrap_or(&[])) {
            sum.add(&count.times(ways));
        }
    }
    Spread { least: after.least - spread.least, counts }
}

impl Outside {
    /// The ways to put the other mines into the interior when the regions use `least` to `most` of them.
    pub(crate) fn ways<W: Float>(&self, least: usize, most: usize) -> Spread<W> {
        let mut counts = vec![W::zero(); most + 1 - least];
        // The numbers of mines for which there is a way at all.
        let lowest = least.max(self.n_mines.saturating_sub(self.n_interior));
        let highest = most.min(self.n_mines);
        if lowest <= highest {
            let mut n_mines = self.n_mines - highest;
            let mut ways = choose::<W>(self.n_interior, n_mines);
            for used in (lowest..=highest).rev() {
                counts[used - least] = ways;
                ways = ways.scale((self.n_interior - n_mines) as f64 / (n_mines + 1) as f64);
                n_mines += 1;
            }
        }
        Spread { least, counts }
    }

    /// The number of layouts, exactly, when the regions have these fillings.
    pub(crate) fn layouts(&self, regions: &Spread<Natural>) -> Natural {
        let mut total = Natural::ZERO;
        let mut ways: Option<Natural> = None;
        // From the most mines in the regions down: each step puts one more mine into the interior.
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

/// The number of ways to choose `k` of `n`, which are at least as many.
fn choose<W: Float>(n: usize, k: usize) -> W {
    let k = k.min(n - k);
    (0..k).fold(W::small(1), |ways, step| ways.scale((n - step) as f64 / (step + 1) as f64))
}
