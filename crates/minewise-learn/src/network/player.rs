//! `cnn` and `dqn`: reveal the cell that a network likes best.

use std::sync::Arc;

use minewise::{Cell, Choice, Player, Position, Reason, Rng, Rules, Seed, View};
use minewise_players::Entry;

use super::{Network, Says};
use crate::shared::data::first_cell;

/// Reveals the covered cell that a network thinks least risky, or worth most. The first cell is a corner.
#[derive(Clone)]
pub struct NetworkPlayer {
    network: Arc<Network>,
    rng: Rng,
}

impl NetworkPlayer {
    /// A player by this network.
    pub fn new(network: Arc<Network>) -> NetworkPlayer {
        NetworkPlayer { network, rng: Rng::new(Seed::default()) }
    }
}

impl Network {
    /// The covered cell that it likes best, of those alike the first.
    pub fn best(&self, view: &View) -> Option<Cell> {
        let outputs = self.outputs(view);
        let dislike = |cell: &Cell| match self.says {
            Says::Risk => outputs[*cell],
            Says::Worth => -outputs[*cell],
        };
        view.covered().min_by(|one, other| dislike(one).total_cmp(&dislike(other)))
    }
}

impl NetworkPlayer {
    /// How `cnn` is asked for by name.
    pub fn cnn_entry() -> Entry {
        let source = "Minewise; networks named by 001 §V";
        let summary = "Reveals the cell that a convolutional network taught exact risks thinks least risky.";
        Entry::learned("cnn", source, summary, |options| {
            let help = "The network: what ships, or a file of `minewise learn cnn`.";
            Some(NetworkPlayer::new(options.model("model", &[("shipped", "cnn.network")], help)?))
        })
    }

    /// How `dqn` is asked for by name.
    pub fn dqn_entry() -> Entry {
        let source = "001 §V, after Mnih et al. 2013";
        let summary =
            "Reveals the cell that a convolutional network taught by its own games thinks worth most.";
        Entry::learned("dqn", source, summary, |options| {
            let help = "The network: what ships, or a file of `minewise learn dqn`.";
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
        let best = self.network.best(view).expect("a game that is on has covered cells");
        let why = match self.network.says {
            Says::Risk => "least risk by its network",
            Says::Worth => "worth most by its network",
        };
        Choice::reveal(best, Reason::Other(why.into()))
    }
}
