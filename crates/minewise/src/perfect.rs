//! Perfect play: the exact value of a view, for small boards and endgames.
//!
//! All that a player can know is the set of layouts that still fit. The value of such a set is the number of its
//! layouts that the best play wins. The value of a cell is the sum of the values of the sets that its possible numbers
//! leave; layouts with a mine there are lost. The value of a set is that of its best cell. This recursion alone visits
//! far too many sets. The following makes it fast and keeps it exact (see decision record 8):
//!
//! - *Certain cells first.* Revealing a cell that is safe in every layout never hurts, so nothing else is tried.
//! - *Dead cells.* A cell that shows the same number in all layouts where it is safe gives no information. It can be
//!   left for the end without loss, so it is not tried. If all cells are dead, exactly one layout can be won.
//! - *Bounds.* No cell wins a layout in which it is a mine. Two layouts are *rivals* if all cells that are safe in both
//!   show the same in both. No play wins both, so of a set of mutual rivals at most one is won. Cells and numbers that
//!   cannot beat the best value so far, by these bounds, are skipped.
//! - *Transpositions.* The value depends only on the layouts, restricted to the undecided cells, and not on how they
//!   were reached. Sets that a symmetry of the grid maps to each other have the same value.
//! - *Parts.* If the undecided cells consist of parts that do not touch, and the layouts are all combinations of those
//!   of the parts, then each part must be won separately, and the values are multiplied.
//!
//! `plain.rs` is the obvious twin, which uses only the recursion.
//!
//! [`perft()`] counts all ways to play on.

mod atlas;
mod bit_solver;
mod bits;
mod field;
mod openings;
mod perft;
#[cfg(test)]
mod plain;
mod solver;
mod transposition_table;

use std::fmt;
use std::sync::Arc;

use crate::board::{Cell, Grid, View};
use crate::census::{Census, CensusError};
use field::Field;
use solver::Solver;

pub use openings::{Opening, OpeningSolver, Openings};
pub use perft::{PerftError, perft};

/// The most layouts of an untouched board.
const MOST_LAYOUTS: u64 = 10_000_000;
/// The most layouts of any other view, which have to be listed as whole layouts first.
const MOST_LAYOUTS_OF_VIEW: usize = 200_000;

/// The limits of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The most nodes. A node is a set of layouts that is searched; a large set counts once for every 64 layouts.
    pub n_nodes: u64,
    /// The most bytes for the table of values. If it is full, values are dropped and computed again when needed. In
    /// addition, the layouts themselves take up to eight bytes each at every level of the recursion.
    pub n_bytes: usize,
}

impl Limits {
    /// At most this many nodes, with enough memory for most boards that can be solved with them.
    pub fn nodes(n_nodes: u64) -> Limits {
        Limits { n_nodes, n_bytes: 1 << 30 }
    }

    /// The same limits with another limit of memory.
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
    /// The number of nodes it took, counted as in [`Limits::n_nodes`].
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
    /// Computes the exact value of every cell that can be revealed next.
    ///
    /// # Errors
    /// When no layout fits, too many layouts fit, or it would take more nodes than allowed.
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
        let field = Field::of_begun(view)?;
        let mut solver = Solver::new(&field, limits);
        let mut cells = Vec::with_capacity(field.cells.len());
        for (idx, &cell) in field.cells.iter().enumerate() {
            let n_won = solver.value_of_reveal(&field.layouts, idx, 0)?;
            cells.push(CellValue { cell, n_won: n_won.into(), n_layouts: field.layouts.len() as u64 });
        }
        Ok(Optimal { cells, n_nodes: solver.n_nodes() })
    }

    /// Computes the best cell of a view that is not untouched; among equals, the safest. `None` if nothing is left to
    /// reveal. This takes less work than the values of all cells.
    ///
    /// # Errors
    /// As [`Optimal::of`].
    pub fn best_of(view: &View, limits: Limits) -> Result<Option<CellValue>, OptimalError> {
        let field = Field::of_begun(view)?;
        let mut solver = Solver::new(&field, limits);
        let n_safe =
            |idx: usize| field.layouts.iter().filter(|&layout| layout >> idx & 1 == 0).count() as u32;
        let mut by_safety: Vec<(u32, usize)> = (0..field.cells.len()).map(|idx| (n_safe(idx), idx)).collect();
        by_safety.sort_by_key(|&(n_safe, _)| std::cmp::Reverse(n_safe));
        let (mut most, mut best) = (0, None);
        for (n_safe, idx) in by_safety {
            // A cell wins at most the layouts in which it is safe, and all that follow are no safer.
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

    /// The best cell; among equals, the first. `None` if nothing is left to reveal.
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

/// The message already contains that of the underlying error, which programs can get by `source`.
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
