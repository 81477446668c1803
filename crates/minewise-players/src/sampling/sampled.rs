//! Risks estimated from a sample of layouts that fit a view, however the sample was drawn.

use minewise::census::Settled;
use minewise::{Cell, View};

/// The risks of a view, estimated from a sample of layouts that fit it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampledRisks {
    /// Number of layouts in the sample; a layout may count more than once.
    pub n_layouts: u64,
    /// Number of layouts that were tried to find them.
    pub n_tried: u64,
    /// For each cell: in how many layouts it was a mine; `None` if it is not covered.
    pub(crate) with_mine: Vec<Option<u64>>,
}

impl SampledRisks {
    /// The estimated risk of a cell; `None` if it is not covered, or no layout was found.
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

/// A placement of mines on the open cells, with the number of mines that each number still misses.
pub(crate) struct Filling<'a> {
    view: &'a View,
    /// The open cells, those with a mine first.
    pub(crate) cells: Vec<u32>,
    pub(crate) n_mines: usize,
    /// For each number beside an open cell: how many mines it misses, negative if it has too many; `None` elsewhere.
    missing: Vec<Option<i64>>,
    /// How many numbers do not have exactly their mines.
    n_unfulfilled: usize,
}

impl<'a> Filling<'a> {
    /// Creates a placement without mines; `None` if the open cells have no room for the missing mines, or the numbers
    /// contradict each other.
    pub(crate) fn new(view: &'a View, settled: &Settled) -> Option<Filling<'a>> {
        if settled.clash().is_some() {
            return None;
        }
        let missing = (0..view.grid().n_cells()).map(|cell| settled.missing(cell).map(i64::from));
        let missing: Vec<Option<i64>> = missing.collect();
        let n_unfulfilled = missing.iter().filter(|missing| missing.is_some_and(|n| n != 0)).count();
        let cells: Vec<u32> = settled.open().map(|cell| cell as u32).collect();
        let n_mines = usize::try_from(settled.n_mines()).ok().filter(|&n| n <= cells.len())?;
        Some(Filling { view, cells, n_mines, missing, n_unfulfilled })
    }

    /// Checks whether every number has exactly its mines.
    pub(crate) fn fits(&self) -> bool {
        self.n_unfulfilled == 0
    }

    /// Puts a mine on the cell at `idx`, and returns whether no number around it has too many now.
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
                self.n_unfulfilled -= usize::from(*missing != 0);
                *missing += change;
                self.n_unfulfilled += usize::from(*missing != 0);
                has_room &= *missing >= 0;
            }
        }
        has_room
    }

    /// Counts of mines before any layout was drawn: 0 for each covered cell, `None` for others.
    pub(crate) fn zero_counts(view: &View) -> Vec<Option<u64>> {
        (0..view.grid().n_cells()).map(|cell| view.is_covered(cell).then_some(0)).collect()
    }
}

/// Sets the counts of the cells that are known to be mines: they are mines in every layout.
pub(crate) fn count_known(with_mine: &mut [Option<u64>], settled: &Settled, n_layouts: u64) {
    for mine in settled.mines() {
        if let Some(count) = &mut with_mine[mine] {
            *count = n_layouts;
        }
    }
}
