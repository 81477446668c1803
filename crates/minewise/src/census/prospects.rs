//! The likely gain from revealing a cell, beyond its risk.
//!
//! This serves to choose among cells of equal risk, where an estimate is enough (decision record 4). What each number
//! would settle is computed exactly in the regions around the cell. The chance of each number is only estimated:
//! regions are assumed to be independent of each other, and interior cells to be mines independently, each with the
//! risk of the interior. [`Census::outcomes`] is exact, but slower.

use super::Census;
use super::neighbourhood::Neighbourhood;
use super::region_cache::CountedRegion;
use super::settled::{INTERIOR, Place, SHOWN};
use super::sweep::{CHOOSE, Sweep, Sweeper};
use super::work::{Halt, Work};
use crate::board::{Cell, CellSet, MAX_NEIGHBOURS};
use crate::num::power;

/// An estimate of the gain from revealing a cell, if it is no mine.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Prospects {
    /// The chance that another cell becomes certainly safe.
    pub progress: f64,
    /// The number of other cells that become certainly safe, on average.
    pub n_safe: f64,
    /// The chance of each number from 0 to 8.
    pub numbers: [f64; 9],
}

impl Prospects {
    /// The information that the number shown would give: its entropy, in nats.
    pub fn entropy(&self) -> f64 {
        let terms = self.numbers.iter().filter(|&&chance| chance > 0.0);
        -terms.map(|chance| chance * libm::log(*chance)).sum::<f64>()
    }
}

/// A value for each number of mines from 0 to 8 (a tally).
type ByTally<T> = [T; 9];

/// Estimates the gain from revealing cells, one after another, reusing memory.
#[derive(Clone, Debug)]
pub struct Prospector<'a> {
    census: &'a Census,
    sweeper: Sweeper<f64>,
    /// The prospects of cells that have only interior cells around them, by the number of these.
    far: [Option<Prospects>; MAX_NEIGHBOURS + 1],
}

/// A region around the cell in question, or the interior: its mines next to the cell are its tally.
struct Part {
    /// The chance of each tally.
    chances: ByTally<f64>,
    /// For each group: its size, and the set of tallies with which it can hold a mine, as bits.
    groups: Vec<(u8, u16)>,
}

impl Census {
    /// Creates a prospector, which estimates the gain from revealing cells.
    pub fn prospector(&self) -> Prospector<'_> {
        Prospector { census: self, sweeper: Sweeper::default(), far: [None; MAX_NEIGHBOURS + 1] }
    }
}

impl Prospector<'_> {
    /// Estimates the gain from revealing each of these covered cells, if it is no mine.
    pub fn look_at(&mut self, cells: &[Cell]) -> Vec<Prospects> {
        let near = self.cells_near_non_interior();
        let grid = &self.census.grid;
        let is_far = |cell: Cell| self.census.is_interior(cell) && !near.contains(cell);
        let far: Vec<Option<usize>> =
            cells.iter().map(|&cell| is_far(cell).then(|| grid.n_neighbours(cell))).collect();
        let prospects = |(&cell, far): (&Cell, Option<usize>)| match far {
            Some(n_interior) => self.prospects_of_far_cell(n_interior),
            None => self.prospects_of(cell),
        };
        cells.iter().zip(far).map(prospects).collect()
    }

    /// The cells with a neighbour that is settled, in a group, or a mine that is shown.
    fn cells_near_non_interior(&self) -> CellSet {
        let (problem, grid) = (&self.census.problem, &self.census.grid);
        let mut near = CellSet::default();
        near.reset(grid.n_cells());
        let is_source = |&(_, &place): &(Cell, &Place)| place != SHOWN && place != INTERIOR;
        let sources = problem.places.iter().enumerate().filter(is_source).map(|(cell, _)| cell);
        for cell in sources.chain(self.census.shown_mines.iter().map(|&cell| cell as Cell)) {
            for neighbour in grid.neighbours(cell) {
                near.insert(neighbour);
            }
        }
        near
    }

    /// The prospects of a cell that has only interior cells around it.
    fn prospects_of_far_cell(&mut self, n_interior: usize) -> Prospects {
        let risk = self.census.interior.0;
        *self.far[n_interior].get_or_insert_with(|| weigh(&[interior_part(n_interior, risk)]))
    }

    /// The prospects of a covered cell, if it is no mine.
    fn prospects_of(&mut self, cell: Cell) -> Prospects {
        let around = Neighbourhood::of(self.census, cell);
        if around.regions.is_empty() {
            return self.prospects_of_far_cell(around.n_interior);
        }
        let mut parts = Vec::with_capacity(around.regions.len() + 1);
        for &region in &around.regions {
            match self.part(&around, region) {
                Ok(part) => parts.push(part),
                // A tie-break is not worth that much work.
                Err(_) => return Prospects::default(),
            }
        }
        if around.n_interior > 0 {
            parts.push(interior_part(around.n_interior, self.census.interior.0));
        }
        weigh(&parts)
    }

    /// Counts a region around the cell in question.
    fn part(&mut self, around: &Neighbourhood<'_>, region: usize) -> Result<Part, Halt> {
        /// The limit of work for one region; more would be slower than the estimate is worth.
        const WORK: usize = 100_000;
        let sweep = around.sweep(region, &mut self.sweeper, &mut Work::new(WORK, WORK))?;
        let CountedRegion { spread, .. } = &*self.census.counted[region];
        let tail = self.census.tail(region);
        let weight_of = |n_mines: usize| tail[n_mines - spread.least];
        let mut chances = tally_chances(sweep, weight_of);
        let mut groups = Vec::with_capacity(self.census.problem.regions[region].n_groups as usize + 8);
        let tallies = sweep.tallies_with_mines(
            |n_mines| weight_of(n_mines) > 0.0,
            |size, with_mines| groups.push((size, with_mines)),
        );
        for (tally, chance) in chances.iter_mut().enumerate() {
            if tallies >> tally & 1 == 0 {
                *chance = 0.0;
            }
        }
        Ok(Part { chances, groups })
    }
}

