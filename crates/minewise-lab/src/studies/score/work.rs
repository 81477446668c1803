//! Computes the scores of several players under several rules.

use std::collections::HashMap;

use minewise::perfect::{CellValue, Limits};
use minewise::{Grid, Optimal, Rules, Seed, View};
use minewise_coach::{PlayerSpec, Problem};
use serde_json::json;

use super::{Optimum, Score, ScoreRecord, ScoreSettings};
use crate::store::folder::Settings;
use crate::store::index::{Place, PlaceError};
use crate::studies::study::{PieceResult, Study, WorkContext};
use crate::studies::to_settings;

/// A study of the scores of several players under several rules.
#[derive(Clone, Debug)]
pub struct Scores {
    /// The rules.
    pub rules: Vec<Rules>,
    /// The players.
    pub players: Vec<PlayerSpec>,
    /// The seed of the players' random choices, the same for all layouts.
    pub seed: Seed,
    /// The maximum number of layouts, and of nodes.
    pub limit: u64,
    /// Known values of perfect play, which need not be computed again.
    pub known: Vec<(Rules, CellValue)>,
}

impl Scores {
    fn case(&self, idx: u64) -> (Rules, &PlayerSpec) {
        let n_players = self.players.len();
        (self.rules[idx as usize / n_players], &self.players[idx as usize % n_players])
    }

    /// Returns the value of perfect play, if it is known or can be computed within the limit.
    fn perfect(&self, rules: Rules) -> Option<CellValue> {
        let known = self.known.iter().find(|(board, _)| *board == rules).map(|&(_, best)| best);
        let work_out = || Optimal::of(&View::new(&Grid::new(rules)), Limits::nodes(self.limit)).ok()?.best();
        known.or_else(work_out)
    }
}

impl Study for Scores {
    const NAME: &'static str = "score";
    const UNITS: &'static str = "scores";
    const RESUMABLE_WITH: &'static [&'static str] = &["rules", "players"];
    type Record = ScoreRecord;
    type Timing = ();
    /// The values of perfect play that were computed so far.
    type Worker<'a> = HashMap<Rules, Option<CellValue>>;
    type State = ();

    fn settings(&self) -> Settings {
        let texts = |rules: &[Rules]| rules.iter().map(ToString::to_string).collect::<Vec<_>>();
        let known: Vec<Rules> = self.known.iter().map(|&(rules, _)| rules).collect();
        to_settings(&json!(ScoreSettings {
            rules: texts(&self.rules),
            players: self.players.iter().map(ToString::to_string).collect(),
            seed: self.seed.0,
            limit: self.limit,
            known: texts(&known),
        }))
    }

    fn n_pieces(&self) -> u64 {
        (self.rules.len() * self.players.len()) as u64
    }

    fn place(&self, record: &ScoreRecord) -> Result<Place, PlaceError> {
        let is_own = |idx: &u64| {
            let (rules, player) = self.case(*idx);
            rules.to_string() == record.rules && player.to_string() == record.player
        };
        let Some(idx) = (0..self.n_pieces()).find(is_own) else { return Ok(Place::Beyond) };
        let player = self.case(idx).1;
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
        let (rules, player) = self.case(idx);
        let score = Score::of(rules, player, self.seed, self.limit)
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
            seed: self.seed.0,
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
