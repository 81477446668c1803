//! The line of a comparison that tells what came of a batch of pairs.

use std::path::Path;

use minewise::Seed;
use serde::{Deserialize, Serialize};

use super::{Comparison, N_PER_BATCH};
use crate::error::Error;
use crate::play::chunk::N_FIRST;
use crate::play::table::{Measure, Table};
use crate::stats::covariate::LuckSums;
use crate::stats::sequential::Differences;

/// What came of a batch of pairs, or of many batches: how often who won, and how lucky they were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pairs {
    /// The pairs that both players won.
    pub both: u64,
    /// The pairs that only the first player won.
    pub only_first: u64,
    /// The pairs that only the second player won.
    pub only_second: u64,
    /// The pairs that neither player won.
    pub neither: u64,
    /// How much luckier the first player was, if that was measured.
    pub luck: Option<LuckSums>,
}

impl Pairs {
    /// The pairs.
    pub fn n_pairs(&self) -> u64 {
        [self.both, self.only_first, self.only_second, self.neither]
            .iter()
            .fold(0, |sum, &n| sum.saturating_add(n))
    }

    /// The differences of wins.
    pub fn plain(&self) -> Differences {
        Differences::of_wins(self.n_pairs(), self.only_first, self.only_second)
    }

    /// The differences without the luck of the games; none if that was not measured, or of hardly any pair.
    pub fn adjusted(&self) -> Option<Differences> {
        let (won, lost) = (self.only_first as f64, self.only_second as f64);
        let luckless = self.luck?.without_luck(won - lost, won + lost)?;
        Some(Differences::of_moments(self.n_pairs(), luckless.mean, luckless.variance * luckless.inflation))
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

    fn count(&mut self, won: [bool; 2]) {
        *match won {
            [true, true] => &mut self.both,
            [true, false] => &mut self.only_first,
            [false, true] => &mut self.only_second,
            [false, false] => &mut self.neither,
        } += 1;
    }
}

/// What came of a batch of pairs: a function of the comparison and the program, and of nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Batch {
    rules: String,
    players: [String; 2],
    /// The hashes of the models that the players play by; none for those that have not learned.
    models: [Option<String>; 2],
    /// The estimate of the chance to win that luck was told by; none if it was not measured.
    estimate: Option<String>,
    /// The seed of the first layout of the comparison.
    from_seed: u64,
    /// The place of the batch in it.
    pub(super) batch: u64,
    pub(super) pairs: Pairs,
    /// The fingerprints of the first games of both players.
    first: [Fingerprint; 2],
    /// The fingerprints of all their games.
    all: [Fingerprint; 2],
}

/// A fingerprint of games, in hexadecimal digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
struct Fingerprint(#[serde(with = "crate::stats::hexadecimal")] u64);

/// Where the two players of a comparison play.
pub(super) struct Tables<'a> {
    comparison: &'a Comparison,
    tables: [Table; 2],
}

impl<'a> Tables<'a> {
    pub(super) fn new(comparison: &'a Comparison) -> Tables<'a> {
        let measure = Measure { adjust: comparison.adjust };
        let table = |idx: usize| Table::new(comparison.rules, &comparison.players[idx], measure);
        Tables { comparison, tables: [table(0), table(1)] }
    }

    /// Plays a batch; `progress` is told of pairs as they end.
    pub(super) fn play(&mut self, batch: u64, progress: &dyn Fn(u64)) -> Batch {
        let mut played = Batch::empty(self.comparison, batch);
        for idx in 0..N_PER_BATCH {
            let seed = self.comparison.seed.0.wrapping_add(batch.wrapping_mul(N_PER_BATCH)).wrapping_add(idx);
            self.play_pair(Seed(seed), idx < N_FIRST, &mut played);
            progress(1);
        }
        played
    }

    fn play_pair(&mut self, seed: Seed, is_first: bool, batch: &mut Batch) {
        let games = [0, 1].map(|idx: usize| self.tables[idx].play(seed, seed.stream(1)));
        let won = [games[0].won, games[1].won];
        batch.pairs.count(won);
        if let [Some(luck), Some(other_luck)] = [games[0].luck, games[1].luck] {
            let difference = f64::from(i8::from(won[0]) - i8::from(won[1]));
            batch.pairs.luck.get_or_insert_default().add(difference, luck - other_luck);
        }
        for (idx, game) in games.iter().enumerate() {
            batch.all[idx].0 = batch.all[idx].0.wrapping_add(game.fingerprint);
            if is_first {
                batch.first[idx].0 = batch.first[idx].0.wrapping_add(game.fingerprint);
            }
        }
    }

    /// Plays the first games of a batch again, to see whether the players still play as they did.
    ///
    /// # Errors
    /// When one does not.
    pub(super) fn check_still_alike(&mut self, batch: &Batch, path: &Path) -> Result<(), Error> {
        let mut again = Batch::empty(self.comparison, batch.batch);
        let first_seed = self.comparison.seed.0.wrapping_add(batch.batch.wrapping_mul(N_PER_BATCH));
        for idx in 0..N_FIRST {
            self.play_pair(Seed(first_seed.wrapping_add(idx)), true, &mut again);
        }
        for (idx, player) in self.comparison.players.iter().enumerate() {
            if again.first[idx] != batch.first[idx] {
                return Err(Error::bad_input(format!(
                    "the player `{player}` no longer plays as in `{}`; choose another folder with --out",
                    path.display()
                )));
            }
        }
        Ok(())
    }
}

impl Batch {
    fn empty(comparison: &Comparison, batch: u64) -> Batch {
        let [first, second] = &comparison.players;
        Batch {
            rules: comparison.rules.to_string(),
            players: [first.to_string(), second.to_string()],
            models: [first.model(), second.model()],
            estimate: comparison.adjust.estimate(),
            from_seed: comparison.seed.0,
            batch,
            pairs: Pairs::default(),
            first: Default::default(),
            all: Default::default(),
        }
    }

    /// Says what makes it no batch of this comparison.
    pub(super) fn fault(&self, comparison: &Comparison) -> Option<String> {
        let expected = Batch::empty(comparison, self.batch);
        let text = |estimate: &Option<String>| estimate.clone().unwrap_or_else(|| "none".to_owned());
        let fields = [
            ("rules", &self.rules, &expected.rules),
            ("first player", &self.players[0], &expected.players[0]),
            ("second player", &self.players[1], &expected.players[1]),
            ("model of the first player", &text(&self.models[0]), &text(&expected.models[0])),
            ("model of the second player", &text(&self.models[1]), &text(&expected.models[1])),
            ("estimate for adjusting", &text(&self.estimate), &text(&expected.estimate)),
            ("seed", &self.from_seed.to_string(), &expected.from_seed.to_string()),
        ];
        if let Some((name, theirs, ours)) = fields.into_iter().find(|(_, theirs, ours)| theirs != ours) {
            return Some(format!(
                "a batch of another comparison, whose {name} is `{theirs}` instead of `{ours}`; choose another folder \
                 with --out"
            ));
        }
        let n_adjusted = self.pairs.luck.map(|luck| luck.games);
        let is_whole = self.pairs.n_pairs() == N_PER_BATCH
            && n_adjusted == self.estimate.as_ref().map(|_| N_PER_BATCH)
            && self.batch < u64::MAX / N_PER_BATCH;
        (!is_whole).then(|| "damaged: its numbers disagree".to_owned())
    }
}
