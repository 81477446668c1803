//! `csp-pgms`: the least risk, starting in a corner, ties by their place.
//!
//! The baseline of Table 2 of Sebag & Teytaud 2012: Ramsdell's PGMS with a count of all layouts, "which plays in
//! corners for the initial moves". (Peña Castillo & Wrobel 2003 describe an earlier PGMS, which is our `pgms`.)
//!
//! Our reading: the first cell is a corner; certainly safe cells are revealed; else a cell of the least risk, an
//! interior cell only if it is strictly safer than every cell that touches a number, and then a corner before an edge
//! before any other. Remaining ties are broken at random, which the paper does not say, but which agrees with its
//! figures: exact scores of this reading are 64.69 % on 4x4/4, 12.92 % on 1x10/5 and 21.43 % on 2x5/3, where the paper
//! measured 64.7, 12.93 and 22.6 %. A test in the lab computes them.

use minewise::game::Candidate;
use minewise::{Cell, Census, Choice, Player, Position, Reason, Rng, Rules, Seed};

use crate::entry::Entry;
use crate::least_risk::exact::{EQUAL, choose_without_census};
use crate::pick::{Place, first_cells, one_of};

/// Reveals a cell of the least risk, of equals the one with the best place, and starts in a corner.
#[derive(Clone, Debug, Default)]
pub struct CspPgms {
    rng: Rng,
}

impl CspPgms {
    /// The entry of this player.
    pub fn entry() -> Entry {
        Entry::new(
            "csp-pgms",
            "Sebag & Teytaud 2012, §5.2, after Ramsdell's PGMS",
            "Reveals a cell of the least risk; starts in a corner, and prefers corners, then edges, among equals.",
            |_| CspPgms::default(),
        )
    }
}

impl Player for CspPgms {
    fn start(&mut self, _: &Rules, seed: Seed) {
        self.rng = Rng::new(seed);
    }

    fn choose(&mut self, position: &Position) -> Choice {
        let view = position.view();
        if view.is_untouched() {
            let best = Place::best(view.grid(), first_cells(view.grid()).into_iter());
            return Choice::reveal(one_of(&mut self.rng, &best), Reason::Opening);
        }
        if let Some(cell) = position.plainly_safe().next() {
            return Choice::reveal(cell, Reason::Certain);
        }
        let Ok(census) = position.census() else { return choose_without_census(view) };
        match census.safe().next() {
            Some(cell) => Choice::reveal(cell, Reason::Certain),
            None => {
                let best = candidates(census);
                let mut choice = Choice::reveal(one_of(&mut self.rng, &best), Reason::LeastRisk);
                let candidate = |&cell: &Cell| Candidate::new(cell).with_risk(census.risk(cell));
                choice.candidates = best.iter().map(candidate).collect();
                choice
            }
        }
    }
}

/// Returns the cells of the least risk that it chooses from: those that touch a number, else those with the best place.
fn candidates(census: &Census) -> Vec<Cell> {
    let (_, tied) = census.least_risky(EQUAL);
    let frontier: Vec<Cell> = tied.iter().copied().filter(|&cell| !census.is_interior(cell)).collect();
    if frontier.is_empty() { Place::best(census.grid(), tied.into_iter()) } else { frontier }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use minewise::View;

    use super::*;

    #[track_caller]
    fn check(view: &str, expected: &[Cell]) {
        let position = Position::new(view.parse::<View>().unwrap());
        let mut chosen = BTreeSet::new();
        for seed in 0..200 {
            let mut player = CspPgms::default();
            player.start(position.view().grid().rules(), Seed(seed));
            chosen.extend(player.choose(&position).cell);
        }
        assert_eq!(chosen.into_iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn it_begins_in_a_corner_that_leaves_room() {
        check("5x3/2 ...../...../.....", &[0, 4, 10, 14]);
        // On hexagons two of the corners have three neighbours, one too many here.
        check("5x4/17:zero@hex ...../...../...../.....", &[0, 19]);
    }

    #[test]
    fn an_interior_cell_must_be_strictly_safer() {
        // The risk is 1/3 both at the 1 and elsewhere.
        check("5x2/3 1..../.....", &[1, 5, 6]);
        check("5x3/2 1..../...../.....", &[4, 10, 14]);
    }
}
