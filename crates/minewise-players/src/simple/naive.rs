//! `naive`: the two rules of thumb, else a random covered cell.
//!
//! The strategy of a beginner, from Harith, Menon & Kuruppath 2017, section 2.1: mark the obvious mines (a number has
//! as many covered cells around it as it shows), reveal the obviously safe cells (the others around a number whose
//! mines are all marked), and guess when neither rule applies.
//!
//! Our reading: the rules are applied until they find nothing more; the first cell is random, as the paper says; a
//! guess is any covered cell that is not marked, all equally likely.

use minewise::{Cell, Choice, Player, Position, Reason, Rng, Rules, Seed};

use crate::entry::Entry;
use crate::pick::{choose_if_easy, marks, one_of, random_covered};

/// Reveals cells that the two rules of thumb prove safe; else any covered cell that they do not mark as a mine.
#[derive(Clone, Debug, Default)]
pub struct Naive {
    rng: Rng,
}

impl Naive {
    /// The entry of this player.
    pub fn entry() -> Entry {
        Entry::new(
            "naive",
            "Harith, Menon & Kuruppath 2017, §2.1",
            "Reveals cells that two rules of thumb prove safe, else a random cell that they do not mark as a mine.",
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
        let choice = choose_if_easy(&mut self.rng, position, Reason::Random).unwrap_or_else(|| {
            let open: Vec<Cell> = position.settled().open().collect();
            let rng = &mut self.rng;
            let cell = if open.is_empty() { random_covered(rng, view) } else { one_of(rng, &open) };
            Choice::reveal(cell, Reason::Random)
        });
        choice.with_marks(marks(view, position.settled()))
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
    fn a_cell_beside_a_number_with_all_its_mines_is_revealed() {
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
