//! Work that takes more than a moment: what is asked for, and how it is done.
//!
//! A job is done wherever there is time for it: on a thread, in a process of its own, in another worker of a browser. It
//! needs nothing but its message, so it can be cancelled at any moment by ending whoever does it.

use minewise::{Game, Grid, Layout, NoGuessError, Position, Rules, Seed, generate_no_guess};
use minewise_coach::zoo::Zoo;
use minewise_coach::{Analysis, CellReport, Judge, Judged, Kind, Pair, Review, TimedMove, watch};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use crate::limits::{covered_cell, read_player, read_view};
use crate::messages::{AnalyzeAsked, CellAsked};
use crate::problem::{Fault, Problem};

/// What is asked for.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Job {
    /// A view taken apart.
    Analyze(AnalyzeAsked),
    /// All there is to say of a cell.
    Cell(CellAsked),
    /// How good an answer to a puzzle is.
    Judge {
        /// What is shown.
        view: String,
        /// The cell to reveal.
        cell: Pair,
    },
    /// A layout that needs no guess from the first cell on.
    NoGuess {
        /// What is played.
        rules: String,
        /// What the layout comes from.
        seed: u64,
        /// The first cell.
        first: usize,
    },
    /// A game taken apart.
    Review {
        /// What was played.
        rules: String,
        /// What the layout came from.
        seed: u64,
        /// Where the mines are, if that does not follow from the seed.
        layout: Option<String>,
        /// What each move did, where and when.
        moves: Vec<(Kind, usize, u64)>,
    },
    /// A game played by a player.
    Watch {
        /// What is played.
        rules: String,
        /// What the layout comes from.
        seed: u64,
        /// Who plays.
        player: String,
    },
}

/// What is said of a job under way.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// How much is done of how much.
    Progress {
        /// What is done.
        done: u64,
        /// All there is to do.
        total: u64,
    },
    /// A part of the answer.
    Part(Box<RawValue>),
    /// The answer.
    Done(Box<RawValue>),
    /// There is none.
    Problem {
        /// Whose fault it is.
        fault: Fault,
        /// What is wrong.
        problem: Problem,
    },
}

/// Players whose choice takes no longer than a census.
const QUICK: [&str; 4] = ["exact", "random", "naive", "single-point"];

/// How many layouts are tried for one that needs no guess.
const MOST_TRIES: u64 = 1_000_000;

impl Job {
    /// Whether it takes no longer than some censuses, so that nobody needs to be able to cancel it.
    pub fn is_bounded(&self) -> bool {
        match self {
            Job::Analyze(asked) => {
                let player = asked.player();
                QUICK.contains(&player.split_once('(').map_or(player, |(name, _)| name).trim())
            }
            Job::Cell(_) | Job::Judge { .. } => true,
            Job::NoGuess { .. } | Job::Review { .. } | Job::Watch { .. } => false,
        }
    }
}

/// Does a job; `say` hears of what comes before the answer.
///
/// # Errors
/// When there is no answer.
pub fn work(zoo: &Zoo, job: &Job, say: &mut dyn FnMut(Reply)) -> Result<Box<RawValue>, Problem> {
    match job {
        Job::Analyze(asked) => analyze(zoo, asked),
        Job::Cell(asked) => cell(asked),
        Job::Judge { view, cell } => judge(view, *cell),
        Job::NoGuess { rules, seed, first } => no_guess(rules, *seed, *first),
        Job::Review { rules, seed, layout, moves } => review(rules, *seed, layout.as_deref(), moves, say),
        Job::Watch { rules, seed, player } => {
            let (rules, player) = (read_any_rules(rules)?, read_player(zoo, player)?);
            let mut see = |step| say(to_raw_value(&step).map_or_else(|error| failed(&error), Reply::Part));
            written(&watch(&rules, Seed(*seed), &player, &mut see).map_err(Problem::failed)?)
        }
    }
}

fn failed(error: &serde_json::Error) -> Reply {
    Reply::Problem { fault: Fault::Failed, problem: Problem::failed(error) }
}

fn written(answer: &impl Serialize) -> Result<Box<RawValue>, Problem> {
    to_raw_value(answer).map_err(Problem::failed)
}

fn read_any_rules(text: &str) -> Result<Rules, Problem> {
    text.parse().map_err(Problem::bad_input)
}

fn analyze(zoo: &Zoo, asked: &AnalyzeAsked) -> Result<Box<RawValue>, Problem> {
    let player = read_player(zoo, asked.player())?;
    let position = Position::new(read_view(&asked.view, asked.trust_flags)?);
    let no_census = |error| Problem::of_census(position.view().grid(), &error);
    written(&Analysis::of(&position, &player, &mut Judge::default()).map_err(no_census)?)
}

fn cell(asked: &CellAsked) -> Result<Box<RawValue>, Problem> {
    let view = read_view(&asked.view, asked.trust_flags)?;
    let cell = covered_cell(&view, asked.cell)?;
    let position = Position::new(view);
    let report = CellReport::of(&position, cell, &mut Judge::default());
    let report = report.map_err(|error| Problem::of_census(position.view().grid(), &error))?;
    written(&report.ok_or_else(|| Problem::failed("a covered cell has no explanation"))?)
}

fn judge(view: &str, cell: Pair) -> Result<Box<RawValue>, Problem> {
    let view = read_view(view, false)?;
    let cell = covered_cell(&view, cell)?;
    let position = Position::new(view);
    let judged = Judged::of(&position, cell, &mut Judge::default());
    written(&judged.map_err(|error| Problem::of_census(position.view().grid(), &error))?)
}

fn no_guess(rules: &str, seed: u64, first: usize) -> Result<Box<RawValue>, Problem> {
    match generate_no_guess(&Grid::new(read_any_rules(rules)?), Seed(seed), first, MOST_TRIES) {
        Ok(found) => written(&format!("{:#}", found.layout)),
        Err(error @ NoGuessError::NotFound { .. }) => {
            Err(Problem::no_answer(format!("{error}; try fewer mines, or begin elsewhere")))
        }
        Err(error) => Err(Problem::no_answer(error)),
    }
}

fn review(
    rules: &str,
    seed: u64,
    layout: Option<&str>,
    moves: &[(Kind, usize, u64)],
    say: &mut dyn FnMut(Reply),
) -> Result<Box<RawValue>, Problem> {
    let game = match layout {
        Some(layout) => Game::with_layout(&layout.parse::<Layout>().map_err(Problem::failed)?),
        None => Game::new(&Grid::new(read_any_rules(rules)?), Seed(seed)),
    };
    let timed =
        |&(kind, cell, elapsed_ms): &(Kind, usize, u64)| TimedMove { made: kind.at(cell), elapsed_ms };
    let moves: Vec<TimedMove> = moves.iter().map(timed).collect();
    let review = Review::of(game, &moves, &mut |n_done| {
        say(Reply::Progress { done: n_done as u64, total: moves.len() as u64 });
    });
    let wrong = |(at, error)| Problem::no_answer(format!("move {}: {error}", at + 1));
    written(&review.map_err(wrong)?)
}
