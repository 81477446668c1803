//! Reduces a view to the part that has to be counted.
//!
//! The rules that look at one number at a time have settled what they can ([`settled`](super::settled)). Each remaining
//! number says how many mines lie among its unsettled neighbours. Cells that touch the same numbers cannot be
//! distinguished: they form a *group*. Groups linked by numbers form a *region*. Regions affect each other only through
//! the mine count.

use super::join::Outside;
use super::refill;
use super::settled::{INTERIOR, Place, Settled};
use crate::board::{Cell, Grid, MAX_NEIGHBOURS};

/// A view reduced to the part that has to be counted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Problem {
    /// The category of each cell, or the index of its group.
    pub(crate) places: Vec<Place>,
    /// The cells of all groups, one group after another.
    pub(crate) group_cells: Vec<u32>,
    /// The index in `group_cells` where each group begins, and the end of the last one.
    pub(crate) group_starts: Vec<u32>,
    /// The regions. The groups of a region have consecutive indices.
    pub(crate) regions: Vec<Region>,
    /// The shapes of all regions, one after another.
    pub(crate) shapes: Vec<u32>,
    /// The number of cells that touch no number.
    pub(crate) n_interior: usize,
    /// The number of mines in the groups and the interior. May be negative or too large if the mine count contradicts
    /// the numbers.
    pub(crate) n_mines: i64,
}

/// Groups linked by numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    /// The index of its first group.
    pub(crate) first_group: u32,
    /// The number of its groups.
    pub(crate) n_groups: u32,
    /// The range of its shape in `shapes`: start and end.
    pub(crate) shape: (u32, u32),
    /// The number of its cells.
    pub(crate) n_cells: u32,
}

impl Problem {
    /// The cells of a group.
    pub(crate) fn cells(&self, group: usize) -> &[u32] {
        &self.group_cells[self.group_starts[group] as usize..self.group_starts[group + 1] as usize]
    }

    /// The groups of a region.
    pub(crate) fn groups(&self, region: &Region) -> std::ops::Range<usize> {
        region.first_group as usize..(region.first_group + region.n_groups) as usize
    }

    /// The shape of a region: all that its count depends on, in the format that [`Planner`](super::plan::Planner)
    /// reads.
    pub(crate) fn shape(&self, region: &Region) -> &[u32] {
        &self.shapes[region.shape.0 as usize..region.shape.1 as usize]
    }

    /// The part of the grid outside the regions; `None` if no layout can have the right number of mines.
    pub(crate) fn outside(&self) -> Option<Outside> {
        let n_mines = usize::try_from(self.n_mines).ok()?;
        let n_unsettled = self.n_interior + self.group_cells.len();
        (n_mines <= n_unsettled).then_some(Outside { n_interior: self.n_interior, n_mines })
    }

    /// The number of groups of all regions.
    pub(crate) fn n_groups(&self) -> usize {
        self.group_starts.len() - 1
    }
}

/// Creates problems from views, reusing memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Collector {
    /// The numbers of the region being collected, in the order found.
    numbers: Vec<u32>,
    /// For each cell: its index in `numbers` plus one, or 0 if it is not among them.
    rank: Vec<u32>,
    /// The cells around the current number that have no group yet.
    ungrouped: Vec<UngroupedCell>,
}

/// A cell that has no group yet, and the indices in `numbers` of the numbers it touches.
#[derive(Clone, Copy, Debug)]
struct UngroupedCell {
    cell: u32,
    touched: [u32; MAX_NEIGHBOURS],
    n_touched: usize,
}

impl UngroupedCell {
    fn touched(&self) -> &[u32] {
        &self.touched[..self.n_touched]
    }
}

impl Collector {
    /// Collects the unsettled cells of a view into groups and regions, in an order that depends on the view alone. Only
    /// the memory of `problem` is used, not its content.
    pub(crate) fn collect(&mut self, grid: &Grid, settled: &Settled, mut problem: Problem) -> Problem {
        problem.places.clear();
        problem.places.extend_from_slice(settled.places());
        problem.group_cells.clear();
        problem.group_starts.clear();
        problem.group_starts.push(0);
        problem.regions.clear();
        problem.shapes.clear();
        problem.n_mines = settled.n_mines();
        refill(&mut self.rank, grid.n_cells(), 0);
        for number in settled.active().iter() {
            if self.rank[number] == 0 {
                self.collect_region(grid, settled, number, &mut problem);
            }
        }
        problem.n_interior = settled.n_open() - problem.group_cells.len();
        problem
    }

    /// Collects the region that a number belongs to, and appends its shape.
    fn collect_region(&mut self, grid: &Grid, settled: &Settled, number: Cell, problem: &mut Problem) {
        let first_group = problem.n_groups();
        let first_cell = problem.group_cells.len();
        let shape_start = problem.shapes.len();
        self.numbers.clear();
        self.numbers.push(number as u32);
        self.rank[number] = 1;
        let mut idx = 0;
        while idx < self.numbers.len() {
            self.collect_around(grid, settled, self.numbers[idx] as Cell, problem);
            idx += 1;
        }
        let missing = |&number: &u32| settled.missing(number as Cell).map_or(0, u32::from);
        problem.shapes.extend(self.numbers.iter().map(missing));
        problem.shapes.push(self.numbers.len() as u32);
        problem.regions.push(Region {
            first_group: first_group as u32,
            n_groups: (problem.n_groups() - first_group) as u32,
            shape: (shape_start as u32, problem.shapes.len() as u32),
            n_cells: (problem.group_cells.len() - first_cell) as u32,
        });
    }

    /// Puts the cells around a number that have no group yet into groups, by the numbers they touch.
    ///
    /// The numbers that a cell touches are listed in ascending order of their cells, so the cells of one group have
    /// equal lists.
    fn collect_around(&mut self, grid: &Grid, settled: &Settled, number: Cell, problem: &mut Problem) {
        self.ungrouped.clear();
        for cell in grid.neighbours(number).filter(|&cell| problem.places[cell] == INTERIOR) {
            let mut ungrouped =
                UngroupedCell { cell: cell as u32, touched: [0; MAX_NEIGHBOURS], n_touched: 0 };
            for near in grid.neighbours(cell) {
                if settled.missing(near).is_none() {
                    continue;
                }
                if self.rank[near] == 0 {
                    self.numbers.push(near as u32);
                    self.rank[near] = self.numbers.len() as u32;
                }
                ungrouped.touched[ungrouped.n_touched] = self.rank[near] - 1;
                ungrouped.n_touched += 1;
            }
            self.ungrouped.push(ungrouped);
        }
        for (idx, first) in self.ungrouped.iter().enumerate() {
            if problem.places[first.cell as Cell] != INTERIOR {
                continue;
            }
            let group = problem.n_groups() as u32;
            let start = problem.group_cells.len();
            for ungrouped in &self.ungrouped[idx..] {
                if ungrouped.touched() == first.touched() {
                    problem.places[ungrouped.cell as Cell] = group;
                    problem.group_cells.push(ungrouped.cell);
                }
            }
            let size = problem.group_cells.len() - start;
            problem.group_starts.push(problem.group_cells.len() as u32);
            problem.shapes.extend([size as u32, first.n_touched as u32]);
            problem.shapes.extend_from_slice(first.touched());
        }
    }
}
