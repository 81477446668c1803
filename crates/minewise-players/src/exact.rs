//! `exact`: certain cells, else the least risk.

use minewise::{Candidate, Cell, Choice, Player, Position, Reason, Rules, Seed};

/// Reveals what is certainly safe; else a cell of the least risk.
#[derive(Clone, Debug, Default)]
pub struct Exact {
    /// Cells found safe and not yet revealed, the next one last.
    safe: Vec<Cell>,
}

impl Player for Exact {
    fn start(&mut self, _: &Rules, _: Seed) {
        self.safe.clear();
    }

    fn choose(&mut self, position: &Position) -> Choice {
        let view = position.view();
        while let Some(cell) = self.safe.pop() {
            if view.is_covered(cell) {
                return Choice::reveal(cell, Reason::Certain);
            }
        }
        if view.is_untouched() {
            return Choice::reveal(0, Reason::Opening);
        }
        let Ok(census) = position.census() else { return Choice::give_up(Reason::Random) };
        self.safe.extend(census.safe());
        if let Some(cell) = self.safe.pop() {
            return Choice::reveal(cell, Reason::Certain);
        }
        let risk = |cell: &Cell| census.risk(*cell).expect("covered");
        let cell = view.covered().min_by(|a, b| risk(a).total_cmp(&risk(b))).expect("a covered cell");
        let mut choice = Choice::reveal(cell, Reason::LeastRisk);
        choice.candidates.push(Candidate { cell, risk: Some(risk(&cell)), win: None });
        choice
    }

    fn fork(&self) -> Box<dyn Player> {
        Box::new(self.clone())
    }
}
