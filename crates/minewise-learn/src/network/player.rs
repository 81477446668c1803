//! `cnn` and `dqn`: reveal the cell that a network likes best.

use std::sync::Arc;

use minewise::{Cell, Choice, Player, Position, Reason, Rng, Rules, Seed, View};

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

    fn fork(&self) -> Box<dyn Player> {
        Box::new(self.clone())
    }
}
