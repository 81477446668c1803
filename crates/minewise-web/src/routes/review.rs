//! Finished games taken apart.

use axum::extract::State;
use axum::response::IntoResponse;
use minewise::{Game, Status};
use serde_json::json;

use super::App;
use super::games::with_tables;
use super::stream::{Events, stream};
use crate::job::{Job, Reply};
use crate::problem::{Named, Problem};
use crate::store::MoveRow;
use crate::tables::replay;
use crate::wire;

/// Reviews of other programs are made anew.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// A finished game taken apart, as server-sent events: `progress` {done, total}, then `review`; or `problem`.
#[utoipa::path(get, path = "/api/games/{id}/review", params(("id" = String, Path)),
    responses((status = 200, content_type = "text/event-stream", body = wire::GameReview),
              (status = "4XX", body = wire::Problem)))]
pub(super) async fn review(
    State(app): State<App>,
    Named(id): Named<String>,
) -> Result<impl IntoResponse, Problem> {
    let (game, kept) = (id.clone(), app.store.clone());
    let (row, fresh, moves, known) = with_tables(&app, move |tables| {
        let (row, fresh, moves) = tables.replayable(&game)?;
        let known = kept.review(&game, PROGRAM)?;
        let mut played = fresh.clone();
        replay(&mut played, &moves)?;
        if played.status() == Status::On {
            return Err(Problem::conflict("the game is not over"));
        }
        Ok((row, fresh, moves, known))
    })
    .await?;
    let job = Job::Review {
        rules: row.rules,
        seed: row.seed.parse().map_err(Problem::failed)?,
        layout: row.layout,
        moves: moves.iter().map(timed).collect(),
    };
    Ok(stream(move |events| async move {
        let review = match known {
            Some(review) => review,
            None => make(&app, &events, &job, id, fresh, moves).await?,
        };
        events.tell("review", &review).await
    }))
}

fn timed(row: &MoveRow) -> (wire::Kind, usize, u64) {
    let (kind, cell) = wire::Kind::of(row.made);
    (kind, cell, row.elapsed_ms)
}

/// Has a review made and keeps it, with its mistakes as puzzles.
async fn make(
    app: &App,
    events: &Events,
    job: &Job,
    id: String,
    fresh: Game,
    moves: Vec<MoveRow>,
) -> Result<wire::GameReview, Problem> {
    let mut running = app.workers.begin(job).await?;
    let review: wire::Review = loop {
        match running.next().await? {
            Reply::Progress { done, total } => {
                events.tell("progress", &json!({ "done": done, "total": total })).await?;
            }
            Reply::Done(answer) => break serde_json::from_value(answer).map_err(Problem::failed)?,
            Reply::Part(_) | Reply::Problem(_) => {}
        }
    };
    let review = wire::GameReview { game: id, review };
    let (store, kept) = (app.store.clone(), review.clone());
    with_tables(app, move |_| {
        let puzzles = puzzles(&kept, fresh, &moves)?;
        store.add_review(&kept, PROGRAM, &puzzles)
    })
    .await?;
    Ok(review)
}

/// The mistakes of a review, each with the view that it was made in.
fn puzzles(
    reviewed: &wire::GameReview,
    mut game: Game,
    moves: &[MoveRow],
) -> Result<Vec<wire::Puzzle>, Problem> {
    let wire::GameReview { game: id, review } = reviewed;
    let is_mistake = |moment: &&wire::Moment| moment.label.is_mistake();
    let mut mistakes = review.moments.iter().filter(is_mistake).peekable();
    let mut found = Vec::new();
    for (at, made) in moves.iter().enumerate() {
        if let Some(moment) = mistakes.next_if(|moment| moment.at == at) {
            found.push(wire::Puzzle {
                game: id.clone(),
                at,
                rules: review.rules.clone(),
                view: format!("{:#}", game.view()),
                label: moment.label,
                lost: moment.lost,
                solved: false,
            });
        }
        game.make(made.made).map_err(Problem::failed)?;
    }
    Ok(found)
}
