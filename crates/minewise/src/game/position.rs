//! A view together with what follows from it, computed on demand.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use crate::board::{Cell, CellSet, Layout, Shown, View};
use crate::census::{Census, CensusError, Counter, Settled, Verdict};

/// A view together with its census, which is counted on demand and then stored.
///
/// Counts made for one view of a game speed up the next one, but never change its results. A position can be shared
/// between threads; only one of them counts at a time.
///
/// # Examples
/// ```
/// use minewise::{Position, View};
/// let view: View = "4x2/2 1.../1...".parse()?;
/// let position = Position::new(view);
/// assert_eq!(position.census()?.layouts().to_string(), "8");
/// assert_eq!(position.risk(2)?, Some(0.25));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Position {
    view: View,
    /// Invariant: what follows from the single numbers of `view`.
    settled: Settled,
    /// Locked only during a count, and never while code of the caller runs.
    tools: Mutex<Tools>,
    census: OnceLock<Result<Census, CensusError>>,
    /// The cells that the censuses of earlier views of this game found safe. A safe cell stays safe.
    found_safe: CellSet,
}

/// What counting needs, stored to reuse its memory and its caches.
#[derive(Clone, Debug)]
struct Tools {
    counter: Counter,
    /// Memory for what would follow from the single numbers if a cell were shown.
    supposed: Settled,
}

impl Tools {
    /// New tools with the same limits and empty caches.
    fn emptied(&self) -> Tools {
        Tools { counter: self.counter.emptied(), supposed: Settled::default() }
    }
}

impl Position {
    /// Creates the position of a view.
    pub fn new(view: View) -> Position {
        Position::with_counter(view, Counter::new())
    }

    /// Creates the position of a view, which will be counted with this counter.
    pub fn with_counter(view: View, counter: Counter) -> Position {
        let mut found_safe = CellSet::default();
        found_safe.reset(view.grid().n_cells());
        Position {
            settled: Settled::of(&view),
            view,
            tools: Mutex::new(Tools { counter, supposed: Settled::default() }),
            census: OnceLock::new(),
            found_safe,
        }
    }

    /// What is shown.
    #[inline]
    pub fn view(&self) -> &View {
        &self.view
    }

    /// What follows from single numbers. It is updated with every reveal.
    pub fn settled(&self) -> &Settled {
        &self.settled
    }

