//! Plays the games of a plan, one chunk at a time. Each chunk becomes a record.

use std::collections::HashMap;

use crate::play::arena::{Arena, GameResult};
use crate::play::plan::{Case, Chunk, Plan};
use crate::play::tally::Tally;
use crate::play::timing::Timing;
use crate::play::wins::Wins;

/// The results of the games of one case. Everything except the timing depends only on the case and its seeds.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The player and the rules.
    pub case: Case,
    /// The results of the games.
    pub tally: Tally,
    /// How long they took.
    pub timing: Timing,
}

/// A chunk that was played, and its results.
pub(crate) struct PlayedChunk {
    pub(crate) chunk: Chunk,
    pub(crate) wins: Wins,
    pub(crate) tally: Tally,
    /// The fingerprint of the first games; see [`N_FIRST`].
    pub(crate) first_fingerprint: u64,
    pub(crate) timing: Timing,
}

/// The first games of a chunk, fingerprinted to detect a changed player.
pub(crate) const N_FIRST: u64 = 8;

/// The number of games between two readings of the clock, which would otherwise cost more than a fast game.
const N_PER_BATCH: usize = 64;

/// Plays the chunks of a plan, one after the other.
pub struct ChunkPlayer<'a> {
    plan: &'a Plan,
    /// The arenas by the indices of their cases. They are kept, since some players compute their first cell only once.
    arenas: HashMap<usize, Arena>,
}

impl<'a> ChunkPlayer<'a> {
    pub(crate) fn new(plan: &'a Plan) -> ChunkPlayer<'a> {
        ChunkPlayer { plan, arenas: HashMap::new() }
    }

    /// Plays a chunk; returns `None` if it was stopped. `progress` is called with the number of games that have just
    /// ended.
    ///
    /// # Panics
    /// Panics if a player breaks the rules of the game, which is a bug of the player.
    pub(crate) fn play(
        &mut self,
        chunk: Chunk,
        must_stop: &dyn Fn() -> bool,
        progress: &dyn Fn(u64),
    ) -> Option<PlayedChunk> {
        let case = &self.plan.cases[chunk.case_idx];
        let new = || {
            Arena::new(case.rules, &case.player, self.plan.adjust).measuring_clicks(self.plan.measures_clicks)
        };
        let arena = self.arenas.entry(chunk.case_idx).or_insert_with(new);
        let mut played = PlayedChunk {
            chunk,
            wins: Wins::default(),
            tally: Tally::default(),
            first_fingerprint: 0,
            timing: Timing::default(),
        };
        let mut batch: Vec<GameResult> = Vec::with_capacity(N_PER_BATCH);
        let mut games = chunk.first..chunk.first + chunk.n_games;
        while played.tally.games < chunk.n_games {
            batch.clear();
            let seeds = games.by_ref().take(N_PER_BATCH).take_while(|_| !must_stop());
            arena.play_all(seeds.map(|game| self.plan.seeds(game)), &mut batch);
            if must_stop() {
                return None;
            }
            for game in &batch {
                if played.tally.games < N_FIRST {
                    played.first_fingerprint = played.first_fingerprint.wrapping_add(game.fingerprint);
                }
                played.wins.push(game.won);
                played.tally.add(&case.rules, game);
            }
            progress(batch.len() as u64);
        }
        played.timing = arena.take_timing();
        Some(played)
    }
}
