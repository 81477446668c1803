//! Measures of a layout: how many reveals it takes, and its openings and islands.

use crate::board::{Cell, Layout};

/// Measures of a layout, on any topology.
///
/// An *opening* is a connected group of cells that show 0, with the numbers around them; one reveal uncovers all of it.
/// An *island* is a connected group of numbers that do not touch an opening.
///
/// # Examples
/// ```
/// use minewise::Layout;
/// use minewise::insight::Measure;
/// let layout: Layout = "6x1/2 ..*.*.".parse()?;
/// let measure = Measure::of(&layout);
/// assert_eq!((measure.three_bv, measure.n_openings, measure.n_islands), (3, 1, 2));
/// # Ok::<(), minewise::board::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Measure {
    /// 3BV: the fewest reveals that win. That is one for each opening, and one for each number that does not
    /// touch an opening.
    pub three_bv: usize,
    /// The number of openings.
    pub n_openings: usize,
    /// The number of islands.
    pub n_islands: usize,
}

impl Measure {
    /// Measures a layout.
    pub fn of(layout: &Layout) -> Measure {
        let grid = layout.grid();
        let is_zero = |cell: Cell| !layout.is_mine(cell) && layout.number(cell) == 0;
        let zeros: Vec<bool> = (0..grid.n_cells()).map(is_zero).collect();
        let is_lone = |cell: Cell| {
            !layout.is_mine(cell) && !zeros[cell] && !grid.neighbours(cell).any(|near| zeros[near])
        };
        let lone: Vec<bool> = (0..grid.n_cells()).map(is_lone).collect();
        let n_lone = lone.iter().filter(|&&is_lone| is_lone).count();
        let n_openings = n_connected(layout, zeros);
        Measure { three_bv: n_openings + n_lone, n_openings, n_islands: n_connected(layout, lone) }
    }
}

/// The number of connected groups among the cells marked in `left`.
fn n_connected(layout: &Layout, mut left: Vec<bool>) -> usize {
    let mut n_groups = 0;
    let mut found = Vec::new();
    for start in 0..left.len() {
        if !std::mem::take(&mut left[start]) {
            continue;
        }
        n_groups += 1;
        found.push(start);
        while let Some(cell) = found.pop() {
            for near in layout.grid().neighbours(cell) {
                if std::mem::take(&mut left[near]) {
                    found.push(near);
                }
            }
        }
    }
    n_groups
}
