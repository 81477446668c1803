//! Risks estimated from layouts that fit a view, however they were come by.

use minewise::census::Settled;
use minewise::{Cell, View};

/// How often each cell was a mine in some layouts that fit a view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sampled {
    /// How many layouts were looked at; a layout may count more than once.
    pub n_layouts: u64,
    /// How many layouts were tried for that.
    pub n_tried: u64,
    /// For each cell: in how many layouts it was a mine; none if it is shown.
    pub(crate) with_mine: Vec<Option<u64>>,
}

impl Sampled {
    /// The estimated risk of a cell; none if it is shown, or no layout was found.
    pub fn risk(&self, cell: Cell) -> Option<f64> {
        let with_mine = self.with_mine[cell]?;
        (self.n_layouts > 0).then(|| with_mine as f64 / self.n_layouts as f64)
    }

    /// The covered cells that were mines least often, in ascending order.
    pub(crate) fn least_risky(&self) -> Vec<Cell> {
        let covered = (0..self.with_mine.len()).filter(|&cell| self.with_mine[cell].is_some());
        crate::pick::least(covered, |cell| self.with_mine[cell])
    }
}

/// Mines put on the open cells, and what they leave the numbers to miss.
pub(crate) struct Filling<'a> {
    view: &'a View,
    /// The open cells, those with a mine first.
    pub(crate) cells: Vec<u32>,
    pub(crate) n_mines: usize,
    /// For each number beside an open cell: the mines it misses, negative if it has too many; for other cells none.
    missing: Vec<Option<i64>>,
    /// The numbers that do not have just their mines.
    n_off: usize,
}

impl<'a> Filling<'a> {
    /// No mines yet on the open cells; none if they have no room for those that are missing, or numbers clash.
    pub(crate) fn new(view: &'a View, settled: &Settled) -> Option<Filling<'a>> {
        if settled.clash().is_some() {
            return None;
        }
        let missing = (0..view.grid().n_cells()).map(|cell| settled.missing(cell).map(i64::from));
        let missing: Vec<Option<i64>> = missing.collect();
        let n_off = missing.iter().filter(|missing| missing.is_some_and(|n| n != 0)).count();
        let cells: Vec<u32> = settled.open().map(|cell| cell as u32).collect();
        let n_mines = usize::try_from(settled.n_mines()).ok().filter(|&n| n <= cells.len())?;
        Some(Filling { view, cells, n_mines, missing, n_off })
    }

    /// Whether every number has just its mines.
    pub(crate) fn fits(&self) -> bool {
        self.n_off == 0
    }

    /// Puts a mine on the cell at `idx`; whether no number around it has too many now.
    pub(crate) fn put(&mut self, idx: usize) -> bool {
        self.change(idx, -1)
    }

    /// Takes the mine from the cell at `idx`.
    pub(crate) fn take(&mut self, idx: usize) {
        self.change(idx, 1);
    }

    fn change(&mut self, idx: usize, change: i64) -> bool {
        let grid = self.view.grid();
        let mut has_room = true;
        for near in grid.neighbours(self.cells[idx] as Cell) {
            if let Some(missing) = &mut self.missing[near] {
                self.n_off -= usize::from(*missing != 0);
                *missing += change;
                self.n_off += usize::from(*missing != 0);
                has_room &= *missing >= 0;
            }
        }
        has_room
    }

    /// Nothing looked at yet, but for what is known.
    pub(crate) fn counts(view: &View) -> Vec<Option<u64>> {
        (0..view.grid().n_cells()).map(|cell| view.is_covered(cell).then_some(0)).collect()
    }
}

/// Counts the cells that are known to be mines in every layout.
pub(crate) fn count_known(with_mine: &mut [Option<u64>], settled: &Settled, n_layouts: u64) {
    for mine in settled.mines() {
        if let Some(count) = &mut with_mine[mine] {
            *count = n_layouts;
        }
    }
}
