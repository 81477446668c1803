//! Where the mines are.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::board::notation::{self};
use crate::board::rules::mines_in_words;
use crate::board::{Cell, Grid, ReadError};
use crate::num::{Rng, Seed};

/// Where the mines are on a grid.
///
/// Invariant: there are as many mines as the rules say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    grid: Arc<Grid>,
    mines: Box<[bool]>,
}

impl Layout {
    /// Generates the layout of the game that has this seed and begins at `first`.
    ///
    /// The seed determines an order of all cells. The first of them that the start does not clear are the mines, so
    /// layouts of one seed share most of their mines, wherever the game begins. This will never change: seeds identify
    /// layouts.
    ///
    /// # Panics
    /// When a game cannot begin there; see [`Grid::can_start_at`].
    pub fn generate(grid: &Arc<Grid>, seed: Seed, first: Cell) -> Layout {
        assert!(grid.can_start_at(first), "a layout needs a first cell that leaves room for its mines");
        let n_cells = grid.n_cells();
        let mut rng = Rng::new(seed);
        let mut order: Vec<u32> = (0..n_cells as u32).collect();
        let mut mines = vec![false; n_cells].into_boxed_slice();
        let mut n_left = grid.rules().n_mines();
        // A Fisher-Yates shuffle that stops as soon as all mines are placed.
        for place in 0..n_cells {
            if n_left == 0 {
                break;
            }
            order.swap(place, place + rng.below(n_cells - place));
            let cell = order[place] as Cell;
            if !grid.start_clears(first, cell) {
                mines[cell] = true;
                n_left -= 1;
            }
        }
        Layout { grid: Arc::clone(grid), mines }
    }

    /// Creates a layout with mines at exactly these cells.
    ///
    /// # Errors
    /// When a cell is not on the grid, or the number of different cells is not the number of mines of the rules.
    pub fn from_mines(
        grid: &Arc<Grid>,
        cells: impl IntoIterator<Item = Cell>,
    ) -> Result<Layout, LayoutError> {
        let mut mines = vec![false; grid.n_cells()].into_boxed_slice();
        for cell in cells {
            *mines.get_mut(cell).ok_or(LayoutError::NoSuchCell { cell })? = true;
        }
        Layout::checked(Arc::clone(grid), mines)
    }

    fn checked(grid: Arc<Grid>, mines: Box<[bool]>) -> Result<Layout, LayoutError> {
        let (expected, found) = (grid.rules().n_mines(), mines.iter().filter(|&&mine| mine).count());
        if expected != found {
            return Err(LayoutError::WrongNumber { expected, found });
        }
        Ok(Layout { grid, mines })
    }

    /// The grid of the layout.
    pub fn grid(&self) -> &Arc<Grid> {
        &self.grid
    }

    /// Whether there is a mine at `cell`.
    #[inline]
    pub fn is_mine(&self, cell: Cell) -> bool {
        self.mines[cell]
    }

    /// The mines, in ascending order.
    pub fn mines(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.mines.len()).filter(|&cell| self.mines[cell])
    }

    /// The number of mines around `cell`.
    #[inline]
    pub fn number(&self, cell: Cell) -> u8 {
        self.grid.neighbours(cell).map(|neighbour| u8::from(self.mines[neighbour])).sum()
    }
}

/// Writes the canonical form: the rules on the first line, then one row per line, `*` for a mine and `.` for none. The
/// alternate form (`{:#}`) is on one line.
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        notation::write(f, &self.grid, |cell| if self.mines[cell] { '*' } else { '.' })
    }
}

impl FromStr for Layout {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Layout, LayoutError> {
        let (rules, mines) = notation::read(text, |_, letter| match letter {
            '*' => Some(true),
            '.' | '-' => Some(false),
            _ => None,
        })?;
        Layout::checked(Grid::new(rules), mines.into())
    }
}

/// Why a layout cannot be read or created.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LayoutError {
    /// The text does not have the form of a layout.
    Unreadable(ReadError),
    /// A mine is not on the grid.
    NoSuchCell {
        /// The index of the cell.
        cell: Cell,
    },
    /// There are more or fewer mines than the rules say.
    WrongNumber {
        /// The number according to the rules.
        expected: usize,
        /// The number of mines in the layout.
        found: usize,
    },
}

impl From<ReadError> for LayoutError {
    fn from(error: ReadError) -> LayoutError {
        LayoutError::Unreadable(error)
    }
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LayoutError::Unreadable(error) => error.fmt(f),
            LayoutError::NoSuchCell { cell } => write!(f, "there is no cell number {cell} on this grid"),
            LayoutError::WrongNumber { expected, found } => {
                write!(f, "the rules say {}, the layout has {found}", mines_in_words(*expected))
            }
        }
    }
}

/// The message already contains that of the underlying error, which programs can get by `source`.
impl std::error::Error for LayoutError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            LayoutError::Unreadable(error) => Some(error),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn generate(rules: &str, seed: u64, first: Cell) -> Layout {
        Layout::generate(&Grid::new(rules.parse().unwrap()), Seed(seed), first)
    }

    #[test]
    fn the_layout_of_a_seed_never_changes() {
        assert_eq!(format!("{:#}", generate("7x4/6", 1, 0)), "7x4/6 ......./.*...*./.**..**/.......");
    }

    #[test]
    fn first_cells_of_one_seed_share_most_mines() {
        let here = generate("9x9/10", 5, 0);
        for first in 1..81 {
            let there = generate("9x9/10", 5, first);
            assert!(here.mines().filter(|&cell| there.is_mine(cell)).count() >= 8);
        }
    }

    #[test]
    fn the_start_is_kept_clear() {
        for seed in 0..200 {
            assert!(!generate("4x3/11", seed, 5).is_mine(5));
            assert_eq!(generate("6x5/14:zero@hex", seed, 8).number(8), 0);
        }
        assert!((0..200).any(|seed| generate("4x3/5:any", seed, 5).is_mine(5)));
    }

    #[test]
    fn layouts_are_read_and_written() {
        let text = "3x2/2\n*..\n..*\n";
        assert_eq!(text.parse::<Layout>().unwrap().to_string(), text);
        let error = "3x2/2 *../...".parse::<Layout>().unwrap_err();
        assert_eq!(error.to_string(), "the rules say 2 mines, the layout has 1");
    }
}
