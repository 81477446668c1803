//! A game taken apart.

use std::time::{Duration, Instant};

use minewise::{Cell, Game, Grid, Layout, Move, Rules, Seed};
use serde_json::Value;

use super::{Failure, Reply, Tell, answer};
use crate::wire;

/// How often progress is told.
const OFTEN: Duration = Duration::from_millis(100);

pub(super) fn review(
    rules: &str,
    seed: u64,
    layout: Option<&str>,
    moves: &[(wire::Kind, Cell)],
    tell: Tell<'_>,
) -> Result<Value, Failure> {
    let rules: Rules = rules.parse().map_err(Failure::said)?;
    let game = match layout {
        Some(layout) => Game::with_layout(&layout.parse::<Layout>().map_err(Failure::said)?),
        None => Game::new(&Grid::new(rules), Seed(seed)),
    };
    let grid = Grid::new(rules);
    let moves: Vec<Move> = moves.iter().map(|&(kind, cell)| kind.at(cell)).collect();
    let mut told = Instant::now();
    let mut is_gone = false;
    let review = minewise_lab::Review::of(game, &moves, &mut |n_done| {
        if told.elapsed() >= OFTEN {
            told = Instant::now();
            let progress = Reply::Progress { done: n_done as u64, total: moves.len() as u64 };
            is_gone |= tell(progress).is_err();
        }
    });
    if is_gone {
        return Err(Failure::Gone);
    }
    let review = review.map_err(|(at, error)| Failure::Said(format!("move {}: {error}", at + 1)))?;
    answer(wire::Review {
        game: String::new(),
        rules: rules.to_string(),
        status: review.status.into(),
        luck: review.luck(),
        lost: review.lost(),
        start: review.start(),
        moments: review.moments.iter().map(|moment| told_moment(&grid, moment)).collect(),
    })
}

fn told_moment(grid: &Grid, moment: &minewise_lab::Moment) -> wire::Moment {
    let (kind, cell) = wire::Kind::of(moment.made);
    let judgement = &moment.judgement;
    wire::Moment {
        at: moment.at,
        kind,
        cell: wire::pair(grid, cell),
        // Times are not the worker's business.
        elapsed_ms: 0,
        risk: judgement.risk,
        before: judgement.before,
        after: moment.after,
        win_is: if judgement.is_exact { wire::WinIs::Exact } else { wire::WinIs::Estimate },
        chosen: judgement.chosen,
        best: judgement.best.map(|cell| wire::pair(grid, cell)),
        label: judgement.label.name().to_owned(),
        lost: judgement.lost(),
        luck: moment.luck(),
        text: moment.text.clone(),
    }
}
