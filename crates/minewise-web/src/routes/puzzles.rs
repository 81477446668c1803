//! Mistakes, to be done better.

use axum::Json;
use axum::extract::State;
use minewise::Position;
use serde::Deserialize;

use super::App;
use super::games::with_tables;
use crate::limits::{Ask, MOST_LISTED, covered_cell};
use crate::problem::{Asked, Named, Problem, Queried};
use crate::wire;

#[derive(Deserialize)]
pub(super) struct OfGame {
    #[serde(default)]
    game: Option<String>,
}

/// The mistakes of reviewed games.
#[utoipa::path(get, path = "/api/puzzles", operation_id = "list_puzzles", params(("game" = Option<String>, Query)),
    responses((status = 200, body = wire::Puzzles)))]
pub(super) async fn list(
    State(app): State<App>,
    Queried(OfGame { game }): Queried<OfGame>,
) -> Result<Json<wire::Puzzles>, Problem> {
    let store = app.store.clone();
    let puzzles = with_tables(&app, move |_| store.puzzles(game.as_deref(), MOST_LISTED)).await?;
    Ok(Json(wire::Puzzles { puzzles }))
}

/// Judges an answer to a puzzle.
#[utoipa::path(post, path = "/api/puzzles/{game}/{at}", operation_id = "answer_puzzle", params(("game" = String, Path), ("at" = usize, Path)),
    request_body = wire::PuzzleAnswer,
    responses((status = 200, body = wire::Judged), (status = "4XX", body = wire::Problem)))]
pub(super) async fn answer(
    State(app): State<App>,
    Named((game, at)): Named<(String, usize)>,
    Asked(asked): Asked<wire::PuzzleAnswer>,
) -> Result<Json<wire::Judged>, Problem> {
    let (store, name) = (app.store.clone(), game.clone());
    let puzzle = with_tables(&app, move |_| store.puzzle(&name, at)).await?;
    let judged = app.pool.run(move || judge(&puzzle.view, asked.cell)).await?;
    if judged.solved {
        let store = app.store.clone();
        with_tables(&app, move |_| store.set_solved(&game, at)).await?;
    }
    Ok(Json(judged))
}

fn judge(view: &str, cell: wire::Pair) -> Result<wire::Judged, Problem> {
    let view = view.view(false)?;
    let cell = covered_cell(&view, cell)?;
    let position = Position::new(view);
    let judged = wire::Judged::of(&position, cell);
    judged.map_err(|error| Problem::of_census(position.view().grid(), &error))
}
