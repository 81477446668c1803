//! The players, what was measured of them, and the reports that tell more.

use std::sync::LazyLock;

use axum::Json;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use minewise_app::{CaseResult, Players, Problem};
use minewise_coach::zoo::Zoo;
use rust_embed::RustEmbed;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::answer::Failure;
use crate::http::page::sent;

/// Reports of committed experiments, newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct Reports {
    /// The reports.
    reports: Vec<ReportEntry>,
}

/// A report: a page of its own at `/reports/{name}`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ReportEntry {
    /// By which it is asked for.
    name: String,
    /// What it is about.
    title: String,
    /// The day.
    date: String,
}

/// The reports of the experiments that are committed.
#[derive(RustEmbed)]
#[folder = "../../record"]
#[include = "*/report.html"]
#[include = "*/report.json"]
struct Records;

/// What a report says to other tools.
#[derive(Deserialize)]
struct Summary {
    runs: Vec<CaseResult>,
}

/// What was measured of every player under every set of rules; of several figures the one that is surest.
static RESULTS: LazyLock<Vec<CaseResult>> = LazyLock::new(|| {
    let mut results: Vec<CaseResult> = Vec::new();
    for file in Records::iter().filter(|file| file.ends_with("/report.json")) {
        let Some(content) = Records::get(&file) else { continue };
        let Ok(summary) = serde_json::from_slice::<Summary>(&content.data) else { continue };
        let name = file.trim_end_matches("/report.json").to_owned();
        for run in summary.runs {
            let run = CaseResult { report: Some(name.clone()), ..run };
            let is_same =
                |other: &&mut CaseResult| (&other.rules, &other.player) == (&run.rules, &run.player);
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
fn width(result: &CaseResult) -> f64 {
    match (result.adjusted_ci95, result.win_rate_ci95) {
        (Some((low, high)), _) | (None, (Some(low), Some(high))) => high - low,
        _ => f64::INFINITY,
    }
}

/// Every player there is, with what was measured of it.
#[utoipa::path(get, path = "/api/players", responses((status = 200, body = Players)))]
pub(super) async fn players() -> Json<Players> {
    let is_of = |result: &&CaseResult, name: &str| result.player.split('(').next() == Some(name);
    let results = |name: &str| RESULTS.iter().filter(|result| is_of(result, name)).cloned().collect();
    Json(Players::of(Zoo::shipped(), results))
}

/// The reports of the experiments that are committed.
#[utoipa::path(get, path = "/api/reports", responses((status = 200, body = Reports)))]
pub(super) async fn reports() -> Json<Reports> {
    let mut reports: Vec<ReportEntry> = Records::iter()
        .filter_map(|file| {
            let name = file.strip_suffix("/report.html")?.to_owned();
            let content = Records::get(&file)?;
            let html = String::from_utf8_lossy(&content.data).into_owned();
            let title = html.split_once("<title>")?.1.split_once("</title>")?.0.to_owned();
            let date = name.get(..10)?.to_owned();
            Some(ReportEntry { name, title, date })
        })
        .collect();
    reports.sort_by(|one, other| other.date.cmp(&one.date).then_with(|| one.title.cmp(&other.title)));
    Json(Reports { reports })
}

/// A report, as a page of its own.
pub(super) async fn report(Path(name): Path<String>) -> Response {
    match Records::get(&format!("{name}/report.html")) {
        Some(report) => sent(report.data.into_owned(), "text/html", "no-cache"),
        None => Failure::from(Problem::not_found("report")).into_response(),
    }
}