/// The chance of each tally.
fn tally_chances(sweep: &Sweep<f64>, weight_of: impl Fn(usize) -> f64) -> ByTally<f64> {
    let mut chances = [0.0; 9];
    for (n_mines, tally, count) in sweep.totals() {
        chances[tally] += count * weight_of(n_mines);
    }
    let total: f64 = chances.iter().sum();
    chances.map(|chance| chance / total)
}

/// The interior cells around the cell in question.
fn interior_part(n_cells: usize, risk: f64) -> Part {
    let mut chances = [0.0; 9];
    for (n_mines, chance) in chances.iter_mut().enumerate().take(n_cells + 1) {
        let ways = f64::from(CHOOSE[n_cells][n_mines]);
        *chance = ways * power(risk, n_mines as u32) * power(1.0 - risk, (n_cells - n_mines) as u32);
    }
    // They can hold a mine with every tally except 0.
    Part { chances, groups: vec![(n_cells as u8, !1)] }
}

/// Joins the parts. A number is the sum of one tally from each part. It makes a group safe if the group can hold no
/// mine with any tally that is possible for that sum.
fn weigh(parts: &[Part]) -> Prospects {
    let all = sum_chances(parts.iter().map(|part| &part.chances));
    let mut n_safe = [0.0; 9];
    for (idx, part) in parts.iter().enumerate() {
        let others = parts.iter().enumerate().filter(|&(other, _)| other != idx);
        let others = sum_chances(others.map(|(_, part)| &part.chances));
        for (number, n_safe) in n_safe.iter_mut().enumerate() {
            let is_possible = |tally: &usize| part.chances[*tally] > 0.0 && others[number - tally] > 0.0;
            let tallies = (0..=number).filter(is_possible).fold(0u16, |tallies, tally| tallies | 1 << tally);
            let is_safe = |(_, with_mines): &&(u8, u16)| with_mines & tallies == 0;
            *n_safe += part.groups.iter().filter(is_safe).map(|&(size, _)| f64::from(size)).sum::<f64>();
        }
    }
    let mut prospects = Prospects { numbers: all, ..Prospects::default() };
    for (chance, n_safe) in all.into_iter().zip(n_safe).filter(|&(chance, _)| chance > 0.0) {
        prospects.progress += if n_safe > 0.0 { chance } else { 0.0 };
        prospects.n_safe += chance * n_safe;
    }
    prospects
}

/// The chance of each sum of independent tallies.
fn sum_chances<'a>(tallies: impl Iterator<Item = &'a ByTally<f64>>) -> ByTally<f64> {
    let mut sums = [0.0; 9];
    sums[0] = 1.0;
    for chances in tallies {
        let before = sums;
        for (sum, chance) in sums.iter_mut().enumerate() {
            *chance = (0..=sum).map(|tally| chances[tally] * before[sum - tally]).sum();
        }
    }
    sums
}
