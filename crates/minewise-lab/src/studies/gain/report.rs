//! The report of what a player gains over another.

use minewise_coach::Problem;
use serde_json::json;

use super::{Asked, Gained};
use crate::report::Pages;
use crate::report::document::{Block, Document};
use crate::report::words::{grouped, in_points, points};
use crate::store::folder::About;
use crate::store::source::Files;
use crate::store::text_file::ModelFiles;

/// The report of the measurement that these files are of.
pub(crate) fn pages(about: &About, files: &Files<'_>, _: ModelFiles) -> Result<Pages, Problem> {
    let asked: Asked = about.settings()?;
    let gained = Gained::read(&asked, files)?;
    let figures = json!({
        "rules": asked.rules,
        "player": asked.player,
        "over": asked.over,
        "seed": asked.seed,
        "games": gained.n_games,
        "wins": gained.n_won,
        "tries": asked.tries,
        "differing": gained.n_differing,
        "gain": { "mean": gained.gain.mean, "ci95": gained.gain.ci95 },
    });
    let is_complete = gained.n_games >= asked.games;
    Ok(Pages::of_document(&document(&asked, &gained), is_complete).with_figures(&figures))
}

fn document(asked: &Asked, gained: &Gained) -> Document {
    let Asked { rules, player, over, seed, .. } = asked;
    let per_game = gained.n_differing as f64 / gained.n_games.max(1) as f64;
    let (low, high) = gained.gain.ci95;
    let blocks = vec![
        Block::Text(format!("{rules}: {} games of {player}, from {seed} on.", grouped(gained.n_games))),
        Block::Text(format!("It chooses otherwise than {over} {per_game:.2} times a game.")),
        Block::Text(format!(
            "It gains {} points on it, {} to {} with 95 % confidence.",
            points(gained.gain.mean),
            in_points(low),
            in_points(high)
        )),
    ];
    Document { title: format!("What {player} gains over {over} on {rules}"), blocks }
}
