//! Reviews of finished games, and puzzles made from their mistakes.

use minewise_coach::{ChoiceRating, Moment, MoveKind, Problem, Review, TimedMove};

use super::{Env, Finish, Next, StepInputs, parsed};
use crate::answer::{Answer, Content, to_json};
use crate::games::{fresh, game_after, timed};
use crate::job::Job;
use crate::limits::{MOST_LISTED, read_seed, read_view};
use crate::messages::{Damaged, GameReview, Puzzle, PuzzleAnswer, Puzzles};
use crate::rows::{Query, Rows, StoredGame, Write};

/// The version of the program. Reviews by other versions are made again.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

pub(super) fn review(id: &str, inputs: &StepInputs, env: &Env) -> Result<Next, Problem> {
    let Some(Rows::Review(stored, known)) = &inputs.rows else {
        return Ok(Next::Load(Query::Review { game: id.to_owned(), program: PROGRAM }));
    };
    let stored = stored.as_ref().ok_or_else(|| Problem::not_found("game"))?;
    let StoredGame { row, moves } = stored;
    if !game_after(row, moves)?.is_over() {
        return Err(Problem::conflict("the game is not over"));
    }
    if let Some(known) = known.as_ref().and_then(|known| parsed::<GameReview>(known).ok()) {
        return Ok(Answer::event("review", &known)?.into());
    }
    let Some(job_result) = &inputs.job_result else {
        let in_job = |TimedMove { made, elapsed_ms }| {
            let (kind, cell) = MoveKind::of(made);
            (kind, cell, elapsed_ms)
        };
        let job = Job::Review {
            rules: row.rules.clone(),
            seed: read_seed(&row.seed)?.0,
            layout: row.layout.clone(),
            moves: timed(moves).map(in_job).collect(),
        };
        return Ok(Next::Work { begin: None, job });
    };
    let review = GameReview { game: id.to_owned(), review: parsed(job_result)? };
    let text = to_json(&review)?;
    let mut writes = vec![Write::Review { game: id.to_owned(), program: PROGRAM, review: text.clone() }];
    let puzzle = |puzzle| Write::Puzzle { puzzle, created: env.now_ms };
    writes.extend(puzzles(id, &review.review, stored)?.into_iter().map(puzzle));
    let answer = Answer { is_new: false, content: Content::Event("review", text) };
    Ok(Next::Finish(Finish { writes, answer, game: None }))
}

/// Returns the mistakes of a review as puzzles, each with the view before the mistake.
fn puzzles(id: &str, review: &Review, stored: &StoredGame) -> Result<Vec<Puzzle>, Problem> {
    let is_mistake = |moment: &&Moment| moment.label.is_mistake();
    let mut mistakes = review.moments.iter().filter(is_mistake).peekable();
    let mut game = fresh(&stored.row)?;
    let mut found = Vec::new();
    for (at, made) in stored.moves.iter().enumerate() {
        if let Some(moment) = mistakes.next_if(|moment| moment.at == at) {
            found.push(Puzzle {
                game: id.to_owned(),
                at,
                rules: review.rules.clone(),
                view: format!("{:#}", game.view()),
                label: moment.label,
                lost: moment.lost,
                solved: false,
            });
        }
        game.make_again(made.made).map_err(Problem::failed)?;
    }
    Ok(found)
}

pub(super) fn list_puzzles(game: Option<String>, inputs: &StepInputs) -> Result<Next, Problem> {
    let Some(Rows::Puzzles(puzzles, damaged)) = &inputs.rows else {
        return Ok(Next::Load(Query::Puzzles { game, most: MOST_LISTED }));
    };
    let mut answer = Puzzles { puzzles: Vec::new(), damaged: damaged.clone() };
    for puzzle in puzzles {
        match check_puzzle(puzzle) {
            Ok(()) => answer.puzzles.push(puzzle.clone()),
            Err(Problem { error, .. }) => {
                answer.damaged.push(Damaged { id: format!("{}/{}", puzzle.game, puzzle.at), error });
            }
        }
    }
    Ok(Answer::json(&answer)?.into())
}

/// Checks that a puzzle can be played.
///
/// # Errors
/// Returns an error if the puzzle is damaged.
pub fn check_puzzle(puzzle: &Puzzle) -> Result<(), Problem> {
    let damaged = |problem: Problem| Problem::no_answer(format!("the puzzle is damaged: {}", problem.error));
    read_view(&puzzle.view, false).map(drop).map_err(damaged)
}

pub(super) fn answer_puzzle(
    game: &str,
    at: usize,
    asked: &PuzzleAnswer,
    inputs: &StepInputs,
) -> Result<Next, Problem> {
    let Some(Rows::Puzzle(puzzle)) = &inputs.rows else {
        return Ok(Next::Load(Query::Puzzle { game: game.to_owned(), at }));
    };
    let puzzle = puzzle.as_ref().ok_or_else(|| Problem::not_found("puzzle"))?;
    check_puzzle(puzzle)?;
    let Some(job_result) = &inputs.job_result else {
        let job = Job::Judge { view: puzzle.view.clone(), cell: asked.cell };
        return Ok(Next::Work { begin: None, job });
    };
    let judged: ChoiceRating = parsed(job_result)?;
    let solved = Write::Solved { game: game.to_owned(), at };
    let writes = if judged.solved { vec![solved] } else { Vec::new() };
    Ok(Next::Finish(Finish { writes, answer: Answer::json(&judged)?, game: None }))
}
