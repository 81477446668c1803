//! The topologies that a grid can have: which cells touch.

use std::fmt;
use std::str::FromStr;

/// The most neighbours that a cell has in any topology.
pub const MAX_NEIGHBOURS: usize = 8;

/// Which cells are neighbours.
///
/// To add a topology, add a variant, its entry in [`Topology::ALL`], its name, and its [`steps`](Topology::steps).
/// Nothing else in the core depends on the topologies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Topology {
    /// The classic topology: the eight cells around.
    #[default]
    Square,
    /// As `Square`, with the left edge joined to the right and the top to the bottom.
    Torus,
    /// Six neighbours; odd rows are shifted half a cell to the right.
    Hex,
    /// The cells that are a knight's move away, as in chess.
    Knight,
}

/// A step from one cell to another: the number of rows down and of columns to the right.
pub type Step = (i64, i64);

const SQUARE: [Step; 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
const HEX_EVEN: [Step; 6] = [(-1, -1), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 0)];
const HEX_ODD: [Step; 6] = [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0), (1, 1)];
const KNIGHT: [Step; 8] = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

impl Topology {
    /// All topologies.
    pub const ALL: [Topology; 4] = [Topology::Square, Topology::Torus, Topology::Hex, Topology::Knight];

    /// Its name in the notation.
    pub fn name(self) -> &'static str {
        match self {
            Topology::Square => "square",
            Topology::Torus => "torus",
            Topology::Hex => "hex",
            Topology::Knight => "knight",
        }
    }

    /// The steps from a cell of `row` to its neighbours, on an endless grid.
    pub fn steps(self, row: usize) -> &'static [Step] {
        match self {
            Topology::Square | Topology::Torus => &SQUARE,
            Topology::Hex if row.is_multiple_of(2) => &HEX_EVEN,
            Topology::Hex => &HEX_ODD,
            Topology::Knight => &KNIGHT,
        }
    }

    /// Whether opposite edges are joined.
    pub fn wraps(self) -> bool {
        self == Topology::Torus
    }

    /// The row and column that a step from `row,col` leads to; `None` if it crosses an edge that is not joined to
    /// another.
    pub(crate) fn after(
        self,
        (width, height): (usize, usize),
        (row, col): (usize, usize),
        (down, right): Step,
    ) -> Option<(usize, usize)> {
        let along = |from: usize, by: i64, length: usize| {
            let (to, length) = (from as i64 + by, length as i64);
            let to = if self.wraps() { to.rem_euclid(length) } else { to };
            (0..length).contains(&to).then_some(to as usize)
        };
        Some((along(row, down, height)?, along(col, right, width)?))
    }

    /// Writes the neighbours of `row,col` to `found`, in ascending order. Returns how many there are.
    ///
    /// On a small torus, several steps can lead to the same cell, or back to the cell itself. Neighbours are distinct,
    /// and a cell is never its own neighbour.
    pub(crate) fn neighbours(
        self,
        (width, height): (usize, usize),
        (row, col): (usize, usize),
        found: &mut [u32; MAX_NEIGHBOURS],
    ) -> usize {
        let mut n_found = 0;
        for &step in self.steps(row) {
            let Some((to_row, to_col)) = self.after((width, height), (row, col), step) else { continue };
            let neighbour = (to_row * width + to_col) as u32;
            let is_itself = (to_row, to_col) == (row, col);
            if !is_itself && !found[..n_found].contains(&neighbour) {
                found[n_found] = neighbour;
                n_found += 1;
            }
        }
        found[..n_found].sort_unstable();
        n_found
    }
}

impl fmt::Display for Topology {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Topology {
    type Err = ();

    fn from_str(text: &str) -> Result<Topology, ()> {
        Topology::ALL.into_iter().find(|topology| topology.name() == text).ok_or(())
    }
}
