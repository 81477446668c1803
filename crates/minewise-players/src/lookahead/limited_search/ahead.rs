//! The search itself: the values of views, for a number of guesses and a budget of views.

use minewise::census::Counter;
use minewise::{Cell, Census, Shown, View};

use super::candidates;
use crate::least_risk::exact::EQUAL;

/// A search from a view.
pub(super) struct Ahead<'a> {
    /// The current view: cells are shown on the way down and covered again on the way up.
    view: View,
    /// Number of mines that are not shown.
    n_mines: usize,
    /// Number of cells that are considered for a guess.
    width: usize,
    counter: &'a mut Counter,
}

impl<'a> Ahead<'a> {
    /// Creates a search from `view`, which some layout must fit.
    pub(super) fn new(view: &View, width: usize, counter: &'a mut Counter) -> Ahead<'a> {
        let n_mines = view.grid().rules().n_mines() - view.shown_mines().count();
        Ahead { view: view.clone(), n_mines, width, counter }
    }

    /// Returns the best of the candidates, `depth` guesses ahead; several if they have the same value and risk.
    pub(super) fn best(
        &mut self,
        census: &Census,
        candidates: &[(Cell, f64)],
        depth: u64,
        n_views: f64,
    ) -> Vec<Cell> {
        let mut best = Vec::new();
        let (mut most, mut least_risk) = (f64::NEG_INFINITY, 1.0);
        for &(cell, risk) in candidates {
            // The value of a cell is at most the chance that it is not a mine, and the less risky ones come first.
            if 1.0 - risk < most - EQUAL {
                break;
            }
            let value = self.value_of_cell(census, cell, depth - 1, n_views / candidates.len() as f64);
            if value > most + EQUAL {
                (best, most, least_risk) = (vec![cell], value, risk);
            } else if value >= most - EQUAL && risk <= least_risk + EQUAL {
                best.push(cell);
            }
        }
        best
    }

    /// Returns the value of a cell of the view, with `depth` guesses after it.
    fn value_of_cell(&mut self, census: &Census, cell: Cell, depth: u64, n_views: f64) -> f64 {
        // A cell whose numbers are too much work to count is worth nothing: there are other cells.
        let Some(outcomes) = census.outcomes(cell) else { return 0.0 };
        let mut value = 0.0;
        for (number, &chance) in (0..).zip(&outcomes.numbers).filter(|&(_, &chance)| chance > 0.0) {
            self.view.show(cell, Shown::Number(number));
            value += chance * self.value(depth, chance * (n_views - 1.0));
        }
        self.view.show(cell, Shown::Covered);
        value
    }

    /// Returns the value of the current view, with `depth` guesses and a budget of `n_views` views.
    fn value(&mut self, depth: u64, n_views: f64) -> f64 {
        if self.view.n_covered() == self.n_mines {
            return 1.0;
        }
        let Ok(census) = self.counter.census(&self.view) else { return 0.0 };
        if let Some(cell) = census.safe().next() {
            return if n_views < 1.0 { 1.0 } else { self.value_of_cell(&census, cell, depth, n_views) };
        }
        if depth == 0 || n_views < 1.0 {
            return 1.0 - census.least_risky(0.0).0;
        }
        let candidates = candidates(&self.view, &census, self.width);
        let mut best = 0.0;
        for &(cell, risk) in &candidates {
            if 1.0 - risk <= best {
                break;
            }
            let value = self.value_of_cell(&census, cell, depth - 1, n_views / candidates.len() as f64);
            best = f64::max(best, value);
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use minewise::census::brute::BruteCensus;
    use minewise::testing::random_view;
    use minewise::{Layout, Rng, Seed};

    use super::*;
    use minewise::Rules;

    /// Counts the layouts in which the game is won or survives `depth` guesses and one more, as the module describes: a
    /// plain recursion over layouts, with every cell a candidate and without pruning.
    fn survivors(view: &View, layouts: &[&Layout], depth: u64) -> usize {
        let covered: Vec<Cell> = view.covered().collect();
        if covered.iter().all(|&cell| layouts.iter().all(|layout| layout.is_mine(cell))) {
            return layouts.len();
        }
        let n_safe = |cell: Cell| layouts.iter().filter(|layout| !layout.is_mine(cell)).count();
        if let Some(&safe) = covered.iter().find(|&&cell| n_safe(cell) == layouts.len()) {
            return survivors_of_reveal(view, layouts, safe, depth);
        }
        let worth = |&cell: &Cell| {
            if depth == 0 { n_safe(cell) } else { survivors_of_reveal(view, layouts, cell, depth - 1) }
        };
        covered.iter().map(worth).max().unwrap()
    }

    fn survivors_of_reveal(view: &View, layouts: &[&Layout], cell: Cell, depth: u64) -> usize {
        let of_number = |number: u8| {
            let shows = |layout: &&&Layout| !layout.is_mine(cell) && layout.number(cell) == number;
            let layouts: Vec<&Layout> = layouts.iter().filter(shows).copied().collect();
            let mut view = view.clone();
            view.show(cell, Shown::Number(number));
            if layouts.is_empty() { 0 } else { survivors(&view, &layouts, depth) }
        };
        (0..=8).map(of_number).sum()
    }

    #[test]
    fn values_are_those_of_plain_recursion_over_layouts() {
        let mut rng = Rng::new(Seed(12));
        let mut counter = Counter::new();
        let mut n_compared = 0;
        while n_compared < 600 {
            let rules = Rules::random(&mut rng, 5);
            let view = random_view(&mut rng, rules);
            let Some(all) = BruteCensus::of(&view, 2000).filter(|all| all.layouts.len() <= 60) else {
                continue;
            };
            let layouts: Vec<&Layout> = all.layouts.iter().collect();
            let census = counter.census(&view).unwrap();
            let depth = rng.below(3) as u64;
            for cell in view.covered().filter(|&cell| census.risk(cell) < Some(1.0)).take(3) {
                let expected =
                    survivors_of_reveal(&view, &layouts, cell, depth) as f64 / layouts.len() as f64;
                let mut ahead = Ahead::new(&view, usize::MAX - 1, &mut counter);
                let value = ahead.value_of_cell(&census, cell, depth, f64::INFINITY);
                assert!((value - expected).abs() < 1e-9, "{view:#} {cell} {depth}: {value}, not {expected}");
                n_compared += 1;
            }
        }
    }

    #[test]
    fn the_best_has_the_highest_value_and_of_equals_the_least_risk() {
        let mut rng = Rng::new(Seed(13));
        let mut counter = Counter::new();
        let mut n_decided_by_risk = 0;
        for _ in 0..1500 {
            let rules = Rules::random(&mut rng, 5);
            let view = random_view(&mut rng, rules);
            let census = counter.census(&view).unwrap();
            let candidates = candidates(&view, &census, 5);
            if candidates.is_empty() || census.safe().next().is_some() {
                continue;
            }
            let n_views = 100.0;
            let best = Ahead::new(&view, 5, &mut counter).best(&census, &candidates, 2, n_views);
            let share = n_views / candidates.len() as f64;
            let mut value_of = |&(cell, risk): &(Cell, f64)| {
                (Ahead::new(&view, 5, &mut counter).value_of_cell(&census, cell, 1, share), cell, risk)
            };
            let values: Vec<(f64, Cell, f64)> = candidates.iter().map(&mut value_of).collect();
            let most = values.iter().map(|&(value, ..)| value).fold(0.0, f64::max);
            let tied = values.iter().filter(|&&(value, ..)| value > most - EQUAL);
            let least = tied.clone().map(|&(.., risk)| risk).fold(1.0, f64::min);
            let expected: Vec<Cell> =
                tied.clone().filter(|&&(.., risk)| risk <= least + EQUAL).map(|&(_, cell, _)| cell).collect();
            assert_eq!(best, expected, "{view:#}");
            n_decided_by_risk += usize::from(expected.len() < tied.count());
        }
        assert!(n_decided_by_risk > 0);
    }

    #[test]
    fn when_the_budget_is_used_up_a_certain_cell_counts_as_a_win() {
        let view: View = "5x3/2 1..../...../.....".parse().unwrap();
        let mut counter = Counter::new();
        let census = counter.census(&view).unwrap();
        let mut value =
            |n_views: f64| Ahead::new(&view, 5, &mut counter).value_of_cell(&census, 14, 0, n_views);
        let values = [0.0, 4.0, 40.0, 4000.0, f64::INFINITY].map(&mut value);
        assert!(values.is_sorted_by(|more, less| more > less || (more - less).abs() < EQUAL), "{values:?}");
        assert!(values[0] > values[4] + 0.01, "{values:?}");
    }
}
