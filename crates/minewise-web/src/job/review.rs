//! A game taken apart.

use std::time::{Duration, Instant};

use minewise::{Cell, Game, Grid, Layout, Rules, Seed};
use minewise_coach::{Kind, Review, TimedMove};
use serde_json::Value;

use super::{Failure, Reply, Tell, answer};

/// How often progress is told.
const OFTEN: Duration = Duration::from_millis(100);

pub(super) fn review(
    rules: &str,
    seed: u64,
    layout: Option<&str>,
    moves: &[(Kind, Cell, u64)],
    tell: Tell<'_>,
) -> Result<Value, Failure> {
    let rules: Rules = rules.parse().map_err(Failure::said)?;
    let game = match layout {
        Some(layout) => Game::with_layout(&layout.parse::<Layout>().map_err(Failure::said)?),
        None => Game::new(&Grid::new(rules), Seed(seed)),
    };
    let moves: Vec<TimedMove> =
        moves.iter().map(|&(kind, cell, elapsed_ms)| TimedMove { made: kind.at(cell), elapsed_ms }).collect();
    let mut told = Instant::now();
    let mut is_gone = false;
    let review = Review::of(game, &moves, &mut |n_done| {
        if told.elapsed() >= OFTEN {
            told = Instant::now();
            let progress = Reply::Progress { done: n_done as u64, total: moves.len() as u64 };
            is_gone |= tell(progress).is_err();
        }
    });
    if is_gone {
        return Err(Failure::Gone);
    }
    answer(review.map_err(|(at, error)| Failure::Said(format!("move {}: {error}", at + 1)))?)
}
