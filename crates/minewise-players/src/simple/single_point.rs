//! `single-point`: one number at a time, to a fixpoint, then a guess.
//!
//! The single point strategy of Sebag & Teytaud 2012, section 3.4, where it is a part of larger players. For a number k
//! with p known mines and u unknown cells around it: all unknown cells are safe if k = p, and all are mines if
//! k − p = u (the paper prints k = u).
//!
//! Our reading: the rules are applied until they find nothing more, and the first cell is random. The paper leaves the
//! guess open. `guess=random` takes any covered cell that is not a known mine; `guess=least-risk` takes the cell that
//! is least risky by single numbers, ties at random.

use minewise::{Cell, Choice, Player, Position, Reason, Rng, Rules, Seed};

use crate::entry::Entry;
use crate::pick::{choose_if_easy, guess_by_single_numbers, one_of};

/// Reveals cells that single numbers prove safe; else guesses.
#[derive(Clone, Debug)]
pub struct SinglePoint {
    guess: Guess,
    rng: Rng,
}

/// How [`SinglePoint`] guesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guess {
    /// Any covered cell that is not a known mine, all equally likely.
    Random,
    /// A cell that is least risky by single numbers.
    LeastRisk,
}

impl SinglePoint {
    /// Creates a player that guesses like this.
    pub fn new(guess: Guess) -> SinglePoint {
        SinglePoint { guess, rng: Rng::new(Seed::default()) }
    }
}

impl SinglePoint {
    /// The entry of this player.
    pub fn entry() -> Entry {
        let summary = "Reveals cells that single numbers prove safe, else guesses.";
        Entry::new("single-point", "Sebag & Teytaud 2012, §3.4", summary, |options| {
            let ways = [("random", Guess::Random), ("least-risk", Guess::LeastRisk)];
            let help = "How it guesses: at random, or the cell that is least risky by single numbers.";
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
        if let Some(choice) = choose_if_easy(&mut self.rng, position, Reason::Random) {
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

/// The reason given for a guess by single numbers.
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
        // The mine that the first 1 proves is the one that the next 1 needs.
        check(Guess::Random, "5x2/1 011../01...", "certain", &[3]);
        check(Guess::Random, "6x1/2 .11...", "random", &[4, 5]);
        check(Guess::Random, "5x1/1 .1.1.", "random", &[0, 2, 4]);
    }

    #[test]
    fn the_least_share_is_guessed_if_the_option_says_so() {
        check(Guess::LeastRisk, "3x2/2 1.2/...", "least risky by single numbers", &[3]);
    }
}
