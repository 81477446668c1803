//! Perfect play: the exact value of a view, for small boards and endgames.
//!
//! All that a player can know is the set of layouts that still fit. The value of such a set is the number of its layouts
//! that the best play wins. A cell's value is the sum of the values of the sets that its numbers leave; layouts with a
//! mine there count nothing. A set's value is that of its best cell. This recursion visits far too many sets; the
//! following makes it fast without giving up exactness:
//!
//! - *Certain cells first.* Revealing a cell that is safe in every layout never hurts, so nothing else is tried.
//! - *Dead cells.* A cell that shows the same number in all layouts where it is safe gives no information. Play that
//!   begins with it can as well leave it for the end, so it is not tried; if all cells are dead, exactly one layout can be won.
//! - *Bounds.* No cell wins a layout in which it is a mine. And two layouts are *rivals* if all cells safe in both show
//!   the same in both: no play wins both, so of layouts that are all rivals of each other one is won at most. Cells
//!   and numbers that cannot beat the best so far by these bounds are skipped.
//! - *The same again.* The value depends on the layouts alone, restricted to the cells that are not decided, however they
//!   came about; sets that a symmetry of the grid turns into each other have the same value.
//! - *Parts.* Where the undecided cells fall apart into parts that do not touch, and the layouts are all combinations of
//!   those of the parts, both must be won on their own, and the values multiply.
//!
//! `plain.rs` is the obvious twin: the recursion and nothing else.
//!
//! [`atlas`] lists all layouts that fit a view, and [`perft`](mod@perft) counts all ways to play on.

mod atlas;
mod bits;
mod few;
mod field;
mod many;
mod openings;
mod perft;
#[cfg(test)]
mod plain;
mod transposition_table;

use std::fmt;
use std::sync::Arc;

use crate::board::{Cell, Grid, View};
use crate::census::{Census, CensusError};
use field::Field;
use many::Solver;

pub use openings::{Opening, OpeningSolver, Openings};
pub use perft::{PerftError, perft};

/// The most layouts of a board that has not begun, and of any other view, whose layouts have to be listed one by one.
const MOST_LAYOUTS: u64 = 10_000_000;
const MOST_LAYOUTS_OF_VIEW: usize = 200_000;

/// The limits of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The most nodes: sets of layouts that are looked at, those of many counting once for every 64.
    pub n_nodes: u64,
    /// The most bytes for the table of values; values beyond that are dropped, and computed again if needed. The layouts
    /// themselves take up to eight bytes each at every level of the recursion on top of this.
    pub n_bytes: usize,
}

impl Limits {
    /// At most this many nodes, and memory enough for most boards that can be solved with them.
    pub fn nodes(n_nodes: u64) -> Limits {
        Limits { n_nodes, n_bytes: 1 << 30 }
    }

    /// The same with another limit of memory.
    #[must_use]
    pub fn with_bytes(self, n_bytes: usize) -> Limits {
        Limits { n_bytes, ..self }
    }
}

/// The exact value of a view under perfect play.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Optimal {
    /// The value of each cell that can be revealed, in ascending order of cells.
    pub cells: Vec<CellValue>,
    /// The nodes it took: sets of layouts that were looked at, those of many counting once for every 64.
    pub n_nodes: u64,
}

/// The result of revealing a cell and playing perfectly from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CellValue {
    /// The cell.
    pub cell: Cell,
    /// The number of layouts won.
    pub n_won: u64,
    /// The number of layouts that fit the view or, for the first cell, that the start allows.
    pub n_layouts: u64,
}

impl CellValue {
    /// The chance to win.
    pub fn value(&self) -> f64 {
        self.n_won as f64 / self.n_layouts as f64
    }

    /// Whether this is better than another, compared as exact fractions.
    pub fn is_better(&self, other: &CellValue) -> bool {
        let cross = |one: &CellValue, other: &CellValue| u128::from(one.n_won) * u128::from(other.n_layouts);
        cross(self, other) > cross(other, self)
    }
}

impl Optimal {
    /// The exact value of a view and of every next cell.
    ///
    /// # Errors
    /// When no layout fits, there are too many, or more nodes than allowed would have to be looked at.
    ///
    /// # Examples
    /// ```
    /// use minewise::{Grid, Optimal, View};
    /// use minewise::perfect::Limits;
    /// let view = View::new(&Grid::new("3x3/7".parse()?));
    /// let best = Optimal::of(&view, Limits::nodes(1_000_000))?.best().expect("a cell is covered");
    /// assert_eq!((best.n_won, best.n_layouts), (2, 8));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(view: &View, limits: Limits) -> Result<Optimal, OptimalError> {
        if view.is_untouched() {
            return Optimal::of_untouched(view.grid(), limits);
        }
        let field = Field::begun(view)?;
        let mut solver = Solver::new(&field, limits);
        let mut cells = Vec::with_capacity(field.cells.len());
        for (idx, &cell) in field.cells.iter().enumerate() {
            let n_won = solver.value_of_reveal(&field.layouts, idx, 0)?;
            cells.push(CellValue { cell, n_won: n_won.into(), n_layouts: field.layouts.len() as u64 });
        }
        Ok(Optimal { cells, n_nodes: solver.n_nodes() })
    }

    /// The best cell of a view that is not untouched, the safest of equals; `None` if nothing is left to reveal. Takes less
    /// work than the value of every cell.
    ///
    /// # Errors
    /// As [`Optimal::of`].
    pub fn best_of(view: &View, limits: Limits) -> Result<Option<CellValue>, OptimalError> {
        let field = Field::begun(view)?;
        let mut solver = Solver::new(&field, limits);
        let n_safe =
            |idx: usize| field.layouts.iter().filter(|&layout| layout >> idx & 1 == 0).count() as u32;
        let mut by_safety: Vec<(u32, usize)> = (0..field.cells.len()).map(|idx| (n_safe(idx), idx)).collect();
        by_safety.sort_by_key(|&(n_safe, _)| std::cmp::Reverse(n_safe));
        let (mut most, mut best) = (0, None);
        for (n_safe, idx) in by_safety {
            if n_safe <= most {
                break;
            }
            let n_won = solver.value_of_reveal(&field.layouts, idx, most)?;
            if n_won > most {
                (most, best) = (n_won, Some(field.cells[idx]));
            }
        }
        let n_layouts = field.layouts.len() as u64;
        Ok(best.map(|cell| CellValue { cell, n_won: most.into(), n_layouts }))
    }

    fn of_untouched(grid: &Arc<Grid>, limits: Limits) -> Result<Optimal, OptimalError> {
        let openings = Openings::of(grid)?;
        let mut solver = openings.solver(limits);
        let mut values = Vec::new();
        for opening in openings.list().into_iter().filter(|opening| opening.is_allowed(grid.rules().start()))
        {
            values.push((opening, solver.value(&opening)?));
        }
        Ok(Optimal { cells: openings.cells(grid.rules().start(), &values), n_nodes: solver.n_nodes() })
    }

    /// The best cell, the first of equals; `None` if nothing is left to reveal.
    pub fn best(&self) -> Option<CellValue> {
        self.cells.iter().copied().reduce(|best, cell| if cell.is_better(&best) { cell } else { best })
    }
}

