//! A cache of counted regions, with their shapes as keys (decision record 3).

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use super::exact::exact_spread;
use super::join::Spread;
use super::problem::{Problem, Region};
use super::sweep::{Sweep, Sweeper};
use super::weight::Weight;
use super::work::{Halt, Work};
use crate::num::Natural;

/// The most edges that all cached regions may have together. Beyond it, the cache is emptied.
// A game has far fewer edges, so emptying the cache is rare and needs no better rule.
const MAX_CACHED_EDGES: usize = 2_000_000;

/// A counted region.
#[derive(Debug)]
pub(crate) struct CountedRegion {
    /// The graph of its nodes.
    pub(crate) sweep: Sweep<f64>,
    /// The number of its fillings for each number of mines.
    pub(crate) spread: Spread<f64>,
}

/// A cache of counted regions, with their shapes as keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct RegionCache {
    regions: HashMap<Box<[u32]>, Arc<CountedRegion>, BuildHasherDefault<ShapeHasher>>,
    n_edges: usize,
    sweeper: Sweeper<f64>,
}

impl RegionCache {
    /// Removes all regions.
    pub(crate) fn forget(&mut self) {
        self.regions.clear();
        self.n_edges = 0;
    }

    /// Returns the count of the region with this shape, from the cache or newly counted.
    pub(crate) fn region(&mut self, shape: &[u32], work: &mut Work) -> Result<Arc<CountedRegion>, Halt> {
        if let Some(counted) = self.regions.get(shape) {
            // A cached region costs as much as a new one. Otherwise, whether a view exceeds the limits would depend on
            // the views counted before.
            work.check(0, counted.sweep.n_entries_at_most())?;
            work.spend(counted.sweep.cost())?;
            work.store(counted.sweep.n_entries())?;
            return Ok(Arc::clone(counted));
        }
        let sweep = self.sweeper.sweep(shape, work)?;
        let spread = sweep.spread();
        let size = sweep.cost() + shape.len();
        let counted = Arc::new(CountedRegion { sweep, spread });
        // A region that would fill the cache on its own is left to the census that needs it.
        if size <= MAX_CACHED_EDGES {
            if self.n_edges > MAX_CACHED_EDGES {
                self.forget();
            }
            self.n_edges += size;
            self.regions.insert(shape.into(), Arc::clone(&counted));
        }
        Ok(counted)
    }
}

/// A fast hasher for shapes.
// Shapes are looked up in every census. This is the step of FxHash, rustc's own hasher: much cheaper than the default
// one for such short lists of words.
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

/// The exact number of layouts of a problem whose regions are counted.
pub(crate) fn exact_layouts(problem: &Problem, counted: &[Arc<CountedRegion>]) -> Natural {
    let mut all = Spread::nothing();
    for (region, counted) in problem.regions.iter().zip(counted) {
        all = all.join(&exact_spread(&counted.sweep, region.n_cells as usize));
    }
    problem.outside().expect("some layout fits").layouts(&all)
}

/// Counts a region again, in another number type.
pub(crate) fn recount<W: Weight>(problem: &Problem, region: &Region) -> Sweep<W> {
    let swept = Sweeper::default().sweep(problem.shape(region), &mut Work::unlimited());
    swept.expect("the region was counted before, within its limit")
}

/// Counts only the fillings of a region again, in another number type.
pub(crate) fn recounted_spread<W: Weight>(problem: &Problem, region: &Region) -> Spread<W> {
    let spread = Sweeper::default().spread(problem.shape(region), &mut Work::unlimited());
    spread.expect("the region was counted before, within its limit")
}
