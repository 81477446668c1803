//! Looks at how a network under training does, by games that nothing is learned from.

use std::sync::Arc;

use minewise::{Game, Grid, Player, Rules, Seed, Status};
use serde::{Deserialize, Serialize};

use crate::network::{Network, NetworkPlayer};

/// How the last few looks went.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Looks {
    /// The mean loss, of late.
    loss: Option<f32>,
    /// Games won, at each of the last looks.
    wins: Vec<u64>,
    n_looks: u64,
}

/// The games of a look.
const N_GAMES: u64 = 20;
/// The looks that are told of.
const N_LOOKS: usize = 10;
/// Games of looks are of these seeds, which no experiment reports and no lesson is from.
const FIRST: u64 = 1 << 62;

impl Looks {
    /// Takes note of a loss.
    pub(super) fn note(&mut self, loss: f32) {
        self.loss = Some(self.loss.map_or(loss, |mean| 0.99 * mean + 0.01 * loss));
    }

    /// Has the network play some games.
    pub(super) fn look(&mut self, network: Network, rules: Rules) {
        let first = FIRST + self.n_looks * N_GAMES;
        self.n_looks += 1;
        if self.wins.len() == N_LOOKS {
            self.wins.remove(0);
        }
        self.wins.push(n_wins(network, rules, first..first + N_GAMES));
    }

    /// What came of it, in a few words.
    pub(super) fn told(&self) -> String {
        let n_games = self.wins.len() as u64 * N_GAMES;
        let wins = self.wins.iter().sum::<u64>() as f64 * 100.0 / n_games.max(1) as f64;
        format!("loss {:.4}, {wins:.0} % of {n_games} games won of late", self.loss.unwrap_or(f32::NAN))
    }
}

/// How many of the games of some seeds a network wins.
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
