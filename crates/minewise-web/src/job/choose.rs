//! What a player would do.

use minewise::{Position, Seed, View};
use minewise_lab::PlayerSpec;
use serde_json::Value;

use super::{Failure, answer};
use crate::wire::Choice;

pub(super) fn choose(view: &str, player: &str) -> Result<Value, Failure> {
    let view: View = view.parse().map_err(Failure::said)?;
    let spec = PlayerSpec::without_files(player).map_err(Failure::said)?;
    answer(chosen(&Position::new(view), &spec))
}

/// What a player would do in a position, knowing nothing of what came before.
pub(crate) fn chosen(position: &Position, spec: &PlayerSpec) -> Choice {
    let mut player = spec.make();
    player.start(position.view().grid().rules(), Seed(0));
    Choice::of(position, &player.choose(position), spec)
}
