//! The census: exactly how many layouts fit a view, and what they have in common.
//!
//! Counting has several steps, each in a file of its own:
//!
//! 1. Rules that look at one number at a time settle as many cells as they can ([`Settled`]).
//! 2. The other cells are collected into groups, and the groups into regions (`problem`).
//! 3. The groups of each region are put in a good order (`plan`) and counted in that order (`sweep`).
//! 4. The regions are joined by the number of mines they use (`join`), which gives the risks (`weigh`).
//!
//! The obvious twin ([`brute`]) looks at every layout instead.

pub mod brute;
pub(crate) mod clash;
mod counter;
mod draw;
mod exact;
mod join;
mod local;
mod neighbourhood;
mod outcomes;
mod plan;
mod problem;
mod prospects;
mod region_cache;
pub(crate) mod settled;
mod sweep;
mod weigh;
mod weight;
mod work;

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::board::rules::mines_in_words;
use crate::board::{Cell, Grid, View};
use crate::cancel::Cancelled;
use crate::num::Natural;
use problem::Problem;
use region_cache::CountedRegion;
use settled::{INTERIOR, MINE, SAFE, SHOWN};

pub use counter::{Counter, DEFAULT_SIZE, DEFAULT_WORK};
pub use draw::Sampler;
pub use outcomes::Outcomes;
pub use prospects::{Prospector, Prospects};
pub use settled::Settled;

/// Fills `items` with `n_items` copies of `item`, reusing its memory.
fn refill<T: Clone>(items: &mut Vec<T>, n_items: usize, item: T) {
    items.clear();
    items.resize(n_items, item);
}

/// What all layouts that fit a view have in common at a covered cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Verdict {
    /// No layout has a mine there.
    Safe,
    /// Every layout has a mine there.
    Mine,
    /// Some layouts have a mine there, others do not.
    Open,
}

/// Cells that touch the same numbers, so that no revealed number distinguishes them.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Group<'a> {
    /// The cells.
    pub cells: &'a [u32],
    /// The risk of each cell.
    pub risk: f64,
    /// The verdict on each cell.
    pub verdict: Verdict,
    /// The index of its region, from 0. A region consists of groups linked by numbers.
    pub region: usize,
}

/// The exact count of the layouts that fit a view.
///
/// # Examples
/// ```
/// use minewise::{Census, Verdict, View};
/// let view: View = "4x2/2 1.../1...".parse()?;
/// let census = Census::of(&view)?;
/// assert_eq!(census.layouts().to_string(), "8");
/// assert_eq!(census.risk(1), Some(0.5));
/// assert_eq!(census.risk(2), Some(0.25));
/// assert_eq!(census.verdict(2), Some(Verdict::Open));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Census {
    grid: Arc<Grid>,
    problem: Problem,
    /// The mines that are shown.
    shown_mines: Vec<u32>,
    /// For each region: its count.
    counted: Vec<Arc<CountedRegion>>,
    /// For each region: the number of ways to fill the rest of the grid, for each number of mines in the region. Only
    /// the proportions within a region are meaningful.
    tails: Vec<f64>,
    /// The index in `tails` where each region's tail begins, and the end of the last one.
    tail_starts: Vec<usize>,
    /// For each group: the risk of its cells, and the verdict.
    groups: Vec<(f64, Verdict)>,
    /// The risk of an interior cell, and the verdict.
    interior: (f64, Verdict),
    /// The covered cells that are certainly no mine, in ascending order.
    safe: Vec<u32>,
    layouts_log10: f64,
    layouts: OnceLock<Natural>,
}

impl Census {
    /// Counts the layouts that fit `view`. Flags are ignored.
    ///
    /// For the views of a game, use a [`Counter`]: it reuses the counts of regions it has seen before.
    ///
    /// # Errors
    /// When no layout fits, or counting would be too much work.
    pub fn of(view: &View) -> Result<Census, CensusError> {
        Counter::new().census(view)
    }

    /// The grid of the view.
    pub fn grid(&self) -> &Arc<Grid> {
        &self.grid
    }

    /// The chance that `cell` is a mine; `None` for a cell that is shown.
    #[inline]
    pub fn risk(&self, cell: Cell) -> Option<f64> {
        match self.problem.places[cell] {
            SHOWN => None,
            MINE => Some(1.0),
            SAFE => Some(0.0),
            INTERIOR => Some(self.interior.0),
            group => Some(self.groups[group as usize].0),
        }
    }

    /// Whether `cell` is certainly safe, certainly a mine, or open; `None` for a cell that is shown.
    ///
    /// This is exact, while a risk very near 0 or 1 may be rounded to it.
    #[inline]
    pub fn verdict(&self, cell: Cell) -> Option<Verdict> {
        match self.problem.places[cell] {
            SHOWN => None,
            MINE => Some(Verdict::Mine),
            SAFE => Some(Verdict::Safe),
            INTERIOR => Some(self.interior.1),
            group => Some(self.groups[group as usize].1),
        }
    }

