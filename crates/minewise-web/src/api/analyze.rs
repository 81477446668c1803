//! Routes to analyse views, read files, and watch players.

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use minewise_app::{AnalyzeRequest, CellRequest, Message, Problem, Reading, WatchRequest};
use minewise_coach::{Analysis, CellReport, Step};
use serde::Deserialize;

use super::{JsonBody, QueryParams, Res, ask, streamed};
use crate::state::door::Door;

/// Analyses a view: the risk of every cell, the certain cells, and the move that a player would make.
#[utoipa::path(post, path = "/api/analyze", request_body = AnalyzeRequest,
    responses((status = 200, body = Analysis), (status = "4XX", body = Problem)))]
pub(super) async fn analyze(State(door): State<Door>, asked: JsonBody<AnalyzeRequest>) -> Res {
    ask(&door, Message::Analyze(asked?.0)).await
}

/// Reports on a covered cell: its risk, the numbers it may show, the chance to win, and why it is safe or a mine.
#[utoipa::path(post, path = "/api/cell", request_body = CellRequest,
    responses((status = 200, body = CellReport), (status = "4XX", body = Problem)))]
pub(super) async fn cell(State(door): State<Door>, asked: JsonBody<CellRequest>) -> Res {
    ask(&door, Message::Cell(asked?.0)).await
}

#[derive(Deserialize)]
pub(super) struct FileName {
    #[serde(default)]
    name: Option<String>,
}

/// Reads a file or pasted text in any known format.
#[utoipa::path(post, path = "/api/read", params(("name" = Option<String>, Query)),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, body = Reading), (status = "4XX", body = Problem)))]
pub(super) async fn read(
    State(door): State<Door>,
    file: QueryParams<FileName>,
    bytes: Result<Bytes, BytesRejection>,
) -> Res {
    ask(&door, Message::Read { name: file?.0.name, bytes: bytes?.to_vec() }).await
}

/// Streams a game played by a player, as server-sent events: `begin`, then `step`s, then `end`; or `problem`.
#[utoipa::path(get, path = "/api/watch",
    params(("rules" = String, Query), ("player" = String, Query), ("seed" = Option<String>, Query)),
    responses((status = 200, content_type = "text/event-stream", body = Step), (status = "4XX", body = Problem)))]
pub(super) async fn watch(State(door): State<Door>, asked: QueryParams<WatchRequest>) -> Res {
    let message = Message::Watch(asked?.0);
    streamed(door, message).await
}
