//! The record of a comparison: the results of a batch of pairs.

use serde::{Deserialize, Serialize};

use super::N_PER_BATCH;
use crate::stats::covariate::LuckSums;
use crate::stats::sequential::Differences;

/// The results of pairs: how often each player won, and the difference of their luck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pairs {
    /// The number of pairs that both players won.
    pub both: u64,
    /// The number of pairs that only the first player won.
    pub only_first: u64,
    /// The number of pairs that only the second player won.
    pub only_second: u64,
    /// The number of pairs that neither player won.
    pub neither: u64,
    /// How much luckier the first player was; `None` if luck was not measured.
    pub luck: Option<LuckSums>,
}

impl Pairs {
    /// Returns the number of pairs.
    pub fn n_pairs(&self) -> u64 {
        [self.both, self.only_first, self.only_second, self.neither]
            .iter()
            .fold(0, |sum, &n| sum.saturating_add(n))
    }

    /// Returns the differences of wins.
    pub fn plain(&self) -> Differences {
        Differences::of_wins(self.n_pairs(), self.only_first, self.only_second)
    }

    /// Returns the differences adjusted for luck; `None` if luck was not measured, or in fewer than three pairs.
    pub fn adjusted(&self) -> Option<Differences> {
        let (won, lost) = (self.only_first as f64, self.only_second as f64);
        let adjusted = self.luck?.without_luck(won - lost, won + lost)?;
        Some(Differences::of_moments(self.n_pairs(), adjusted.mean, adjusted.variance * adjusted.inflation))
    }

    pub(super) fn merge(&mut self, other: &Pairs) {
        let sums = [
            (&mut self.both, other.both),
            (&mut self.only_first, other.only_first),
            (&mut self.only_second, other.only_second),
            (&mut self.neither, other.neither),
        ];
        for (sum, n) in sums {
            *sum = sum.saturating_add(n);
        }
        if let Some(luck) = &other.luck {
            self.luck.get_or_insert_default().merge(luck);
        }
    }

    pub(super) fn count(&mut self, won: [bool; 2]) {
        *match won {
            [true, true] => &mut self.both,
            [true, false] => &mut self.only_first,
            [false, true] => &mut self.only_second,
            [false, false] => &mut self.neither,
        } += 1;
    }
}

/// The results of a batch of pairs. They depend only on the comparison and the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Batch {
    /// The index of the batch.
    pub(super) batch: u64,
    /// The seed of its first layout.
    pub(super) seed: u64,
    pub(super) pairs: Pairs,
    /// The fingerprints of the first games of both players.
    pub(super) first: [Fingerprint; 2],
    /// The fingerprints of all their games.
    pub(super) all: [Fingerprint; 2],
}

/// A fingerprint of games, in hexadecimal digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Fingerprint(#[serde(with = "crate::stats::hexadecimal")] pub(super) u64);

impl Batch {
    /// Checks whether the numbers of the batch agree with each other.
    pub(super) fn is_consistent(&self, has_luck: bool) -> bool {
        let n_adjusted = self.pairs.luck.map(|luck| luck.games);
        self.pairs.n_pairs() == N_PER_BATCH && n_adjusted == has_luck.then_some(N_PER_BATCH)
    }
}
