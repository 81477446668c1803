//! The players `cnn` and `dqn`: they reveal the cell that a network rates best.

use std::sync::Arc;

use minewise::{Cell, Choice, Player, Position, Reason, Rng, Rules, Seed, View};
use minewise_players::Entry;

use super::{Network, Output};
use crate::shared::data::first_cell;

/// A player that reveals the covered cell with the least risk, or the highest value, by a network. The first cell is a
/// corner.
#[derive(Clone)]
pub struct NetworkPlayer {
    network: Arc<Network>,
    rng: Rng,
}

impl NetworkPlayer {
    /// Creates a player that uses this network.
    pub fn new(network: Arc<Network>) -> NetworkPlayer {
        NetworkPlayer { network, rng: Rng::new(Seed::default()) }
    }
}

impl Network {
    /// The covered cell with the best output; of equal ones the first.
    pub fn best(&self, view: &View) -> Option<Cell> {
        let outputs = self.outputs(view);
        let cost = |cell: &Cell| match self.output {
            Output::Risk => outputs[*cell],
            Output::Value => -outputs[*cell],
        };
        view.covered().min_by(|one, other| cost(one).total_cmp(&cost(other)))
    }
}

impl NetworkPlayer {
    /// The entry of the player `cnn`.
    pub fn cnn_entry() -> Entry {
        let source = "Minewise; networks proposed by Gardea, Koontz & Silva 2015, §V";
        let summary =
            "Reveals the cell with the least risk by a convolutional network trained on exact risks.";
        Entry::learned("cnn", source, summary, |options| {
            let help = "The network: the shipped one, or a file made by `minewise learn cnn`.";
            Some(NetworkPlayer::new(options.model("model", &[("shipped", "cnn.network")], help)?))
        })
    }

    /// The entry of the player `dqn`.
    pub fn dqn_entry() -> Entry {
        let source = "Gardea, Koontz & Silva 2015, §V, after Mnih et al. 2013";
        let summary =
            "Reveals the cell with the highest value by a convolutional network trained on its own games.";
        Entry::learned("dqn", source, summary, |options| {
            let help = "The network: the shipped one, or a file made by `minewise learn dqn`.";
            Some(NetworkPlayer::new(options.model("model", &[("shipped", "dqn.network")], help)?))
        })
    }
}

impl Player for NetworkPlayer {
    fn start(&mut self, _: &Rules, seed: Seed) {
        self.rng = Rng::new(seed);
    }

    fn choose(&mut self, position: &Position) -> Choice {
        let view = position.view();
        if view.is_untouched() {
            return Choice::reveal(first_cell(view.grid(), &mut self.rng), Reason::Opening);
        }
        let best = self.network.best(view).expect("a game in progress has covered cells");
        let reason = match self.network.output {
            Output::Risk => "least risk by its network",
            Output::Value => "highest value by its network",
        };
        Choice::reveal(best, Reason::Other(reason.into()))
    }
}
