//! A view together with what follows from it, worked out when somebody asks.

use std::cell::{OnceCell, RefCell};

use crate::census::{Census, CensusError, Counter, Verdict};
use crate::grid::Cell;
use crate::view::{Shown, View};

/// A view together with its census, which is counted when first asked for and then shared by all who ask.
///
/// What is counted for one view helps with the next one of the game.
#[derive(Clone, Debug)]
pub struct Position {
    view: View,
    counter: RefCell<Counter>,
    census: OnceCell<Result<Census, CensusError>>,
    /// For each cell: whether a census of this game has found it safe. Once safe, always safe.
    found_safe: RefCell<Vec<bool>>,
}

impl Position {
    /// The position of a view.
    pub fn new(view: View) -> Position {
        Position::with_counter(view, Counter::new())
    }

    /// The position of a view, counted by this counter.
    pub fn with_counter(view: View, counter: Counter) -> Position {
        let found_safe = RefCell::new(vec![false; view.grid().n_cells()]);
        Position { view, counter: RefCell::new(counter), census: OnceCell::new(), found_safe }
    }

    /// What is shown.
    #[inline]
    pub fn view(&self) -> &View {
        &self.view
    }

    /// The exact count of the layouts that fit.
    ///
    /// # Errors
    /// When no layout fits (never in a game), or counting would be too much work.
    pub fn census(&self) -> Result<&Census, CensusError> {
        let census = self.census.get_or_init(|| {
            let census = self.counter.borrow_mut().census(&self.view)?;
            let mut found_safe = self.found_safe.borrow_mut();
            for cell in census.safe() {
                found_safe[cell] = true;
            }
            Ok(census)
        });
        census.as_ref().map_err(Clone::clone)
    }

    /// The risk of a covered cell, without a new count if it is known to be 0 from earlier in the game.
    ///
    /// # Errors
    /// As [`Position::census`].
    ///
    /// # Panics
    /// When the cell is not covered.
    pub fn risk(&self, cell: Cell) -> Result<f64, CensusError> {
        if self.found_safe.borrow()[cell] {
            return Ok(0.0);
        }
        let census = self.census()?;
        Ok(match census.verdict(cell) {
            Some(Verdict::Safe) => 0.0,
            _ => census.risk(cell).expect("only covered cells have a risk"),
        })
    }

    /// The risk of a covered cell if telling it takes no count: it was found safe before, or the census is there.
    pub fn known_risk(&self, cell: Cell) -> Option<f64> {
        let is_known = self.found_safe.borrow()[cell] || matches!(self.census.get(), Some(Ok(_)));
        is_known.then(|| self.risk(cell).ok()).flatten()
    }

    /// Shows a cell that was covered.
    pub(crate) fn reveal(&mut self, cell: Cell, shown: Shown) {
        self.view.show(cell, shown);
        self.census.take();
    }

    /// Puts a flag or takes it away, which tells nothing new.
    pub(crate) fn flag(&mut self, cell: Cell, shown: Shown) {
        self.view.show(cell, shown);
    }

    /// Covers all cells again, for another game.
    pub(crate) fn cover_all(&mut self) {
        self.view = View::new(self.view.grid());
        self.census.take();
        self.found_safe.get_mut().fill(false);
    }
}
