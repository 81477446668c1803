//! Regions that were counted, kept by their shapes.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use super::join::Spread;
use super::problem::{Problem, Region};
use super::sweep::{OutOfWork, Sweep, Sweeper, Work};
use super::weight::Weight;
use crate::num::Natural;

/// The most edges that all kept regions may have together; beyond it, all are dropped.
// Dropping everything is rare enough to need no better rule: a game has far fewer.
const MOST_KEPT: usize = 2_000_000;

/// A region that was counted.
#[derive(Debug)]
pub(crate) struct Counted {
    /// Its graph.
    pub(crate) sweep: Sweep<f64>,
    /// Its fillings by number of mines.
    pub(crate) spread: Spread<f64>,
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
    pub(crate) fn forget(&mut self) {
        self.regions.clear();
        self.n_edges = 0;
    }

    /// The count of a region, new or kept.
    pub(crate) fn region(&mut self, shape: &[u32], work: &mut Work) -> Result<Arc<Counted>, OutOfWork> {
        if let Some(counted) = self.regions.get(shape) {
            // A kept region costs as much as a new one, so that the limit of work does not depend on earlier counts.
            work.spend(counted.sweep.cost())?;
            return Ok(Arc::clone(counted));
        }
        let sweep = self.sweeper.sweep(shape, work)?.clone();
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

/// The fillings of a region by number of mines.
pub(crate) fn spread_of<W: Weight>(sweep: &Sweep<W>) -> Spread<W> {
    Spread::collect(sweep.totals().map(|(n_mines, _, count)| (n_mines, count)))
}

/// Counts the layouts of a problem again, in whole numbers.
pub(crate) fn exact_layouts(problem: &Problem) -> Natural {
    let mut all = Spread::nothing();
    for region in &problem.regions {
        all = all.join(&spread_of(&counted_again::<Natural>(problem, region)));
    }
    problem.outside().expect("some layout fits").layouts(&all)
}

/// Counts a region again, in another arithmetic.
pub(crate) fn counted_again<W: Weight>(problem: &Problem, region: &Region) -> Sweep<W> {
    let mut sweeper = Sweeper::default();
    let swept = sweeper.sweep(problem.shape(region), &mut Work(usize::MAX));
    swept.expect("it was counted within its limit").clone()
}
