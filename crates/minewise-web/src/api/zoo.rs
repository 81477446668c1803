//! The players, what was measured of them, and the reports that tell more.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use axum::Json;
use minewise_app::{CaseResult, Players, Problem};
use minewise_coach::zoo::Zoo;
use minewise_lab::{ModelFiles, Pages, Source};
use rust_embed::RustEmbed;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Named, Res};
use crate::http::page::sent;
use crate::state::door::blocking;

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

/// The experiments that are committed, by folder: what a report is made of, and what it says in short.
#[derive(RustEmbed)]
#[folder = "../../record"]
#[include = "*/study.json"]
#[include = "*/manifest.toml"]
#[include = "*/records.jsonl"]
#[include = "*/timings.jsonl"]
#[include = "*/report.md"]
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
            let name = file.strip_suffix("/report.md")?.to_owned();
            let content = Records::get(&file)?;
            let heading = std::str::from_utf8(&content.data).ok()?.lines().next()?;
            // Markdown has a backslash before letters that mean something to it.
            let title = heading.strip_prefix("# ")?.replace('\\', "");
            let date = name.get(..10)?.to_owned();
            Some(ReportEntry { name, title, date })
        })
        .collect();
    reports.sort_by(|one, other| other.date.cmp(&one.date).then_with(|| one.title.cmp(&other.title)));
    Json(Reports { reports })
}

/// The reports that were asked for, which are made once each.
static MADE: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());

/// A report, as a page of its own.
pub(super) async fn report(name: Named<String>) -> Res {
    let name = name?.0;
    // Long records take a while to read.
    let html = blocking(move || made(name)).await?;
    Ok(sent(html, "text/html", "no-cache"))
}

/// The page of a report, from the records that are embedded.
fn made(name: String) -> Result<String, Problem> {
    if Records::get(&format!("{name}/report.md")).is_none() {
        return Err(Problem::not_found("report"));
    }
    // Whoever asks at the same time waits for the same work.
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(html) = made.get(&name) {
        return Ok(html.clone());
    }
    let files = |file: &str| {
        let content = Records::get(&format!("{name}/{file}"));
        Source::bytes(file, content.as_ref().map(|content| &*content.data))
    };
    let html = Pages::of(&files, ModelFiles::Refused).map_err(Problem::failed)?.html().to_owned();
    made.insert(name, html.clone());
    Ok(html)
}
