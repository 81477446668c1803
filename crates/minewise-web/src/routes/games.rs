//! Games: begun, played, listed, played on from.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::App;
use crate::job::Job;
use crate::limits::MOST_LISTED;
use crate::page::sent;
use crate::problem::{Asked, Named, Problem};
use crate::tables::{self, Tables};
use crate::wire;

/// Does something with the games and the database, where it may wait for the disk.
pub(super) async fn with_tables<T: Send + 'static>(
    app: &App,
    work: impl FnOnce(&Tables) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let tables = app.tables.clone();
    tokio::task::spawn_blocking(move || work(&tables))
        .await
        .map_err(|_| Problem::failed("this request met a bug in Minewise; please report it"))?
}

/// The newest games.
#[utoipa::path(get, path = "/api/games", operation_id = "list_games", responses((status = 200, body = wire::Games)))]
pub(super) async fn list(State(app): State<App>) -> Result<Json<wire::Games>, Problem> {
    let games = with_tables(&app, |tables| tables.newest(MOST_LISTED)).await?;
    Ok(Json(wire::Games { games }))
}

/// Begins a game.
#[utoipa::path(post, path = "/api/games", operation_id = "begin_game", request_body = wire::NewGame,
    responses((status = 201, body = wire::Game), (status = "4XX", body = wire::Problem)))]
pub(super) async fn begin(
    State(app): State<App>,
    Asked(asked): Asked<wire::NewGame>,
) -> Result<(StatusCode, Json<wire::Game>), Problem> {
    let game = with_tables(&app, move |tables| tables.begin(&asked)).await?;
    Ok((StatusCode::CREATED, Json(game)))
}

/// Takes over a game that was played elsewhere.
#[utoipa::path(post, path = "/api/games/import", operation_id = "import_game", request_body = wire::Import,
    responses((status = 201, body = wire::Game), (status = "4XX", body = wire::Problem)))]
pub(super) async fn import(
    State(app): State<App>,
    Asked(asked): Asked<wire::Import>,
) -> Result<(StatusCode, Json<wire::Game>), Problem> {
    let game = with_tables(&app, move |tables| tables.import(&asked.transcript)).await?;
    Ok((StatusCode::CREATED, Json(game)))
}

/// A game as its player may see it.
#[utoipa::path(get, path = "/api/games/{id}", params(("id" = String, Path)),
    responses((status = 200, body = wire::Game), (status = "4XX", body = wire::Problem)))]
pub(super) async fn game(
    State(app): State<App>,
    Named(id): Named<String>,
) -> Result<Json<wire::Game>, Problem> {
    with_tables(&app, move |tables| tables.told(&id)).await.map(Json)
}

/// Forgets a game.
#[utoipa::path(delete, path = "/api/games/{id}", operation_id = "remove_game", params(("id" = String, Path)),
    responses((status = 200), (status = "4XX", body = wire::Problem)))]
pub(super) async fn remove(State(app): State<App>, Named(id): Named<String>) -> Result<Json<()>, Problem> {
    with_tables(&app, move |tables| tables.remove(&id)).await.map(Json)
}

/// Makes a move.
#[utoipa::path(post, path = "/api/games/{id}/moves", params(("id" = String, Path)),
    request_body = wire::MoveAsked,
    responses((status = 200, body = wire::Moved), (status = "4XX", body = wire::Problem)))]
pub(super) async fn make_move(
    State(app): State<App>,
    Named(id): Named<String>,
    Asked(asked): Asked<wire::MoveAsked>,
) -> Result<Json<wire::Moved>, Problem> {
    let (game, first) = (id.clone(), asked);
    let (wanted, asked) = with_tables(&app, move |tables| Ok((tables.wanted(&game, &first)?, first))).await?;
    if let Some(tables::Wanted { rules, seed, first }) = wanted {
        let job = Job::NoGuess { rules: rules.to_string(), seed: seed.0, first };
        let layout: String = app.workers.answer(&job).await?;
        let game = id.clone();
        with_tables(&app, move |tables| tables.give_layout(&game, &layout)).await?;
    }
    with_tables(&app, move |tables| tables.make(&id, &asked)).await.map(Json)
}

/// A new game of the same layout, played on from some moment.
#[utoipa::path(post, path = "/api/games/{id}/fork", operation_id = "fork_game", params(("id" = String, Path)), request_body = wire::Fork,
    responses((status = 201, body = wire::Game), (status = "4XX", body = wire::Problem)))]
pub(super) async fn fork(
    State(app): State<App>,
    Named(id): Named<String>,
    Asked(asked): Asked<wire::Fork>,
) -> Result<(StatusCode, Json<wire::Game>), Problem> {
    let game = with_tables(&app, move |tables| tables.fork(&id, asked.at)).await?;
    Ok((StatusCode::CREATED, Json(game)))
}

/// The view of a game after so many moves.
#[utoipa::path(get, path = "/api/games/{id}/views/{at}", params(("id" = String, Path), ("at" = usize, Path)),
    responses((status = 200, body = wire::ViewAt), (status = "4XX", body = wire::Problem)))]
pub(super) async fn view_at(
    State(app): State<App>,
    Named((id, at)): Named<(String, usize)>,
) -> Result<Json<wire::ViewAt>, Problem> {
    let view = with_tables(&app, move |tables| {
        let (_, mut game, moves) = tables.replayable(&id)?;
        if at > moves.len() {
            return Err(Problem::bad_input(format!("the game has only {} moves", moves.len())));
        }
        tables::replay(&mut game, &moves[..at])?;
        Ok(format!("{:#}", game.view()))
    });
    Ok(Json(wire::ViewAt { view: view.await? }))
}

/// A finished game as text: its rules, seed and moves.
#[utoipa::path(get, path = "/api/games/{id}/transcript", operation_id = "game_transcript", params(("id" = String, Path)),
    responses((status = 200, content_type = "text/plain"), (status = "4XX", body = wire::Problem)))]
pub(super) async fn transcript(
    State(app): State<App>,
    Named(id): Named<String>,
) -> Result<Response, Problem> {
    let text = with_tables(&app, move |tables| {
        let (row, mut game, moves) = tables.replayable(&id)?;
        tables::replay(&mut game, &moves)?;
        tables::transcript(&row, &moves, game.status())
    });
    Ok(sent(text.await?, "text/plain", "no-cache"))
}
