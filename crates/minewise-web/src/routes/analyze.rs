//! Views taken apart: the whole, a single cell, or whatever a file holds.

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::{Json, response::Response};
use minewise::{Document, Format, Layout, Position, Transcript, View};
use minewise_coach::{choose, has_a_cell_to_reveal};
use serde::{Deserialize, Serialize};

use super::App;
use crate::job::Job;
use crate::limits::{Ask, covered_cell};
use crate::problem::{Asked, Problem, Queried};
use crate::wire;

/// Players whose choice takes no longer than a census.
const AT_ONCE: [&str; 4] = ["exact", "random", "naive", "single-point"];

/// The risk of every cell of a view, the certain ones, and what a player would do.
#[utoipa::path(post, path = "/api/analyze", request_body = wire::AnalyzeAsked,
    responses((status = 200, body = wire::Analysis), (status = "4XX", body = wire::Problem)))]
pub(super) async fn analyze(
    State(app): State<App>,
    Asked(asked): Asked<wire::AnalyzeAsked>,
) -> Result<Response, Problem> {
    let spec = asked.player.as_deref().unwrap_or("exact").player()?;
    let is_quick = AT_ONCE.contains(&spec.entry().name());
    let player = spec.to_string();
    let counted = move || {
        let position = Position::new(asked.view.view(asked.trust_flags)?);
        let no_census = |error| Problem::of_census(position.view().grid(), &error);
        let mut analysis = wire::Analysis::of(&position, &spec).map_err(no_census)?;
        if !has_a_cell_to_reveal(position.view()) {
            return Ok(Counted::All(written(&analysis)?));
        }
        if is_quick {
            analysis.set_choice(choose(&position, &spec));
            return Ok(Counted::All(written(&analysis)?));
        }
        Ok(Counted::AllButChoice(analysis, format!("{:#}", position.view())))
    };
    match app.pool.run(counted).await? {
        Counted::All(response) => Ok(response),
        Counted::AllButChoice(mut analysis, view) => {
            analysis.set_choice(app.workers.answer(&Job::Choose { view, player }).await?);
            written(&analysis)
        }
    }
}

/// An analysis, or one that waits for the choice of a slow player.
enum Counted {
    All(Response),
    AllButChoice(wire::Analysis, String),
}

/// An answer written where there is time for it.
fn written(answer: &impl Serialize) -> Result<Response, Problem> {
    let bytes = serde_json::to_vec(answer).map_err(Problem::failed)?;
    Ok(([(header::CONTENT_TYPE, "application/json")], bytes).into_response())
}

/// All there is to say of a covered cell: its risk, what it may show, the chance to win, and why.
#[utoipa::path(post, path = "/api/cell", request_body = wire::CellAsked,
    responses((status = 200, body = wire::CellReport), (status = "4XX", body = wire::Problem)))]
pub(super) async fn cell(
    State(app): State<App>,
    Asked(asked): Asked<wire::CellAsked>,
) -> Result<Json<wire::CellReport>, Problem> {
    app.pool.run(move || report(&asked)).await.map(Json)
}

fn report(asked: &wire::CellAsked) -> Result<wire::CellReport, Problem> {
    let view = asked.view.view(asked.trust_flags)?;
    let cell = covered_cell(&view, asked.cell)?;
    let position = Position::new(view);
    let report = wire::CellReport::of(&position, cell);
    let report = report.map_err(|error| Problem::of_census(position.view().grid(), &error))?;
    report.ok_or_else(|| Problem::failed("a covered cell has no explanation"))
}

#[derive(Deserialize)]
pub(super) struct FileName {
    #[serde(default)]
    name: Option<String>,
}

/// Reads a file or pasted text of any known format.
#[utoipa::path(post, path = "/api/read", params(("name" = Option<String>, Query)),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, body = wire::Reading), (status = "4XX", body = wire::Problem)))]
pub(super) async fn read(
    State(app): State<App>,
    Queried(FileName { name }): Queried<FileName>,
    bytes: Result<Bytes, axum::extract::rejection::BytesRejection>,
) -> Result<Json<wire::Reading>, Problem> {
    let bytes = bytes?;
    app.pool.run(move || reading(name.as_deref(), &bytes)).await.map(Json)
}

fn reading(name: Option<&str>, bytes: &[u8]) -> Result<wire::Reading, Problem> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let is_transcript = text.lines().next().is_some_and(|line| line.contains(" seed "));
        if is_transcript {
            let transcript: Transcript = text.transcript()?;
            let rules = transcript.rules.to_string();
            return Ok(wire::Reading { kind: "transcript", text: transcript.to_string(), rules });
        }
        if let Ok(view) = text.view(false) {
            let layout = text.parse::<Layout>().ok().filter(|_| is_layout(&view));
            return Ok(of_document(&layout.map_or(Document::View(view), Document::Layout)));
        }
    }
    let format = name.and_then(Format::of_name).or_else(|| Format::of_content(bytes));
    let document = match format {
        Some(format) => format.read(bytes).map_err(Problem::bad_input)?,
        None => {
            let text = String::from_utf8_lossy(bytes);
            Document::View(text.parse::<View>().map_err(Problem::bad_input)?)
        }
    };
    document.rules().to_string().rules()?;
    Ok(of_document(&document))
}

/// Whether what reads as a view is rather a layout: all of its mines are shown, and nothing else is.
fn is_layout(view: &View) -> bool {
    let n_mines = view.shown_mines().count();
    n_mines > 0
        && n_mines == view.grid().rules().n_mines()
        && view.n_covered() + n_mines == view.grid().n_cells()
}

fn of_document(document: &Document) -> wire::Reading {
    let rules = document.rules().to_string();
    match document {
        Document::View(view) => wire::Reading { kind: "view", text: format!("{view:#}"), rules },
        Document::Layout(layout) => wire::Reading { kind: "layout", text: format!("{layout:#}"), rules },
    }
}
