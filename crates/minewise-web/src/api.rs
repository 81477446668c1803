//! The paths of the API: a request becomes a message to the app, and the app's answer becomes the response.

mod analyze;
mod experiments;
mod games;
mod reviews;
mod schema;
pub(crate) mod zoo;

use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use minewise_app::{About, Message, ReviewProgress, WatchBegin};
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
    components(schemas(WatchBegin, WatchEnd, ReviewProgress)),
    info(
        title = "Minewise",
        description = "Plays, explains and measures Minesweeper. Cells are [row, column], both counted from 0. Views and \
                   layouts are in Minewise notation on one line. Chances are fractions from 0 to 1, and times are \
                   in milliseconds. An error has a status of 400 or above and a body {\"error\": a sentence}."
    )
)]
struct ApiDoc;

/// Every path, with its description.
fn routes_with_description() -> OpenApiRouter<Door> {
    OpenApiRouter::with_openapi(ApiDoc::openapi())
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

/// The OpenAPI description of the API.
pub(crate) fn description() -> utoipa::openapi::OpenApi {
    let mut description = routes_with_description().into_openapi();
    schema::require_nullable_fields(&mut description);
    description
}

/// The router of the API and the page.
pub(crate) fn router(door: Door) -> Router {
    let (api, _) = routes_with_description().split_for_parts();
    let description = description();
    api.route("/api/openapi.json", get(|| async { Json(description) }))
        .route("/reports/{name}", get(zoo::report))
        .fallback_service(get(page::serve).fallback(wrong_method))
        .method_not_allowed_fallback(wrong_method)
        .with_state(door)
}

async fn wrong_method() -> Failure {
    let sentence = "this path does not support this method; see GET /api/openapi.json";
    Failure::new(StatusCode::METHOD_NOT_ALLOWED, sentence)
}

/// The result of a request.
type Res = Result<Response, Failure>;

/// The JSON body of a request, or what is wrong with it.
type JsonBody<T> = Result<Json<T>, JsonRejection>;
/// The parameters in the path of a request, or what is wrong with them.
type PathParams<T> = Result<Path<T>, PathRejection>;
/// The query of a request, or what is wrong with it.
type QueryParams<T> = Result<Query<T>, QueryRejection>;

/// Lets the app answer a message.
async fn ask(door: &Door, message: Message) -> Res {
    Ok(response(door.ask(message).await?))
}

/// Lets the app answer a message with a stream of events. A malformed message gets an error instead of a stream.
async fn streamed(door: Door, message: Message) -> Res {
    let begun = door.begin(message).await?;
    Ok(stream(move |events| async move { door.stream(begun, &events).await }).into_response())
}

/// The version and the limits of this server.
#[utoipa::path(get, path = "/api/about", responses((status = 200, body = About)))]
async fn about(State(door): State<Door>) -> Res {
    ask(&door, Message::About).await
}