    /// Every covered cell with its risk, in ascending order.
    ///
    /// # Examples
    /// ```
    /// use minewise::{Census, View};
    /// let view: View = "3x1/1 1..".parse()?;
    /// assert_eq!(Census::of(&view)?.risks().collect::<Vec<_>>(), [(1, 1.0), (2, 0.0)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn risks(&self) -> impl Iterator<Item = (Cell, f64)> + '_ {
        (0..self.problem.places.len()).filter_map(|cell| Some((cell, self.risk(cell)?)))
    }

    /// The covered cells that are certainly no mine, in ascending order.
    pub fn safe(&self) -> impl ExactSizeIterator<Item = Cell> + '_ {
        self.safe.iter().map(|&cell| cell as Cell)
    }

    /// The covered cells that are certainly mines, in ascending order.
    pub fn mines(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.problem.places.len()).filter(move |&cell| self.verdict(cell) == Some(Verdict::Mine))
    }

    /// The number of ways to fill the rest of the grid if a region has its fewest mines, one more, and so on. Only the
    /// proportions are meaningful.
    fn tail(&self, region: usize) -> &[f64] {
        &self.tails[self.tail_starts[region]..self.tail_starts[region + 1]]
    }

    /// The least risk of a covered cell, and the cells whose risk is no more than `equal` above it, in ascending
    /// order. Empty, with a risk of 1, when nothing is covered.
    pub fn least_risky(&self, equal: f64) -> (f64, Vec<Cell>) {
        let n_interior = self.problem.n_interior;
        let interior = (n_interior > 0).then_some(self.interior.0);
        let groups = self.groups.iter().map(|&(risk, _)| risk);
        let least = groups.chain(interior).fold(1.0, f64::min);
        let least = if self.safe.is_empty() { least } else { 0.0 };
        let is_least = |risk: f64| risk <= least + equal;
        let mut cells: Vec<Cell> = Vec::new();
        // If only cells of groups can be among them, the other cells need not be looked at.
        if interior.is_some_and(is_least) || !self.safe.is_empty() || least >= 1.0 {
            let places = 0..self.problem.places.len();
            cells.extend(places.filter(|&cell| self.risk(cell).is_some_and(is_least)));
        } else {
            for group in (0..self.groups.len()).filter(|&group| is_least(self.groups[group].0)) {
                cells.extend(self.problem.cells(group).iter().map(|&cell| cell as Cell));
            }
            cells.sort_unstable();
        }
        (least, cells)
    }

    /// The groups of frontier cells that are not settled by single numbers, region by region.
    pub fn groups(&self) -> impl Iterator<Item = Group<'_>> {
        let regions = self.problem.regions.iter().enumerate();
        regions
            .flat_map(move |(region, groups)| self.problem.groups(groups).map(move |group| (region, group)))
            .map(|(region, group)| {
                let (risk, verdict) = self.groups[group];
                Group { cells: self.problem.cells(group), risk, verdict, region }
            })
    }

    /// The number of mines among the cells whose verdict is open.
    pub fn n_open_mines(&self) -> usize {
        let is_mine = |&(_, verdict): &(f64, Verdict)| verdict == Verdict::Mine;
        let groups = self.groups.iter().enumerate().filter(|(_, group)| is_mine(group));
        let certain: usize = groups.map(|(group, _)| self.problem.cells(group).len()).sum();
        let interior = if is_mine(&self.interior) { self.problem.n_interior } else { 0 };
        usize::try_from(self.problem.n_mines).expect("some layout fits") - certain - interior
    }

    /// The number of cells of the interior, and the risk of each; `None` if it has no cell.
    pub fn interior(&self) -> Option<(usize, f64)> {
        let n_cells = self.problem.n_interior;
        (n_cells > 0).then_some((n_cells, self.interior.0))
    }

    /// Whether `cell` is covered and touches no number, so that only the number of mines limits it.
    pub fn is_interior(&self, cell: Cell) -> bool {
        self.problem.places[cell] == INTERIOR
    }

    /// The work that counting the regions took, in edges of sweeps; the same whether they were counted now or before.
    pub fn work(&self) -> usize {
        self.counted.iter().map(|counted| counted.sweep.cost()).sum()
    }

    /// The number of layouts that fit. It is computed by the first call.
    pub fn layouts(&self) -> &Natural {
        self.layouts.get_or_init(|| region_cache::exact_layouts(&self.problem, &self.counted))
    }

    /// The decimal logarithm of the number of layouts that fit.
    pub fn layouts_log10(&self) -> f64 {
        self.layouts_log10
    }
}

/// Why there is no census of a view.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CensusError {
    /// No layout fits.
    Clash(Clash),
    /// Counting would exceed the limit of work; raise it with [`Counter::with_work`].
    TooMuchWork,
    /// Counting would exceed the limit of size; raise it with [`Counter::with_size`].
    TooLarge,
    /// Counting was [cancelled](crate::cancel). This is never stored, so the view can be counted again.
    Cancelled,
}

/// An irreducible set of contradicting numbers: no layout fits all of them, but one would if any were left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The cells that show the numbers, in ascending order.
    pub numbers: Vec<Cell>,
    /// Whether the number of mines is needed too.
    pub mine_count: bool,
    grid: Arc<Grid>,
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.numbers.iter().map(|&cell| self.grid.name(cell)).collect();
        let n_mines = mines_in_words(self.grid.rules().n_mines());
        match (&names[..], self.mine_count) {
            ([], _) => {
                write!(f, "no layout fits: {n_mines} and the mines shown do not fit the covered cells")
            }
            ([one], false) => write!(
                f,
                "no layout fits the number at {one}: it has too many mines or too few covered cells around it"
            ),
            ([one], true) => write!(f, "no layout with {n_mines} fits the number at {one}"),
            ([first @ .., last], false) => {
                write!(f, "no layout fits the numbers at {} and {last} together", first.join(", "))
            }
            ([first @ .., last], true) => {
                write!(
                    f,
                    "no layout with {n_mines} fits the numbers at {} and {last} together",
                    first.join(", ")
                )
            }
        }
    }
}

impl fmt::Display for CensusError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CensusError::Clash(clash) => clash.fmt(f),
            CensusError::TooMuchWork => {
                f.write_str("the numbers of this view are too tangled to count within the limit of work")
            }
            CensusError::TooLarge => {
                f.write_str("the numbers of this view are too tangled to count within the limit of memory")
            }
            CensusError::Cancelled => Cancelled.fmt(f),
        }
    }
}

impl std::error::Error for CensusError {}
