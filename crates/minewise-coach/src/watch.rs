//! Plays a game of a player step by step, so that it can be watched.

use minewise::game::MoveError;
use minewise::{Game, Grid, Layout, Move, Rules, Seed, Status};
use serde::{Deserialize, Serialize};

use crate::analysis::Choice;
use crate::judge::{Judge, Outlook};
use crate::messages::{GameStatus, Pair, changes, pairs};
use crate::zoo::PlayerSpec;

/// A move of a watched player.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Step {
    /// The choice of the player, and its reason.
    pub choice: Choice,
    /// The cells that the player marks as certain mines.
    pub marks: Vec<Pair>,
    /// The row, column and new letter of each cell that changed.
    pub changed: Vec<(usize, usize, char)>,
    /// The status of the game after the move.
    pub status: GameStatus,
    /// The outlook of the view before the move; `None` if computing it is too much work.
    pub outlook: Option<Outlook>,
}

/// The end of a watched game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WatchEnd {
    /// How it ended.
    pub status: WatchStatus,
    /// The layout of the game.
    pub layout: String,
}

/// How a watched game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum WatchStatus {
    /// The player won.
    Won,
    /// The player lost.
    Lost,
    /// The player gave up.
    Stuck,
}

/// Plays the game of a seed, and calls `see` with each step.
///
/// # Errors
/// Returns an error if the player breaks the rules of the game.
pub fn watch(
    rules: &Rules,
    seed: Seed,
    spec: &PlayerSpec,
    see: &mut dyn FnMut(Step),
) -> Result<WatchEnd, MoveError> {
    let mut game = Game::new(&Grid::new(*rules), seed);
    let mut player = spec.make();
    player.start(rules, seed.stream(1));
    let mut judge = Judge::default();
    while !game.is_over() {
        let position = game.position();
        let choice = player.choose(position);
        let step = Step {
            outlook: judge.outlook(position).ok(),
            choice: Choice::of(position, &choice, spec, &mut judge),
            marks: pairs(position.view().grid(), choice.marks.iter().copied()),
            changed: Vec::new(),
            status: GameStatus::On,
        };
        let Some(cell) = choice.cell else {
            see(step);
            break;
        };
        let before = game.view().clone();
        game.reveal(cell)?;
        see(Step { changed: changes(&before, game.view()), status: game.status().into(), ..step });
    }
    let status = match game.status() {
        Status::Won => WatchStatus::Won,
        Status::Lost => WatchStatus::Lost,
        Status::On => WatchStatus::Stuck,
    };
    Ok(WatchEnd { status, layout: format!("{:#}", layout(&game, seed)) })
}

/// Returns the layout of a game, even of one that was given up.
fn layout(game: &Game, seed: Seed) -> Layout {
    let first = match game.moves().first() {
        Some(&Move::Reveal(first)) => first,
        _ => 0,
    };
    Layout::generate(game.view().grid(), seed, first)
}
