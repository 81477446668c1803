//! A covered cell that is assumed to be no mine, and its neighbours: the part of a census that revealing it would
//! change.

use super::Census;
use super::settled::{INTERIOR, MINE, SAFE, SHOWN};
use super::sweep::{Sweep, Sweeper};
use super::weight::Weight;
use super::work::{Halt, Work};
use crate::board::Cell;

/// A covered cell that is assumed to be no mine, and its neighbours.
pub(crate) struct Neighbourhood<'a> {
    pub(crate) census: &'a Census,
    pub(crate) cell: Cell,
    /// The number of neighbours that are mines for certain: shown, or settled by single numbers.
    pub(crate) n_certain: usize,
    /// The number of neighbours in the interior.
    pub(crate) n_interior: usize,
    /// The regions that contain the cell or a neighbour.
    pub(crate) regions: Vec<usize>,
}

impl<'a> Neighbourhood<'a> {
    pub(crate) fn of(census: &'a Census, cell: Cell) -> Neighbourhood<'a> {
        let mut around = Neighbourhood { census, cell, n_certain: 0, n_interior: 0, regions: Vec::new() };
        let problem = &census.problem;
        around.add_region_of(cell);
        for near in census.grid.neighbours(cell) {
            match problem.places[near] {
                SHOWN => around.n_certain += usize::from(census.shown_mines.contains(&(near as u32))),
                MINE => around.n_certain += 1,
                SAFE => {}
                INTERIOR => around.n_interior += 1,
                _ => around.add_region_of(near),
            }
        }
        around
    }

    fn add_region_of(&mut self, cell: Cell) {
        let group = self.census.problem.places[cell];
        // `INTERIOR` is the smallest of the places that are not groups.
        if group >= INTERIOR {
            return;
        }
        let regions = &self.census.problem.regions;
        let region = regions.partition_point(|region| region.first_group <= group) - 1;
        if !self.regions.contains(&region) {
            self.regions.push(region);
        }
    }

    /// Counts a region without the cell, separately for each number of mines next to the cell.
    pub(crate) fn sweep<'s, W: Weight>(
        &self,
        region: usize,
        sweeper: &'s mut Sweeper<W>,
        work: &mut Work,
    ) -> Result<&'s Sweep<W>, Halt> {
        let split = self.split(region);
        sweeper.sweep_with_tally(&split.shape, |group| split.is_near[group], work)
    }

    /// The totals of [`Neighbourhood::sweep`] alone.
    pub(crate) fn totals<W: Weight>(
        &self,
        region: usize,
        sweeper: &mut Sweeper<W>,
        work: &mut Work,
    ) -> Result<Vec<(usize, usize, W)>, Halt> {
        let split = self.split(region);
        sweeper.totals_with_tally(&split.shape, |group| split.is_near[group], work)
    }

    /// The shape of a region without the cell, where each group is split into the cells next to the cell and the
    /// others. The groups keep the order in which the whole region was counted, so that no new plan is needed.
    fn split(&self, region_idx: usize) -> Split {
        let problem = &self.census.problem;
        let region = &problem.regions[region_idx];
        let code = problem.shape(region);
        // The index where each group begins in the shape.
        let mut starts = Vec::with_capacity(region.n_groups as usize + 1);
        starts.push(0);
        for _ in problem.groups(region) {
            let start = starts[starts.len() - 1];
            starts.push(start + 2 + code[start + 1] as usize);
        }
        let mut split = Split { shape: Vec::with_capacity(2 * code.len()), is_near: Vec::new() };
        for group in self.census.counted[region_idx].sweep.order() {
            let touched = &code[starts[group] + 1..starts[group + 1]];
            let cells = problem.cells(region.first_group as usize + group);
            let cells = || cells.iter().filter(|&&cell| cell as Cell != self.cell);
            let n_near = cells().filter(|&&cell| self.census.grid.touch(self.cell, cell as Cell)).count();
            for (size, is_near) in [(n_near, true), (cells().count() - n_near, false)] {
                if size > 0 {
                    split.shape.push(size as u32);
                    split.shape.extend_from_slice(touched);
                    split.is_near.push(is_near);
                }
            }
        }
        split.shape.extend_from_slice(&code[starts[region.n_groups as usize]..]);
        split
    }
}

/// A shape of which each group lies entirely next to a cell, or not at all.
struct Split {
    shape: Vec<u32>,
    /// For each group: whether its cells are next to the cell.
    is_near: Vec<bool>,
}
