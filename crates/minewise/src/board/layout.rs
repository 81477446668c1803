//! Where the mines are.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::board::notation::{self};
use crate::board::rules::mines_in_words;
use crate::board::{Cell, Grid, ReadError};
use crate::num::{Rng, Seed};

/// Where the mines are.
///
/// Invariant: as many mines as the rules say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    grid: Arc<Grid>,
    mines: Box<[bool]>,
}

impl Layout {
    /// The layout that `seed` gives a game that begins at `first`.
    ///
    /// The seed orders the cells, and the first of them outside the cells that the start clears are the mines:
    /// layouts of one seed share most of their mines, wherever the game begins. This never changes.
    ///
    /// # Panics
    /// When a game cannot begin there: ask [`Grid::can_start_at`].
    pub fn generate(grid: &Arc<Grid>, seed: Seed, first: Cell) -> Layout {
        assert!(grid.can_start_at(first), "a layout needs a first cell that leaves room for its mines");
        let n_cells = grid.n_cells();
        let mut rng = Rng::new(seed);
        let mut order: Vec<u32> = (0..n_cells as u32).collect();
        let mut mines = vec![false; n_cells].into_boxed_slice();
        let mut n_left = grid.rules().n_mines();
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

    /// A layout with mines at exactly these cells.
    ///
    /// # Errors
    /// When they are not as many different cells of the grid as the rules have mines.
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

    /// The cells that it lies on.
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

/// Canonical: the rules on the first line, then one row per line, `*` for a mine and `.` for none. The alternate
/// form (`{:#}`) is on one line.
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

/// Why a layout cannot be read or made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LayoutError {
    /// The text is not of the form of a layout.
    Unreadable(ReadError),
    /// A mine lies beyond the grid.
    NoSuchCell {
        /// The number of the cell.
        cell: Cell,
    },
    /// Not as many mines as the rules say.
    WrongNumber {
        /// The number that the rules say.
        expected: usize,
        /// The number that the layout has.
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

/// The message is complete by itself; `source` gives programs the error behind it, if there is one.
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