    /// The covered cells that single numbers prove safe, in ascending order.
    ///
    /// Much cheaper than a census, and often enough to play on.
    pub fn plainly_safe(&self) -> impl Iterator<Item = Cell> + '_ {
        self.settled.safe()
    }

    /// The exact count of the layouts that fit.
    ///
    /// # Errors
    /// When no layout fits (never in a game), counting would be too much work, or it is cancelled.
    pub fn census(&self) -> Result<&Census, CensusError> {
        let census = match self.census.get() {
            Some(census) => census,
            None => match self.tools().counter.census_of(&self.view, &self.settled) {
                Err(CensusError::Cancelled) => return Err(CensusError::Cancelled),
                // If another thread was faster, its census is the same.
                census => self.census.get_or_init(|| census),
            },
        };
        census.as_ref().map_err(Clone::clone)
    }

    /// The risk of a cell; `None` if it is shown. Does not count for a cell already known to be safe.
    ///
    /// # Errors
    /// As [`Position::census`].
    pub fn risk(&self, cell: Cell) -> Result<Option<f64>, CensusError> {
        if !self.view.is_covered(cell) {
            return Ok(None);
        }
        if self.is_known_safe(cell) {
            return Ok(Some(0.0));
        }
        Ok(self.census()?.risk(cell))
    }

    /// Whether a covered cell is known to be safe without another count: by single numbers, or by an earlier census.
    pub fn is_known_safe(&self, cell: Cell) -> bool {
        self.settled.is_safe(cell)
            || self.found_safe.contains(cell)
            || self.counted().is_some_and(|census| census.verdict(cell) == Some(Verdict::Safe))
    }

    /// The risk of a covered cell if it is known without another count; `None` otherwise.
    pub fn known_risk(&self, cell: Cell) -> Option<f64> {
        let is_known = self.is_known_safe(cell) || self.counted().is_some();
        if is_known { self.risk(cell).ok().flatten() } else { None }
    }

    /// The census, if it has been counted.
    fn counted(&self) -> Option<&Census> {
        self.census.get()?.as_ref().ok()
    }

    /// Counts the census that there would be if a covered cell showed a number. Calls `ask` with it, and returns the
    /// result.
    ///
    /// # Errors
    /// As [`Position::census`], if the cell showed that number.
    pub fn if_shown<T>(
        &self,
        cell: Cell,
        number: u8,
        ask: impl FnOnce(&Census) -> T,
    ) -> Result<T, CensusError> {
        let census = self.census_if_shown(cell, number)?;
        let answer = ask(&census);
        self.tools().counter.recycle(census);
        Ok(answer)
    }

    fn census_if_shown(&self, cell: Cell, number: u8) -> Result<Census, CensusError> {
        let shown = Shown::Number(number);
        let Tools { counter, supposed } = &mut *self.tools();
        supposed.copy_from(&self.settled);
        supposed.reveal(self.view.grid(), cell, shown);
        if let Some(census) = counter.try_census_of(&self.view, supposed) {
            return Ok(census);
        }
        // Counts again, this time to find the reason why there is no census.
        let mut view = self.view.clone();
        view.show(cell, shown);
        counter.census(&view)
    }

    fn tools(&self) -> MutexGuard<'_, Tools> {
        self.tools.lock().unwrap_or_else(|poisoned| {
            // A count that panicked may have left inconsistent data behind, so all of it is dropped.
            let mut tools = PoisonError::into_inner(poisoned);
            *tools = tools.emptied();
            tools
        })
    }

    /// Shows a cell that was covered.
    pub fn reveal(&mut self, cell: Cell, shown: Shown) {
        self.forget_census();
        self.view.show(cell, shown);
        self.settled.reveal(self.view.grid(), cell, shown);
    }

    /// Reveals a covered cell that is no mine in a layout, and all cells that a 0 reveals, as in a game with that
    /// layout.
    pub fn reveal_in(&mut self, layout: &Layout, cell: Cell) {
        let mut cells = vec![cell];
        while let Some(cell) = cells.pop() {
            if !self.view.is_covered(cell) {
                continue;
            }
            let number = layout.number(cell);
            self.reveal(cell, Shown::Number(number));
            if number == 0 {
                cells.extend(layout.grid().neighbours(cell).filter(|&near| self.view.is_covered(near)));
            }
        }
    }

    /// Drops the census of a view that is about to change, but stores the cells that it found safe.
    fn forget_census(&mut self) {
        let Some(Ok(census)) = self.census.take() else { return };
        for cell in census.safe() {
            self.found_safe.insert(cell);
        }
        if let Ok(tools) = self.tools.get_mut() {
            tools.counter.recycle(census);
        }
    }

    /// Puts a flag on a covered cell or removes it. This changes no count.
    pub fn flag(&mut self, cell: Cell, shown: Shown) {
        self.view.show(cell, shown);
    }

    /// Becomes a position with the same view as `other`. Keeps its own cache of counted regions.
    pub fn become_like(&mut self, other: &Position) {
        self.forget_census();
        self.view.clone_from(&other.view);
        self.settled.copy_from(&other.settled);
        self.found_safe.copy_from(&other.found_safe);
        for cell in other.counted().into_iter().flat_map(Census::safe) {
            self.found_safe.insert(cell);
        }
    }

    /// Takes the position apart: the view, its census if it has been counted, and the counter with its cache.
    pub fn into_parts(self) -> (View, Option<Result<Census, CensusError>>, Counter) {
        let tools = self.tools.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner().emptied());
        (self.view, self.census.into_inner(), tools.counter)
    }

    /// Covers all cells again for another game. Keeps the cache of counted regions.
    pub fn cover_all(&mut self) {
        self.forget_census();
        self.view = View::new(self.view.grid());
        self.settled.read(&self.view, &crate::census::settled::All);
        self.found_safe.reset(self.view.grid().n_cells());
    }
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position {
            view: self.view.clone(),
            settled: self.settled.clone(),
            tools: Mutex::new(self.tools().clone()),
            census: self.census.clone(),
            found_safe: self.found_safe.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;
    use crate::num::{Rng, Seed};
    use crate::testing::random_view;

    /// Everything that a census says, as text.
    fn summary(census: &Census) -> String {
        let grid = census.grid();
        let cells = (0..grid.n_cells()).map(|cell| (census.risk(cell), census.verdict(cell)));
        format!("{:?} {}", cells.collect::<Vec<_>>(), census.layouts_log10())
    }

    #[test]
    fn a_question_may_ask_the_position_again() {
        let position = Position::new("4x2/2 1.../1...".parse().unwrap());
        let asked = position.if_shown(1, 1, |_| position.if_shown(2, 1, summary));
        assert_eq!(asked, Ok(position.if_shown(2, 1, summary)));
    }

    #[test]
    fn a_question_that_panics_spoils_no_later_answer() {
        let position = Position::new("4x2/2 1.../1...".parse().unwrap());
        let expected = position.if_shown(1, 1, summary);
        let ask = std::panic::AssertUnwindSafe(|| {
            let _locked = position.tools();
            panic!("while the tools are locked")
        });
        assert!(std::panic::catch_unwind(ask).is_err());
        assert_eq!(position.if_shown(1, 1, summary), expected);
    }

    #[test]
    fn cells_open_as_in_a_game() {
        let mut rng = Rng::new(Seed(22));
        for seed in 0..500 {
            let grid = crate::Grid::new(Rules::random(&mut rng, 9));
            let first = (0..grid.n_cells()).find(|&cell| grid.can_start_at(cell)).unwrap();
            let layout = Layout::generate(&grid, Seed(seed), first);
            let mut game = crate::Game::with_layout(&layout);
            let mut position = Position::new(View::new(&grid));
            for cell in (0..grid.n_cells()).filter(|&cell| !layout.is_mine(cell)) {
                if position.view().is_covered(cell) {
                    game.reveal(cell).unwrap();
                    position.reveal_in(&layout, cell);
                    assert_eq!(position.view(), game.view());
                }
            }
        }
    }

    #[test]
    fn a_supposed_number_is_counted_as_if_it_were_shown() {
        let mut rng = Rng::new(Seed(21));
        let (mut n_fit, mut n_clash) = (0, 0);
        // The results of a position that is reused for one view after another must not depend on the earlier views.
        let mut reused: Option<Position> = None;
        for _ in 0..3000 {
            let rules = Rules::random(&mut rng, 9);
            let position = Position::new(random_view(&mut rng, rules));
            let covered: Vec<Cell> = position.view().covered().collect();
            if covered.is_empty() {
                continue;
            }
            let cell = covered[rng.below(covered.len())];
            let number = rng.below(4) as u8;
            let mut view = position.view().clone();
            view.show(cell, Shown::Number(number));
            let expected = Census::of(&view).map(|census| summary(&census));
            assert_eq!(position.if_shown(cell, number, summary), expected, "{view:#}");
            // Of several ways in which numbers clash, any may be reported.
            let expected = expected.ok();
            n_fit += usize::from(expected.is_some());
            n_clash += usize::from(expected.is_none());
            let reused = reused.get_or_insert_with(|| position.clone());
            reused.become_like(&position);
            reused.reveal(cell, Shown::Number(number));
            assert_eq!(reused.census().map(summary).ok(), expected, "{view:#}");
        }
        assert!(n_fit > 500 && n_clash > 500, "{n_fit} {n_clash}");
    }
}
