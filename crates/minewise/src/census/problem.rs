//! A view reduced to what has to be counted.
//!
//! First the two rules that look at one number at a time settle what they can. Of the numbers left, each says how
//! many mines lie in its unsettled neighbours. Covered cells that touch the same numbers cannot be told apart: they
//! form a *group*. Groups linked by numbers form a *region*; regions affect each other only through the mine count.

use super::join::Outside;
use super::refill;
use crate::grid::{Cell, Grid};
use crate::topology::MAX_NEIGHBOURS;
use crate::view::{Shown, View};

/// Where a cell belongs, as one word: one of the constants below, or the index of its group.
pub(crate) type Place = u32;
/// Revealed, or a mine that is shown.
pub(crate) const SHOWN: Place = u32::MAX;
/// A mine, by a number alone.
pub(crate) const MINE: Place = u32::MAX - 1;
/// Without a mine, by a number alone.
pub(crate) const SAFE: Place = u32::MAX - 2;
/// Covered and touching no number; while a view is being reduced, all that is not settled or in a group yet.
pub(crate) const INTERIOR: Place = u32::MAX - 3;

/// A view reduced to what has to be counted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Problem {
    /// Where each cell belongs.
    pub(crate) places: Vec<Place>,
    /// The cells of all groups, one group after the other.
    pub(crate) group_cells: Vec<u32>,
    /// Where each group's cells begin in `group_cells`; one more entry than groups.
    pub(crate) group_starts: Vec<u32>,
    /// The regions; their groups follow each other.
    pub(crate) regions: Vec<Region>,
    /// The shapes of all regions, one after the other.
    pub(crate) shapes: Vec<u32>,
    /// The number of cells that touch no number.
    pub(crate) n_interior: usize,
    /// The number of mines among the groups and the interior; out of bounds if the mine count clashes.
    pub(crate) n_mines: isize,
}

/// Groups linked by numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    /// Its first group.
    pub(crate) first_group: u32,
    /// The number of its groups.
    pub(crate) n_groups: u32,
    /// Where its shape stands in `shapes`.
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

    /// The shape of a region.
    pub(crate) fn shape(&self, region: &Region) -> &[u32] {
        &self.shapes[region.shape.0 as usize..region.shape.1 as usize]
    }

    /// The grid outside the regions, unless the mine count alone rules every layout out.
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

/// A number has more mines around it than it says, or no room for those it misses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clash;

/// Reduces views to problems; keeps its memory from one to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reducer {
    /// For each cell that shows a number: the unsettled cells around it.
    n_unsettled: Vec<u8>,
    /// For each cell that shows a number: the mines among them. A cell that shows none counts far from 0.
    n_missing: Vec<i8>,
    /// The cells that show a number with something covered around it.
    shown: Vec<u32>,
    /// Numbers that may settle their neighbours.
    pending: Vec<u32>,
    /// The numbers of the region being collected, in the order found.
    numbers: Vec<u32>,
    /// For each number found: its place in `numbers`, plus one.
    rank: Vec<u32>,
    /// The cells around the number looked at that have no group yet.
    loose: Vec<Loose>,
}

/// A cell that has no group yet, and the ranks of the numbers it touches.
#[derive(Clone, Copy, Debug)]
struct Loose {
    cell: u32,
    touched: [u32; MAX_NEIGHBOURS],
    n_touched: usize,
}

impl Loose {
    fn touched(&self) -> &[u32] {
        &self.touched[..self.n_touched]
    }
}

/// Which numbers a reduction may use.
pub(crate) trait Filter {
    /// Whether the number at `cell` may be used; one that may not is still known to be no mine.
    fn may_use(&self, cell: Cell) -> bool;
}

/// All numbers.
pub(crate) struct All;

impl Filter for All {
    #[inline]
    fn may_use(&self, _: Cell) -> bool {
        true
    }
}

