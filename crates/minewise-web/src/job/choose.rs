//! What a player would do.

use minewise::{Position, View};
use minewise_coach::{PlayerSpec, choose as chosen};
use serde_json::Value;

use super::{Failure, answer};

pub(super) fn choose(view: &str, player: &str) -> Result<Value, Failure> {
    let view: View = view.parse().map_err(Failure::said)?;
    let spec: PlayerSpec = player.parse().map_err(Failure::said)?;
    answer(chosen(&Position::new(view), &spec))
}
