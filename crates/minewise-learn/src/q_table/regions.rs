//! The table of a small board, applied to regions of a larger one: further work that Gardea et al. 2015 propose.

use minewise::{Cell, Census, Layout, Shown, Topology, View};

use super::advice::greatest;
use super::model::Model;
use super::state::COVERED;

/// The regions of a board that can be treated as small boards.
///
/// Our reading of the proposal: a region is a rectangle of the size that a table was learned for, anywhere on the
/// board. It is treated as a small board if it shows a number, all undecided neighbours of its numbers are inside, and
/// no number outside touches an undecided cell inside. After the known mines outside are subtracted, its numbers depend
/// on the region alone. Known mines inside stay covered, as they would on the small board. The region is assumed to
/// have as many mines as the small board. If the table knows the resulting view, it has values for the covered cells.
/// The value of a cell is the mean over all regions that contain it.
///
/// Two alternatives were tried on 8x8/10: if numbers outside are ignored, fewer games are won, and the maximum over
/// regions does as well as the mean. Both win fewer games than the least risk does, as `experiments/gardea-2015-hybrids.toml`
/// shows: a region rarely has exactly as many mines as the small board.
pub struct Regions<'a> {
    model: &'a Model,
    view: &'a View,
    is_mine: Vec<bool>,
    is_undecided: Vec<bool>,
    use_of: RegionUse,
}

/// Which regions are treated as small boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionUse {
    /// All that match a view in the table, whatever their number of mines.
    All,
    /// Those that certainly are small boards: they are closed off, as no undecided cell inside touches one outside, and
    /// they have as many mines as the small board in every layout that fits.
    ///
    /// What happens elsewhere then tells nothing about the region. It must be guessed some day, and the table knows how
    /// to win it.
    Certain,
}

/// With more layouts than this that fit, the number of mines in a region counts as unknown.
const MOST_LAYOUTS: usize = 2_000;

