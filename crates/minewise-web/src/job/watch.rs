//! A game played by a player, step by step.

use minewise::{MoveError, Rules, Seed};
use minewise_coach::{PlayerSpec, watch as watched};
use serde_json::Value;

use super::{Failure, Reply, Tell, answer};

pub(super) fn watch(rules: &str, seed: u64, player: &str, tell: Tell<'_>) -> Result<Value, Failure> {
    let rules: Rules = rules.parse().map_err(Failure::said)?;
    let spec: PlayerSpec = player.parse().map_err(Failure::said)?;
    answer(watched(&rules, Seed(seed), &spec, &mut |step| {
        Ok::<_, Failure>(tell(Reply::Part(answer(step)?))?)
    })?)
}

impl From<MoveError> for Failure {
    fn from(error: MoveError) -> Failure {
        Failure::said(error)
    }
}
