//! An estimate of the chance to win from a view, the only one in the project.
//!
//! The census of a view is summarised by a vector of numbers ([`features`]), and a small neural network turns them into
//! a chance ([`network`]). Its weights are embedded data, fitted by `minewise learn chance` to millions of reveals of
//! games that no record reports. They are fitted so that the changes of the estimate from one reveal to the next agree
//! with the results of the games. It works for any board, start and topology, but most of the games were on the classic
//! boards.

mod features;
mod logistic;
mod network;

use std::sync::{Arc, LazyLock};

use minewise::Census;

pub use features::{Features, N_FEATURES};
pub(crate) use logistic::exp;
pub use logistic::logistic;
pub use network::{Layer, Network};

/// The weights that ship with the program.
static SHIPPED: LazyLock<Arc<Network>> = LazyLock::new(|| {
    let text = include_str!("chance/weights.txt");
    Arc::new(text.parse().expect("the weights that ship with the program are well formed"))
});

/// An estimator of the chance to win. It reuses its memory from view to view.
///
/// # Examples
/// ```
/// use minewise::{Census, View};
/// use minewise_players::Chance;
/// let view: View = "4x2/2 1.../1...".parse()?;
/// let chance = Chance::default().of(&Census::of(&view)?);
/// assert!(0.0 < chance && chance < 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Chance {
    network: Arc<Network>,
    features: Features,
}

impl Default for Chance {
    fn default() -> Chance {
        Chance::with_network(Arc::clone(&SHIPPED))
    }
}

impl Chance {
    /// Creates an estimator that uses this network.
    pub fn with_network(network: Arc<Network>) -> Chance {
        Chance { network, features: Features::default() }
    }

    /// Estimates the chance to win from the view of this census, if play is about as good as that of `exact`; 1 if the
    /// census decides every cell.
    pub fn of(&mut self, census: &Census) -> f64 {
        match self.features.read(census) {
            Some(features) => self.network.chance(features),
            None => 1.0,
        }
    }

    /// Identifies the weights: figures that used different weights must not be mixed.
    pub fn id(&self) -> &str {
        self.network.id()
    }
}

#[cfg(test)]
mod tests {
    use minewise::{Grid, Player, Rng, Seed, Status, View, testing};

    use super::*;
    use minewise::Rules;

    #[test]
    fn any_view_has_a_chance_between_0_and_1() {
        let mut rng = Rng::new(Seed(12));
        let mut chance = Chance::default();
        for _ in 0..5000 {
            let rules = Rules::random(&mut rng, 12);
            let view = testing::random_view(&mut rng, rules);
            let chance = chance.of(&Census::of(&view).unwrap());
            assert!((0.0..=1.0).contains(&chance), "{view:#}: {chance}");
        }
    }

    #[test]
    fn where_all_mines_are_known_the_chance_is_1() {
        for view in ["4x1/1 .10.", "4x1/1 .1..", "3x3/1 .../.1./..."] {
            let view: View = view.parse().unwrap();
            let census = Census::of(&view).unwrap();
            let is_known = view.covered().all(|cell| census.verdict(cell) != Some(minewise::Verdict::Open));
            assert_eq!(Chance::default().of(&census) == 1.0, is_known, "{view:#}");
        }
    }

    /// Plays games, estimates the chance to win in the middle of each, and compares the estimates with the results.
    #[test]
    fn estimates_agree_with_results_on_average() {
        for (rules, n_games) in [("30x16/99", 1500), ("16x16/40", 1500), ("9x9/10", 3000)] {
            let grid = Grid::new(rules.parse().unwrap());
            let (mut player, mut chance) = (crate::Exact::default(), Chance::default());
            let (mut estimated, mut won) = (0.0, 0.0);
            for seed in 0..n_games {
                let mut game = minewise::Game::new(&grid, Seed(seed));
                player.start(grid.rules(), Seed(seed));
                for n_reveals in 0.. {
                    if n_reveals == seed % 40 && !game.is_over() {
                        estimated += chance.of(game.position().census().unwrap());
                    }
                    if game.is_over() {
                        won += f64::from(u8::from(n_reveals > seed % 40 && game.status() == Status::Won));
                        break;
                    }
                    let cell = player.choose(game.position()).cell.unwrap();
                    game.reveal(cell).unwrap();
                }
            }
            let error = (estimated - won) / n_games as f64;
            assert!(error.abs() < 0.05, "{rules}: estimated {estimated}, won {won}");
        }
    }
}
