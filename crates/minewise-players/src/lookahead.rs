//! Players that look ahead: they consider what a reveal may show, and how the game may continue after it.

mod bssuct;
mod expectimax;
mod limited_search;
mod perfect;
mod search;

use crate::entry::Entry;
pub use bssuct::{Backup, Belief, Bssuct, BssuctOptions, Leaf, ListingCost, Order, Prior, Reward};
pub use expectimax::Expectimax;
pub use limited_search::LimitedSearch;
pub use perfect::Perfect;
pub use search::{
    FIRST_SEED, Facts, FirstCell, Level, N_FACTS, Promise, Search, TriedGuess, Tutor, is_forced_guess,
};

/// The players of this module.
pub(crate) const ENTRIES: &[fn() -> Entry] =
    &[LimitedSearch::entry, Bssuct::entry, Expectimax::entry, Perfect::entry, Search::entry];

#[cfg(test)]
mod testing {
    use std::sync::Arc;

    use minewise::{Game, Grid, Move, Player, Seed};

    /// Plays a game to its end, and returns its moves.
    pub(super) fn play(player: &mut dyn Player, grid: &Arc<Grid>, seed: Seed) -> Vec<Move> {
        let mut game = Game::new(grid, seed);
        player.start(grid.rules(), seed);
        while !game.is_over() {
            game.reveal(player.choose(game.position()).cell.unwrap()).unwrap();
        }
        game.moves().to_vec()
    }
}
