//! `random`: any covered cell, all equally likely.

use minewise::{Choice, Player, Position, Reason, Rng, Rules, Seed};

use crate::entry::Entry;
use crate::pick::random_covered;

/// Reveals a random covered cell: the baseline that every other player should beat.
#[derive(Clone, Debug, Default)]
pub struct Random {
    rng: Rng,
}

impl Random {
    /// The entry of this player.
    pub fn entry() -> Entry {
        Entry::new("random", "baseline", "Reveals a random covered cell.", |_| Random::default())
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
