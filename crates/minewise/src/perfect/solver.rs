//! Solves sets of layouts given as lists. Small sets are passed on to a [`BitSolver`].

use super::bit_solver::BitSolver;
use super::bits::ones;
use super::field::{Field, Pattern, Symmetry};
use super::transposition_table::{TranspositionTable, Value, fingerprint};
use super::{Limits, OptimalError};
use crate::cancel::is_cancelled;
use crate::census::CensusError;

/// The most layouts of a set that is represented as bits.
const MAX_BIT_LAYOUTS: usize = 1024;

/// The number of layouts that count as one node. A larger set counts as several, so that every node is about the same
/// amount of work.
const LAYOUTS_OF_NODE: u32 = 64;

/// The fewest layouts of a set that is stored in the table. Smaller sets are computed again faster than they are looked
/// up.
pub(super) const MIN_STORED: u32 = 5;

/// The number of numbers that a cell may show: 0 to 8.
const N_NUMBERS: usize = 9;

/// Computes the values of sets of layouts.
///
/// Many functions take a *floor*. A value above the floor is returned exactly. Otherwise, the result is an upper bound
/// of the value that is not above the floor.
#[derive(Debug)]
pub(super) struct Solver<'a> {
    pub(super) field: &'a Field,
    pub(super) table: TranspositionTable,
    limits: Limits,
    n_nodes: u64,
}

/// A cell to try next, and an upper bound of its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) most: u32,
    pub(super) cell: usize,
}

