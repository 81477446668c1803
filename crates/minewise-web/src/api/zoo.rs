//! Routes for the players with their measured results, and for the reports.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use axum::Json;
use minewise_app::{CaseResult, Players, Problem};
use minewise_coach::zoo::Zoo;
use minewise_lab::{ModelFiles, Pages, Source};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{PathParams, Res};
use crate::http::page::document;
use crate::records;
use crate::state::door::blocking;

/// The reports of committed studies, newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct Reports {
    /// The reports.
    reports: Vec<ReportEntry>,
}

/// A report, whose page is at `/reports/{name}`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ReportEntry {
    /// The name in its path.
    name: String,
    /// The title.
    title: String,
    /// The day it was made, as `YYYY-MM-DD`.
    date: String,
}

/// The part of `report.json` that is used here.
#[derive(Deserialize)]
struct Summary {
    runs: Vec<CaseResult>,
}

/// The results of every player under every set of rules. If there are several, the most precise one.
static RESULTS: LazyLock<Vec<CaseResult>> = LazyLock::new(|| {
    let mut results: Vec<CaseResult> = Vec::new();
    for (name, content) in records::all("report.json") {
        let Ok(summary) = serde_json::from_slice::<Summary>(&content) else { continue };
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

/// The width of the confidence interval, of the adjusted rate if there is one.
fn width(result: &CaseResult) -> f64 {
    match (result.adjusted_ci95, result.win_rate_ci95) {
        (Some((low, high)), _) | (None, (Some(low), Some(high))) => high - low,
        _ => f64::INFINITY,
    }
}

/// Lists every player with its measured results.
#[utoipa::path(get, path = "/api/players", responses((status = 200, body = Players)))]
pub(super) async fn players() -> Json<Players> {
    let is_of = |result: &&CaseResult, name: &str| result.player.split('(').next() == Some(name);
    let results = |name: &str| RESULTS.iter().filter(|result| is_of(result, name)).cloned().collect();
    Json(Players::of(Zoo::shipped(), results))
}

/// Lists the reports of committed studies.
#[utoipa::path(get, path = "/api/reports", responses((status = 200, body = Reports)))]
pub(super) async fn reports() -> Json<Reports> {
    let mut reports: Vec<ReportEntry> = records::all("report.md")
        .filter_map(|(name, content)| {
            let heading = std::str::from_utf8(&content).ok()?.lines().next()?;
            // Remove the backslashes that escape special characters in Markdown.
            let title = heading.strip_prefix("# ")?.replace('\\', "");
            let date = name.get(..10)?.to_owned();
            Some(ReportEntry { name, title, date })
        })
        .collect();
    reports.sort_by(|one, other| other.date.cmp(&one.date).then_with(|| one.title.cmp(&other.title)));
    Json(Reports { reports })
}

/// The pages made so far, by name: each is made only once.
static PAGES: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());

/// The page of a report.
pub(super) async fn report(name: PathParams<String>) -> Res {
    let name = name?.0;
    // Reading long records takes a while.
    let html = blocking(move || page(name)).await?;
    Ok(document(html, "text/html", "no-cache"))
}

/// Makes the page of a report from the embedded records.
fn page(name: String) -> Result<String, Problem> {
    if records::read(&name, "report.md").is_none() {
        return Err(Problem::not_found("report"));
    }
    // The lock is held while the page is made, so that concurrent requests do not make it twice.
    let mut pages = PAGES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(html) = pages.get(&name) {
        return Ok(html.clone());
    }
    let files = |file: &str| Source::bytes(file, records::read(&name, file).as_deref());
    let html = Pages::of(&files, ModelFiles::Refused).map_err(Problem::failed)?.html().to_owned();
    pages.insert(name, html.clone());
    Ok(html)
}
