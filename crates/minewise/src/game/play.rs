//! Plays whole games.

use crate::board::{Grid, Rules};
use crate::game::{Game, MoveError, Player};
use crate::num::Seed;

/// Plays a whole game and returns it, won, lost or given up.
///
/// The layout is determined by `seed`, and the player's random choices by a stream of it. So equal arguments give equal
/// games.
///
/// # Errors
/// When the player chooses a cell that cannot be revealed, which is a bug in the player.
///
/// # Examples
/// ```
/// use minewise::{Choice, Player, Position, Reason, Rules, Seed, Status, play_out};
/// struct InOrder;
/// impl Player for InOrder {
///     fn start(&mut self, _: &Rules, _: Seed) {}
///     fn choose(&mut self, position: &Position) -> Choice {
///         let cell = position.view().covered().next().expect("a game in play has a covered cell");
///         Choice::reveal(cell, Reason::Random)
///     }
/// }
/// let game = play_out(&mut InOrder, "9x9/10".parse()?, Seed(1))?;
/// assert_eq!(game.status(), Status::Lost);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play_out(player: &mut dyn Player, rules: Rules, seed: Seed) -> Result<Game, MoveError> {
    let mut game = Game::new(&Grid::new(rules), seed);
    player.start(&rules, seed.stream(1));
    while !game.is_over() {
        let Some(cell) = player.choose(game.position()).cell else { break };
        game.reveal(cell)?;
    }
    Ok(game)
}
