//! Plays the games of a run, chunk by chunk.

use minewise_coach::{Adjust, Problem};
use serde_json::json;

use crate::play::arena::Arena;
use crate::play::chunk::{ChunkPlayer, N_FIRST};
use crate::play::manifest::Manifest;
use crate::play::plan::{Case, Chunk};
use crate::play::record::{Places, Record, TimingRecord};
use crate::store::existing::ExistingRecords;
use crate::store::folder::{MANIFEST, Settings};
use crate::store::index::{Place, PlaceError};
use crate::studies::study::{PieceResult, Study, WorkContext};
use crate::studies::to_settings;

/// A run: an experiment to be played.
pub struct Run<'m> {
    manifest: &'m Manifest,
    places: Places<'m>,
}

impl<'m> Run<'m> {
    /// Creates the run of a manifest.
    pub fn new(manifest: &'m Manifest) -> Run<'m> {
        Run { manifest, places: Places::new(&manifest.plan) }
    }

    /// Checks that a record was made with the same model and the same win estimate.
    fn check_origin(&self, record: &Record, case: &Case) -> Result<(), PlaceError> {
        if record.model != case.player.model() {
            let player = &case.player;
            return Err(PlaceError::Different(format!(
                "were made with another model of the player `{player}`"
            )));
        }
        let differ = match (&record.estimate, &self.manifest.plan.adjust.estimate()) {
            (old, new) if old == new => return Ok(()),
            (Some(old), Some(new)) => {
                format!("are adjusted by the estimate `{old}`, and this program has `{new}`")
            }
            (Some(_), None) => "are adjusted for luck, and this run would not be".to_owned(),
            (None, _) => "are not adjusted for luck, and this run would be".to_owned(),
        };
        Err(PlaceError::Different(differ))
    }

    /// Checks whether a player still plays the first games of a record in the same way.
    fn plays_alike(&self, case: &Case, first: u64, record: &Record) -> bool {
        let mut arena = Arena::new(case.rules, &case.player, Adjust::Off);
        let games = (first..first + record.tally.games.min(N_FIRST)).map(|game| {
            let (layout_seed, player_seed) = self.manifest.plan.seeds(game);
            arena.play(layout_seed, player_seed).fingerprint
        });
        games.fold(0, u64::wrapping_add) == record.first
    }
}

impl Study for Run<'_> {
    const NAME: &'static str = "run";
    const UNITS: &'static str = "games";
    const RESUMABLE_WITH: &'static [&'static str] = &[];
    type Record = Record;
    type Timing = TimingRecord;
    type Worker<'a>
        = ChunkPlayer<'a>
    where
        Self: 'a;
    type State = ();

    fn settings(&self) -> Settings {
        let plan = &self.manifest.plan;
        to_settings(
            &json!({ "seed": plan.seed.0, "player_seed": plan.player_seed, "chunk": plan.n_per_chunk }),
        )
    }

    fn files(&self) -> Vec<(&'static str, String)> {
        vec![(MANIFEST, self.manifest.text.clone())]
    }

    fn n_pieces(&self) -> u64 {
        self.manifest.plan.n_chunks()
    }

    /// First the first chunks of all cases, then their second chunks, and so on, so that an interrupted run has nearly
    /// as many games of each case.
    fn nth_piece(&self, nth: u64) -> u64 {
        let n_cases = self.manifest.plan.cases.len() as u64;
        nth % n_cases * self.manifest.plan.n_chunks_per_case() + nth / n_cases
    }

    fn n_units(&self) -> u64 {
        self.manifest.plan.n_games_in_all()
    }

    fn units_of(&self, record: &Record) -> u64 {
        record.tally.games
    }

    fn piece_name(&self, idx: u64) -> String {
        let Chunk { case_idx, first, n_games } = self.manifest.plan.chunk(idx);
        let Case { rules, player, .. } = &self.manifest.plan.cases[case_idx];
        format!("games {first} to {} of `{player}` on `{rules}`", first + n_games - 1)
    }

    fn place(&self, record: &Record) -> Result<Place, PlaceError> {
        let (place, case) = self.places.checked(record)?;
        self.check_origin(record, case)?;
        Ok(place)
    }

    fn worker(&self, _n_workers: usize) -> ChunkPlayer<'_> {
        ChunkPlayer::new(&self.manifest.plan)
    }

    fn work<'a>(
        &'a self,
        worker: &mut Self::Worker<'a>,
        idx: u64,
        (): (),
        context: &WorkContext<'_>,
    ) -> Result<Option<PieceResult<Self>>, Problem> {
        let plan = &self.manifest.plan;
        let played = worker.play(plan.chunk(idx), context.must_stop, context.progress);
        Ok(played.map(|played| {
            let (record, timing) = Record::new(plan, played);
            PieceResult { record, timing }
        }))
    }

    /// For every case with games left to play, plays the first recorded games again.
    fn check_program(
        &self,
        existing: &mut ExistingRecords<'_, Record>,
    ) -> Result<Result<(), String>, Problem> {
        let plan = &self.manifest.plan;
        for (case_idx, case) in plan.cases.iter().enumerate() {
            let n_chunks = plan.n_chunks_per_case();
            let chunks = case_idx as u64 * n_chunks..(case_idx as u64 + 1) * n_chunks;
            if chunks.clone().all(|idx| existing.has(idx)) {
                continue;
            }
            for idx in chunks {
                let Some(record) = existing.best(idx)? else { continue };
                if !self.plays_alike(case, plan.chunk(idx).first, &record) {
                    let Case { player, rules, .. } = case;
                    return Ok(Err(format!(
                        "the player `{player}` no longer plays as in the records on `{rules}`"
                    )));
                }
                break;
            }
        }
        Ok(Ok(()))
    }
}
