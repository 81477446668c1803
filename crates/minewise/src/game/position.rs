//! A view together with what follows from it, worked out when somebody asks.

use std::cell::{OnceCell, RefCell};

use crate::board::{Cell, CellSet, Layout, Shown, View};
use crate::census::{Census, CensusError, Counter, Settled};

/// A view together with its census, which is counted when first asked for and then shared by all who ask.
///
/// What is known of one view helps with the next one of the game, but never changes what is told of it.
#[derive(Clone, Debug)]
pub struct Position {
    view: View,
    /// Invariant: what single numbers tell of `view`.
    settled: Settled,
    counter: RefCell<Counter>,
    census: OnceCell<Result<Census, CensusError>>,
    /// The cells that a census of this game has found safe. Once safe, always safe.
    found_safe: RefCell<CellSet>,
    /// Memory for what single numbers would tell if a cell were shown.
    supposed: RefCell<Settled>,
}

impl Position {
    /// The position of a view.
    pub fn new(view: View) -> Position {
        Position::with_counter(view, Counter::new())
    }

    /// The position of a view, counted by this counter.
    pub fn with_counter(view: View, counter: Counter) -> Position {
        let mut found_safe = CellSet::default();
        found_safe.reset(view.grid().n_cells());
        Position {
            settled: Settled::of(&view),
            view,
            counter: RefCell::new(counter),
            census: OnceCell::new(),
            found_safe: RefCell::new(found_safe),
            supposed: RefCell::default(),
        }
    }

    /// What is shown.
    #[inline]
    pub fn view(&self) -> &View {
        &self.view
    }

    /// What single numbers tell, kept up to date from reveal to reveal.
    pub fn settled(&self) -> &Settled {
        &self.settled
    }

    /// The covered cells that single numbers prove safe, in ascending order: much cheaper than a census, and much of
    /// what it would tell.
    pub fn plainly_safe(&self) -> impl Iterator<Item = Cell> + '_ {
        self.settled.safe()
    }

    /// The exact count of the layouts that fit.
    ///
    /// # Errors
    /// When no layout fits (never in a game), or counting would be too much work.
    pub fn census(&self) -> Result<&Census, CensusError> {
        let census = self.census.get_or_init(|| {
            let census = self.counter.borrow_mut().census_of(&self.view, &self.settled)?;
            let mut found_safe = self.found_safe.borrow_mut();
            for cell in census.safe() {
                found_safe.insert(cell);
            }
            Ok(census)
        });
        census.as_ref().map_err(Clone::clone)
    }

    /// The risk of a cell; without a count if it is shown, or known to be safe from earlier in the game.
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

    /// Whether a covered cell is safe for certain, if telling takes no count: by single numbers, or found safe before.
    pub fn is_known_safe(&self, cell: Cell) -> bool {
        self.settled.is_safe(cell) || self.found_safe.borrow().contains(cell)
    }

    /// The risk of a covered cell if telling it takes no count: it was found safe before, or the census is there.
    pub fn known_risk(&self, cell: Cell) -> Option<f64> {
        let is_known = self.is_known_safe(cell) || matches!(self.census.get(), Some(Ok(_)));
        if is_known { self.risk(cell).ok().flatten() } else { None }
    }

    /// What `tell` makes of the census that there would be if a covered cell showed a number.
    ///
    /// # Errors
    /// As [`Position::census`], if the cell showed that number.
    pub fn if_shown<T>(
        &self,
        cell: Cell,
        number: u8,
        tell: impl FnOnce(&Census) -> T,
    ) -> Result<T, CensusError> {
        let shown = Shown::Number(number);
        let mut supposed = self.supposed.borrow_mut();
        supposed.copy(&self.settled);
        supposed.reveal(self.view.grid(), cell, shown);
        let mut counter = self.counter.borrow_mut();
        let Some(census) = counter.try_census_of(&self.view, &supposed) else {
            let mut view = self.view.clone();
            view.show(cell, shown);
            return counter.census(&view).map(|census| tell(&census));
        };
        let told = tell(&census);
        counter.recycle(census);
        Ok(told)
    }

    /// Shows a cell that was covered.
    pub fn reveal(&mut self, cell: Cell, shown: Shown) {
        self.view.show(cell, shown);
        self.settled.reveal(self.view.grid(), cell, shown);
        self.forget_census();
    }

    /// Reveals a covered cell that is no mine in a layout, and all that a 0 takes along, as in a game with that layout.
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

    fn forget_census(&mut self) {
        if let Some(Ok(census)) = self.census.take() {
            self.counter.get_mut().recycle(census);
        }
    }

    /// Puts a flag or takes it away, which tells nothing new.
    pub fn flag(&mut self, cell: Cell, shown: Shown) {
        self.view.show(cell, shown);
    }

    /// Becomes the position of another's view; what it counted so far is kept.
    pub fn become_like(&mut self, other: &Position) {
        self.view.clone_from(&other.view);
        self.settled.copy(&other.settled);
        self.found_safe.get_mut().copy(&other.found_safe.borrow());
        self.forget_census();
    }

    /// Takes the position apart: the view, its census if it was counted, and the counter with what it keeps.
    pub fn into_parts(self) -> (View, Option<Result<Census, CensusError>>, Counter) {
        (self.view, self.census.into_inner(), self.counter.into_inner())
    }

    /// Covers all cells again, for another game.
    pub fn cover_all(&mut self) {
        self.view = View::new(self.view.grid());
        self.settled.read(&self.view, &crate::census::settled::All);
        self.forget_census();
        self.found_safe.get_mut().reset(self.view.grid().n_cells());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::{Rng, Seed};
    use crate::testing::{random_rules, random_view};

    /// Everything that a census tells, as text.
    fn told(census: &Census) -> String {
        let grid = census.grid();
        let cells = (0..grid.n_cells()).map(|cell| (census.risk(cell), census.verdict(cell)));
        format!("{:?} {}", cells.collect::<Vec<_>>(), census.layouts_log10())
    }

    #[test]
    fn cells_open_as_in_a_game() {
        let mut rng = Rng::new(Seed(22));
        for seed in 0..500 {
            let grid = crate::Grid::new(random_rules(&mut rng, 9));
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
        // A position that goes from view to view must not mind where it was before.
        let mut traveller: Option<Position> = None;
        for _ in 0..3000 {
            let rules = random_rules(&mut rng, 9);
            let position = Position::new(random_view(&mut rng, rules));
            let covered: Vec<Cell> = position.view().covered().collect();
            if covered.is_empty() {
                continue;
            }
            let cell = covered[rng.below(covered.len())];
            let number = rng.below(4) as u8;
            let mut view = position.view().clone();
            view.show(cell, Shown::Number(number));
            let expected = Census::of(&view).map(|census| told(&census));
            assert_eq!(position.if_shown(cell, number, told), expected, "{view:#}");
            // Of several ways in which numbers clash, any may be told.
            let expected = expected.ok();
            n_fit += usize::from(expected.is_some());
            n_clash += usize::from(expected.is_none());
            let traveller = traveller.get_or_insert_with(|| position.clone());
            traveller.become_like(&position);
            traveller.reveal(cell, Shown::Number(number));
            assert_eq!(traveller.census().map(told).ok(), expected, "{view:#}");
        }
        assert!(n_fit > 500 && n_clash > 500, "{n_fit} {n_clash}");
    }
}
