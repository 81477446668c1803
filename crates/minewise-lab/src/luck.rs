//! How lucky a game was: what its numbers were worth beyond what was to be expected.
//!
//! A win rate is noisy because games are. Much of the noise is luck that can be told exactly: before each reveal the
//! census gives the chance of each number and of a mine, so with any estimate `v` of the chance to win, the luck of a
//! reveal is `v(what was shown) − Σ P(number)·v(number)`. Its mean is 0 whatever `v` is, so taking the luck away from
//! the result of a game (1 won, 0 not) changes no win rate; and the better `v`, the less noise is left. After AIVAT
//! (Burch, Schmid, Moravčík, Morrill and Bowling 2018).

use std::sync::Arc;

use minewise::{Counter, Game, Grid, Move, Shown, Start, View};

/// Tells how lucky games under one set of rules were.
#[derive(Clone, Debug)]
pub struct Luck {
    grid: Arc<Grid>,
    counter: Counter,
}

impl Luck {
    /// Of games on this grid.
    pub fn new(grid: &Arc<Grid>) -> Luck {
        Luck { grid: Arc::clone(grid), counter: Counter::new() }
    }

    /// The luck of a game: above 0 if its numbers helped, on average 0.
    ///
    /// Depends on the moves and what they showed alone. Also of a game given up.
    pub fn of(&mut self, game: &Game) -> f64 {
        let mut view = View::new(&self.grid);
        let mut luck = 0.0;
        for &made in game.moves() {
            let Move::Reveal(cell) = made else { continue };
            luck += self.of_reveal(&view, cell, game.view().shown(cell));
            uncover(&mut view, cell, game.view());
        }
        luck
    }

    /// The luck of revealing a cell of a view that then shows this.
    fn of_reveal(&mut self, view: &View, cell: usize, shown: Shown) -> f64 {
        if view.is_untouched() && self.grid.rules().start() != Start::Any {
            return 0.0;
        }
        let Some(outcomes) = self.counter.census(view).ok().and_then(|census| census.outcomes(cell)) else {
            return 0.0;
        };
        let survived = f64::from(u8::from(shown != Shown::Mine));
        survived - (1.0 - outcomes.mine)
    }
}

/// Shows a cell as the end of the game has it, and with a 0 its neighbours.
fn uncover(view: &mut View, cell: usize, end: &View) {
    let mut cells = vec![cell];
    while let Some(cell) = cells.pop() {
        if !view.is_covered(cell) {
            continue;
        }
        view.show(cell, end.shown(cell));
        if end.shown(cell) == Shown::Number(0) {
            cells.extend(view.grid().neighbours(cell));
        }
    }
}
