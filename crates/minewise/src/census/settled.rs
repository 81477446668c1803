//! What follows from single numbers, kept up to date as cells are revealed.
//!
//! Two rules look at one number at a time. If a number has all its mines, the other cells around it are safe. If it
//! misses as many mines as there are cells left around it, these are all mines. The rules are applied until nothing
//! more follows. The cells they settle do not depend on the order in which cells were revealed.

use super::refill;
use crate::board::{Cell, CellSet, Grid, Shown, View};

/// The category of a cell: one of the constants below or, in a [`Problem`](super::problem::Problem), the index of its
/// group.
pub(crate) type Place = u32;
/// Revealed, or a mine that is shown.
pub(crate) const SHOWN: Place = u32::MAX;
/// Covered, and a mine by single numbers alone.
pub(crate) const MINE: Place = u32::MAX - 1;
/// Covered, and safe by single numbers alone.
pub(crate) const SAFE: Place = u32::MAX - 2;
/// Covered and not settled. In a problem, only if it also touches no number; otherwise it belongs to a group.
pub(crate) const INTERIOR: Place = u32::MAX - 3;

/// What follows from the single numbers of a view: which covered cells are safe, which are mines, and what stays open.
///
/// Two rules look at one number at a time. If a number has all its mines, the other cells around it are safe. If it
/// misses as many mines as there are cells left around it, these are all mines. The rules are applied until nothing
/// more follows. That is much cheaper than a census, and often enough. If some number cannot be right, there is a
/// [`clash`](Settled::clash), and all other answers are meaningless.
///
/// # Examples
/// ```
/// use minewise::View;
/// use minewise::census::Settled;
/// let view: View = "4x2/2 .11./....".parse()?;
/// let mut settled = Settled::of(&view);
/// assert_eq!((settled.safe().count(), settled.n_open(), settled.n_mines()), (0, 6, 2));
/// // Once a mine between both numbers is known, they have all their mines.
/// settled.learn(view.grid(), [5], true);
/// assert_eq!(settled.safe().collect::<Vec<_>>(), [0, 3, 4, 6, 7]);
/// assert_eq!((settled.clash(), settled.n_open(), settled.n_mines()), (None, 0, 1));
/// # Ok::<(), minewise::board::ReadError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Settled {
    /// The category of each cell.
    places: Vec<Place>,
    /// For each cell: the number of unsettled cells around it.
    n_unsettled: Vec<u8>,
    /// For each cell that shows a number: the number of mines among these. Far above 8 for any other cell.
    n_missing: Vec<i8>,
    /// The cells that show a number and have unsettled cells around them.
    active: CellSet,
    /// The covered cells settled as safe.
    safe: CellSet,
    /// The number of covered cells that are not settled.
    n_open: usize,
    /// The number of mines among them. May be negative or too large if the mine count contradicts the numbers.
    n_mines: i64,
    /// A number with more mines around it than it shows, or without room for those it misses.
    clash: Option<Cell>,
    /// Numbers from which something follows; empty between calls.
    pending: Vec<u32>,
}

/// Selects the numbers that may be used.
pub(crate) trait Filter {
    /// Whether the number at `cell` may be used. If not, the cell is still known to be no mine.
    fn may_use(&self, cell: Cell) -> bool;
}

/// The filter that lets all numbers through.
pub(crate) struct All;

impl Filter for All {
    #[inline]
    fn may_use(&self, _: Cell) -> bool {
        true
    }
}

/// The initial `n_missing` of a cell that shows no number.
// Mines around a cell are subtracted without a check whether it shows a number. There are at most 8, so the value stays
// far above 8, the largest of a real number.
const NO_NUMBER: i8 = 64;

impl Settled {
    /// Applies the rules to a view.
    pub fn of(view: &View) -> Settled {
        let mut settled = Settled::default();
        settled.read(view, &All);
        settled
    }

    /// Copies all of `other` into this, reusing memory.
    pub(crate) fn copy_from(&mut self, other: &Settled) {
        self.places.clone_from(&other.places);
        self.n_unsettled.clone_from(&other.n_unsettled);
        self.n_missing.clone_from(&other.n_missing);
        self.active.copy_from(&other.active);
        self.safe.copy_from(&other.safe);
        (self.n_open, self.n_mines, self.clash) = (other.n_open, other.n_mines, other.clash);
        self.pending.clear();
    }

