//! Work that may take long: what a worker is asked for and answers, and how it does it.
//!
//! A worker is this very program in a process of its own. It reads jobs from its standard input, a line of JSON each, and
//! answers with lines on its standard output; the last one of a job is `done` or `problem`. So work can be cancelled at
//! any moment, in the midst of a thought, by ending the process.

mod choose;
mod experiment;
mod no_guess;
mod review;
mod watch;

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::mpsc;

use minewise_coach::Kind;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a worker is asked for.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Job {
    /// What a player would do.
    Choose { view: String, player: String },
    /// A layout that needs no guess from this cell on.
    NoGuess { rules: String, seed: u64, first: usize },
    /// A game taken apart.
    Review { rules: String, seed: u64, layout: Option<String>, moves: Vec<(Kind, usize, u64)> },
    /// A game played by a player.
    Watch { rules: String, seed: u64, player: String },
    /// An experiment played into its folder.
    Experiment { folder: PathBuf },
}

/// What a worker answers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Reply {
    /// So much of so much is done.
    Progress { done: u64, total: u64 },
    /// A part of the answer.
    Part(Value),
    /// The answer.
    Done(Value),
    /// There is none.
    Problem(String),
}

/// Told of what comes before the answer.
type Tell<'a> = &'a mut dyn FnMut(Reply) -> io::Result<()>;

/// Why there is no answer.
#[derive(Debug)]
enum Failure {
    /// In a sentence.
    Said(String),
    /// Nobody listens any more.
    Gone,
}

impl From<io::Error> for Failure {
    fn from(_: io::Error) -> Failure {
        Failure::Gone
    }
}

impl Failure {
    #[expect(clippy::needless_pass_by_value, reason = "stands in `map_err` by its name")]
    fn said(error: impl ToString) -> Failure {
        Failure::Said(error.to_string())
    }
}

/// Does jobs as they come, until nobody asks any more.
///
/// # Errors
/// When the answers cannot be written.
pub fn work(out: &mut impl Write) -> io::Result<()> {
    for line in lines_of_stdin() {
        let reply = match serde_json::from_str(&line) {
            Err(error) => Reply::Problem(format!("not a job: {error}")),
            Ok(job) => match job_done(job, &mut |reply| say(out, &reply)) {
                Ok(answer) => Reply::Done(answer),
                Err(Failure::Said(sentence)) => Reply::Problem(sentence),
                Err(Failure::Gone) => return Ok(()),
            },
        };
        say(out, &reply)?;
    }
    Ok(())
}

fn say(out: &mut impl Write, reply: &Reply) -> io::Result<()> {
    serde_json::to_writer(&mut *out, reply)?;
    writeln!(out)?;
    out.flush()
}

/// The lines of the standard input. When it ends, so does the process, whatever it is doing: whoever asked is gone.
fn lines_of_stdin() -> mpsc::IntoIter<String> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        for line in io::stdin().lock().lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
        std::process::exit(0);
    });
    receiver.into_iter()
}

fn job_done(job: Job, tell: Tell<'_>) -> Result<Value, Failure> {
    match job {
        Job::Choose { view, player } => choose::choose(&view, &player),
        Job::NoGuess { rules, seed, first } => no_guess::find(&rules, seed, first),
        Job::Review { rules, seed, layout, moves } => {
            review::review(&rules, seed, layout.as_deref(), &moves, tell)
        }
        Job::Watch { rules, seed, player } => watch::watch(&rules, seed, &player, tell),
        Job::Experiment { folder } => experiment::play(&folder, tell),
    }
}

fn answer(answer: impl Serialize) -> Result<Value, Failure> {
    serde_json::to_value(answer).map_err(Failure::said)
}