/// What `n_missing` holds for cells that show no number: no sum of mines brings it near 0.
const NO_NUMBER: i8 = 64;

impl Reducer {
    /// Reduces a view, as far as `filter` lets its numbers be used. `assumed` are settled beforehand.
    pub(crate) fn reduce(
        &mut self,
        view: &View,
        filter: &impl Filter,
        assumed: &[(Cell, Place)],
        problem: &mut Problem,
    ) -> Result<(), Clash> {
        let grid: &Grid = view.grid();
        self.read(view, filter, problem);
        self.find_pending()?;
        for &(cell, place) in assumed {
            self.settle(grid, cell, place, problem);
        }
        self.settle_all(grid, problem)?;
        self.collect(grid, problem);
        Ok(())
    }

    /// Reads what is shown, and counts what is covered around each number.
    fn read(&mut self, view: &View, filter: &impl Filter, problem: &mut Problem) {
        let grid: &Grid = view.grid();
        let n_cells = grid.n_cells();
        refill(&mut self.n_unsettled, n_cells, 0);
        refill(&mut self.n_missing, n_cells, NO_NUMBER);
        refill(&mut problem.places, n_cells, INTERIOR);
        self.shown.clear();
        problem.n_interior = view.n_covered();
        problem.n_mines = grid.rules().n_mines() as isize;
        // Whether it is quicker to look around what is covered than around what is not.
        let few_covered = 2 * view.n_covered() < n_cells;
        for cell in 0..n_cells {
            match view.shown(cell) {
                Shown::Covered | Shown::Flag => {
                    if few_covered {
                        for near in grid.neighbours(cell) {
                            self.n_unsettled[near] += 1;
                        }
                    }
                }
                Shown::Number(number) => {
                    problem.places[cell] = SHOWN;
                    if filter.may_use(cell) {
                        // Added to what mines shown earlier took away.
                        self.n_missing[cell] += number as i8 - NO_NUMBER;
                        self.shown.push(cell as u32);
                        if !few_covered {
                            let covered = grid.neighbours(cell).filter(|&near| view.is_covered(near));
                            self.n_unsettled[cell] = covered.count() as u8;
                        }
                    }
                }
                Shown::Mine => {
                    problem.places[cell] = SHOWN;
                    problem.n_mines -= 1;
                    for near in grid.neighbours(cell) {
                        self.n_missing[near] -= 1;
                    }
                }
            }
        }
    }

    /// Notes which numbers tell something at once; leaves out those with nothing covered around them.
    fn find_pending(&mut self) -> Result<(), Clash> {
        self.pending.clear();
        let mut n_kept = 0;
        for idx in 0..self.shown.len() {
            let number = self.shown[idx];
            let (n_missing, n_unsettled) = self.around(number as Cell);
            if n_missing < 0 || n_missing > n_unsettled {
                return Err(Clash);
            }
            if n_unsettled > 0 {
                self.shown[n_kept] = number;
                n_kept += 1;
                if n_missing == 0 || n_missing == n_unsettled {
                    self.pending.push(number);
                }
            }
        }
        self.shown.truncate(n_kept);
        Ok(())
    }

    /// The mines missing at a number, and the unsettled cells around it.
    #[inline]
    fn around(&self, number: Cell) -> (i8, i8) {
        (self.n_missing[number], self.n_unsettled[number] as i8)
    }

    /// Applies the rules that look at one number at a time until they tell nothing more.
    fn settle_all(&mut self, grid: &Grid, problem: &mut Problem) -> Result<(), Clash> {
        while let Some(number) = self.pending.pop() {
            let (n_missing, n_unsettled) = self.around(number as Cell);
            if n_missing < 0 || n_missing > n_unsettled {
                return Err(Clash);
            }
            if n_unsettled == 0 {
                continue;
            }
            // Both may have changed since it was noted, but it still tells all there is to tell around it.
            let place = if n_missing == 0 { SAFE } else { MINE };
            for near in grid.neighbours(number as Cell) {
                if problem.places[near] == INTERIOR {
                    self.settle(grid, near, place, problem);
                }
            }
        }
        Ok(())
    }

