//! The games of a comparison, batch by batch.

use minewise::{Rules, Seed};
use minewise_coach::{Adjust, PlayerSpec, Problem};
use serde_json::json;

use super::batch::Batch;
use super::{Asked, N_PER_BATCH, Pairs, is_over};
use crate::play::arena::Arena;
use crate::play::chunk::N_FIRST;
use crate::stats::sequential::Test;
use crate::store::folder::Settings;
use crate::store::index::{Misplaced, Place};
use crate::store::kept::Kept;
use crate::studies::settings;
use crate::studies::study::{Desk, Study, Worked};

/// Two players to be compared.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// What is played.
    pub rules: Rules,
    /// Who plays.
    pub players: [PlayerSpec; 2],
    /// The seed of the first layout; each of the following pairs has the next one.
    pub seed: Seed,
    /// The most games of each, played in batches.
    pub n_games: u64,
    /// How much luck is taken out of the differences that the verdict is by.
    pub adjust: Adjust,
    /// When it is clear.
    pub test: Test,
}

impl Comparison {
    /// The seed of the first layout of a batch.
    fn seed_of(&self, batch: u64) -> u64 {
        self.seed.0.wrapping_add(batch.wrapping_mul(N_PER_BATCH))
    }
}

/// Where the two players play.
pub struct Tables<'a> {
    comparison: &'a Comparison,
    arenas: [Arena; 2],
}

impl Tables<'_> {
    /// Plays the first pairs of a batch; `None` if stopped.
    fn play(&mut self, idx: u64, n_pairs: u64, desk: &Desk<'_>) -> Option<Batch> {
        let seed = self.comparison.seed_of(idx);
        let mut batch =
            Batch { batch: idx, seed, pairs: Pairs::default(), first: <_>::default(), all: <_>::default() };
        for pair in 0..n_pairs {
            if (desk.must_stop)() {
                return None;
            }
            self.play_pair(Seed(seed.wrapping_add(pair)), pair < N_FIRST, &mut batch);
            (desk.progress)(1);
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
    const EXTENT: &'static [&'static str] = &["games", "alpha", "difference"];
    type Record = Batch;
    type Timing = ();
    type Seat<'a> = Tables<'a>;
    type State = Pairs;

    fn settings(&self) -> Settings {
        let [first, second] = &self.players;
        settings(&json!(Asked {
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

    fn place(&self, record: &Batch) -> Result<Place, Misplaced> {
        if !record.is_consistent(self.adjust != Adjust::Off) || record.seed != self.seed_of(record.batch) {
            return Err(Misplaced::Damaged);
        }
        Ok(if record.batch < self.n_pieces() { Place::Whole(record.batch) } else { Place::Beyond })
    }

    fn seat(&self, _n_seats: usize) -> Tables<'_> {
        let arena = |player| Arena::new(self.rules, player, self.adjust);
        Tables { comparison: self, arenas: self.players.each_ref().map(arena) }
    }

    fn work<'a>(
        &'a self,
        seat: &mut Self::Seat<'a>,
        idx: u64,
        _: Pairs,
        desk: &Desk<'_>,
    ) -> Result<Option<Worked<Self>>, Problem> {
        Ok(seat.play(idx, N_PER_BATCH, desk).map(|record| Worked { record, timing: () }))
    }

    fn add(&self, pairs: &mut Pairs, record: Batch) -> bool {
        pairs.merge(&record.pairs);
        is_over(&self.test, pairs)
    }

    /// Plays the first games of the first batch again.
    fn check_program(&self, kept: &mut Kept<'_, Batch>) -> Result<Result<(), String>, Problem> {
        let Some((idx, old)) = kept.first()? else { return Ok(Ok(())) };
        let desk = Desk { n_threads: 1, must_stop: &|| false, progress: &|_| () };
        let again = self.seat(1).play(idx, N_FIRST, &desk);
        let changed =
            |place: &usize| again.as_ref().is_some_and(|again| again.first[*place] != old.first[*place]);
        let changed = [0, 1].iter().find(|place| changed(place)).map(|&place| &self.players[place]);
        Ok(changed
            .map_or(Ok(()), |player| Err(format!("the player `{player}` no longer plays as in the records"))))
    }
}
