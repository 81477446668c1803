//! What single numbers tell, kept up to date as cells are revealed.
//!
//! Two rules look at one number at a time: if it has all its mines, the other cells around it are safe; if it misses
//! as many as there are cells left, they are all mines. Applied until they tell nothing more, they settle the same
//! cells in whatever order the cells were revealed.

use super::refill;
use crate::board::{Cell, CellSet, Grid, Shown, View};

/// Where a cell belongs, as one word: one of the constants below or, in a problem, the index of its group.
pub(crate) type Place = u32;
/// Revealed, or a mine that is shown.
pub(crate) const SHOWN: Place = u32::MAX;
/// A mine, by single numbers alone.
pub(crate) const MINE: Place = u32::MAX - 1;
/// Without a mine, by single numbers alone.
pub(crate) const SAFE: Place = u32::MAX - 2;
/// Covered and not settled; in a problem, also touching no number.
pub(crate) const INTERIOR: Place = u32::MAX - 3;

/// What single numbers tell of a view.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settled {
    /// Where each cell belongs.
    places: Vec<Place>,
    /// For each cell: the unsettled cells around it.
    n_unsettled: Vec<u8>,
    /// For each cell that shows a number: the mines among them. Far above 8 for any other cell.
    n_missing: Vec<i8>,
    /// The cells that show a number and have unsettled cells around them.
    active: CellSet,
    /// The covered cells settled as safe.
    safe: CellSet,
    /// The cells not settled.
    n_open: usize,
    /// The mines among them; out of bounds if the mine count clashes.
    n_mines: isize,
    /// A number that has more mines around it than it says, or no room for those it misses.
    clash: Option<Cell>,
    /// Numbers to look at, empty in between.
    pending: Vec<u32>,
}

/// Which numbers may be used.
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

/// What `n_missing` holds for cells that show no number: no sum of mines brings it near 8.
const NO_NUMBER: i8 = 64;

impl Settled {
    /// What single numbers tell of a view.
    pub(crate) fn of(view: &View) -> Settled {
        let mut settled = Settled::default();
        settled.read(view, &All);
        settled
    }

    /// Becomes a copy of another; its memory is kept.
    pub(crate) fn copy(&mut self, other: &Settled) {
        self.places.clone_from(&other.places);
        self.n_unsettled.clone_from(&other.n_unsettled);
        self.n_missing.clone_from(&other.n_missing);
        self.active.copy(&other.active);
        self.safe.copy(&other.safe);
        (self.n_open, self.n_mines, self.clash) = (other.n_open, other.n_mines, other.clash);
        self.pending.clear();
    }

    /// Begins anew with a view, as far as `filter` lets its numbers be used.
    pub(crate) fn read(&mut self, view: &View, filter: &impl Filter) {
        let grid: &Grid = view.grid();
        let n_cells = grid.n_cells();
        refill(&mut self.places, n_cells, INTERIOR);
        refill(&mut self.n_missing, n_cells, NO_NUMBER);
        self.active.reset(n_cells);
        self.safe.reset(n_cells);
        self.n_open = view.n_covered();
        self.n_mines = grid.rules().n_mines() as isize;
        self.clash = None;
        self.pending.clear();
        self.count_covered(view);
        for cell in 0..n_cells {
            match view.shown(cell) {
                Shown::Covered | Shown::Flag => {}
                Shown::Number(number) => {
                    self.places[cell] = SHOWN;
                    if filter.may_use(cell) {
                        // Added to what mines shown earlier took away.
                        self.n_missing[cell] += number as i8 - NO_NUMBER;
                    }
                }
                Shown::Mine => {
                    self.places[cell] = SHOWN;
                    self.n_mines -= 1;
                    for near in grid.neighbours(cell) {
                        self.n_missing[near] -= 1;
                    }
                }
            }
        }
        for cell in 0..n_cells {
            self.look_at(cell);
        }
        self.settle_all(grid);
    }

