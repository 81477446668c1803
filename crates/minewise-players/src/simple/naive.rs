//! `naive`: the two thumb rules, then a random covered cell.
//!
//! The heuristic that people begin with, as 004 has it in its section 2.1: mark what is obviously mined (a number with
//! as many covered cells around it as it says), reveal what is obviously safe (the rest around a number that has all
//! its mines marked), and guess when neither rule applies.
//!
//! How we read it: the rules are applied until they tell nothing more; the first cell is random, as 004 says; a guess
//! is any covered cell that is not marked, each as likely.

use minewise::{Cell, Choice, Player, Position, Reason, Rng, Rules, Seed};

use crate::entry::Entry;
use crate::pick::{one_of, random_covered, without_thought};

/// Reveals what the thumb rules make safe; else any covered cell that they do not mark.
#[derive(Clone, Debug, Default)]
pub struct Naive {
    rng: Rng,
}

impl Naive {
    /// How it is asked for by name.
    pub fn entry() -> Entry {
        Entry::new(
            "naive",
            "004 §2.1",
            "Reveals what the two thumb rules make safe, else any covered cell that they do not mark.",
            |_| Naive::default(),
        )
    }
}

impl Player for Naive {
    fn start(&mut self, _: &Rules, seed: Seed) {
        self.rng = Rng::new(seed);
    }

    fn choose(&mut self, position: &Position) -> Choice {
        let view = position.view();
        if let Some(choice) = without_thought(&mut self.rng, position, Reason::Random) {
            return choice;
        }
        let open: Vec<Cell> = position.settled().open().collect();
        let cell =
            if open.is_empty() { random_covered(&mut self.rng, view) } else { one_of(&mut self.rng, &open) };
        let mut choice = Choice::reveal(cell, Reason::Random);
        choice.marks = position.settled().mines().collect();
        choice
    }
}

#[cfg(test)]
mod tests {
    use minewise::View;

    use super::*;

    fn choose(view: &str) -> Choice {
        let view: View = view.parse().unwrap();
        Naive::default().choose(&Position::new(view))
    }

    #[test]
    fn what_is_beside_an_obvious_mine_is_revealed() {
        let choice = choose("4x2/1 .10./1100");
        assert_eq!((choice.cell, choice.reason), (Some(3), Reason::Certain));
    }

    #[test]
    fn a_guess_never_takes_a_marked_cell() {
        let choice = choose("5x1/2 .1.1.");
        assert_eq!(choice.reason, Reason::Random);
        let choice = choose("6x1/2 1...1.");
        assert_eq!((choice.reason, choice.marks), (Reason::Random, vec![1]));
        assert_ne!(choice.cell, Some(1));
    }
}
