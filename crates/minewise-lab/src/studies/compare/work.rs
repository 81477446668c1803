//! Plays the games of a comparison, batch by batch.

use minewise::{Rules, Seed};
use minewise_coach::{Adjust, PlayerSpec, Problem};
use serde_json::json;

use super::batch::Batch;
use super::{CompareSettings, N_PER_BATCH, Pairs, is_over};
use crate::play::arena::Arena;
use crate::play::chunk::N_FIRST;
use crate::stats::sequential::Test;
use crate::store::existing::ExistingRecords;
use crate::store::folder::Settings;
use crate::store::index::{Place, PlaceError};
use crate::studies::study::{PieceResult, Study, WorkContext};
use crate::studies::to_settings;

/// A comparison of two players.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The rules.
    pub rules: Rules,
    /// The two players.
    pub players: [PlayerSpec; 2],
    /// The seed of the first layout. Each following pair uses the next seed.
    pub seed: Seed,
    /// The maximum number of games of each player, played in batches.
    pub n_games: u64,
    /// How much luck to take out of the differences that decide the verdict.
    pub adjust: Adjust,
    /// The test that decides when to stop.
    pub test: Test,
}

impl Comparison {
    /// Returns the seed of the first layout of a batch.
    fn seed_of(&self, batch: u64) -> u64 {
        self.seed.0.wrapping_add(batch.wrapping_mul(N_PER_BATCH))
    }
}

/// Plays pairs of games of the two players.
pub struct PairPlayer<'a> {
    comparison: &'a Comparison,
    arenas: [Arena; 2],
}

impl PairPlayer<'_> {
    /// Plays the first pairs of a batch; returns `None` if stopped.
    fn play(&mut self, idx: u64, n_pairs: u64, context: &WorkContext<'_>) -> Option<Batch> {
        let seed = self.comparison.seed_of(idx);
        let mut batch =
            Batch { batch: idx, seed, pairs: Pairs::default(), first: <_>::default(), all: <_>::default() };
        for pair in 0..n_pairs {
            if (context.must_stop)() {
                return None;
            }
            self.play_pair(Seed(seed.wrapping_add(pair)), pair < N_FIRST, &mut batch);
            (context.progress)(1);
        }
        Some(batch)
    }

    fn play_pair(&mut self, seed: Seed, is_first: bool, batch: &mut Batch) {
        let games = [0, 1].map(|idx: usize| self.arenas[idx].play(seed, seed.stream(1)));
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
}

impl Study for Comparison {
    const NAME: &'static str = "compare";
    const UNITS: &'static str = "games";
    const RESUMABLE_WITH: &'static [&'static str] = &["games", "alpha", "difference"];
    type Record = Batch;
    type Timing = ();
    type Worker<'a> = PairPlayer<'a>;
    type State = Pairs;

    fn settings(&self) -> Settings {
        let [first, second] = &self.players;
        to_settings(&json!(CompareSettings {
            rules: self.rules.to_string(),
            players: [first.to_string(), second.to_string()],
            models: [first.model(), second.model()],
            estimate: self.adjust.estimate(),
            seed: self.seed.0,
            games: self.n_games,
            alpha: self.test.alpha(),
            difference: self.test.difference(),
        }))
    }

    fn n_pieces(&self) -> u64 {
        self.n_games.div_ceil(N_PER_BATCH)
    }

    fn n_units(&self) -> u64 {
        self.n_pieces().saturating_mul(N_PER_BATCH)
    }

    fn units_of(&self, record: &Batch) -> u64 {
        record.pairs.n_pairs()
    }

    fn place(&self, record: &Batch) -> Result<Place, PlaceError> {
        if !record.is_consistent(self.adjust != Adjust::Off) || record.seed != self.seed_of(record.batch) {
            return Err(PlaceError::Damaged);
        }
        Ok(if record.batch < self.n_pieces() { Place::Whole(record.batch) } else { Place::Beyond })
    }

    fn worker(&self, _n_workers: usize) -> PairPlayer<'_> {
        let arena = |player| Arena::new(self.rules, player, self.adjust);
        PairPlayer { comparison: self, arenas: self.players.each_ref().map(arena) }
    }

    fn work<'a>(
        &'a self,
        worker: &mut Self::Worker<'a>,
        idx: u64,
        _: Pairs,
        context: &WorkContext<'_>,
    ) -> Result<Option<PieceResult<Self>>, Problem> {
        Ok(worker.play(idx, N_PER_BATCH, context).map(|record| PieceResult { record, timing: () }))
    }

    fn add(&self, pairs: &mut Pairs, record: Batch) -> bool {
        pairs.merge(&record.pairs);
        is_over(&self.test, pairs)
    }

    /// Plays the first games of the first batch again.
    fn check_program(
        &self,
        existing: &mut ExistingRecords<'_, Batch>,
    ) -> Result<Result<(), String>, Problem> {
        let Some((idx, old)) = existing.first()? else { return Ok(Ok(())) };
        let context = WorkContext { n_threads: 1, must_stop: &|| false, progress: &|_| () };
        let again = self.worker(1).play(idx, N_FIRST, &context);
        let changed =
            |place: &usize| again.as_ref().is_some_and(|again| again.first[*place] != old.first[*place]);
        let changed = [0, 1].iter().find(|place| changed(place)).map(|&place| &self.players[place]);
        Ok(changed
            .map_or(Ok(()), |player| Err(format!("the player `{player}` no longer plays as in the records"))))
    }
}
