//! A game that a player plays, step by step.

use minewise::{Game, Grid, Layout, Move, MoveError, Rules, Seed, Status};
use serde::{Deserialize, Serialize};

use crate::analysis::Choice;
use crate::judge::{Judge, Outlook};
use crate::messages::{Pair, Standing, changes, pairs};
use crate::zoo::PlayerSpec;

/// A move of a player that is watched.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Step {
    /// What it chose, and why.
    pub choice: Choice,
    /// The cells that it is sure are mines, if it says so.
    pub marks: Vec<Pair>,
    /// Row, column and letter of each cell that shows something else now.
    pub changed: Vec<(usize, usize, char)>,
    /// How the game stands.
    pub status: Standing,
    /// What the view was worth before it, with the best choice; `None` if that is too much work.
    pub outlook: Option<Outlook>,
}

/// How a game ended that a player was watched in.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WatchEnd {
    /// How it ended.
    pub status: WatchStatus,
    /// Where the mines are.
    pub layout: String,
}

/// How a game that a player was watched in can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum WatchStatus {
    /// The player won.
    Won,
    /// It lost.
    Lost,
    /// It gave up.
    Stuck,
}

/// Plays a game from a seed and hands each step to `see`.
///
/// # Errors
/// When the player breaks the rules of the game.
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
            status: Standing::On,
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

/// Where the mines are, even of a game that was given up.
fn layout(game: &Game, seed: Seed) -> Layout {
    let first = match game.moves().first() {
        Some(&Move::Reveal(first)) => first,
        _ => 0,
    };
    Layout::generate(game.view().grid(), seed, first)
}