impl Regions<'_> {
    /// The undecided cells with the highest value in a view of a square grid, given its known mines. `None` if the
    /// table knows no region.
    ///
    /// Covered cells that are neither in `mines` nor in `undecided` are assumed to be safe.
    ///
    /// # Panics
    /// When a cell is not on the grid.
    ///
    /// # Examples
    /// ```
    /// use minewise::View;
    /// use minewise_learn::q_table::{Model, RegionUse, Regions};
    /// let states = "states 1\n.1. 500 -";
    /// let model: Model =
    ///     format!("minewise q-table 1\nrules 3x1/1\nalgorithm standard\nsymmetry on\n{states}").parse()?;
    /// let view: View = "5x1/2 .1...".parse()?;
    /// assert_eq!(Regions::best(&model, &view, &[], &[0, 2, 3, 4], RegionUse::All), Some(vec![0, 2]));
    /// let view: View = "5x1/2 .1.1.".parse()?;
    /// assert_eq!(Regions::best(&model, &view, &[], &[0, 2, 4], RegionUse::All), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn best(
        model: &Model,
        view: &View,
        mines: &[Cell],
        undecided: &[Cell],
        use_of: RegionUse,
    ) -> Option<Vec<Cell>> {
        let is_square = |topology| topology == Topology::Square;
        if !is_square(model.rules().topology()) || !is_square(view.grid().rules().topology()) {
            return None;
        }
        let n_cells = view.grid().n_cells();
        let mut is_mine: Vec<bool> = (0..n_cells).map(|cell| view.shown(cell) == Shown::Mine).collect();
        let mut is_undecided = vec![false; n_cells];
        mines.iter().for_each(|&cell| is_mine[cell] = true);
        undecided.iter().for_each(|&cell| is_undecided[cell] = true);
        Regions { model, view, is_mine, is_undecided, use_of }.cells()
    }

    /// The undecided cells with the highest value.
    fn cells(&self) -> Option<Vec<Cell>> {
        let (rules, small) = (self.view.grid().rules(), self.model.rules());
        let mut sums = vec![(0i64, 0i64); self.view.grid().n_cells()];
        for top in 0..(rules.height() + 1).saturating_sub(small.height()) {
            for left in 0..(rules.width() + 1).saturating_sub(small.width()) {
                for (cell, value) in self.values(top, left).unwrap_or_default() {
                    sums[cell].0 += i64::from(value);
                    sums[cell].1 += 1;
                }
            }
        }
        let mean = |cell: Cell| (sums[cell].1 > 0).then(|| sums[cell].0 as f64 / sums[cell].1 as f64);
        let best = greatest((0..sums.len()).filter_map(mean))?;
        Some((0..sums.len()).filter(|&cell| mean(cell) == Some(best)).collect())
    }

    /// The values of the undecided cells of the region with this top left cell; `None` if the table does not know it.
    fn values(&self, top: usize, left: usize) -> Option<Vec<(Cell, i16)>> {
        let (width, height) = (self.model.rules().width(), self.model.rules().height());
        let grid = self.view.grid();
        let is_inside = |cell: Cell| {
            let (row, col) = grid.row_col(cell);
            (top..top + height).contains(&row) && (left..left + width).contains(&col)
        };
        let cells: Vec<Cell> = (0..width * height)
            .map(|idx| grid.cell(top + idx / width, left + idx % width))
            .collect::<Option<_>>()?;
        let letters: Vec<u8> =
            cells.iter().map(|&cell| self.letter(cell, is_inside)).collect::<Option<_>>()?;
        let touches =
            |cell: Cell| grid.neighbours(cell).any(|near| !is_inside(near) && !self.view.is_covered(near));
        let is_joined = cells.iter().any(|&cell| self.is_undecided[cell] && touches(cell));
        if is_joined || letters.iter().all(|&letter| letter == COVERED) {
            return None;
        }
        let values = self.model.values_of_letters(&letters)?;
        if self.use_of == RegionUse::Certain && !(self.is_closed(&cells) && self.has_mines_of_table(&cells)) {
            return None;
        }
        let undecided = cells.into_iter().zip(values).filter(|&(cell, _)| self.is_undecided[cell]);
        Some(undecided.filter_map(|(cell, value)| Some((cell, value?))).collect())
    }

    /// Whether no undecided cell of a region touches an undecided cell outside.
    fn is_closed(&self, cells: &[Cell]) -> bool {
        let is_out = |near: Cell| self.is_undecided[near] && !cells.contains(&near);
        let mut undecided = cells.iter().filter(|&&cell| self.is_undecided[cell]);
        undecided.all(|&cell| !self.view.grid().neighbours(cell).any(is_out))
    }

    /// Whether a region has as many mines as the small board in every layout that fits the view.
    fn has_mines_of_table(&self, cells: &[Cell]) -> bool {
        let layouts = Census::of(self.view).ok().and_then(|census| census.all_layouts(MOST_LAYOUTS));
        let n_mines = |layout: &Layout| cells.iter().filter(|&&cell| layout.is_mine(cell)).count();
        layouts.is_some_and(|layouts| {
            layouts.iter().all(|layout| n_mines(layout) == self.model.rules().n_mines())
        })
    }

    /// The letter of a cell if the board were only the region; `None` if that cannot be determined.
    fn letter(&self, cell: Cell, is_inside: impl Fn(Cell) -> bool) -> Option<u8> {
        let number = match self.view.shown(cell) {
            Shown::Covered | Shown::Flag => return Some(COVERED),
            Shown::Mine => return None,
            Shown::Number(number) => number,
        };
        let mut n_left = number;
        for outside in self.view.grid().neighbours(cell).filter(|&near| !is_inside(near)) {
            if self.is_undecided[outside] {
                return None;
            }
            n_left = n_left.checked_sub(u8::from(self.is_mine[outside]))?;
        }
        Some(b'0' + n_left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A 3x2 table that knows one view: a 1 in a corner and a 1 next to it.
    const TABLE: &str =
        "minewise q-table 1\nrules 3x2/1\nalgorithm standard\nsymmetry on\nstates 1\n....11 100 200 900 300";

    #[track_caller]
    fn check(view: &str, mines: &[Cell], undecided: &[Cell], expected: Option<&[Cell]>) {
        let (table, view): (Model, View) = (TABLE.parse().unwrap(), view.parse().unwrap());
        let found = Regions::best(&table, &view, mines, undecided, RegionUse::All);
        assert_eq!(found.as_deref(), expected);
    }

    #[track_caller]
    fn check_certain(view: &str, undecided: &[Cell], expected: Option<&[Cell]>) {
        let (table, view): (Model, View) = (TABLE.parse().unwrap(), view.parse().unwrap());
        let found = Regions::best(&table, &view, &[], undecided, RegionUse::Certain);
        assert_eq!(found.as_deref(), expected);
    }

    #[test]
    fn only_a_closed_region_with_the_mines_of_the_table_is_certain() {
        check_certain("3x2/1 11./...", &[2, 3, 4, 5], Some(&[3]));
        // Another mine could be in the corner of the region.
        check_certain("3x2/2 11./...", &[2, 3, 4, 5], None);
        // The cells of the region touch others.
        check_certain("4x2/1 11../....", &[2, 3, 4, 5, 6, 7], None);
    }

    #[test]
    fn a_region_at_the_edge_is_a_small_board() {
        check("3x2/1 11./...", &[], &[2, 3, 4, 5], Some(&[3]));
        check("3x2/1 .../.11", &[], &[0, 1, 2, 3], Some(&[2]));
        // A known mine is not a candidate.
        check("3x2/1 11./...", &[3], &[2, 4, 5], Some(&[2]));
    }

    #[test]
    fn a_region_with_a_number_that_touches_undecided_cells_outside_is_not_used() {
        check("4x4/2 11../..../..../....", &[], &[2, 3, 4, 5, 6, 7], Some(&[4]));
        check("4x4/2 ..../11../..../....", &[], &[0, 1, 2, 3, 6, 7, 8, 9, 10, 11], None);
    }

    #[test]
    fn a_region_with_an_undecided_cell_that_touches_a_number_outside_is_not_used() {
        check("4x2/2 11../....", &[], &[2, 3, 4, 5, 6, 7], Some(&[4]));
        check("4x2/2 11.2/....", &[], &[2, 4, 5, 6, 7], None);
    }

    #[test]
    fn known_mines_outside_are_subtracted_from_a_number() {
        // In the row above, one mine touches both numbers, and the other cells are known to be safe.
        check("4x3/3 ..../22../....", &[0], &[6, 8, 9, 10], Some(&[8]));
        check("4x3/3 ..../22../....", &[3], &[6, 8, 9, 10], None);
    }

    #[test]
    fn regions_without_a_number_and_other_grids_are_not_used() {
        check("5x4/2 ...../...../...../.....", &[], &[0, 1, 2], None);
        check("2x2/1 1./..", &[], &[1, 2, 3], None);
        check("3x2/1@torus 11./...", &[], &[2, 3, 4, 5], None);
    }
}
