//! The record of a run: one line with the results of a chunk of games.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::play::chunk::{ChunkPlayer, PlayedChunk};
use crate::play::plan::{Case, Chunk, Plan};
use crate::play::tally::Tally;
use crate::play::timing::Timing;
use crate::play::wins::Wins;
use crate::store::index::{Place, PlaceError};

/// The results of a chunk of games. They depend only on the manifest and the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The rules.
    pub rules: String,
    /// The player.
    pub player: String,
    /// The hash of the player's model; `None` if it has none.
    pub model: Option<String>,
    /// The name of the win estimate that luck was measured with; `None` if luck was not measured.
    pub estimate: Option<String>,
    /// The seed of the first layout.
    pub seed: u64,
    /// The stream of the layout's seed that the player's random choices came from.
    pub player_seed: u64,
    /// The games that were won.
    pub wins: Wins,
    /// The fingerprint of the first eight games, or of all games if there are fewer.
    #[serde(with = "crate::stats::hexadecimal")]
    pub first: u64,
    /// The sums over all games.
    pub tally: Tally,
}

/// The time that a chunk of games took.
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
    /// Plays a chunk of a plan. The record depends only on the two and on the program.
    ///
    /// # Panics
    /// Panics if a player breaks the rules of the game, which is a bug of the player.
    pub fn play(plan: &Plan, chunk: Chunk) -> Record {
        let played = ChunkPlayer::new(plan).play(chunk, &|| false, &|_| ()).expect("it is never stopped");
        Record::new(plan, played).0
    }

    /// Creates the record of a chunk of this plan, and that of its timing.
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

    /// Checks that the numbers of the record agree with each other, and sets the number of games of `wins`.
    ///
    /// Returns `None` if the numbers disagree.
    pub(crate) fn checked(mut self, case: &Case) -> Option<Record> {
        self.wins = self.wins.of_games(self.tally.games)?;
        let has_luck = self.tally.luck.is_some();
        let is_fine = self.wins.count() == self.tally.wins
            && has_luck == self.estimate.is_some()
            && self.tally.is_consistent(&case.rules);
        is_fine.then_some(self)
    }
}

/// Finds the chunks of a plan that records belong to.
pub(crate) struct Places<'a> {
    plan: &'a Plan,
    cases: HashMap<(String, String), usize>,
}

impl<'a> Places<'a> {
    pub(crate) fn new(plan: &'a Plan) -> Places<'a> {
        Places { plan, cases: plan.case_index() }
    }

    /// Returns the place of a record and its case, after checking the numbers of the record.
    ///
    /// # Errors
    /// Returns an error if the plan has no such chunk, or the numbers disagree.
    pub(crate) fn checked(&self, record: &Record) -> Result<(Place, &'a Case), PlaceError> {
        let (place, case_idx) = self.of(record).map_err(PlaceError::NoPiece)?;
        let case = &self.plan.cases[case_idx];
        record.clone().checked(case).map(|_| (place, case)).ok_or(PlaceError::Damaged)
    }

    /// Returns the place of a record, and the index of its case.
    ///
    /// # Errors
    /// Returns what is not in the plan: `games on 9x9/10, which the manifest does not have`.
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
            return Err(format!("{n_games} games from seed {seed}, which is not a chunk of the manifest"));
        }
        let idx = case_idx as u64 * plan.n_chunks_per_case() + first / plan.n_per_chunk;
        let is_whole = n_games == plan.chunk(idx).n_games;
        Ok((if is_whole { Place::Whole(idx) } else { Place::Part { idx, size: n_games } }, case_idx))
    }
}
