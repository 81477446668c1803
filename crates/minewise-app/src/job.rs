//! Work that takes more than a moment: what is asked for, and how it is done.
//!
//! A job is done wherever there is time for it: on a thread, in a process of its own, in another worker of a browser. It
//! needs nothing but its message, so it can be cancelled at any moment by ending whoever does it.

use minewise::{CensusError, Game, Grid, Layout, NoGuessError, Position, Rules, Seed, generate_no_guess};
use minewise_coach::zoo::Zoo;
use minewise_coach::{Analysis, CellReport, Fault, Judged, Kind, Pair, Problem, Review, TimedMove, watch};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use crate::games::{Counted, Known};
use crate::limits::{covered_cell, read_player, read_view};

/// What is asked for.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Job {
    /// A view taken apart.
    Analyze {
        /// The view.
        asked: AskedView,
        /// Who chooses.
        player: String,
    },
    /// All there is to say of a cell.
    Cell {
        /// The view.
        asked: AskedView,
        /// The cell.
        cell: Pair,
    },
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

/// A view that is asked about.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AskedView {
    /// What is shown.
    pub view: String,
    /// Whether flags are taken for mines.
    pub trust_flags: bool,
    /// What was counted of it, if it is that of a game at hand. Another process has to count for itself.
    #[serde(skip)]
    pub counted: Option<Counted>,
}

impl AskedView {
    /// A view of which nothing is known but its text.
    pub(crate) fn of_text(view: &str, trust_flags: bool) -> AskedView {
        AskedView { view: view.to_owned(), trust_flags, counted: None }
    }

    /// Asks something about the view.
    fn ask<T: Serialize>(
        &self,
        question: impl FnOnce(&mut Known) -> Result<T, Problem>,
    ) -> Result<Box<RawValue>, Problem> {
        let answer = match &self.counted {
            Some(counted) => counted.ask(question)?,
            None => question(&mut Known::new(read_view(&self.view, self.trust_flags)?))?,
        };
        written(&answer)
    }
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

/// Players whose choice takes no longer than what every analysis takes: the census, and the outlook by the last of these.
const QUICK: [&str; 5] = ["exact", "random", "naive", "single-point", "search(level=fast)"];

/// How many layouts are tried for one that needs no guess.
const MOST_TRIES: u64 = 1_000_000;

impl Job {
    /// Whether it takes no longer than some censuses, so that nobody needs to be able to cancel it.
    pub fn is_bounded(&self) -> bool {
        match self {
            Job::Analyze { player, .. } => is_quick(player),
            Job::Cell { .. } | Job::Judge { .. } => true,
            Job::NoGuess { .. } | Job::Review { .. } | Job::Watch { .. } => false,
        }
    }
}

/// Whether a player, as it was asked for, is a quick one. Its options do not matter unless the list names them.
pub(crate) fn is_quick(player: &str) -> bool {
    let player: String = player.split_whitespace().collect();
    let name = player.split_once('(').map_or(&*player, |(name, _)| name);
    QUICK.contains(&name) || QUICK.contains(&&*player)
}

/// Does a job; `say` hears of what comes before the answer.
///
/// # Errors
/// When there is no answer.
pub fn work(zoo: &Zoo, job: &Job, say: &mut dyn FnMut(Reply)) -> Result<Box<RawValue>, Problem> {
    match job {
        Job::Analyze { asked, player } => {
            let player = read_player(zoo, player)?;
            asked.ask(|Known { position, judge }| {
                Analysis::of(position, &player, judge).map_err(|error| no_census(position, &error))
            })
        }
        Job::Cell { asked, cell } => asked.ask(|known| report(known, *cell)),
        Job::Judge { view, cell } => AskedView::of_text(view, false).ask(|known| judged(known, *cell)),
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

fn no_census(position: &Position, error: &CensusError) -> Problem {
    Problem::of_census(position.view().grid(), error)
}

fn report(Known { position, judge }: &mut Known, cell: Pair) -> Result<CellReport, Problem> {
    let cell = covered_cell(position.view(), cell)?;
    let report = CellReport::of(position, cell, judge).map_err(|error| no_census(position, &error))?;
    report.ok_or_else(|| Problem::failed("a covered cell has no explanation"))
}

fn judged(Known { position, judge }: &mut Known, cell: Pair) -> Result<Judged, Problem> {
    let cell = covered_cell(position.view(), cell)?;
    Judged::of(position, cell, judge).map_err(|error| no_census(position, &error))
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
