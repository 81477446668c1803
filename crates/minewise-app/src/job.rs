//! Jobs: work that takes more than a moment.
//!
//! A job can run anywhere: on a thread, in a process of its own, or in a worker of a browser. It needs only its own
//! content, so it can be cancelled at any moment by ending the process or worker that runs it.

use minewise::census::CensusError;
use minewise::insight::{NoGuessError, generate_no_guess};
use minewise::{Game, Grid, Layout, Position, Rules, Seed};
use minewise_coach::zoo::Zoo;
use minewise_coach::{
    Analysis, CellReport, ChoiceRating, Fault, MoveKind, Pair, Problem, Review, TimedMove, watch,
};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use crate::games::{SharedAnalysis, ViewAnalysis};
use crate::limits::{covered_cell, read_player, read_view};

/// A job.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Job {
    /// Analyses a view.
    Analyze {
        /// The view.
        asked: ViewRequest,
        /// The player that chooses.
        player: String,
    },
    /// Makes the report of a cell.
    Cell {
        /// The view.
        asked: ViewRequest,
        /// The cell.
        cell: Pair,
    },
    /// Rates an answer to a puzzle.
    Judge {
        /// The view.
        view: String,
        /// The cell to reveal.
        cell: Pair,
    },
    /// Finds a layout that needs no guess after the first cell.
    NoGuess {
        /// The rules.
        rules: String,
        /// The seed of the layout.
        seed: u64,
        /// The first cell.
        first: usize,
    },
    /// Reviews a game.
    Review {
        /// The rules.
        rules: String,
        /// The seed of the layout.
        seed: u64,
        /// The layout, if it does not follow from the seed.
        layout: Option<String>,
        /// The kind, cell and time of each move.
        moves: Vec<(MoveKind, usize, u64)>,
    },
    /// Plays a game of a player, to be watched.
    Watch {
        /// The rules.
        rules: String,
        /// The seed of the layout.
        seed: u64,
        /// The player.
        player: String,
    },
}

/// The view of a question.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ViewRequest {
    /// The view.
    pub view: String,
    /// Whether flags are treated as mines.
    pub trust_flags: bool,
    /// The shared analysis, if the view belongs to a cached game. It is not sent to other processes.
    #[serde(skip)]
    pub analysis: Option<SharedAnalysis>,
}

impl ViewRequest {
    /// Creates the view of a question from its text.
    pub(crate) fn of_text(view: &str, trust_flags: bool) -> ViewRequest {
        ViewRequest { view: view.to_owned(), trust_flags, analysis: None }
    }

    /// Runs a question about the view.
    fn ask<T: Serialize>(
        &self,
        question: impl FnOnce(&mut ViewAnalysis) -> Result<T, Problem>,
    ) -> Result<Box<RawValue>, Problem> {
        let view = read_view(&self.view, self.trust_flags)?;
        let answer = match &self.analysis {
            Some(analysis) => analysis.ask(&view, question)?,
            None => question(&mut ViewAnalysis::new(view))?,
        };
        to_json(&answer)
    }
}

/// A reply of a job while it runs.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// The progress of the job.
    Progress {
        /// The amount of work done.
        done: u64,
        /// The total amount of work.
        total: u64,
    },
    /// A part of the answer.
    Part(Box<RawValue>),
    /// The answer.
    Done(Box<RawValue>),
    /// The job failed.
    Problem {
        /// The category of the error.
        fault: Fault,
        /// The error.
        problem: Problem,
    },
}

/// Players whose choice takes no longer than the rest of an analysis: the census, and the outlook by the last of these.
const QUICK: [&str; 5] = ["exact", "random", "naive", "single-point", "search(level=fast)"];

/// The maximum number of layouts tried to find one that needs no guess.
const MOST_TRIES: u64 = 1_000_000;

impl Job {
    /// Returns the view of a job that takes no longer than some censuses of it, so that a thread can run it; `None` for
    /// all other jobs.
    pub fn bounded_view(&self) -> Option<&str> {
        match self {
            Job::Analyze { asked, player } if is_quick(player) => Some(&asked.view),
            Job::Cell { asked, .. } => Some(&asked.view),
            Job::Judge { view, .. } => Some(view),
            Job::Analyze { .. } | Job::NoGuess { .. } | Job::Review { .. } | Job::Watch { .. } => None,
        }
    }
}

