//! The players, what was measured of them, and the reports that tell more.

use std::sync::LazyLock;

use axum::Json;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use minewise_coach::zoo::{OptionEntry, Values, Zoo};
use rust_embed::RustEmbed;
use serde::Deserialize;

use crate::page::sent;
use crate::problem::Problem;
use crate::wire;

/// The reports of the experiments that are committed.
#[derive(RustEmbed)]
#[folder = "../../record"]
#[include = "*/report.html"]
#[include = "*/report.json"]
struct Records;

/// What a report says to other tools.
#[derive(Deserialize)]
struct Summary {
    runs: Vec<wire::CaseResult>,
}

/// What was measured of every player under every set of rules; of several figures the one that is surest.
static RESULTS: LazyLock<Vec<wire::CaseResult>> = LazyLock::new(|| {
    let mut results: Vec<wire::CaseResult> = Vec::new();
    for file in Records::iter().filter(|file| file.ends_with("/report.json")) {
        let Some(content) = Records::get(&file) else { continue };
        let Ok(summary) = serde_json::from_slice::<Summary>(&content.data) else { continue };
        let name = file.trim_end_matches("/report.json").to_owned();
        for run in summary.runs {
            let run = wire::CaseResult { report: Some(name.clone()), ..run };
            let is_same =
                |other: &&mut wire::CaseResult| (&other.rules, &other.player) == (&run.rules, &run.player);
            match results.iter_mut().find(is_same) {
                Some(other) if width(&run) < width(other) => *other = run,
                Some(_) => {}
                None => results.push(run),
            }
        }
    }
    results
});

/// How wide the interval is: without luck if that was measured.
fn width(result: &wire::CaseResult) -> f64 {
    match (result.adjusted_ci95, result.win_rate_ci95) {
        (Some((low, high)), _) | (None, (Some(low), Some(high))) => high - low,
        _ => f64::INFINITY,
    }
}

/// Every player there is, with what was measured of it.
#[utoipa::path(get, path = "/api/players", responses((status = 200, body = wire::Players)))]
pub(super) async fn players() -> Json<wire::Players> {
    let players = Zoo::shipped().entries().map(|entry| wire::Player {
        name: entry.name().to_owned(),
        source: entry.source().to_owned(),
        summary: entry.summary().to_owned(),
        options: entry.options().iter().map(option).collect(),
        results: RESULTS.iter().filter(|result| name_of(&result.player) == entry.name()).cloned().collect(),
    });
    Json(wire::Players { players: players.collect() })
}

fn name_of(player: &str) -> &str {
    player.split_once('(').map_or(player, |(name, _)| name)
}

fn option(option: &OptionEntry) -> wire::PlayerOption {
    // Over the web, a model is one of those that ship.
    let values = match &option.values {
        Values::Model { shipped, .. } => Values::OneOf(shipped.clone()),
        values => values.clone(),
    };
    let words = match &values {
        Values::OneOf(words) => Some(words.iter().map(|&word| word.to_owned()).collect()),
        _ => None,
    };
    wire::PlayerOption {
        name: option.name.to_owned(),
        summary: option.summary.to_owned(),
        default: option.default.clone(),
        words,
        takes: values.to_string(),
    }
}

/// The reports of the experiments that are committed.
#[utoipa::path(get, path = "/api/reports", responses((status = 200, body = wire::Reports)))]
pub(super) async fn reports() -> Json<wire::Reports> {
    let mut reports: Vec<wire::ReportEntry> = Records::iter()
        .filter_map(|file| {
            let name = file.strip_suffix("/report.html")?.to_owned();
            let content = Records::get(&file)?;
            let html = String::from_utf8_lossy(&content.data).into_owned();
            let title = html.split_once("<title>")?.1.split_once("</title>")?.0.to_owned();
            let date = name.get(..10)?.to_owned();
            Some(wire::ReportEntry { name, title, date })
        })
        .collect();
    reports.sort_by(|one, other| other.date.cmp(&one.date).then_with(|| one.title.cmp(&other.title)));
    Json(wire::Reports { reports })
}

/// A report, as a page of its own.
pub(super) async fn report(Path(name): Path<String>) -> Response {
    match Records::get(&format!("{name}/report.html")) {
        Some(report) => sent(report.data.into_owned(), "text/html", "no-cache"),
        None => Problem::not_found("report").into_response(),
    }
}