    /// Notes that a covered cell is a mine, or is none.
    fn settle(&mut self, grid: &Grid, cell: Cell, place: Place, problem: &mut Problem) {
        let taken = i8::from(place == MINE);
        problem.places[cell] = place;
        problem.n_interior -= 1;
        problem.n_mines -= isize::from(taken);
        for near in grid.neighbours(cell) {
            // Meaningless, and never looked at, where no number is shown.
            self.n_unsettled[near] = self.n_unsettled[near].wrapping_sub(1);
            self.n_missing[near] -= taken;
            let (n_missing, n_unsettled) = self.around(near);
            let tells_all = n_missing <= 0 || (n_missing >= n_unsettled && n_missing <= 8);
            if tells_all && (n_missing, n_unsettled) != (0, 0) {
                self.pending.push(near as u32);
            }
        }
    }

    /// Collects unsettled cells into groups and regions.
    fn collect(&mut self, grid: &Grid, problem: &mut Problem) {
        refill(&mut self.rank, grid.n_cells(), 0);
        problem.group_cells.clear();
        problem.group_starts.clear();
        problem.group_starts.push(0);
        problem.regions.clear();
        problem.shapes.clear();
        for idx in 0..self.shown.len() {
            let number = self.shown[idx] as Cell;
            if self.n_unsettled[number] > 0 && self.rank[number] == 0 {
                self.collect_region(grid, number, problem);
            }
        }
        problem.n_interior -= problem.group_cells.len();
    }

    /// Collects the region around a number, and writes its shape.
    fn collect_region(&mut self, grid: &Grid, number: Cell, problem: &mut Problem) {
        let first_group = problem.n_groups();
        let first_cell = problem.group_cells.len();
        let shape_start = problem.shapes.len();
        self.numbers.clear();
        self.numbers.push(number as u32);
        self.rank[number] = 1;
        let mut idx = 0;
        while idx < self.numbers.len() {
            self.collect_around(grid, self.numbers[idx] as Cell, problem);
            idx += 1;
        }
        problem.shapes.extend(self.numbers.iter().map(|&number| self.n_missing[number as Cell] as u32));
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
    /// The numbers that a cell touches are found in ascending order, and ranked as they are found, so cells of one
    /// group have equal lists.
    fn collect_around(&mut self, grid: &Grid, number: Cell, problem: &mut Problem) {
        self.loose.clear();
        for cell in grid.neighbours(number).filter(|&cell| problem.places[cell] == INTERIOR) {
            let mut loose = Loose { cell: cell as u32, touched: [0; MAX_NEIGHBOURS], n_touched: 0 };
            for near in grid.neighbours(cell) {
                if self.n_missing[near] > 8 {
                    continue;
                }
                if self.rank[near] == 0 {
                    self.numbers.push(near as u32);
                    self.rank[near] = self.numbers.len() as u32;
                }
                loose.touched[loose.n_touched] = self.rank[near] - 1;
                loose.n_touched += 1;
            }
            self.loose.push(loose);
        }
        for (idx, first) in self.loose.iter().enumerate() {
            if problem.places[first.cell as Cell] != INTERIOR {
                continue;
            }
            let group = problem.n_groups() as u32;
            let began = problem.group_cells.len();
            for loose in &self.loose[idx..] {
                if loose.touched() == first.touched() {
                    problem.places[loose.cell as Cell] = group;
                    problem.group_cells.push(loose.cell);
                }
            }
            let size = problem.group_cells.len() - began;
            problem.group_starts.push(problem.group_cells.len() as u32);
            problem.shapes.extend([size as u32, first.n_touched as u32]);
            problem.shapes.extend_from_slice(first.touched());
        }
    }
}
