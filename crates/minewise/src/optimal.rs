//! Perfect play, by plain recursion over the layouts that fit: for small boards and endgames.
//!
//! What can be known is the view, and the view is the set of layouts that look like it. The value of a set is the
//! number of its layouts that the best next cell goes on to win: the sum over the views that may result, where a
//! layout with a mine there counts nothing. Revealing a cell that is certainly safe never hurts, so it comes first.

use std::collections::HashMap;
use std::fmt;

use crate::atlas::{Atlas, Class, MAX_ATLAS_LAYOUTS};
use crate::census::{Census, CensusError};
use crate::grid::Cell;
use crate::view::View;

/// The exact value of a view under perfect play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimal {
    /// For each cell that can be revealed, in ascending order: what comes of it.
    pub cells: Vec<CellValue>,
    /// The number of classes of layouts that were looked at.
    pub n_nodes: usize,
}

/// What comes of revealing a cell and playing perfectly from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellValue {
    /// The cell.
    pub cell: Cell,
    /// The layouts won.
    pub n_won: u64,
    /// The layouts that there are: those that fit the view or, for the first cell, those that the start allows.
    pub n_layouts: u64,
}

impl CellValue {
    /// The chance to win.
    pub fn value(&self) -> f64 {
        self.n_won as f64 / self.n_layouts as f64
    }
}

impl Optimal {
    /// The exact value of a view and of every next cell.
    ///
    /// # Errors
    /// When no layout fits, there are too many, or more than `most_nodes` classes of them would have to be looked at.
    ///
    /// # Examples
    /// ```
    /// use minewise::{Grid, Optimal, View};
    /// let view = View::new(&Grid::new("3x3/7".parse()?));
    /// let best = Optimal::of(&view, 1_000_000)?.best().expect("a cell is covered");
    /// assert_eq!((best.n_won, best.n_layouts), (2, 8));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(view: &View, most_nodes: usize) -> Result<Optimal, OptimalError> {
        if !view.is_untouched() {
            Census::of(view).map_err(OptimalError::Census)?;
        }
        let atlas = Atlas::of(view).ok_or(OptimalError::TooLarge)?;
        let mut solver = Solver { atlas: &atlas, values: HashMap::new(), most_nodes };
        let everything = atlas.everything();
        let mut cells = Vec::new();
        if !atlas.is_won(&everything) {
            for (idx, &cell) in atlas.cells.iter().enumerate() {
                if view.is_untouched() && !view.grid().can_start_at(cell) {
                    continue;
                }
                let allowed = solver.allowed(view, &everything, idx);
                let n_won = solver.value_of_reveal(&allowed, idx)?;
                cells.push(CellValue { cell, n_won, n_layouts: allowed.layouts.len() as u64 });
            }
        }
        Ok(Optimal { cells, n_nodes: solver.values.len() })
    }

    /// The best cell, the first of equals; none if nothing is left to reveal.
    pub fn best(&self) -> Option<CellValue> {
        // Compared as exact fractions.
        let better = |one: &CellValue, other: &CellValue| {
            let ours = u128::from(one.n_won) * u128::from(other.n_layouts);
            ours > u128::from(other.n_won) * u128::from(one.n_layouts)
        };
        self.cells.iter().copied().reduce(|best, cell| if better(&cell, &best) { cell } else { best })
    }
}

struct Solver<'a> {
    atlas: &'a Atlas,
    /// Values by what is revealed and the first layout: together they name a class.
    values: HashMap<(u64, u32), u64>,
    most_nodes: usize,
}

impl Solver<'_> {
    /// The layouts that there are when a game begins at a live cell, or all if it has begun.
    fn allowed(&self, view: &View, everything: &Class, first: usize) -> Class {
        if !view.is_untouched() {
            return everything.clone();
        }
        let atlas = self.atlas;
        let is_cleared = |idx: &usize| view.grid().start_clears(atlas.cells[first], atlas.cells[*idx]);
        let cleared = (0..atlas.cells.len()).filter(is_cleared).fold(0, |cleared, idx| cleared | 1u64 << idx);
        let is_allowed = |layout: &u32| atlas.mines[*layout as usize] & cleared == 0;
        Class { revealed: 0, layouts: everything.layouts.iter().copied().filter(is_allowed).collect() }
    }

    /// The layouts won after revealing a live cell.
    fn value_of_reveal(&mut self, class: &Class, idx: usize) -> Result<u64, OptimalError> {
        let mut n_won = 0;
        for class in self.atlas.reveal(class, idx) {
            n_won += self.value(&class)?;
        }
        Ok(n_won)
    }

    /// The layouts won from a class.
    fn value(&mut self, class: &Class) -> Result<u64, OptimalError> {
        if self.atlas.is_won(class) {
            return Ok(class.layouts.len() as u64);
        }
        let key = (class.revealed, class.layouts[0]);
        if let Some(&value) = self.values.get(&key) {
            return Ok(value);
        }
        if self.values.len() >= self.most_nodes {
            return Err(OptimalError::TooManyNodes { most_nodes: self.most_nodes });
        }
        let mut best = 0;
        for (n_safe, idx) in self.by_safety(class) {
            // A cell wins at most the layouts in which it is safe.
            if n_safe <= best {
                break;
            }
            best = best.max(self.value_of_reveal(class, idx)?);
            if n_safe == class.layouts.len() as u64 {
                break;
            }
        }
        self.values.insert(key, best);
        Ok(best)
    }

    /// The live cells still covered, with the number of layouts in which each is safe, the most first.
    fn by_safety(&self, class: &Class) -> Vec<(u64, usize)> {
        let covered = (0..self.atlas.cells.len()).filter(|idx| class.revealed >> idx & 1 == 0);
        let mut cells: Vec<(u64, usize)> = covered
            .map(|idx| {
                let is_safe = |layout: &&u32| !self.atlas.is_mine(**layout, idx);
                (class.layouts.iter().filter(is_safe).count() as u64, idx)
            })
            .collect();
        cells.sort_unstable_by_key(|&(n_safe, idx)| (std::cmp::Reverse(n_safe), idx));
        cells
    }
}

/// Why the value of a view cannot be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptimalError {
    /// There is no census of the view.
    Census(CensusError),
    /// Too many layouts fit, or too many cells are covered.
    TooLarge,
    /// It would take more nodes than allowed.
    TooManyNodes {
        /// How many are allowed.
        most_nodes: usize,
    },
}

impl fmt::Display for OptimalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptimalError::Census(error) => error.fmt(f),
            OptimalError::TooLarge => {
                write!(
                    f,
                    "perfect play is computed for at most {MAX_ATLAS_LAYOUTS} layouts on at most 64 cells"
                )
            }
            OptimalError::TooManyNodes { most_nodes } => {
                write!(f, "perfect play here takes more than {most_nodes} nodes; allow more with --nodes")
            }
        }
    }
}

impl std::error::Error for OptimalError {}
