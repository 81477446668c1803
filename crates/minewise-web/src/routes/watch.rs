//! Games played by players, to be watched.

use axum::extract::State;
use axum::response::IntoResponse;
use serde::Deserialize;

use super::App;
use super::stream::stream;
use crate::job::{Job, Reply};
use crate::limits::Ask;
use crate::problem::{Problem, Queried};
use crate::tables::drawn_seed;
use crate::wire;

#[derive(Deserialize)]
pub(super) struct Watched {
    rules: String,
    player: String,
    #[serde(default)]
    seed: Option<String>,
}

/// A game played by a player, as server-sent events: `begin`, then `step`s, then `end`; or `problem`.
#[utoipa::path(get, path = "/api/watch",
    params(("rules" = String, Query), ("player" = String, Query), ("seed" = Option<String>, Query)),
    responses((status = 200, content_type = "text/event-stream", body = wire::Step),
              (status = "4XX", body = wire::Problem)))]
pub(super) async fn watch(
    State(app): State<App>,
    Queried(asked): Queried<Watched>,
) -> Result<impl IntoResponse, Problem> {
    let (rules, player) = (asked.rules.rules()?.to_string(), asked.player.player()?.to_string());
    let seed = match asked.seed.as_deref().map(str::trim).filter(|seed| !seed.is_empty()) {
        Some(seed) => seed.seed()?,
        None => drawn_seed(),
    };
    Ok(stream(move |events| async move {
        let begin = wire::Begin { rules: rules.clone(), seed: seed.to_string(), player: player.clone() };
        events.tell("begin", &begin).await?;
        let mut running = app.workers.begin(&Job::Watch { rules, seed: seed.0, player }).await?;
        loop {
            match running.next().await? {
                Reply::Part(step) => events.tell("step", &step).await?,
                Reply::Done(end) => return events.tell("end", &end).await,
                Reply::Progress { .. } | Reply::Problem(_) => {}
            }
        }
    }))
}