    /// Starts from scratch with a view, using only the numbers that `filter` lets through.
    pub(crate) fn read(&mut self, view: &View, filter: &impl Filter) {
        let grid: &Grid = view.grid();
        let n_cells = grid.n_cells();
        refill(&mut self.places, n_cells, INTERIOR);
        refill(&mut self.n_missing, n_cells, NO_NUMBER);
        self.active.reset(n_cells);
        self.safe.reset(n_cells);
        self.n_open = view.n_covered();
        self.n_mines = grid.rules().n_mines() as i64;
        self.clash = None;
        self.pending.clear();
        self.count_covered(view);
        for cell in 0..n_cells {
            match view.shown(cell) {
                Shown::Covered | Shown::Flag => {}
                Shown::Number(number) => {
                    self.places[cell] = SHOWN;
                    if filter.may_use(cell) {
                        // Added rather than assigned: shown mines around it may have been subtracted already.
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
            self.check_number(cell);
        }
        self.settle_all(grid);
    }

    /// Counts the covered cells around each cell. Goes through the covered cells or through the others, whichever are
    /// fewer.
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

    /// Updates everything for a covered cell that is now shown.
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
            self.check_number(cell);
        }
        self.settle_all(grid);
    }

    /// Updates whether a number is active, and queues it if something follows from it.
    #[inline]
    fn check_number(&mut self, number: Cell) {
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

    /// Applies the rules until nothing more follows.
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
            // Both may have changed since the number was queued, but it still settles all cells around it.
            let place = if n_missing == 0 { SAFE } else { MINE };
            for near in grid.neighbours(number) {
                if self.places[near] == INTERIOR {
                    self.settle(grid, near, place);
                }
            }
        }
    }

    /// Settles a cell as a mine or as safe, and queues the numbers around it.
    fn settle(&mut self, grid: &Grid, cell: Cell, place: Place) {
        let taken = i8::from(place == MINE);
        self.places[cell] = place;
        self.n_open -= 1;
        self.n_mines -= i64::from(taken);
        if place == SAFE {
            self.safe.insert(cell);
        }
        for near in grid.neighbours(cell) {
            self.n_unsettled[near] -= 1;
            self.n_missing[near] -= taken;
            self.check_number(near);
        }
    }

    /// Settles open cells as mines or as safe, then everything that follows from single numbers. Cells that are not
    /// open are ignored.
    pub fn learn(&mut self, grid: &Grid, cells: impl IntoIterator<Item = Cell>, is_mine: bool) {
        for cell in cells {
            if self.is_open(cell) {
                self.settle(grid, cell, if is_mine { MINE } else { SAFE });
            }
        }
        self.settle_all(grid);
    }

    /// The category of each cell: shown, a mine, safe, or interior, which here means not settled.
    pub(crate) fn places(&self) -> &[Place] {
        &self.places
    }

    /// The cells that show a number and have unsettled cells around them.
    pub(crate) fn active(&self) -> &CellSet {
        &self.active
    }

