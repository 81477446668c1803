//! A list of all arrangements of the border one by one, on all cores: the report's section 2.7.
//!
//! Every set of border cells is tried as the set of mines, and those that do not fit the numbers are dropped. The sets
//! are split into shares by their last cells, so threads work in parallel, and their counts are added up at the end.
//! The time doubles with every border cell, so the player does this only on request and for short borders. Else it uses
//! [`Arrangements`](super::Arrangements), which counts without listing, and which is checked against this.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use minewise::cancel::{inherit, is_cancelled};
use minewise::{Cell, Shown, View};

/// Number of shares of the work. Threads take them one after the other; far more shares than threads keep all of them
/// busy to the end, although shares differ in how soon they are done, and let cancelled work end soon.
const N_SHARES: u64 = 1024;

/// The most border cells: there are 2^34 sets of them.
const MOST_CELLS: usize = 34;

/// The counts found by listing all arrangements of a border.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumeration {
    /// Number of all arrangements.
    pub total: u64,
    /// Each cell of the border, in ascending order, with the number of arrangements that have a mine there.
    pub danger_counts: Vec<(Cell, u64)>,
    /// The fewest mines on the border in any arrangement.
    pub fewest_mines: Option<u32>,
    /// The same over the arrangements with a mine on each cell of the border, in ascending order.
    pub fewest_with_mine: Vec<Option<u32>>,
}

impl Enumeration {
    /// Lists the arrangements of a view on `n_threads` threads; `None` if the border has too many cells.
    ///
    /// # Panics
    /// When `n_threads` is 0.
    pub fn of(view: &View, n_threads: usize) -> Option<Enumeration> {
        assert!(n_threads > 0, "expected at least one thread");
        let border = Border::of(view)?;
        let n_sets = 1u64 << border.cells.len();
        let share = |idx: u64| n_sets * idx / N_SHARES;
        let next = AtomicU64::new(0);
        let work = || {
            let mut counts = Counts::none(border.cells.len());
            loop {
                let idx = next.fetch_add(1, Ordering::Relaxed);
                if idx >= N_SHARES || is_cancelled() {
                    return counts;
                }
                border.count(share(idx)..share(idx + 1), &mut counts);
            }
        };
        let parts: Vec<Counts> = thread::scope(|scope| {
            let handles: Vec<_> = (0..n_threads).map(|_| scope.spawn(inherit(work))).collect();
            handles.into_iter().map(|handle| handle.join().expect("counting does not panic")).collect()
        });
        let total = parts.iter().map(|part| part.total).sum();
        let count = |idx: usize| parts.iter().map(|part| part.with_mine[idx]).sum();
        let danger_counts = border.cells.iter().enumerate().map(|(idx, &cell)| (cell, count(idx))).collect();
        let least = |of: &dyn Fn(&Counts) -> u32| {
            Some(parts.iter().map(of).min().unwrap_or(u32::MAX)).filter(|&least| least < u32::MAX)
        };
        let fewest_with_mine = (0..border.cells.len()).map(|idx| least(&|part| part.fewest_with_mine[idx]));
        Some(Enumeration {
            total,
            danger_counts,
            fewest_mines: least(&|part| part.fewest),
            fewest_with_mine: fewest_with_mine.collect(),
        })
    }
}

/// The border of a view, with the constraints on it.
struct Border {
    cells: Vec<Cell>,
    /// For each number: a mask of the border cells that it touches, and how many mines they hold.
    numbers: Vec<(u64, u32)>,
    /// How many mines the border may hold, so that the rest of the grid has room for the others.
    n_mines: Range<u32>,
}

/// The counts of one thread.
struct Counts {
    total: u64,
    with_mine: Vec<u64>,
    /// The fewest mines of an arrangement, and of one with a mine on each cell; `u32::MAX` if there is none.
    fewest: u32,
    fewest_with_mine: Vec<u32>,
}

impl Counts {
    fn none(n_cells: usize) -> Counts {
        let (with_mine, fewest_with_mine) = (vec![0; n_cells], vec![u32::MAX; n_cells]);
        Counts { total: 0, with_mine, fewest: u32::MAX, fewest_with_mine }
    }

    /// Counts an arrangement, given as the set of its mines.
    fn add(&mut self, mines: u64) {
        let n_mines = mines.count_ones();
        self.total += 1;
        self.fewest = self.fewest.min(n_mines);
        for idx in (0..self.with_mine.len()).filter(|idx| mines >> idx & 1 == 1) {
            self.with_mine[idx] += 1;
            self.fewest_with_mine[idx] = self.fewest_with_mine[idx].min(n_mines);
        }
    }
}

impl Border {
    fn of(view: &View) -> Option<Border> {
        let grid = view.grid();
        let cells: Vec<Cell> = view.covered().filter(|&cell| super::touches_number(view, cell)).collect();
        if cells.len() > MOST_CELLS {
            return None;
        }
        let mut numbers = Vec::new();
        for cell in 0..grid.n_cells() {
            let Shown::Number(number) = view.shown(cell) else { continue };
            let touched = |&idx: &usize| grid.neighbours(cell).any(|near| near == cells[idx]);
            let mask = (0..cells.len()).filter(touched).fold(0, |mask, idx| mask | 1 << idx);
            let n_shown = grid.neighbours(cell).filter(|&near| view.shown(near) == Shown::Mine).count();
            numbers.push((mask, u32::from(number).checked_sub(n_shown as u32)?));
        }
        let n_left = grid.rules().n_mines().checked_sub(view.shown_mines().count())?;
        let n_off = view.n_covered() - cells.len();
        let n_mines = n_left.saturating_sub(n_off) as u32..n_left as u32 + 1;
        Some(Border { cells, numbers, n_mines })
    }

    /// Counts the sets in this range that fit.
    fn count(&self, sets: Range<u64>, counts: &mut Counts) {
        for mines in sets {
            let fits = self.numbers.iter().all(|&(mask, number)| (mines & mask).count_ones() == number);
            if fits && self.n_mines.contains(&mines.count_ones()) {
                counts.add(mines);
            }
        }
    }
}
