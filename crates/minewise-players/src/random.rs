//! `random`: any covered cell, each as likely.

use minewise::{Choice, Player, Position, Reason, Rng, Rules, Seed};

/// Reveals any covered cell, each as likely: the floor that every other player stands on.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Rng,
}

impl Default for Random {
    fn default() -> Random {
        Random { rng: Rng::new(Seed::default()) }
    }
}

impl Player for Random {
    fn start(&mut self, _: &Rules, seed: Seed) {
        self.rng = Rng::new(seed);
    }

    fn choose(&mut self, position: &Position) -> Choice {
        let view = position.view();
        loop {
            let nth = self.rng.below(view.n_covered());
            let cell = view.covered().nth(nth).expect("fewer than the covered cells");
            if !view.is_untouched() || view.grid().can_start_at(cell) {
                return Choice::reveal(cell, Reason::Random);
            }
        }
    }

    fn fork(&self) -> Box<dyn Player> {
        Box::new(self.clone())
    }
}
