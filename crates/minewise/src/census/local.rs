//! What the numbers alone prove, without the number of mines.

use super::Census;
use super::settled::SAFE;
use super::sweep::Scratch;
use crate::board::Cell;

impl Census {
    /// The covered cells that are certainly no mine even if the number of mines is not known, in ascending
    /// order.
    ///
    /// Without the number of mines, the regions are independent of each other and the interior is unconstrained. So a
    /// cell is safe exactly if no filling of its own region has a mine in its group.
    pub(crate) fn safe_by_numbers(&self) -> Vec<Cell> {
        let places = self.problem.places.iter();
        let mut safe: Vec<Cell> =
            places.enumerate().filter(|(_, place)| **place == SAFE).map(|(cell, _)| cell).collect();
        let mut scratch = Scratch::default();
        for (region, counted) in self.problem.regions.iter().zip(&self.counted) {
            let equal_weight = |_| 1.0;
            counted.sweep.marginals(equal_weight, &mut scratch, |group, _, _, possible| {
                let holds_none = possible == 1;
                if holds_none {
                    let cells = self.problem.cells(region.first_group as usize + group);
                    safe.extend(cells.iter().map(|&cell| cell as Cell));
                }
            });
        }
        safe.sort_unstable();
        safe
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;
    use crate::board::{Shown, View};
    use crate::num::{Rng, Seed};
    use crate::testing::random_view;

    /// The obvious twin: tries every way to place any number of mines in the covered cells.
    fn safe_by_trying(view: &View, covered: &[Cell]) -> Vec<Cell> {
        let mut with_mine = 0;
        for mines in 0..1u32 << covered.len() {
            let is_mine = |cell: Cell| {
                view.shown(cell) == Shown::Mine
                    || covered
                        .iter()
                        .position(|&other| other == cell)
                        .is_some_and(|idx| mines >> idx & 1 == 1)
            };
            let holds = |cell: Cell| match view.shown(cell) {
                Shown::Number(number) => {
                    view.grid().neighbours(cell).filter(|&near| is_mine(near)).count() == usize::from(number)
                }
                _ => true,
            };
            if (0..view.grid().n_cells()).all(holds) {
                with_mine |= mines;
            }
        }
        let is_safe = |(idx, &cell): (usize, &Cell)| (with_mine >> idx & 1 == 0).then_some(cell);
        covered.iter().enumerate().filter_map(is_safe).collect()
    }

    #[test]
    fn numbers_alone_prove_what_holds_for_any_number_of_mines() {
        let mut rng = Rng::new(Seed(21));
        let (mut n_compared, mut n_beyond, mut n_counted) = (0, 0, 0);
        while n_compared < 3000 {
            let rules = Rules::random(&mut rng, 5);
            let view = random_view(&mut rng, rules);
            let covered: Vec<Cell> = view.covered().collect();
            if covered.len() > 12 {
                continue;
            }
            let census = Census::of(&view).unwrap();
            let found = census.safe_by_numbers();
            assert_eq!(found, safe_by_trying(&view, &covered), "{view:#}");
            n_compared += 1;
            n_beyond += usize::from(found.iter().any(|&cell| census.problem.places[cell] != SAFE));
            n_counted += usize::from(found.len() < census.safe().len());
        }
        // Some of them took more than single numbers, and some cells are safe only by the number of mines.
        assert!(n_beyond > 20 && n_counted > 100, "{n_beyond} {n_counted}");
    }
}
