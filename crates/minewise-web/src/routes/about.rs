//! What this server is.

use axum::Json;

use crate::limits::{MOST_BYTES, MOST_CELLS, MOST_COUNT, MOST_EXPERIMENT_GAMES, MOST_LISTED};
use crate::wire;

/// What this server is and takes.
#[utoipa::path(get, path = "/api/about", responses((status = 200, body = wire::About)))]
pub(super) async fn about() -> Json<wire::About> {
    Json(wire::About {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        limits: wire::Limits {
            cells: MOST_CELLS,
            body_bytes: MOST_BYTES,
            player_count: MOST_COUNT,
            games: MOST_LISTED,
            experiment_games: MOST_EXPERIMENT_GAMES,
        },
    })
}
