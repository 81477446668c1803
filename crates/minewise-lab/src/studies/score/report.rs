//! The report of scores.

use minewise_coach::{Problem, grouped};
use serde_json::json;

use super::{ScoreRecord, ScoreSettings};
use crate::report::Pages;
use crate::report::document::{Block, Document};
use crate::store::folder::{RECORDS, StudyFile};
use crate::store::journal;
use crate::store::source::Files;
use crate::store::text_file::ModelFiles;

/// Makes the report of the scores in these files.
pub(crate) fn pages(study: &StudyFile, files: &Files<'_>, _: ModelFiles) -> Result<Pages, Problem> {
    let settings: ScoreSettings = study.settings()?;
    let records: Vec<ScoreRecord> = journal::read_all(&files(RECORDS))?;
    let mut scores = Vec::new();
    for (rules, player) in
        settings.rules.iter().flat_map(|rules| settings.players.iter().map(move |player| (rules, player)))
    {
        scores.extend(records.iter().find(|score| score.rules == *rules && score.player == *player));
    }
    let is_complete = scores.len() == settings.rules.len() * settings.players.len();
    Ok(Pages::of_document(document(&scores), is_complete).with_figures(&json!({ "scores": scores })))
}

fn document(scores: &[&ScoreRecord]) -> Document {
    let fine = |fraction: f64| format!("{:.4} %", 100.0 * fraction);
    let unknown = || "unknown".to_owned();
    let row = |score: &&ScoreRecord| {
        vec![
            score.rules.clone(),
            score.player.clone(),
            grouped(&score.won),
            grouped(&score.layouts),
            fine(score.value),
            score.optimum.as_ref().map_or_else(unknown, |optimum| fine(optimum.value)),
            score.share_of_optimum.map_or_else(unknown, fine),
            grouped(&score.given_up),
        ]
    };
    let heads = ["rules", "player", "won", "of", "value", "optimum", "share", "given up"];
    let blocks = vec![
        Block::Text("Every layout of a board is played, so the scores are exact.".to_owned()),
        Block::table(&heads, 2, scores.iter().map(row).collect()),
    ];
    Document { title: "Scores without noise".to_owned(), blocks }
}
