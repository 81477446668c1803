//! The report of a measurement of gain.

use minewise_coach::Problem;
use serde_json::json;

use super::{GainResult, GainSettings};
use crate::report::Pages;
use crate::report::document::{Block, Document};
use crate::report::format::{grouped, in_points, points};
use crate::store::folder::StudyFile;
use crate::store::source::Files;
use crate::store::text_file::ModelFiles;

/// Makes the report of the measurement in these files.
pub(crate) fn pages(study: &StudyFile, files: &Files<'_>, _: ModelFiles) -> Result<Pages, Problem> {
    let settings: GainSettings = study.settings()?;
    let result = GainResult::read(&settings, files)?;
    let figures = json!({
        "rules": settings.rules,
        "player": settings.player,
        "over": settings.over,
        "seed": settings.seed,
        "games": result.n_games,
        "wins": result.n_won,
        "tries": settings.tries,
        "differing": result.n_differing,
        "gain": { "mean": result.gain.mean, "ci95": result.gain.ci95 },
    });
    let is_complete = result.n_games >= settings.games;
    Ok(Pages::of_document(document(&settings, &result), is_complete).with_figures(&figures))
}

fn document(settings: &GainSettings, result: &GainResult) -> Document {
    let GainSettings { rules, player, over, seed, .. } = settings;
    let per_game = result.n_differing as f64 / result.n_games.max(1) as f64;
    let (low, high) = result.gain.ci95;
    let blocks = vec![
        Block::Text(format!(
            "{rules}: {} games of {player}, starting at seed {seed}.",
            grouped(result.n_games)
        )),
        Block::Text(format!("It chooses a different cell from {over} {per_game:.2} times per game.")),
        Block::Text(format!(
            "It gains {} percentage points over it ({} to {} with 95 % confidence).",
            points(result.gain.mean),
            in_points(low),
            in_points(high)
        )),
    ];
    Document { title: format!("What {player} gains over {over} on {rules}"), blocks }
}
