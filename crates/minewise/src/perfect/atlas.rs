//! A list of every layout that fits a view, for exact play when there are few.

use std::collections::HashMap;

use crate::board::{Cell, Grid, Layout, View};
use crate::census::Census;
use crate::census::brute::BruteCensus;

/// The most layouts that an atlas holds.
pub(crate) const MAX_ATLAS_LAYOUTS: usize = 200_000;

/// The most cells of all layouts together, as a decimal logarithm: even a few layouts of a huge grid can fill the
/// memory.
const MAX_ATLAS_LOG10: f64 = 8.5;

/// A set of live cells, as bits.
pub(crate) type Cells = u64;

/// Every layout that fits a view, with the number that each cell would show in it.
///
/// Only *live* cells are kept: those that are covered, and no mine in at least one layout.
#[derive(Clone, Debug)]
pub(crate) struct Atlas {
    /// The live cells, in ascending order.
    pub(crate) cells: Vec<Cell>,
    /// For each layout: the live cells that are mines.
    pub(crate) mines: Vec<Cells>,
    /// For each layout and live cell: the number it would show.
    numbers: Vec<u8>,
    /// For each layout and live cell: the live cells that are revealed with it, itself included.
    opens: Vec<Cells>,
}

/// A set of layouts that a player cannot distinguish, and the cells revealed in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Class {
    /// The live cells that are revealed.
    pub(crate) revealed: Cells,
    /// The layouts, in ascending order.
    pub(crate) layouts: Vec<u32>,
}

impl Atlas {
    /// Lists the layouts of a view; `None` if too many fit, or more than 64 cells are live.
    pub(crate) fn of(view: &View) -> Option<Atlas> {
        let layouts = if view.is_untouched() {
            // Every cell is live, so a large grid is refused before its layouts are listed.
            if view.n_covered() > Cells::BITS as usize {
                return None;
            }
            BruteCensus::of(view, MAX_ATLAS_LAYOUTS as u64)?.layouts
        } else {
            let census = Census::of(view).ok()?;
            if census.layouts_log10() + libm::log10(view.grid().n_cells() as f64) > MAX_ATLAS_LOG10 {
                return None;
            }
            census.all_layouts(MAX_ATLAS_LAYOUTS)?
        };
        let is_live = |&cell: &Cell| layouts.iter().any(|layout| !layout.is_mine(cell));
        let cells: Vec<Cell> = view.covered().filter(is_live).collect();
        if cells.len() > Cells::BITS as usize {
            return None;
        }
        let mut atlas = Atlas { cells, mines: Vec::new(), numbers: Vec::new(), opens: Vec::new() };
        for layout in &layouts {
            atlas.add(layout, view);
        }
        Some(atlas)
    }

    fn add(&mut self, layout: &Layout, view: &View) {
        let mut mines = 0;
        for (idx, &cell) in self.cells.iter().enumerate() {
            mines |= Cells::from(layout.is_mine(cell)) << idx;
            self.numbers.push(layout.number(cell));
            self.opens.push(self.cascade(layout, view, idx));
        }
        self.mines.push(mines);
    }

    /// The live cells that are revealed together with one of them, if all of them are covered.
    fn cascade(&self, layout: &Layout, view: &View, idx: usize) -> Cells {
        let grid: &Grid = view.grid();
        let mut opened: Cells = 1 << idx;
        let mut queue = vec![self.cells[idx]];
        while let Some(cell) = queue.pop() {
            if layout.is_mine(cell) || layout.number(cell) > 0 {
                continue;
            }
            for near in grid.neighbours(cell) {
                if let Ok(near_idx) = self.cells.binary_search(&near)
                    && opened & (1 << near_idx) == 0
                {
                    opened |= 1 << near_idx;
                    queue.push(near);
                }
            }
        }
        opened
    }

    /// The class of all layouts, with no live cell revealed.
    pub(crate) fn everything(&self) -> Class {
        Class { revealed: 0, layouts: (0..self.mines.len() as u32).collect() }
    }

    /// Whether a live cell is a mine in a layout.
    pub(crate) fn is_mine(&self, layout: u32, idx: usize) -> bool {
        self.mines[layout as usize] >> idx & 1 == 1
    }

    /// The number that a live cell shows in a layout.
    pub(crate) fn number(&self, layout: u32, idx: usize) -> u8 {
        self.numbers[layout as usize * self.cells.len() + idx]
    }

    /// Whether every live cell without a mine is revealed.
    pub(crate) fn is_won(&self, class: &Class) -> bool {
        let all = if self.cells.len() == 64 { Cells::MAX } else { (1 << self.cells.len()) - 1 };
        class.revealed | self.mines[class.layouts[0] as usize] == all
    }

    /// Splits a class by what revealing a live cell shows: one class for each view that may result, in the order of
    /// their first layouts. Layouts with a mine there are left out.
    pub(crate) fn reveal(&self, class: &Class, idx: usize) -> Vec<Class> {
        let mut found: HashMap<(Cells, Vec<u8>), usize> = HashMap::new();
        let mut classes: Vec<Class> = Vec::new();
        for &layout in class.layouts.iter().filter(|&&layout| !self.is_mine(layout, idx)) {
            let opened = self.opens[layout as usize * self.cells.len() + idx] & !class.revealed;
            let mut numbers = Vec::with_capacity(opened.count_ones() as usize);
            let mut rest = opened;
            while rest != 0 {
                numbers.push(self.number(layout, rest.trailing_zeros() as usize));
                rest &= rest - 1;
            }
            let place = *found.entry((opened, numbers)).or_insert(classes.len());
            if place == classes.len() {
                classes.push(Class { revealed: class.revealed | opened, layouts: Vec::new() });
            }
            classes[place].layouts.push(layout);
        }
        classes
    }
}