    /// Counts the covered cells around each cell, from those that are covered or from those that are not.
    fn count_covered(&mut self, view: &View) {
        let grid: &Grid = view.grid();
        let n_cells = grid.n_cells();
        if 2 * view.n_covered() < n_cells {
            refill(&mut self.n_unsettled, n_cells, 0);
            for cell in view.covered() {
                for near in grid.neighbours(cell) {
                    self.n_unsettled[near] += 1;
                }
            }
        } else {
            self.n_unsettled.clear();
            self.n_unsettled.extend((0..n_cells).map(|cell| grid.n_neighbours(cell) as u8));
            for cell in (0..n_cells).filter(|&cell| !view.is_covered(cell)) {
                for near in grid.neighbours(cell) {
                    self.n_unsettled[near] -= 1;
                }
            }
        }
    }

    /// Takes in that a covered cell is shown.
    pub(crate) fn reveal(&mut self, grid: &Grid, cell: Cell, shown: Shown) {
        let is_mine = shown == Shown::Mine;
        match self.places[cell] {
            INTERIOR => self.settle(grid, cell, if is_mine { MINE } else { SAFE }),
            place => {
                if is_mine != (place == MINE) {
                    self.clash = Some(cell);
                }
            }
        }
        self.places[cell] = SHOWN;
        self.safe.remove(cell);
        if let Shown::Number(number) = shown {
            self.n_missing[cell] += number as i8 - NO_NUMBER;
            self.look_at(cell);
        }
        self.settle_all(grid);
    }

    /// Notes a number that tells something.
    #[inline]
    fn look_at(&mut self, number: Cell) {
        let (n_missing, n_unsettled) = (self.n_missing[number], self.n_unsettled[number] as i8);
        if n_missing > 8 {
            return;
        }
        if n_unsettled > 0 {
            self.active.insert(number);
        } else {
            self.active.remove(number);
        }
        if (n_missing <= 0 || n_missing >= n_unsettled) && (n_missing, n_unsettled) != (0, 0) {
            self.pending.push(number as u32);
        }
    }

    /// Applies the rules until they tell nothing more.
    fn settle_all(&mut self, grid: &Grid) {
        while let Some(number) = self.pending.pop() {
            let number = number as Cell;
            let (n_missing, n_unsettled) = (self.n_missing[number], self.n_unsettled[number] as i8);
            if n_missing < 0 || n_missing > n_unsettled {
                self.clash = Some(number);
                self.pending.clear();
                return;
            }
            if n_unsettled == 0 {
                continue;
            }
            // Both may have changed since it was noted, but it still tells all there is to tell around it.
            let place = if n_missing == 0 { SAFE } else { MINE };
            for near in grid.neighbours(number) {
                if self.places[near] == INTERIOR {
                    self.settle(grid, near, place);
                }
            }
        }
    }

    /// Notes that an unsettled cell is a mine, or is none.
    fn settle(&mut self, grid: &Grid, cell: Cell, place: Place) {
        let taken = i8::from(place == MINE);
        self.places[cell] = place;
        self.n_open -= 1;
        self.n_mines -= isize::from(taken);
        if place == SAFE {
            self.safe.insert(cell);
        }
        for near in grid.neighbours(cell) {
            self.n_unsettled[near] -= 1;
            self.n_missing[near] -= taken;
            self.look_at(near);
        }
    }

    /// Where each cell belongs: shown, a mine, safe, or in the interior, which here is all that is not settled.
    pub(crate) fn places(&self) -> &[Place] {
        &self.places
    }

    /// The cells that show a number and have unsettled cells around them.
    pub(crate) fn active(&self) -> &CellSet {
        &self.active
    }

    /// The covered cells settled as safe.
    pub(crate) fn safe(&self) -> &CellSet {
        &self.safe
    }

    /// The number of cells not settled.
    pub(crate) fn n_open(&self) -> usize {
        self.n_open
    }

    /// The number of mines among the cells not settled; out of bounds if the mine count clashes.
    pub(crate) fn n_mines(&self) -> isize {
        self.n_mines
    }

    /// A number that has more mines around it than it says, or no room for those it misses, if there is one.
    pub(crate) fn clash(&self) -> Option<Cell> {
        self.clash
    }

    /// The mines that a number misses; none where no number is shown or all around it is settled.
    #[inline]
    pub(crate) fn missing(&self, cell: Cell) -> Option<u8> {
        let n_missing = self.n_missing[cell];
        (n_missing <= 8 && self.n_unsettled[cell] > 0).then_some(n_missing as u8)
    }
}