/// Why the value of a view cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptimalError {
    /// There is no census of the view.
    Census(CensusError),
    /// Too many layouts fit, or too many cells are covered.
    TooLarge,
    /// It would take more nodes than allowed.
    TooManyNodes {
        /// The number allowed.
        n_nodes: u64,
    },
}

impl fmt::Display for OptimalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptimalError::Census(error) => error.fmt(f),
            OptimalError::TooLarge => write!(
                f,
                "perfect play is computed for at most {MOST_LAYOUTS} layouts on at most 64 cells, or \
                 {MOST_LAYOUTS_OF_VIEW} once a game has begun"
            ),
            OptimalError::TooManyNodes { n_nodes } => {
                write!(f, "perfect play here takes more than {n_nodes} nodes; allow more with --nodes")
            }
        }
    }
}

/// The message is complete by itself; `source` gives programs the error behind it, if there is one.
impl std::error::Error for OptimalError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            OptimalError::Census(error) => Some(error),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;
    use crate::num::{Rng, Seed};
    use crate::testing;

    #[track_caller]
    fn check(view: &View, limits: Limits) {
        let optimal = Optimal::of(view, limits).unwrap();
        if !view.is_untouched() {
            let best = Optimal::best_of(view, limits).unwrap();
            assert_eq!(best.map(|best| best.n_won), optimal.best().map(|best| best.n_won), "{view:#}");
            assert!(best.is_none_or(|best| optimal.cells.contains(&best)), "{view:#}");
        }
        assert_eq!(Some(optimal.cells), plain::cells(view), "{view:#}");
    }

    #[test]
    fn values_are_those_of_plain_recursion_on_random_views() {
        let mut rng = Rng::new(Seed(60));
        let mut n_checked = 0;
        while n_checked < 4000 {
            let rules = Rules::random(&mut rng, 5);
            let view = testing::random_view(&mut rng, rules);
            let is_small = Census::of(&view).is_ok_and(|census| census.layouts_log10() < 2.5);
            if is_small && !view.is_untouched() {
                check(&view, Limits::nodes(1_000_000));
                n_checked += 1;
            }
        }
    }

    #[test]
    fn values_are_those_of_plain_recursion_on_boards_of_every_kind() {
        for rules in [
            "4x4/3",
            "4x4/5:zero",
            "4x4/6:any",
            "4x4/12",
            "5x3/4@torus",
            "4x4/4@hex",
            "4x4/5@knight",
            "3x5/6:any@hex",
            "2x2/3",
            "1x1/0",
            "7x2/5",
            "5x5/2",
            "5x5/23",
            "10x1/5",
            "3x3/2@hex",
            "5x3/3:zero",
            "3x4/4@torus",
        ] {
            check(&View::new(&Grid::new(rules.parse().unwrap())), Limits::nodes(10_000_000));
        }
    }

    #[test]
    fn a_small_table_changes_no_value() {
        let view = View::new(&Grid::new("4x4/6".parse().unwrap()));
        let roomy = Optimal::of(&view, Limits::nodes(1_000_000)).unwrap();
        let tight = Optimal::of(&view, Limits { n_nodes: 1_000_000, n_bytes: 0 }).unwrap();
        assert_eq!(roomy.cells, tight.cells);
        assert!(tight.n_nodes > roomy.n_nodes, "{} {}", tight.n_nodes, roomy.n_nodes);
    }

    #[test]
    fn too_much_is_refused() {
        let of = |rules: &str, n_nodes: u64| {
            let view = View::new(&Grid::new(rules.parse().unwrap()));
            Optimal::of(&view, Limits::nodes(n_nodes)).unwrap_err().to_string()
        };
        assert_eq!(of("4x4/6", 10), "perfect play here takes more than 10 nodes; allow more with --nodes");
        let too_large = "perfect play is computed for at most 10000000 layouts on at most 64 cells, or 200000 once a game has begun";
        assert_eq!(of("8x8/10", 10), too_large);
        assert_eq!(of("13x5/1", 10), too_large);
    }
}
