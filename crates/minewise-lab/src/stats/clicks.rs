//! Sums over the clicks of won games, and what follows from them.

use serde::{Deserialize, Serialize};

use crate::play::tally::Mean;
use crate::stats::fixed::Fixed;

/// Sums over the clicks of won games, their 3BV and their efficiency. Only integers are added, so the order never
/// matters.
///
/// The efficiency of a game is its 3BV, the fewest reveals that win, divided by its clicks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClickSums {
    /// The number of won games.
    pub wins: u64,
    clicks: Moments,
    three_bv: Moments,
    efficiency: Moments,
}

/// Σ x and Σ x².
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Moments {
    sum: Fixed,
    squares: Fixed,
}

impl ClickSums {
    /// Adds a won game.
    pub(crate) fn add(&mut self, n_clicks: u64, three_bv: u64) {
        let (clicks, three_bv) = (n_clicks as f64, three_bv as f64);
        self.wins += 1;
        self.clicks.add(clicks);
        self.three_bv.add(three_bv);
        self.efficiency.add(three_bv / clicks);
    }

    pub(crate) fn merge(&mut self, other: &ClickSums) {
        // Records are read from files, which may hold any number.
        self.wins = self.wins.saturating_add(other.wins);
        self.clicks.merge(other.clicks);
        self.three_bv.merge(other.three_bv);
        self.efficiency.merge(other.efficiency);
    }

    /// The mean number of clicks of a won game.
    pub fn clicks(&self) -> Mean {
        self.clicks.mean(self.wins)
    }

    /// The mean 3BV of a won game.
    pub fn three_bv(&self) -> Mean {
        self.three_bv.mean(self.wins)
    }

    /// The mean efficiency of a won game.
    pub fn efficiency(&self) -> Mean {
        self.efficiency.mean(self.wins)
    }
}

impl Moments {
    fn add(&mut self, value: f64) {
        self.merge(Moments { sum: Fixed::new(value), squares: Fixed::new(value * value) });
    }

    fn merge(&mut self, other: Moments) {
        self.sum += other.sum;
        self.squares += other.squares;
    }

    fn mean(self, n: u64) -> Mean {
        Mean::of(n, self.sum, self.squares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_those_of_the_games_in_any_order() {
        let games = [(10, 5), (20, 15), (12, 12)];
        let sums = |games: &[(u64, u64)]| {
            let mut sums = ClickSums::default();
            games.iter().for_each(|&(n_clicks, three_bv)| sums.add(n_clicks, three_bv));
            sums
        };
        let mut merged = sums(&games[2..]);
        merged.merge(&sums(&games[..2]));
        assert_eq!(merged, sums(&games));
        assert_eq!((merged.clicks().mean, merged.efficiency().mean), (14.0, 0.75));
        assert!((merged.three_bv().mean - 32.0 / 3.0).abs() < 1e-9);
        let (low, high) = merged.efficiency().ci95;
        assert!(low < 0.75 && 0.75 < high);
    }
}
