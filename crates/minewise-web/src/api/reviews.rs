//! Routes for reviews of finished games, and for their mistakes as puzzles.

use axum::extract::State;
use minewise_app::{GameReview, Message, Problem, PuzzleAnswer, Puzzles};
use minewise_coach::ChoiceRating;
use serde::Deserialize;

use super::{JsonBody, PathParams, QueryParams, Res, ask, streamed};
use crate::state::door::Door;

/// Reviews a finished game. Sends server-sent events: `progress` {done, total}, then `review`; or `problem`.
#[utoipa::path(get, path = "/api/games/{id}/review", params(("id" = String, Path)),
    responses((status = 200, content_type = "text/event-stream", body = GameReview), (status = "4XX", body = Problem)))]
pub(super) async fn review(State(door): State<Door>, id: PathParams<String>) -> Res {
    let message = Message::Review { id: id?.0 };
    streamed(door, message).await
}

#[derive(Deserialize)]
pub(super) struct PuzzleFilter {
    #[serde(default)]
    game: Option<String>,
}

/// Lists the puzzles: the mistakes of reviewed games.
#[utoipa::path(get, path = "/api/puzzles", operation_id = "list_puzzles", params(("game" = Option<String>, Query)),
    responses((status = 200, body = Puzzles)))]
pub(super) async fn puzzles(State(door): State<Door>, filter: QueryParams<PuzzleFilter>) -> Res {
    ask(&door, Message::ListPuzzles { game: filter?.0.game }).await
}

/// Judges an answer to a puzzle.
#[utoipa::path(post, path = "/api/puzzles/{game}/{at}", operation_id = "answer_puzzle",
    params(("game" = String, Path), ("at" = usize, Path)), request_body = PuzzleAnswer,
    responses((status = 200, body = ChoiceRating), (status = "4XX", body = Problem)))]
pub(super) async fn answer(
    State(door): State<Door>,
    named: PathParams<(String, usize)>,
    asked: JsonBody<PuzzleAnswer>,
) -> Res {
    let (game, at) = named?.0;
    ask(&door, Message::AnswerPuzzle { game, at, asked: asked?.0 }).await
}
