//! Computes the scores of several players under several rules.

use std::collections::HashMap;

use minewise::perfect::{CellValue, Limits};
use minewise::{Grid, Optimal, Rules, Seed, View};
use minewise_coach::{PlayerSpec, Problem};
use serde_json::json;

use super::{Optimum, Score, ScoreRecord, ScoreSettings};
use crate::play::manifest::Manifest;
use crate::store::folder::{MANIFEST, Settings};
use crate::store::index::{Place, PlaceError};
use crate::studies::study::{PieceResult, Study, WorkContext};
use crate::studies::to_settings;

/// A study of the scores of several players under several rules.
#[derive(Clone, Debug)]
pub struct Scores {
    cases: Vec<(Rules, PlayerSpec)>,
    /// Known values of perfect play, which need not be computed again; `None` if the manifest has them.
    known: Option<Vec<(Rules, CellValue)>>,
    settings: ScoreSettings,
    /// The text of the manifest; `None` if the study has none.
    manifest: Option<String>,
}

/// The maximum number of layouts and nodes of an experiment: every board of Sebag & Teytaud 2012 has fewer.
const MOST_NODES: u64 = 20_000_000;

impl Scores {
    /// Creates a study in which each of the players plays under each of the rules, with `n_seeds` seeds from `seed` on.
    /// It gives up beyond `limit` layouts or nodes. `known` has values of perfect play that need not be computed.
    pub fn new(
        rules: &[Rules],
        players: &[PlayerSpec],
        seed: Seed,
        n_seeds: u64,
        limit: u64,
        known: Vec<(Rules, CellValue)>,
    ) -> Scores {
        let pair = |&rules: &Rules| players.iter().map(move |player| (rules, player.clone()));
        let settings = ScoreSettings {
            rules: rules.iter().map(ToString::to_string).collect(),
            players: players.iter().map(ToString::to_string).collect(),
            seed: seed.0,
            seeds: n_seeds,
            limit,
            known: known.iter().map(|(rules, _)| rules.to_string()).collect(),
        };
        Scores { cases: rules.iter().flat_map(pair).collect(), known: Some(known), settings, manifest: None }
    }

    /// Creates the study of an experiment that plays every layout.
    pub fn of_manifest(manifest: &Manifest) -> Scores {
        let plan = &manifest.plan;
        let settings = ScoreSettings {
            rules: Vec::new(),
            players: Vec::new(),
            seed: plan.seed.0,
            seeds: plan.n_games,
            limit: MOST_NODES,
            known: Vec::new(),
        };
        let cases = plan.cases.iter().map(|case| (case.rules, case.player.clone())).collect();
        Scores { cases, known: None, settings, manifest: Some(manifest.text.clone()) }
    }

    /// Returns the case and the seed of a piece. First all cases have the first seed, so that a study that is stopped
    /// has something of each.
    fn piece(&self, idx: u64) -> (Rules, &PlayerSpec, Seed) {
        let n_cases = self.cases.len() as u64;
        let (rules, player) = &self.cases[(idx % n_cases) as usize];
        (*rules, player, Seed(self.settings.seed.wrapping_add(idx / n_cases)))
    }

    /// Returns the value of perfect play, if it is known or can be computed within the limit.
    fn perfect(&self, rules: Rules) -> Option<CellValue> {
        let known = self.known.as_ref()?.iter().find(|(board, _)| *board == rules).map(|&(_, best)| best);
        let limits = Limits::nodes(self.settings.limit);
        known.or_else(|| Optimal::of(&View::new(&Grid::new(rules)), limits).ok()?.best())
    }
}

impl Study for Scores {
    const NAME: &'static str = "score";
    const UNITS: &'static str = "scores";
    const RESUMABLE_WITH: &'static [&'static str] = &["rules", "players", "seeds"];
    type Record = ScoreRecord;
    type Timing = ();
    /// The values of perfect play that were computed so far.
    type Worker<'a> = HashMap<Rules, Option<CellValue>>;
    type State = ();

    fn settings(&self) -> Settings {
        to_settings(&json!(self.settings))
    }

    fn files(&self) -> Vec<(&'static str, String)> {
        self.manifest.iter().map(|text| (MANIFEST, text.clone())).collect()
    }

    fn n_pieces(&self) -> u64 {
        self.cases.len() as u64 * self.settings.seeds
    }

    fn place(&self, record: &ScoreRecord) -> Result<Place, PlaceError> {
        let is_own = |idx: &u64| {
            let (rules, player, seed) = self.piece(*idx);
            seed.0 == record.seed && rules.to_string() == record.rules && player.to_string() == record.player
        };
        let Some(idx) = (0..self.n_pieces()).find(is_own) else { return Ok(Place::Beyond) };
        let player = self.piece(idx).1;
        if player.model() != record.model {
            return Err(PlaceError::Different(format!(
                "were made with another model of the player `{player}`"
            )));
        }
        Ok(Place::Whole(idx))
    }

    fn worker(&self, _n_workers: usize) -> HashMap<Rules, Option<CellValue>> {
        HashMap::new()
    }

    fn work<'a>(
        &'a self,
        worker: &mut Self::Worker<'a>,
        idx: u64,
        (): (),
        context: &WorkContext<'_>,
    ) -> Result<Option<PieceResult<Self>>, Problem> {
        let (rules, player, seed) = self.piece(idx);
        let score = Score::of(rules, player, seed, self.settings.limit)
            .map_err(|error| Problem::failed(format!("{rules}, `{player}`: {error}")))?;
        // Computed only after the score, which refuses huge grids.
        let best = *worker.entry(rules).or_insert_with(|| self.perfect(rules));
        let optimum = |best: CellValue| Optimum {
            won: best.n_won.to_string(),
            layouts: best.n_layouts.to_string(),
            value: best.value(),
        };
        let record = ScoreRecord {
            rules: rules.to_string(),
            player: player.to_string(),
            model: player.model(),
            seed: seed.0,
            first: score.first.map(|cell| [cell / rules.width(), cell % rules.width()]),
            won: score.n_won.to_string(),
            layouts: score.n_layouts.to_string(),
            given_up: score.n_given_up.to_string(),
            value: score.value(),
            nodes: score.n_nodes,
            optimum: best.map(optimum),
            share_of_optimum: best.map(|best| score.value() / best.value()),
        };
        (context.progress)(1);
        Ok(Some(PieceResult { record, timing: () }))
    }
}
