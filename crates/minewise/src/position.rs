//! A view together with what follows from it, worked out when somebody asks.

use std::cell::{OnceCell, RefCell};

use crate::cells::CellSet;
use crate::census::settled::Settled;
use crate::census::{Census, CensusError, Counter};
use crate::grid::Cell;
use crate::view::{Shown, View};

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
        }
    }

    /// What is shown.
    #[inline]
    pub fn view(&self) -> &View {
        &self.view
    }

    /// The covered cells that single numbers prove safe, in ascending order: much cheaper than a census, and much of
    /// what it would tell.
    pub fn plainly_safe(&self) -> impl Iterator<Item = Cell> + '_ {
        self.settled.safe().iter()
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

    fn is_known_safe(&self, cell: Cell) -> bool {
        self.settled.safe().contains(cell) || self.found_safe.borrow().contains(cell)
    }

    /// The risk of a covered cell if telling it takes no count: it was found safe before, or the census is there.
    pub fn known_risk(&self, cell: Cell) -> Option<f64> {
        let is_known = self.is_known_safe(cell) || matches!(self.census.get(), Some(Ok(_)));
        if is_known { self.risk(cell).ok().flatten() } else { None }
    }

    /// Shows a cell that was covered.
    pub fn reveal(&mut self, cell: Cell, shown: Shown) {
        self.view.show(cell, shown);
        self.settled.reveal(self.view.grid(), cell, shown);
        self.forget_census();
    }

    fn forget_census(&mut self) {
        if let Some(Ok(census)) = self.census.take() {
            self.counter.get_mut().recycle(census);
        }
    }

    /// Puts a flag or takes it away, which tells nothing new.
    pub(crate) fn flag(&mut self, cell: Cell, shown: Shown) {
        self.view.show(cell, shown);
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
