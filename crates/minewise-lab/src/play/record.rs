//! The line of a run that tells what came of a chunk of games.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::play::chunk::{PlayedChunk, Seat};
use crate::play::plan::{Case, Chunk, Plan};
use crate::play::tally::Tally;
use crate::play::timing::Timing;
use crate::play::wins::Wins;
use crate::store::index::{Misplaced, Place};

/// What came of a chunk of games: a function of the manifest and the program, and of nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// What was played.
    pub rules: String,
    /// Who played.
    pub player: String,
    /// The hash of the model that the player plays by; none if it has not learned.
    pub model: Option<String>,
    /// The estimate of the chance to win that luck was told by; none if it was not measured.
    pub estimate: Option<String>,
    /// The seed of the first layout.
    pub seed: u64,
    /// Which stream of the layout's seed the player's own chance came from.
    pub player_seed: u64,
    /// Which games were won.
    pub wins: Wins,
    /// The fingerprint of the first eight games, or of all if they are fewer.
    #[serde(with = "crate::stats::hexadecimal")]
    pub first: u64,
    /// What came of all games.
    pub tally: Tally,
}

/// How long a chunk of games took.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimingRecord {
    pub(crate) rules: String,
    pub(crate) player: String,
    pub(crate) seed: u64,
    pub(crate) player_seed: u64,
    pub(crate) timing: Timing,
}

impl Record {
    /// Plays a chunk of a plan. The record is a function of both and of the program.
    ///
    /// # Panics
    /// When a player breaks the rules of the game, which is a bug of the player.
    pub fn play(plan: &Plan, chunk: Chunk) -> Record {
        let played = Seat::new(plan).play(chunk, &|| false, &|_| ()).expect("nobody stops it");
        Record::new(plan, played).0
    }

    /// The record of a chunk of this plan.
    pub(crate) fn new(plan: &Plan, played: PlayedChunk) -> (Record, TimingRecord) {
        let case = &plan.cases[played.chunk.case_idx];
        let (rules, player) = (case.rules.to_string(), case.player.to_string());
        let (layout_seed, _) = plan.seeds(played.chunk.first);
        let timing = TimingRecord {
            rules: rules.clone(),
            player: player.clone(),
            seed: layout_seed.0,
            player_seed: plan.player_seed,
            timing: played.timing,
        };
        let record = Record {
            rules,
            player,
            model: case.player.model(),
            estimate: plan.adjust.estimate(),
            seed: layout_seed.0,
            player_seed: plan.player_seed,
            wins: played.wins,
            first: played.first_fingerprint,
            tally: played.tally,
        };
        (record, timing)
    }

    /// Whether its numbers agree with each other; `wins` then knows its games.
    pub(crate) fn checked(mut self, case: &Case) -> Option<Record> {
        self.wins = self.wins.of_games(self.tally.games)?;
        let has_luck = self.tally.luck.is_some();
        let is_fine = self.wins.count() == self.tally.wins
            && has_luck == self.estimate.is_some()
            && self.tally.is_consistent(&case.rules);
        is_fine.then_some(self)
    }
}

/// Finds the places of records in a plan.
pub(crate) struct Places<'a> {
    plan: &'a Plan,
    cases: HashMap<(String, String), usize>,
}

impl<'a> Places<'a> {
    pub(crate) fn new(plan: &'a Plan) -> Places<'a> {
        Places { plan, cases: plan.case_index() }
    }

    /// The place of a record whose numbers agree, and its case.
    ///
    /// # Errors
    /// When the plan has no such chunk, or the numbers disagree.
    pub(crate) fn checked(&self, record: &Record) -> Result<(Place, &'a Case), Misplaced> {
        let (place, case_idx) = self.of(record).map_err(Misplaced::NoPiece)?;
        let case = &self.plan.cases[case_idx];
        record.clone().checked(case).map(|_| (place, case)).ok_or(Misplaced::Damaged)
    }

    /// The place of a record, and the index of its case.
    ///
    /// # Errors
    /// What of it is not in the plan: `games on 9x9/10, which the manifest does not have`.
    pub(crate) fn of(&self, record: &Record) -> Result<(Place, usize), String> {
        let plan = self.plan;
        let Record { rules, player, seed, player_seed, tally, .. } = record;
        let Some(&case_idx) = self.cases.get(&(rules.clone(), player.clone())) else {
            let is_played = self.cases.keys().any(|(known, _)| known == rules);
            let of_player = if is_played { format!(" of `{player}`") } else { String::new() };
            return Err(format!("games{of_player} on `{rules}`, which the manifest does not have"));
        };
        if *player_seed != plan.player_seed {
            return Err(format!("the player seed {player_seed}, which the manifest does not have"));
        }
        let first = seed.wrapping_sub(plan.seed.0);
        let n_games = tally.games;
        if n_games == 0 || first.saturating_add(n_games) > plan.n_games {
            return Err(format!("{n_games} games from seed {seed}, which are beyond those of the manifest"));
        }
        if !first.is_multiple_of(plan.n_per_chunk) || n_games > plan.n_per_chunk {
            return Err(format!("{n_games} games from seed {seed}, which is no chunk of the manifest"));
        }
        let idx = case_idx as u64 * plan.n_chunks_per_case() + first / plan.n_per_chunk;
        let is_whole = n_games == plan.chunk(idx).n_games;
        Ok((if is_whole { Place::Whole(idx) } else { Place::Part { idx, size: n_games } }, case_idx))
    }
}
