//! Scores of several players under several rules.

use std::collections::HashMap;

use minewise::{CellValue, Grid, Limits, Optimal, Rules, Seed, View};
use minewise_coach::{PlayerSpec, Problem};
use serde_json::json;

use super::{Asked, Optimum, Score, ScoreRecord};
use crate::store::folder::Settings;
use crate::store::index::{Misplaced, Place};
use crate::studies::settings;
use crate::studies::study::{Desk, Study, Worked};

/// Players to be scored under each of some rules.
#[derive(Clone, Debug)]
pub struct Scores {
    /// What is played.
    pub rules: Vec<Rules>,
    /// Who plays.
    pub players: Vec<PlayerSpec>,
    /// The seed of the player's own chance, the same for all layouts.
    pub seed: Seed,
    /// The most layouts, and the most nodes.
    pub limit: u64,
    /// What perfect play wins on some boards, so that it need not be worked out.
    pub known: Vec<(Rules, CellValue)>,
}

impl Scores {
    fn case(&self, idx: u64) -> (Rules, &PlayerSpec) {
        let n_players = self.players.len();
        (self.rules[idx as usize / n_players], &self.players[idx as usize % n_players])
    }

    /// What perfect play wins, if that can be worked out with so many nodes.
    fn perfect(&self, rules: Rules) -> Option<CellValue> {
        let known = self.known.iter().find(|(board, _)| *board == rules).map(|&(_, best)| best);
        let work_out = || Optimal::of(&View::new(&Grid::new(rules)), Limits::nodes(self.limit)).ok()?.best();
        known.or_else(work_out)
    }
}

impl Study for Scores {
    const NAME: &'static str = "score";
    const UNITS: &'static str = "scores";
    const EXTENT: &'static [&'static str] = &["rules", "players"];
    type Record = ScoreRecord;
    type Timing = ();
    /// What perfect play wins on the boards so far.
    type Seat<'a> = HashMap<Rules, Option<CellValue>>;
    type State = ();

    fn settings(&self) -> Settings {
        let texts = |rules: &[Rules]| rules.iter().map(ToString::to_string).collect::<Vec<_>>();
        let known: Vec<Rules> = self.known.iter().map(|&(rules, _)| rules).collect();
        settings(&json!(Asked {
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

    fn place(&self, record: &ScoreRecord) -> Result<Place, Misplaced> {
        let is_own = |idx: &u64| {
            let (rules, player) = self.case(*idx);
            rules.to_string() == record.rules && player.to_string() == record.player
        };
        let Some(idx) = (0..self.n_pieces()).find(is_own) else { return Ok(Place::Beyond) };
        let player = self.case(idx).1;
        if player.model() != record.model {
            return Err(Misplaced::Otherwise(format!(
                "were made with another model of the player `{player}`"
            )));
        }
        Ok(Place::Whole(idx))
    }

    fn seat(&self, _n_seats: usize) -> HashMap<Rules, Option<CellValue>> {
        HashMap::new()
    }

    fn work<'a>(
        &'a self,
        seat: &mut Self::Seat<'a>,
        idx: u64,
        (): (),
        desk: &Desk<'_>,
    ) -> Result<Option<Worked<Self>>, Problem> {
        let (rules, player) = self.case(idx);
        let score = Score::of(rules, player, self.seed, self.limit)
            .map_err(|error| Problem::failed(format!("{rules}, `{player}`: {error}")))?;
        // Asked only where a score was affordable, so that huge grids are refused before.
        let best = *seat.entry(rules).or_insert_with(|| self.perfect(rules));
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
        (desk.progress)(1);
        Ok(Some(Worked { record, timing: () }))
    }
}
