//! Games: begun, played, listed, played on from.

use axum::extract::State;
use minewise_app::{Fork, Game, Games, Import, Message, MoveAsked, Moved, NewGame, Problem, ViewAt};

use super::{Asked, Named, Res, ask};
use crate::state::door::Door;

/// The newest games.
#[utoipa::path(get, path = "/api/games", operation_id = "list_games", responses((status = 200, body = Games)))]
pub(super) async fn list(State(door): State<Door>) -> Res {
    ask(&door, Message::ListGames).await
}

/// Begins a game.
#[utoipa::path(post, path = "/api/games", operation_id = "begin_game", request_body = NewGame,
    responses((status = 201, body = Game), (status = "4XX", body = Problem)))]
pub(super) async fn begin(State(door): State<Door>, asked: Asked<NewGame>) -> Res {
    ask(&door, Message::NewGame(asked?.0)).await
}

/// Takes over a game that was played elsewhere.
#[utoipa::path(post, path = "/api/games/import", operation_id = "import_game", request_body = Import,
    responses((status = 201, body = Game), (status = "4XX", body = Problem)))]
pub(super) async fn import(State(door): State<Door>, asked: Asked<Import>) -> Res {
    ask(&door, Message::ImportGame(asked?.0)).await
}

/// A game as its player may see it.
#[utoipa::path(get, path = "/api/games/{id}", params(("id" = String, Path)),
    responses((status = 200, body = Game), (status = "4XX", body = Problem)))]
pub(super) async fn game(State(door): State<Door>, id: Named<String>) -> Res {
    ask(&door, Message::Game { id: id?.0 }).await
}

/// Forgets a game.
#[utoipa::path(delete, path = "/api/games/{id}", operation_id = "remove_game", params(("id" = String, Path)),
    responses((status = 200), (status = "4XX", body = Problem)))]
pub(super) async fn remove(State(door): State<Door>, id: Named<String>) -> Res {
    ask(&door, Message::RemoveGame { id: id?.0 }).await
}

/// Makes a move.
#[utoipa::path(post, path = "/api/games/{id}/moves", params(("id" = String, Path)), request_body = MoveAsked,
    responses((status = 200, body = Moved), (status = "4XX", body = Problem)))]
pub(super) async fn make_move(State(door): State<Door>, id: Named<String>, asked: Asked<MoveAsked>) -> Res {
    ask(&door, Message::Move { id: id?.0, asked: asked?.0 }).await
}

/// A new game of the same layout, played on from some moment.
#[utoipa::path(post, path = "/api/games/{id}/fork", operation_id = "fork_game", params(("id" = String, Path)),
    request_body = Fork,
    responses((status = 201, body = Game), (status = "4XX", body = Problem)))]
pub(super) async fn fork(State(door): State<Door>, id: Named<String>, asked: Asked<Fork>) -> Res {
    ask(&door, Message::Fork { id: id?.0, asked: asked?.0 }).await
}

/// The view of a game after so many moves.
#[utoipa::path(get, path = "/api/games/{id}/views/{at}", params(("id" = String, Path), ("at" = usize, Path)),
    responses((status = 200, body = ViewAt), (status = "4XX", body = Problem)))]
pub(super) async fn view_at(State(door): State<Door>, named: Named<(String, usize)>) -> Res {
    let (id, at) = named?.0;
    ask(&door, Message::ViewAt { id, at }).await
}

/// A finished game as text: its rules, seed and moves.
#[utoipa::path(get, path = "/api/games/{id}/transcript", operation_id = "game_transcript",
    params(("id" = String, Path)),
    responses((status = 200, content_type = "text/plain"), (status = "4XX", body = Problem)))]
pub(super) async fn transcript(State(door): State<Door>, id: Named<String>) -> Res {
    ask(&door, Message::Transcript { id: id?.0 }).await
}
