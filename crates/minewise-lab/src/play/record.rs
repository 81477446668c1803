//! The line of a run that tells what came of a chunk of games.

use std::collections::HashMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::play::chunk::{PlayedChunk, Seat};
use crate::play::plan::{Case, Chunk, Plan};
use crate::play::tally::Tally;
use crate::play::timing::Timing;
use crate::play::wins::Wins;

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

/// How long a chunk of games took. It may be told twice of a chunk, if a kill came just then.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TimingRecord {
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
            estimate: plan.measure.adjust.estimate(),
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

/// The place of a record in a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The place of its chunk.
    pub(crate) chunk_idx: u64,
    /// The place of its case.
    pub(crate) case_idx: usize,
    /// Whether it has all games of the chunk. It has fewer if there were fewer to be played when it was written.
    pub(crate) is_whole: bool,
}

impl<'a> Places<'a> {
    pub(crate) fn new(plan: &'a Plan) -> Places<'a> {
        Places { plan, cases: plan.case_index() }
    }

    /// Where a record belongs.
    ///
    /// # Errors
    /// What of it is not in the plan.
    pub(crate) fn of(&self, record: &Record) -> Result<Place, Misplaced> {
        let plan = self.plan;
        let Record { rules, player, seed, player_seed, tally, .. } = record;
        let Some(&case_idx) = self.cases.get(&(rules.clone(), player.clone())) else {
            return Err(if self.cases.keys().any(|(known, _)| known == rules) {
                Misplaced::Player { rules: rules.clone(), player: player.clone() }
            } else {
                Misplaced::Rules(rules.clone())
            });
        };
        if *player_seed != plan.player_seed {
            return Err(Misplaced::PlayerSeed(*player_seed));
        }
        let first = seed.wrapping_sub(plan.seed.0);
        if tally.games == 0 || first.saturating_add(tally.games) > plan.n_games {
            return Err(Misplaced::Games { seed: *seed, n_games: tally.games });
        }
        if !first.is_multiple_of(plan.n_per_chunk) || tally.games > plan.n_per_chunk {
            return Err(Misplaced::Chunk { seed: *seed, n_games: tally.games });
        }
        let chunk_idx = case_idx as u64 * plan.n_chunks_per_case() + first / plan.n_per_chunk;
        let is_whole = tally.games == plan.chunk(chunk_idx).n_games;
        Ok(Place { chunk_idx, case_idx, is_whole })
    }
}

/// Why a record has no place in a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Misplaced {
    Rules(String),
    Player { rules: String, player: String },
    PlayerSeed(u64),
    Games { seed: u64, n_games: u64 },
    Chunk { seed: u64, n_games: u64 },
}

/// Says what a manifest has not: `games on 9x9/10, which the manifest has not`.
impl fmt::Display for Misplaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misplaced::Rules(rules) => write!(f, "games on `{rules}`, which the manifest has not"),
            Misplaced::Player { rules, player } => {
                write!(f, "games of `{player}` on `{rules}`, which the manifest has not")
            }
            Misplaced::PlayerSeed(seed) => write!(f, "the player seed {seed}, which the manifest has not"),
            Misplaced::Games { seed, n_games } => {
                write!(f, "{n_games} games from seed {seed}, which are beyond those of the manifest")
            }
            Misplaced::Chunk { seed, n_games } => {
                write!(f, "{n_games} games from seed {seed}, which is no chunk of the manifest")
            }
        }
    }
}
