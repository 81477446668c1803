//! What can be asked: every path of the API.

mod about;
mod analyze;
mod experiments;
mod games;
mod puzzles;
mod review;
mod stream;
mod watch;
mod zoo;

use std::sync::Arc;

use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::page;
use crate::pool::Pool;
use crate::problem::Problem;
use crate::store::Store;
use crate::tables::Tables;
use crate::wire;
use crate::workers::Workers;

/// What every request may need.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) store: Arc<Store>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) pool: Arc<Pool>,
    pub(crate) workers: Arc<Workers>,
}

#[derive(OpenApi)]
#[openapi(
    components(schemas(wire::Begin, wire::WatchEnd)),
    info(
        title = "Minewise",
        description = "Plays, explains and measures Minesweeper. Cells are [row, column] from 0, views and layouts are in \
                   Minewise's notation on one line, chances are fractions, times are milliseconds. Whatever is wrong \
                   is told by a status from 400 on and {\"error\": a sentence}."
    )
)]
struct Described;

/// Every path, with what it takes and says.
fn described() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Described::openapi())
        .routes(routes!(about::about))
        .routes(routes!(games::list, games::begin))
        .routes(routes!(games::import))
        .routes(routes!(games::game, games::remove))
        .routes(routes!(games::make_move))
        .routes(routes!(games::fork))
        .routes(routes!(games::view_at))
        .routes(routes!(games::transcript))
        .routes(routes!(review::review))
        .routes(routes!(puzzles::list))
        .routes(routes!(puzzles::answer))
        .routes(routes!(analyze::analyze))
        .routes(routes!(analyze::cell))
        .routes(routes!(analyze::read))
        .routes(routes!(watch::watch))
        .routes(routes!(zoo::players))
        .routes(routes!(zoo::reports))
        .routes(routes!(experiments::list, experiments::begin))
        .routes(routes!(experiments::remove))
        .routes(routes!(experiments::run))
        .routes(routes!(experiments::report))
}

/// The API's description.
pub(crate) fn description() -> utoipa::openapi::OpenApi {
    described().into_openapi()
}

/// The API and the page.
pub(crate) fn router(app: App) -> Router {
    let (api, description) = described().split_for_parts();
    api.route("/api/openapi.json", get(|| async { Json(description) }))
        .route("/reports/{name}", get(zoo::report))
        .fallback_service(get(page::serve).fallback(no_such_way))
        .method_not_allowed_fallback(no_such_way)
        .with_state(app)
}

async fn no_such_way() -> Problem {
    Problem::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "this path is not asked in this way; see GET /api/openapi.json",
    )
}
