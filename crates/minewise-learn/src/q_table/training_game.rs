//! A game that a table is learned from. The learner may look at the mines, which no player can.

use std::sync::Arc;

use minewise::{Cell, Grid, Layout, Rng, Seed, Shown, View};

use super::Algorithm;
use super::advice::first_cell;
use super::state::{Reduction, State};

/// The random stream of the moves.
const MOVES: u64 = 111;

/// A training game in progress.
pub(super) struct TrainingGame<'a> {
    grid: &'a Arc<Grid>,
    reduction: &'a Reduction,
    /// The seed that the mines are generated from, at the first move.
    seed: Seed,
    rng: Rng,
    view: View,
    layout: Option<Layout>,
    is_lost: bool,
}

impl<'a> TrainingGame<'a> {
    /// Creates the game of a seed.
    pub(super) fn new(grid: &'a Arc<Grid>, reduction: &'a Reduction, seed: Seed) -> TrainingGame<'a> {
        let rng = Rng::new(seed.stream(MOVES));
        TrainingGame { grid, reduction, seed, rng, view: View::new(grid), layout: None, is_lost: false }
    }

    pub(super) fn view(&self) -> &View {
        &self.view
    }

    pub(super) fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }

    pub(super) fn is_lost(&self) -> bool {
        self.is_lost
    }

    pub(super) fn is_won(&self) -> bool {
        !self.is_lost && self.view.n_covered() == self.grid.rules().n_mines()
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_lost || self.is_won()
    }

    pub(super) fn state(&self) -> State {
        self.reduction.state(&self.view)
    }

    /// Makes the fixed first move of the paper, if the algorithm has one.
    pub(super) fn begin(&mut self, algorithm: Algorithm) {
        if let Some(cell) = first_cell(algorithm, &self.view) {
            self.reveal(cell);
        }
    }

    /// Reveals a random one of some cells, and returns it.
    pub(super) fn reveal_any(&mut self, cells: &[Cell]) -> Cell {
        let cell = cells[self.rng.below(cells.len())];
        self.reveal(cell);
        cell
    }

    /// Reveals a cell. A cell without mines around it reveals its neighbours, as in a real game.
    fn reveal(&mut self, cell: Cell) {
        let layout = self.layout.get_or_insert_with(|| Layout::generate(self.grid, self.seed, cell));
        if layout.is_mine(cell) {
            self.is_lost = true;
            return;
        }
        let mut cells = vec![cell];
        while let Some(cell) = cells.pop() {
            if self.view.is_covered(cell) {
                let number = layout.number(cell);
                self.view.show(cell, Shown::Number(number));
                if number == 0 {
                    cells.extend(self.grid.neighbours(cell).filter(|&near| self.view.is_covered(near)));
                }
            }
        }
    }

    /// Whether a cell is known to have no mine; `false` before the first move.
    pub(super) fn is_safe(&self, cell: Cell) -> bool {
        self.layout.as_ref().is_some_and(|layout| !layout.is_mine(cell))
    }

    /// Whether a cell would have had no mine if the game had begun there. Called when the game has begun.
    pub(super) fn is_safe_to_begin(&self, cell: Cell) -> bool {
        self.grid.start_clears(cell, cell) || self.is_safe(cell)
    }
}
