//! `random`: any covered cell, each as likely.

use minewise::{Choice, Player, Position, Reason, Rng, Rules, Seed};

use crate::entry::Entry;
use crate::pick::random_covered;

/// Reveals any covered cell, each as likely: the floor that every other player stands on.
#[derive(Clone, Debug, Default)]
pub struct Random {
    rng: Rng,
}

impl Random {
    /// How it is asked for by name.
    pub fn entry() -> Entry {
        Entry::new("random", "baseline", "Reveals any covered cell, each as likely.", |_| Random::default())
    }
}

impl Player for Random {
    fn start(&mut self, _: &Rules, seed: Seed) {
        self.rng = Rng::new(seed);
    }

    fn choose(&mut self, position: &Position) -> Choice {
        Choice::reveal(random_covered(&mut self.rng, position.view()), Reason::Random)
    }
}
