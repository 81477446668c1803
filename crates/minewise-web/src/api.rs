//! Every path of the API: a request becomes a message of the app, its answer a response.

mod analyze;
mod experiments;
mod games;
mod reviews;
mod schema;
mod zoo;

use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use minewise_app::{About, Begin, Message, ReviewProgress};
use minewise_coach::WatchEnd;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::answer::{Failure, response};
use crate::http::page;
use crate::http::stream::stream;
use crate::state::door::Door;

#[derive(OpenApi)]
#[openapi(
    components(schemas(Begin, WatchEnd, ReviewProgress)),
    info(
        title = "Minewise",
        description = "Plays, explains and measures Minesweeper. Cells are [row, column] from 0, views and layouts are in \
                   Minewise's notation on one line, chances are fractions, times are milliseconds. Whatever is wrong \
                   is told by a status from 400 on and {\"error\": a sentence}."
    )
)]
struct Described;

/// Every path, with what it takes and says.
fn described() -> OpenApiRouter<Door> {
    OpenApiRouter::with_openapi(Described::openapi())
        .routes(routes!(about))
        .routes(routes!(games::list, games::begin))
        .routes(routes!(games::import))
        .routes(routes!(games::game, games::remove))
        .routes(routes!(games::make_move))
        .routes(routes!(games::fork))
        .routes(routes!(games::view_at))
        .routes(routes!(games::transcript))
        .routes(routes!(reviews::review))
        .routes(routes!(reviews::puzzles))
        .routes(routes!(reviews::answer))
        .routes(routes!(analyze::analyze))
        .routes(routes!(analyze::cell))
        .routes(routes!(analyze::read))
        .routes(routes!(analyze::watch))
        .routes(routes!(zoo::players))
        .routes(routes!(zoo::reports))
        .routes(routes!(experiments::list, experiments::begin))
        .routes(routes!(experiments::remove))
        .routes(routes!(experiments::run))
        .routes(routes!(experiments::report))
}

/// The API's description.
pub(crate) fn description() -> utoipa::openapi::OpenApi {
    let mut description = described().into_openapi();
    schema::require_what_is_always_there(&mut description);
    description
}

/// The API and the page.
pub(crate) fn router(door: Door) -> Router {
    let (api, _) = described().split_for_parts();
    let description = description();
    api.route("/api/openapi.json", get(|| async { Json(description) }))
        .route("/reports/{name}", get(zoo::report))
        .fallback_service(get(page::serve).fallback(no_such_way))
        .method_not_allowed_fallback(no_such_way)
        .with_state(door)
}

async fn no_such_way() -> Failure {
    let sentence = "this path is not asked in this way; see GET /api/openapi.json";
    Failure::new(StatusCode::METHOD_NOT_ALLOWED, sentence)
}

/// What a request comes to.
type Res = Result<Response, Failure>;

/// The JSON body of a request, parts of its path, and its query, or what is wrong with them.
type Asked<T> = Result<Json<T>, JsonRejection>;
type Named<T> = Result<Path<T>, PathRejection>;
type Queried<T> = Result<Query<T>, QueryRejection>;

/// Has the app answer a message.
async fn ask(door: &Door, message: Message) -> Res {
    Ok(response(door.ask(message).await?))
}

/// Has the app answer a message by events. A message that makes no sense has no stream.
async fn streamed(door: Door, message: Message) -> Res {
    let begun = door.begin(message).await?;
    Ok(stream(move |events| async move { door.stream(begun, &events).await }).into_response())
}

/// What this server is and takes.
#[utoipa::path(get, path = "/api/about", responses((status = 200, body = About)))]
async fn about(State(door): State<Door>) -> Res {
    ask(&door, Message::About).await
}