impl<'a> Solver<'a> {
    pub(super) fn new(field: &'a Field, limits: Limits) -> Solver<'a> {
        Solver { field, table: TranspositionTable::new(limits.n_bytes), limits, n_nodes: 0 }
    }

    /// The number of nodes so far.
    pub(super) fn n_nodes(&self) -> u64 {
        self.n_nodes
    }

    /// Counts a set of this many layouts as searched.
    pub(super) fn count_node(&mut self, n_layouts: u32) -> Result<(), OptimalError> {
        self.n_nodes += u64::from(n_layouts.div_ceil(LAYOUTS_OF_NODE));
        let n_nodes = self.limits.n_nodes;
        if self.n_nodes > n_nodes {
            return Err(OptimalError::TooManyNodes { n_nodes });
        }
        if is_cancelled() { Err(OptimalError::Census(CensusError::Cancelled)) } else { Ok(()) }
    }

    /// The number of these layouts that are won if a cell of the field is revealed first.
    pub(super) fn value_of_reveal(
        &mut self,
        layouts: &[Pattern],
        cell: usize,
        floor: u32,
    ) -> Result<u32, OptimalError> {
        let parts = self.parts(layouts, cell);
        let all: Pattern = ones_below(self.field.cells.len());
        self.sum(parts, all & !(1 << cell), floor)
    }

    /// The layouts in which `cell` is safe, split by the number it shows.
    fn parts(&self, layouts: &[Pattern], cell: usize) -> Vec<Vec<Pattern>> {
        let mut parts = vec![Vec::new(); N_NUMBERS];
        for &layout in layouts.iter().filter(|&layout| layout >> cell & 1 == 0) {
            parts[(layout & self.field.near[cell]).count_ones() as usize].push(layout);
        }
        parts.retain(|part| !part.is_empty());
        parts
    }

    /// The sum of the values of several sets with the same cells covered.
    fn sum(
        &mut self,
        mut parts: Vec<Vec<Pattern>>,
        covered: Pattern,
        floor: u32,
    ) -> Result<u32, OptimalError> {
        parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
        let bounds: Vec<u32> = parts.iter().map(|part| bound(part, covered)).collect();
        let mut total: u32 = bounds.iter().sum();
        for (part, bound) in parts.into_iter().zip(bounds) {
            if total <= floor {
                break;
            }
            let others = total - bound;
            total = others + self.value(&part, covered, floor.saturating_sub(others))?.min(bound);
        }
        Ok(total)
    }

    /// The value of a set: the number of its layouts that the best play wins.
    ///
    /// A `covered` cell that is the same in all layouts is either a mine or safe; safe cells are revealed at once.
    pub(super) fn value(
        &mut self,
        layouts: &[Pattern],
        covered: Pattern,
        floor: u32,
    ) -> Result<u32, OptimalError> {
        let n_layouts = layouts.len() as u32;
        if n_layouts == 1 || n_layouts <= floor {
            return Ok(n_layouts);
        }
        let some = layouts.iter().fold(0, |some, layout| some | layout);
        let every = layouts.iter().fold(!0, |every, layout| every & layout);
        let safe = covered & !some;
        if safe != 0 {
            let parts = self.reveal_safe(layouts, safe, some & !every);
            return self.sum(parts, covered & some & !every, floor);
        }
        let undecided = some & !every & covered;
        match layouts.len() {
            2 => Ok(1),
            3..=64 => self.value_by_bits::<1>(layouts, undecided, floor),
            65..=256 => self.value_by_bits::<4>(layouts, undecided, floor),
            257..=512 => self.value_by_bits::<8>(layouts, undecided, floor),
            513..=MAX_BIT_LAYOUTS => self.value_by_bits::<16>(layouts, undecided, floor),
            _ => self.value_of_large(layouts, undecided, floor),
        }
    }

    /// The sets that may remain after revealing cells that are safe in all layouts.
    fn reveal_safe(&self, layouts: &[Pattern], safe: Pattern, undecided: Pattern) -> Vec<Vec<Pattern>> {
        let mut parts = vec![layouts.to_vec()];
        for cell in ones(safe).filter(|&cell| self.field.near[cell] & undecided != 0) {
            parts = parts.iter().flat_map(|part| self.parts(part, cell)).collect();
        }
        parts
    }

    /// The value of a set that has no certain cell, represented as bits in `W` words.
    fn value_by_bits<const W: usize>(
        &mut self,
        layouts: &[Pattern],
        undecided: Pattern,
        floor: u32,
    ) -> Result<u32, OptimalError> {
        let n_layouts = layouts.len() as u32;
        if n_layouts >= MIN_STORED {
            let key = fingerprint(layouts.iter().map(|layout| layout & undecided));
            if let Some(value) = self.known_value(key, floor) {
                return Ok(value);
            }
        }
        let bits = BitSolver::<W>::new(self.field, layouts, undecided);
        bits.value(self, &bits.all(), undecided, floor)
    }

    /// The value of a set from the table, if it is exact or its upper bound is not above the floor.
    pub(super) fn known_value(&self, key: u128, floor: u32) -> Option<u32> {
        let Value { least, most } = self.table.get(key)?;
        (least == most || most <= floor).then_some(most)
    }

    /// The value of a set with no certain cell and too many layouts for bits.
    fn value_of_large(
        &mut self,
        layouts: &[Pattern],
        undecided: Pattern,
        floor: u32,
    ) -> Result<u32, OptimalError> {
        let key_under = |symmetry: &Symmetry| {
            fingerprint(layouts.iter().map(|layout| symmetry.apply(layout & undecided)))
        };
        let key = fingerprint(layouts.iter().map(|layout| layout & undecided));
        let keys: Vec<u128> = self.field.symmetries.iter().map(key_under).collect();
        let canonical_key = keys.iter().copied().fold(key, u128::min);
        if let Some(value) = self.known_value(canonical_key, floor) {
            return Ok(value);
        }
        self.count_node(layouts.len() as u32)?;
        let (mut best, mut most) = (1, 1);
        let mut candidates: Vec<Candidate> = Vec::new();
        for cell in ones(undecided) {
            // If a symmetry maps this set to itself, the cells that it maps to each other have the same value. Only the
            // first of them is tried.
            let mut own = self.field.symmetries.iter().zip(&keys).filter(|&(_, &image)| image == key);
            if own.all(|(symmetry, _)| symmetry.image_of(cell) >= cell) {
                candidates.extend(self.candidate(layouts, undecided, cell));
            }
        }
        candidates.sort_by_key(|one| std::cmp::Reverse(one.most));
        for Candidate { most: most_here, cell } in candidates {
            let to_beat = floor.max(best);
            if most_here <= to_beat {
                most = most.max(most_here);
                continue;
            }
            let value = self.sum(self.parts(layouts, cell), undecided & !(1 << cell), to_beat)?;
            best = best.max(if value > to_beat { value } else { 0 });
            most = most.max(value);
        }
        Ok(self.store(canonical_key, layouts.len() as u32, Value { least: best, most }, floor))
    }

    /// Stores the result of trying all cells: the best value found, and an upper bound. Returns the value.
    pub(super) fn store(&mut self, key: u128, n_layouts: u32, found: Value, floor: u32) -> u32 {
        let is_exact = found.least > floor;
        let value = if is_exact {
            Value { least: found.least, most: found.least }
        } else {
            Value { least: 1, ..found }
        };
        self.table.insert(key, n_layouts, value);
        value.most
    }

    /// An upper bound of the value of a cell; `None` if it is dead.
    fn candidate(&self, layouts: &[Pattern], undecided: Pattern, cell: usize) -> Option<Candidate> {
        let mut n_layouts = [0u32; N_NUMBERS];
        let mut n_mines = [[0u32; 64]; N_NUMBERS];
        for &layout in layouts.iter().filter(|&layout| layout >> cell & 1 == 0) {
            let number = (layout & self.field.near[cell]).count_ones() as usize;
            n_layouts[number] += 1;
            ones(layout & undecided).for_each(|mine| n_mines[number][mine] += 1);
        }
        let numbers = (0..N_NUMBERS).filter(|&number| n_layouts[number] > 0);
        let bound = |number: usize| {
            let others = ones(undecided & !(1 << cell));
            bound_by(n_layouts[number], others.map(|other| n_mines[number][other]))
        };
        (numbers.clone().count() > 1).then(|| Candidate { most: numbers.map(bound).sum(), cell })
    }
}

/// An upper bound of the value of a set: the number of layouts in which its safest cell is safe.
fn bound(layouts: &[Pattern], covered: Pattern) -> u32 {
    let mut n_mines = [0u32; 64];
    for &layout in layouts {
        ones(layout & covered).for_each(|mine| n_mines[mine] += 1);
    }
    bound_by(layouts.len() as u32, ones(covered).map(|cell| n_mines[cell]))
}

/// The same bound, given how often each cell is a mine. It is at least 1, since one layout can always be won.
pub(super) fn bound_by(n_layouts: u32, n_mines: impl Iterator<Item = u32>) -> u32 {
    (n_layouts - n_mines.min().unwrap_or(0)).max(1)
}

/// The word whose lowest `n` bits are ones.
fn ones_below(n: usize) -> Pattern {
    if n == 64 { !0 } else { (1 << n) - 1 }
}