    /// The covered cells that are settled as safe, in ascending order.
    pub fn safe(&self) -> impl Iterator<Item = Cell> + '_ {
        self.safe.iter()
    }

    /// Whether a covered cell is settled as safe.
    #[inline]
    pub(crate) fn is_safe(&self, cell: Cell) -> bool {
        self.safe.contains(cell)
    }

    /// The covered cells that are settled as mines, in ascending order.
    pub fn mines(&self) -> impl Iterator<Item = Cell> + '_ {
        self.placed(MINE)
    }

    /// The covered cells that are not settled, in ascending order.
    pub fn open(&self) -> impl Iterator<Item = Cell> + '_ {
        self.placed(INTERIOR)
    }

    fn placed(&self, place: Place) -> impl Iterator<Item = Cell> + '_ {
        (0..self.places.len()).filter(move |&cell| self.places[cell] == place)
    }

    /// Whether a cell is covered and not settled.
    #[inline]
    pub fn is_open(&self, cell: Cell) -> bool {
        self.places[cell] == INTERIOR
    }

    /// The open cells around a cell, in ascending order.
    pub fn open_around<'a>(&'a self, grid: &'a Grid, cell: Cell) -> impl Iterator<Item = Cell> + 'a {
        grid.neighbours(cell).filter(|&near| self.is_open(near))
    }

    /// The number of open cells.
    pub fn n_open(&self) -> usize {
        self.n_open
    }

    /// The number of mines among the open cells. May be negative or too large if the mine count contradicts the
    /// numbers.
    pub fn n_mines(&self) -> i64 {
        self.n_mines
    }

    /// A number with more mines around it than it shows, or without room for those it misses; `None` if there is no
    /// such number.
    pub fn clash(&self) -> Option<Cell> {
        self.clash
    }

    /// The number of mines that a number still misses; `None` if the cell shows no number or has no open cell around
    /// it.
    #[inline]
    pub fn missing(&self, cell: Cell) -> Option<u8> {
        let n_missing = self.n_missing[cell];
        (n_missing <= 8 && self.n_unsettled[cell] > 0).then_some(n_missing as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;
    use crate::num::{Rng, Seed};
    use crate::testing::random_view;

    /// The obvious twin: goes through all numbers until nothing more follows. Returns for each covered cell whether it
    /// is a mine, if that follows. The cells in `known` are settled from the beginning.
    fn settle_plainly(view: &View, known: &[(Cell, bool)]) -> Vec<Option<bool>> {
        let grid = view.grid();
        let mut is_mine = vec![None; grid.n_cells()];
        known.iter().for_each(|&(cell, mine)| is_mine[cell] = Some(mine));
        loop {
            let before = is_mine.clone();
            for cell in 0..grid.n_cells() {
                let Shown::Number(number) = view.shown(cell) else { continue };
                let is_sure = |near: &Cell| is_mine[*near] == Some(true) || view.shown(*near) == Shown::Mine;
                let n_missing = usize::from(number) - grid.neighbours(cell).filter(is_sure).count();
                let is_open = |near: &Cell| view.is_covered(*near) && is_mine[*near].is_none();
                let open: Vec<Cell> = grid.neighbours(cell).filter(is_open).collect();
                if n_missing == 0 || n_missing == open.len() {
                    open.iter().for_each(|&near| is_mine[near] = Some(n_missing > 0));
                }
            }
            if is_mine == before {
                return is_mine;
            }
        }
    }

    #[track_caller]
    fn check(settled: &Settled, view: &View, plain: &[Option<bool>]) {
        let with = |wanted| view.covered().filter(move |&cell| plain[cell] == wanted);
        assert!(settled.safe().eq(with(Some(false))), "{view:#}");
        assert!(settled.mines().eq(with(Some(true))), "{view:#}");
        assert!(settled.open().eq(with(None)), "{view:#}");
        let n_known = view.shown_mines().count() + settled.mines().count();
        assert_eq!(settled.n_mines(), view.grid().rules().n_mines() as i64 - n_known as i64);
        assert_eq!((settled.n_open(), settled.clash()), (settled.open().count(), None));
    }

    #[test]
    fn updated_cells_are_those_that_going_through_all_numbers_settles() {
        let mut rng = Rng::new(Seed(1));
        let (mut n_safe, mut n_learned) = (0, 0);
        for _ in 0..5000 {
            let rules = Rules::random(&mut rng, 9);
            let view = random_view(&mut rng, rules);
            let mut settled = Settled::of(&view);
            check(&settled, &view, &settle_plainly(&view, &[]));
            n_safe += settled.safe().count();
            let census = crate::census::Census::of(&view).unwrap();
            let is_sure = |cell: &Cell| census.risk(*cell) == Some(1.0);
            let mine = settled.open().find(is_sure);
            if let Some(mine) = mine {
                settled.learn(view.grid(), [mine], true);
                check(&settled, &view, &settle_plainly(&view, &[(mine, true)]));
                n_learned += 1;
            }
        }
        assert!(n_safe > 1000 && n_learned > 100, "{n_safe} {n_learned}");
    }
}
