//! Games of a plan, played: a chunk at a time, which becomes a record.

use crate::play::arena::{Arena, Played};
use crate::play::plan::{Case, Chunk, Plan};
use crate::play::tally::Tally;
use crate::play::timing::Timing;
use crate::play::wins::Wins;

/// What came of the games of one case. All but the time depends on what was asked for alone.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Who played under which rules.
    pub case: Case,
    /// What came of the games.
    pub tally: Tally,
    /// How long they took.
    pub timing: Timing,
}

/// A chunk that was played, and what came of it.
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

/// So many games are played between two looks at the clock.
const N_PER_BATCH: usize = 64;

/// Where the chunks of a plan are played, one after the other.
pub struct Seat<'a> {
    plan: &'a Plan,
    /// The table of the last chunk, and the case that it is for.
    table: Option<(usize, Arena)>,
}

impl<'a> Seat<'a> {
    pub(crate) fn new(plan: &'a Plan) -> Seat<'a> {
        Seat { plan, table: None }
    }

    /// Plays a chunk at the table of its case, a new one if the last chunk was of another; `None` if stopped.
    /// `progress` is called with numbers of games as they end.
    ///
    /// # Panics
    /// When a player breaks the rules of the game, which is a bug of the player.
    pub(crate) fn play(
        &mut self,
        chunk: Chunk,
        must_stop: &dyn Fn() -> bool,
        progress: &dyn Fn(u64),
    ) -> Option<PlayedChunk> {
        let case = &self.plan.cases[chunk.case_idx];
        self.table.take_if(|(case_idx, _)| *case_idx != chunk.case_idx);
        let new = || (chunk.case_idx, Arena::new(case.rules, &case.player, self.plan.adjust));
        let (_, table) = self.table.get_or_insert_with(new);
        let mut played = PlayedChunk {
            chunk,
            wins: Wins::default(),
            tally: Tally::default(),
            first_fingerprint: 0,
            timing: Timing::default(),
        };
        let mut batch: Vec<Played> = Vec::with_capacity(N_PER_BATCH);
        let mut games = chunk.first..chunk.first + chunk.n_games;
        while played.tally.games < chunk.n_games {
            batch.clear();
            let seeds = games.by_ref().take(N_PER_BATCH).take_while(|_| !must_stop());
            table.play_all(seeds.map(|game| self.plan.seeds(game)), &mut batch);
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
        played.timing = table.take_timing();
        Some(played)
    }
}
