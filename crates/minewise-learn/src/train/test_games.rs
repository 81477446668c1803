//! Measures a network in training on games that it does not learn from.

use std::sync::Arc;

use minewise::{Game, Grid, Player, Rules, Seed, Status};
use serde::{Deserialize, Serialize};

use crate::network::{Network, NetworkPlayer};

/// The results of the last tests of a network in training.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct TestGames {
    /// The running mean of the loss.
    loss: Option<f32>,
    /// The number of games won in each of the last tests.
    wins: Vec<u64>,
    #[serde(rename = "n_looks")]
    n_tests: u64,
}

/// The number of games in a test.
const N_GAMES: u64 = 20;
/// The number of tests that the summary is about.
const N_TESTS: usize = 10;
/// The first seed of the test games: no experiment reports these seeds, and no training game has one of them.
const FIRST: u64 = 1 << 62;

impl TestGames {
    /// Adds the loss of a batch to the running mean.
    pub(super) fn add_loss(&mut self, loss: f32) {
        self.loss = Some(self.loss.map_or(loss, |mean| 0.99 * mean + 0.01 * loss));
    }

    /// Tests the network on some games.
    pub(super) fn play(&mut self, network: Network, rules: Rules) {
        let first = FIRST + self.n_tests * N_GAMES;
        self.n_tests += 1;
        if self.wins.len() == N_TESTS {
            self.wins.remove(0);
        }
        self.wins.push(n_wins(network, rules, first..first + N_GAMES));
    }

    /// The loss and the win rate in the last tests, as text.
    pub(super) fn summary(&self) -> String {
        let n_games = self.wins.len() as u64 * N_GAMES;
        let wins = self.wins.iter().sum::<u64>() as f64 * 100.0 / n_games.max(1) as f64;
        format!("loss {:.4}, {wins:.0} % of the last {n_games} test games won", self.loss.unwrap_or(f32::NAN))
    }
}

/// The number of games with these seeds that a network wins.
fn n_wins(network: Network, rules: Rules, seeds: std::ops::Range<u64>) -> u64 {
    let grid = Grid::new(rules);
    let mut player = NetworkPlayer::new(Arc::new(network));
    let mut n_wins = 0;
    for seed in seeds.map(Seed) {
        let mut game = Game::new(&grid, seed);
        player.start(&rules, seed.stream(1));
        while !game.is_over() {
            let cell = player.choose(game.position()).cell.expect("a network never gives up");
            game.reveal(cell).expect("a player reveals covered cells");
        }
        n_wins += u64::from(game.status() == Status::Won);
    }
    n_wins
}
