//! Routes for games: create, play, list, delete and continue them.

use axum::extract::State;
use minewise_app::{Fork, Game, Games, Import, Message, MoveRequest, MoveResult, NewGame, Problem, ViewAt};

use super::{JsonBody, PathParams, Res, ask};
use crate::state::door::Door;

/// Lists the newest games.
#[utoipa::path(get, path = "/api/games", operation_id = "list_games", responses((status = 200, body = Games)))]
pub(super) async fn list(State(door): State<Door>) -> Res {
    ask(&door, Message::ListGames).await
}

/// Creates a game.
#[utoipa::path(post, path = "/api/games", operation_id = "begin_game", request_body = NewGame,
    responses((status = 201, body = Game), (status = "4XX", body = Problem)))]
pub(super) async fn begin(State(door): State<Door>, asked: JsonBody<NewGame>) -> Res {
    ask(&door, Message::NewGame(asked?.0)).await
}

/// Imports a game from its transcript.
#[utoipa::path(post, path = "/api/games/import", operation_id = "import_game", request_body = Import,
    responses((status = 201, body = Game), (status = "4XX", body = Problem)))]
pub(super) async fn import(State(door): State<Door>, asked: JsonBody<Import>) -> Res {
    ask(&door, Message::ImportGame(asked?.0)).await
}

/// Shows a game. The seed and the mines are included only when it is over.
#[utoipa::path(get, path = "/api/games/{id}", params(("id" = String, Path)),
    responses((status = 200, body = Game), (status = "4XX", body = Problem)))]
pub(super) async fn game(State(door): State<Door>, id: PathParams<String>) -> Res {
    ask(&door, Message::Game { id: id?.0 }).await
}

/// Deletes a game.
#[utoipa::path(delete, path = "/api/games/{id}", operation_id = "remove_game", params(("id" = String, Path)),
    responses((status = 200), (status = "4XX", body = Problem)))]
pub(super) async fn remove(State(door): State<Door>, id: PathParams<String>) -> Res {
    ask(&door, Message::RemoveGame { id: id?.0 }).await
}

/// Makes a move.
#[utoipa::path(post, path = "/api/games/{id}/moves", params(("id" = String, Path)), request_body = MoveRequest,
    responses((status = 200, body = MoveResult), (status = "4XX", body = Problem)))]
pub(super) async fn make_move(
    State(door): State<Door>,
    id: PathParams<String>,
    asked: JsonBody<MoveRequest>,
) -> Res {
    ask(&door, Message::Move { id: id?.0, asked: asked?.0 }).await
}

/// Creates a new game of the same layout, which continues from a given moment.
#[utoipa::path(post, path = "/api/games/{id}/fork", operation_id = "fork_game", params(("id" = String, Path)),
    request_body = Fork,
    responses((status = 201, body = Game), (status = "4XX", body = Problem)))]
pub(super) async fn fork(State(door): State<Door>, id: PathParams<String>, asked: JsonBody<Fork>) -> Res {
    ask(&door, Message::Fork { id: id?.0, asked: asked?.0 }).await
}

/// The view of a game after a given number of moves.
#[utoipa::path(get, path = "/api/games/{id}/views/{at}", params(("id" = String, Path), ("at" = usize, Path)),
    responses((status = 200, body = ViewAt), (status = "4XX", body = Problem)))]
pub(super) async fn view_at(State(door): State<Door>, named: PathParams<(String, usize)>) -> Res {
    let (id, at) = named?.0;
    ask(&door, Message::ViewAt { id, at }).await
}

/// The transcript of a finished game: its rules, seed and moves.
#[utoipa::path(get, path = "/api/games/{id}/transcript", operation_id = "game_transcript",
    params(("id" = String, Path)),
    responses((status = 200, content_type = "text/plain"), (status = "4XX", body = Problem)))]
pub(super) async fn transcript(State(door): State<Door>, id: PathParams<String>) -> Res {
    ask(&door, Message::Transcript { id: id?.0 }).await
}
