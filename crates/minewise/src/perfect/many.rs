//! Sets of many layouts, as lists; those that have become few enough go to [`Few`].

use super::bits::ones;
use super::few::Few;
use super::field::{Field, Pattern, Symmetry};
use super::transposition_table::{TranspositionTable, Value, fingerprint};
use super::{Limits, OptimalError};

/// The most layouts of a set that is looked at bit by bit.
const FEW: usize = 1024;

/// A larger set counts as several, so that the work for a node is about the same.
const LAYOUTS_OF_NODE: u32 = 64;

/// Sets of fewer layouts are worked out again sooner than they are found in the table.
pub(super) const LEAST_REMEMBERED: u32 = 5;

/// The numbers that a cell may show, from 0 on.
const N_NUMBERS: usize = 9;

/// Computes the values of sets of layouts.
///
/// Wherever a *floor* is given, a value above it is returned exactly, and any other may be returned too high, though not
/// above the floor.
#[derive(Debug)]
pub(super) struct Solver<'a> {
    pub(super) field: &'a Field,
    pub(super) table: TranspositionTable,
    limits: Limits,
    n_nodes: u64,
}

/// A cell to try, and an upper bound of its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Try {
    pub(super) most: u32,
    pub(super) cell: usize,
}

impl<'a> Solver<'a> {
    pub(super) fn new(field: &'a Field, limits: Limits) -> Solver<'a> {
        Solver { field, table: TranspositionTable::new(limits.n_bytes), limits, n_nodes: 0 }
    }

    /// The sets looked at so far.
    pub(super) fn n_nodes(&self) -> u64 {
        self.n_nodes
    }

    /// Counts a set that is looked at.
    pub(super) fn count_node(&mut self, n_layouts: u32) -> Result<(), OptimalError> {
        self.n_nodes += u64::from(n_layouts.div_ceil(LAYOUTS_OF_NODE));
        let n_nodes = self.limits.n_nodes;
        if self.n_nodes > n_nodes { Err(OptimalError::TooManyNodes { n_nodes }) } else { Ok(()) }
    }

    /// The layouts won of these after revealing a cell of the field first.
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

    /// The layouts where `cell` is safe, by the number it shows.
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

    /// The value of a set: the layouts that the best play wins.
    ///
    /// Decided cells that are `covered` are mines, or shown next.
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
            let parts = self.shown(layouts, safe, some & !every);
            return self.sum(parts, covered & some & !every, floor);
        }
        let undecided = some & !every & covered;
        match layouts.len() {
            2 => Ok(1),
            3..=64 => self.value_of_few::<1>(layouts, undecided, floor),
            65..=256 => self.value_of_few::<4>(layouts, undecided, floor),
            257..=512 => self.value_of_few::<8>(layouts, undecided, floor),
            513..=FEW => self.value_of_few::<16>(layouts, undecided, floor),
            _ => self.value_of_many(layouts, undecided, floor),
        }
    }

    /// The sets that cells safe in all layouts leave when they are revealed.
    fn shown(&self, layouts: &[Pattern], safe: Pattern, undecided: Pattern) -> Vec<Vec<Pattern>> {
        let mut parts = vec![layouts.to_vec()];
        for cell in ones(safe).filter(|&cell| self.field.near[cell] & undecided != 0) {
            parts = parts.iter().flat_map(|part| self.parts(part, cell)).collect();
        }
        parts
    }

    fn value_of_few<const W: usize>(
        &mut self,
        layouts: &[Pattern],
        undecided: Pattern,
        floor: u32,
    ) -> Result<u32, OptimalError> {
        let n_layouts = layouts.len() as u32;
        if n_layouts >= LEAST_REMEMBERED {
            let print = fingerprint(layouts.iter().map(|layout| layout & undecided));
            if let Some(value) = self.known_value(print, floor) {
                return Ok(value);
            }
        }
        let few = Few::<W>::new(self.field, layouts, undecided);
        few.value(self, &few.all(), undecided, floor)
    }

    /// The value of a set, if the table has it or has a bound that is enough.
    pub(super) fn known_value(&self, print: u128, floor: u32) -> Option<u32> {
        let Value { least, most } = self.table.get(print)?;
        (least == most || most <= floor).then_some(most)
    }

    fn value_of_many(
        &mut self,
        layouts: &[Pattern],
        undecided: Pattern,
        floor: u32,
    ) -> Result<u32, OptimalError> {
        let print_under = |symmetry: &Symmetry| {
            fingerprint(layouts.iter().map(|layout| symmetry.turned(layout & undecided)))
        };
        let print = fingerprint(layouts.iter().map(|layout| layout & undecided));
        let prints: Vec<u128> = self.field.symmetries.iter().map(print_under).collect();
        let least_print = prints.iter().copied().fold(print, u128::min);
        if let Some(value) = self.known_value(least_print, floor) {
            return Ok(value);
        }
        self.count_node(layouts.len() as u32)?;
        let (mut best, mut most) = (1, 1);
        let mut tries: Vec<Try> = Vec::new();
        for cell in ones(undecided) {
            // Of cells that a symmetry of this very set turns into each other, the first stands for all.
            let mut own = self.field.symmetries.iter().zip(&prints).filter(|&(_, &turned)| turned == print);
            if own.all(|(symmetry, _)| symmetry.goes_to(cell) >= cell) {
                tries.extend(self.look_at(layouts, undecided, cell));
            }
        }
        tries.sort_by_key(|one| std::cmp::Reverse(one.most));
        for Try { most: most_here, cell } in tries {
            let to_beat = floor.max(best);
            if most_here <= to_beat {
                most = most.max(most_here);
                continue;
            }
            let value = self.sum(self.parts(layouts, cell), undecided & !(1 << cell), to_beat)?;
            best = best.max(if value > to_beat { value } else { 0 });
            most = most.max(value);
        }
        Ok(self.remember(least_print, layouts.len() as u32, Value { least: best, most }, floor))
    }

    /// Stores the result of trying all cells, the best value and an upper bound of the others; returns the value.
    pub(super) fn remember(&mut self, print: u128, n_layouts: u32, found: Value, floor: u32) -> u32 {
        let is_exact = found.least > floor;
        let value = if is_exact {
            Value { least: found.least, most: found.least }
        } else {
            Value { least: 1, ..found }
        };
        self.table.insert(print, n_layouts, value);
        value.most
    }

    /// An upper bound of the value of a cell; `None` if it is dead.
    fn look_at(&self, layouts: &[Pattern], undecided: Pattern, cell: usize) -> Option<Try> {
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
        (numbers.clone().count() > 1).then(|| Try { most: numbers.map(bound).sum(), cell })
    }
}

/// An upper bound of the value of a set: the layouts where its safest cell is safe.
fn bound(layouts: &[Pattern], covered: Pattern) -> u32 {
    let mut n_mines = [0u32; 64];
    for &layout in layouts {
        ones(layout & covered).for_each(|mine| n_mines[mine] += 1);
    }
    bound_by(layouts.len() as u32, ones(covered).map(|cell| n_mines[cell]))
}

/// The same, by how often each cell is a mine. One layout can always be won.
pub(super) fn bound_by(n_layouts: u32, n_mines: impl Iterator<Item = u32>) -> u32 {
    (n_layouts - n_mines.min().unwrap_or(0)).max(1)
}

/// A number whose lowest `n_ones` bits are ones.
fn ones_below(n: usize) -> Pattern {
    if n == 64 { !0 } else { (1 << n) - 1 }
}
