//! Plays games directly, without a folder to keep records in.

use minewise::{Rules, Seed};
use minewise_coach::{Adjust, PlayerSpec};

use crate::play::chunk::{ChunkPlayer, Outcome};
use crate::play::plan::{Case, Plan};

use crate::play::tally::Tally;
use crate::play::threads::each;
use crate::play::timing::Timing;

/// A number of games of one player under one set of rules.
#[derive(Clone, Debug)]
pub struct Bench {
    /// The rules of the games.
    pub rules: Rules,
    /// The player.
    pub player: PlayerSpec,
    /// The number of games.
    pub n_games: u64,
    /// The seed of the first layout. Each following game uses the next seed.
    pub seed: Seed,
    /// How much luck to take out of the results.
    pub adjust: Adjust,
}

impl Bench {
    /// Plays the games on `n_threads` threads. `progress` is called with the number of games that have just ended.
    ///
    /// # Panics
    /// Panics if the player breaks the rules of the game, which is a bug of the player.
    pub fn play(&self, n_threads: usize, progress: &(dyn Fn(u64) + Sync)) -> Outcome {
        play(&self.plan(n_threads), n_threads, progress)
    }

    /// Plays the games as [`Bench::play`] does, and also measures the clicks of those that are won.
    ///
    /// # Panics
    /// As [`Bench::play`].
    pub fn play_with_clicks(&self, n_threads: usize, progress: &(dyn Fn(u64) + Sync)) -> Outcome {
        play(&Plan { measures_clicks: true, ..self.plan(n_threads) }, n_threads, progress)
    }

    fn plan(&self, n_threads: usize) -> Plan {
        Plan {
            cases: vec![Case { rules: self.rules, player: self.player.clone(), varied: None }],
            n_games: self.n_games,
            seed: self.seed,
            player_seed: 1,
            // Small enough to keep all threads busy to the end, large enough that they seldom wait for each other.
            n_per_chunk: (self.n_games / (8 * n_threads.max(1) as u64)).clamp(1, 64),
            adjust: self.adjust,
            measures_clicks: false,
        }
    }
}

/// Plays the games of a plan with one case.
fn play(plan: &Plan, n_threads: usize, progress: &(dyn Fn(u64) + Sync)) -> Outcome {
    let (mut tally, mut timing) = (Tally::default(), Timing::default());
    each(
        plan.n_chunks(),
        n_threads,
        || ChunkPlayer::new(plan),
        |player, idx| player.play(plan.chunk(idx), &|| false, progress).expect("it is never stopped"),
        |_, played| {
            tally.merge(&played.tally);
            timing.merge(&played.timing);
        },
    );
    Outcome { case: plan.cases[0].clone(), tally, timing }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    fn play(rules: &str, player: &str, n_games: u64, n_threads: usize) -> Outcome {
        let bench = Bench {
            rules: rules.parse().unwrap(),
            player: player.parse().unwrap(),
            n_games,
            seed: Seed(7),
            adjust: Adjust::Quick,
        };
        let n_reported = AtomicU64::new(0);
        let outcome = bench.play_with_clicks(n_threads, &|n_games| {
            n_reported.fetch_add(n_games, Ordering::Relaxed);
        });
        assert_eq!((outcome.tally.games, n_reported.into_inner()), (n_games, n_games));
        assert_eq!(outcome.timing.games, n_games);
        outcome
    }

    #[test]
    fn results_do_not_depend_on_threads() {
        for (rules, player) in [("9x7/10", "exact"), ("9x7/10:any", "random")] {
            let expected = play(rules, player, 203, 1).tally;
            assert_eq!(play(rules, player, 203, 2).tally, expected);
            assert_eq!(play(rules, player, 203, 5).tally, expected);
        }
    }

    #[test]
    fn a_grid_without_mines_is_always_won_at_once() {
        let tally = play("4x3/0", "random", 10, 2).tally;
        assert_eq!((tally.wins, tally.reveals, tally.guesses, tally.uncovered), (10, 10, 0, 120));
        assert_eq!(tally.clicks.map(|clicks| clicks.efficiency().mean), Some(1.0));
        assert_eq!((tally.win_rate(), tally.uncovered_share()), (1.0, 1.0));
    }

    #[test]
    fn half_of_the_games_are_won_where_a_coin_decides() {
        // One of two cells is a mine: a player that survives the first reveal has won.
        let tally = play("2x1/1:any", "random", 400, 2).tally;
        assert_eq!((tally.reveals, tally.guesses), (400, 400));
        assert!((150..250).contains(&tally.wins), "{}", tally.wins);
    }

    #[test]
    fn exact_beats_random_and_guesses_less_by_the_reveal() {
        let (exact, random) = (play("9x9/10", "exact", 200, 2), play("9x9/10", "random", 200, 2));
        assert!(exact.timing.games_per_cpu_second().unwrap() > 0.0);
        let (exact, random) = (exact.tally, random.tally);
        assert!(exact.wins > 150 && random.wins < 10, "{} {}", exact.wins, random.wins);
        assert!(exact.guesses * random.reveals < random.guesses * exact.reveals);
        assert!(exact.uncovered_share() > random.uncovered_share());
        assert_eq!(
            exact.losses.total(),
            exact.losses.opening[0] + exact.losses.middle[0] + exact.losses.endgame[0]
        );
        assert!(random.losses.middle[1] > 0, "random overlooks safe cells");
    }
}
