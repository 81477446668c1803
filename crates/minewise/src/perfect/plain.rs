//! The obvious twin of the solver: plain recursion over classes of layouts that cannot be distinguished.

use std::collections::HashMap;

use super::CellValue;
use super::atlas::{Atlas, Class};
use crate::board::View;

/// The value of every next cell; `None` if too many layouts fit.
pub(super) fn cells(view: &View) -> Option<Vec<CellValue>> {
    let atlas = Atlas::of(view)?;
    let mut solver = Solver { atlas: &atlas, values: HashMap::new() };
    let everything = atlas.everything();
    let mut cells = Vec::new();
    if atlas.is_won(&everything) {
        return Some(cells);
    }
    for (idx, &cell) in atlas.cells.iter().enumerate() {
        if view.is_untouched() && !view.grid().can_start_at(cell) {
            continue;
        }
        let allowed = solver.allowed(view, &everything, idx);
        let n_won = solver.value_of_reveal(&allowed, idx);
        cells.push(CellValue { cell, n_won, n_layouts: allowed.layouts.len() as u64 });
    }
    Some(cells)
}

struct Solver<'a> {
    atlas: &'a Atlas,
    /// Values by the revealed cells and the first layout, which together identify a class.
    values: HashMap<(u64, u32), u64>,
}

impl Solver<'_> {
    /// The layouts that are possible if a game begins at a live cell; all of them if it has begun already.
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

    /// The number of layouts won after revealing a live cell.
    fn value_of_reveal(&mut self, class: &Class, idx: usize) -> u64 {
        let mut n_won = 0;
        for class in self.atlas.reveal(class, idx) {
            n_won += self.value(&class);
        }
        n_won
    }

    /// The number of layouts of a class that are won.
    fn value(&mut self, class: &Class) -> u64 {
        if self.atlas.is_won(class) {
            return class.layouts.len() as u64;
        }
        let key = (class.revealed, class.layouts[0]);
        if let Some(&value) = self.values.get(&key) {
            return value;
        }
        let mut best = 0;
        for (n_safe, idx) in self.by_safety(class) {
            // A cell wins at most the layouts in which it is safe.
            if n_safe <= best {
                break;
            }
            best = best.max(self.value_of_reveal(class, idx));
            if n_safe == class.layouts.len() as u64 {
                break;
            }
        }
        self.values.insert(key, best);
        best
    }

    /// The live cells still covered, each with the number of layouts in which it is safe; the safest first.
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
