//! `csp-myopic`: the least risk, ties at random.
//!
//! Algorithm 2 of Sebag & Teytaud 2012: for each cell, count the layouts that fit and have a mine there, and reveal a
//! cell with the fewest, all equally likely. It looks no further than the next reveal, and its first cell is random. So
//! on 3x3/7 it wins 17/72 where 1/4 is possible, and on 5x5/15:zero it loses games that the centre cell would win for
//! certain.

use minewise::game::Candidate;
use minewise::{Choice, Player, Position, Reason, Rng, Rules, Seed};

use crate::entry::Entry;
use crate::least_risk::exact::{EQUAL, choose_without_census};
use crate::pick::{choose_if_easy, one_of};

/// Reveals a cell of the least risk, all equally likely.
#[derive(Clone, Debug, Default)]
pub struct CspMyopic {
    rng: Rng,
}

impl CspMyopic {
    /// The entry of this player.
    pub fn entry() -> Entry {
        Entry::new(
            "csp-myopic",
            "Sebag & Teytaud 2012, Algorithm 2",
            "Reveals a cell of the least risk; the first cell and ties are random.",
            |_| CspMyopic::default(),
        )
    }
}

impl Player for CspMyopic {
    fn start(&mut self, _: &Rules, seed: Seed) {
        self.rng = Rng::new(seed);
    }

    fn choose(&mut self, position: &Position) -> Choice {
        let view = position.view();
        if let Some(choice) = choose_if_easy(&mut self.rng, position, Reason::Opening) {
            return choice;
        }
        let Ok(census) = position.census() else { return choose_without_census(view) };
        if let Some(cell) = census.safe().next() {
            return Choice::reveal(cell, Reason::Certain);
        }
        let (_, tied) = census.least_risky(EQUAL);
        let mut choice = Choice::reveal(one_of(&mut self.rng, &tied), Reason::LeastRisk);
        choice.candidates =
            tied.iter().map(|&cell| Candidate::new(cell).with_risk(census.risk(cell))).collect();
        choice
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use minewise::View;
    use minewise::census::Counter;

    use super::*;

    fn chosen(view: &str, work: usize) -> (BTreeSet<usize>, String) {
        let view: View = view.parse().unwrap();
        let position = Position::with_counter(view, Counter::with_work(work));
        let mut cells = BTreeSet::new();
        let mut reason = String::new();
        for seed in 0..200 {
            let mut player = CspMyopic::default();
            player.start(position.view().grid().rules(), Seed(seed));
            let choice = player.choose(&position);
            cells.extend(choice.cell);
            reason = choice.reason.to_string();
        }
        (cells, reason)
    }

    #[test]
    fn every_cell_of_the_least_risk_is_chosen_sometimes() {
        let far = BTreeSet::from([2, 3, 6, 7]);
        assert_eq!(chosen("4x2/2 1.../1...", usize::MAX), (far, "least risk".to_owned()));
        assert_eq!(chosen("3x3/7 .../.../...", usize::MAX), ((0..9).collect(), "opening".to_owned()));
    }

    #[test]
    fn a_view_too_tangled_to_count_is_played_by_single_numbers() {
        let (_, reason) = chosen("5x3/2 2..../...../.....", 0);
        assert_eq!(reason, "too tangled to count; least risky by single numbers");
    }
}