/// Checks whether a player, given by its text, is a quick one. Its options do not matter unless the list names them.
pub(crate) fn is_quick(player: &str) -> bool {
    let player: String = player.split_whitespace().collect();
    let name = player.split_once('(').map_or(&*player, |(name, _)| name);
    QUICK.contains(&name) || QUICK.contains(&&*player)
}

/// Runs a job, and returns its answer. `say` is called with all replies before the answer.
///
/// # Errors
/// Returns an error if there is no answer.
pub fn work(zoo: &Zoo, job: &Job, say: &mut dyn FnMut(Reply)) -> Result<Box<RawValue>, Problem> {
    match job {
        Job::Analyze { asked, player } => {
            let player = read_player(zoo, player)?;
            asked.ask(|ViewAnalysis { position, judge }| {
                Analysis::of(position, &player, judge).map_err(|error| no_census(position, &error))
            })
        }
        Job::Cell { asked, cell } => asked.ask(|known| report(known, *cell)),
        Job::Judge { view, cell } => ViewRequest::of_text(view, false).ask(|known| judged(known, *cell)),
        Job::NoGuess { rules, seed, first } => no_guess(rules, *seed, *first),
        Job::Review { rules, seed, layout, moves } => review(rules, *seed, layout.as_deref(), moves, say),
        Job::Watch { rules, seed, player } => {
            let (rules, player) = (read_any_rules(rules)?, read_player(zoo, player)?);
            let mut see = |step| say(to_raw_value(&step).map_or_else(|error| failed(&error), Reply::Part));
            to_json(&watch(&rules, Seed(*seed), &player, &mut see).map_err(Problem::failed)?)
        }
    }
}

fn failed(error: &serde_json::Error) -> Reply {
    Reply::Problem { fault: Fault::Failed, problem: Problem::failed(error) }
}

fn to_json(answer: &impl Serialize) -> Result<Box<RawValue>, Problem> {
    to_raw_value(answer).map_err(Problem::failed)
}

fn read_any_rules(text: &str) -> Result<Rules, Problem> {
    text.parse().map_err(Problem::bad_input)
}

fn no_census(position: &Position, error: &CensusError) -> Problem {
    Problem::of_census(position.view().grid(), error)
}

fn report(ViewAnalysis { position, judge }: &mut ViewAnalysis, cell: Pair) -> Result<CellReport, Problem> {
    let cell = covered_cell(position.view(), cell)?;
    let report = CellReport::of(position, cell, judge).map_err(|error| no_census(position, &error))?;
    report.ok_or_else(|| Problem::failed("a covered cell has no explanation"))
}

fn judged(ViewAnalysis { position, judge }: &mut ViewAnalysis, cell: Pair) -> Result<ChoiceRating, Problem> {
    let cell = covered_cell(position.view(), cell)?;
    ChoiceRating::of(position, cell, judge).map_err(|error| no_census(position, &error))
}

fn no_guess(rules: &str, seed: u64, first: usize) -> Result<Box<RawValue>, Problem> {
    match generate_no_guess(&Grid::new(read_any_rules(rules)?), Seed(seed), first, MOST_TRIES) {
        Ok(found) => to_json(&format!("{:#}", found.layout)),
        Err(error @ NoGuessError::NotFound { .. }) => {
            Err(Problem::no_answer(format!("{error}; try fewer mines, or another first cell")))
        }
        Err(error) => Err(Problem::no_answer(error)),
    }
}

fn review(
    rules: &str,
    seed: u64,
    layout: Option<&str>,
    moves: &[(MoveKind, usize, u64)],
    say: &mut dyn FnMut(Reply),
) -> Result<Box<RawValue>, Problem> {
    let game = match layout {
        Some(layout) => Game::with_layout(&layout.parse::<Layout>().map_err(Problem::failed)?),
        None => Game::new(&Grid::new(read_any_rules(rules)?), Seed(seed)),
    };
    let timed =
        |&(kind, cell, elapsed_ms): &(MoveKind, usize, u64)| TimedMove { made: kind.at(cell), elapsed_ms };
    let moves: Vec<TimedMove> = moves.iter().map(timed).collect();
    let review = Review::of(game, &moves, &mut |n_done| {
        say(Reply::Progress { done: n_done as u64, total: moves.len() as u64 });
    });
    let wrong = |(at, error)| Problem::no_answer(format!("move {}: {error}", at + 1));
    to_json(&review.map_err(wrong)?)
}
