//! `single-point`: one number at a time, to a fixpoint, then a guess.
//!
//! The single point strategy of 000's section 3.4, there a part of larger players: with k the number, p known mines and
//! u unknown cells around it, all of them are safe if k = p, and all are mines if k − p = u (the paper prints k = u).
//!
//! How we read it: the rules are applied until they tell nothing more, and the first cell is random. The paper leaves
//! the guess open. `guess=random` takes any covered cell, mines that the rules know left out; `guess=least-risk` goes
//! on looking at one number at a time, and takes the cell that single numbers make least risky, ties at random.

use minewise::{Cell, Choice, Player, Position, Reason, Rng, Rules, Seed};

use crate::entry::Entry;
use crate::pick::{guess_by_single_numbers, one_of, without_thought};

/// Reveals what single numbers prove safe; else guesses.
#[derive(Clone, Debug)]
pub struct SinglePoint {
    guess: Guess,
    rng: Rng,
}

/// How [`SinglePoint`] guesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guess {
    /// Any cell that is not known to be a mine, each as likely.
    Random,
    /// The cell that single numbers make least risky.
    LeastRisk,
}

impl SinglePoint {
    /// The player that guesses so.
    pub fn new(guess: Guess) -> SinglePoint {
        SinglePoint { guess, rng: Rng::new(Seed::default()) }
    }
}

impl SinglePoint {
    /// How it is asked for by name.
    pub fn entry() -> Entry {
        let summary = "Reveals what single numbers prove safe, else guesses.";
        Entry::new("single-point", "000 §3.4", summary, |options| {
            let ways = [("random", Guess::Random), ("least-risk", Guess::LeastRisk)];
            let help = "How it guesses: at random, or by the least risk that single numbers tell.";
            SinglePoint::new(options.one_of("guess", &ways, "random", help))
        })
    }
}

impl Player for SinglePoint {
    fn start(&mut self, _: &Rules, seed: Seed) {
        self.rng = Rng::new(seed);
    }

    fn choose(&mut self, position: &Position) -> Choice {
        let view = position.view();
        if let Some(choice) = without_thought(&mut self.rng, position, Reason::Random) {
            return choice;
        }
        let settled = position.settled();
        match self.guess {
            Guess::Random if settled.n_open() > 0 => {
                let open: Vec<Cell> = settled.open().collect();
                Choice::reveal(one_of(&mut self.rng, &open), Reason::Random)
            }
            _ => {
                let reason = Reason::Other(BY_SINGLE_NUMBERS.into());
                guess_by_single_numbers(&mut self.rng, view, settled, reason)
            }
        }
    }
}

/// What a guess by single numbers says of itself.
pub(crate) const BY_SINGLE_NUMBERS: &str = "least risky by single numbers";

#[cfg(test)]
mod tests {
    use minewise::View;

    use super::*;

    #[track_caller]
    fn check(guess: Guess, view: &str, reason: &str, cells: &[Cell]) {
        let view: View = view.parse().unwrap();
        let position = Position::new(view);
        for seed in 0..20 {
            let mut player = SinglePoint::new(guess);
            player.start(position.view().grid().rules(), Seed(seed));
            let choice = player.choose(&position);
            assert_eq!(choice.reason.to_string(), reason);
            assert!(cells.contains(&choice.cell.unwrap()), "{choice:?}");
        }
    }

    #[test]
    fn known_mines_count_for_the_next_number() {
        // The mine that the first 1 tells is the one that the next 1 asks for.
        check(Guess::Random, "5x2/1 011../01...", "certain", &[3]);
        check(Guess::Random, "6x1/2 .11...", "random", &[4, 5]);
        check(Guess::Random, "5x1/1 .1.1.", "random", &[0, 2, 4]);
    }

    #[test]
    fn the_least_share_is_guessed_if_asked_for() {
        check(Guess::LeastRisk, "3x2/2 1.2/...", "least risky by single numbers", &[3]);
    }
}
