//! Plans: which games are played, in which order, and in which chunks.

use std::collections::HashMap;

use minewise::{Rules, Seed};
use minewise_coach::{Adjust, PlayerSpec};

/// A player and the rules that it plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The rules.
    pub rules: Rules,
    /// The player.
    pub player: PlayerSpec,
    /// The value of the varied key, if the experiment varies one and this case depends on it.
    pub varied: Option<String>,
}

/// The games of an experiment: equally many of every case, on the same layouts.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The players and rules, in order.
    pub cases: Vec<Case>,
    /// The number of games of each case.
    pub n_games: u64,
    /// The seed of the first layout. Each following game uses the next seed.
    pub seed: Seed,
    /// The stream of the layout's seed that the player's random choices come from.
    pub player_seed: u64,
    /// The number of games per record.
    pub n_per_chunk: u64,
    /// How much luck to take out of the results.
    pub adjust: Adjust,
    /// Whether the clicks of won games are measured.
    pub measures_clicks: bool,
}

/// Consecutive games of one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// The index of the case in the plan.
    pub case_idx: usize,
    /// The index of the first game, from 0.
    pub first: u64,
    /// The number of games.
    pub n_games: u64,
}

impl Plan {
    /// The number of chunks of one case.
    pub fn n_chunks_per_case(&self) -> u64 {
        self.n_games.div_ceil(self.n_per_chunk)
    }

    /// The number of chunks of all cases.
    pub fn n_chunks(&self) -> u64 {
        self.cases.len() as u64 * self.n_chunks_per_case()
    }

    /// The number of games of all cases.
    pub fn n_games_in_all(&self) -> u64 {
        (self.cases.len() as u64).saturating_mul(self.n_games)
    }

    /// Returns a chunk by its index: first all chunks of the first case, then those of the second, and so on.
    pub fn chunk(&self, idx: u64) -> Chunk {
        let first = idx % self.n_chunks_per_case() * self.n_per_chunk;
        Chunk {
            case_idx: (idx / self.n_chunks_per_case()) as usize,
            first,
            n_games: self.n_per_chunk.min(self.n_games - first),
        }
    }

    /// Returns the seeds of a game: that of its layout, and that of the player.
    pub fn seeds(&self, game: u64) -> (Seed, Seed) {
        let layout_seed = Seed(self.seed.0.wrapping_add(game));
        (layout_seed, layout_seed.stream(self.player_seed))
    }

    /// Returns the indices of the cases by the canonical texts of their rules and players.
    pub(crate) fn case_index(&self) -> HashMap<(String, String), usize> {
        let key = |case: &Case| (case.rules.to_string(), case.player.to_string());
        self.cases.iter().enumerate().map(|(idx, case)| (key(case), idx)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_cover_every_game_of_every_case_once_and_in_order() {
        let case = |rules: &str| Case {
            rules: rules.parse().unwrap(),
            player: "exact".parse().unwrap(),
            varied: None,
        };
        for (n_games, n_per_chunk) in [(1, 1), (10, 3), (9, 3), (2, 5)] {
            let plan = Plan {
                cases: vec![case("3x3/1"), case("4x4/2")],
                n_games,
                seed: Seed(u64::MAX),
                player_seed: 1,
                n_per_chunk,
                adjust: Adjust::Off,
                measures_clicks: false,
            };
            let games = (0..plan.n_chunks()).map(|idx| plan.chunk(idx)).flat_map(|chunk| {
                (chunk.first..chunk.first + chunk.n_games).map(move |game| (chunk.case_idx, game))
            });
            let expected = (0..2).flat_map(|case_idx| (0..n_games).map(move |game| (case_idx, game)));
            assert!(games.eq(expected), "{n_games} {n_per_chunk}");
            assert_eq!(plan.n_games_in_all(), 2 * n_games);
            assert_eq!(plan.seeds(1), (Seed(0), Seed(0).stream(1)), "seeds wrap around");
        }
    }
}
