//! `minewise learn`: makes what ships with the program as data.

mod classical;
mod mio;
mod network;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use minewise::{Grid, Rules};
use minewise_coach::Problem;
use minewise_lab::write_whole;
use minewise_learn::{CheckpointError, Course, Settings, chance, promise};
use minewise_players::FirstCell;
use serde::Serialize;
use serde_json::json;

use crate::io::options::{JsonArg, ThreadsArg};
use crate::io::progress::progress_bar;
use crate::io::{print_json, words};

/// Learns from games that it plays itself; stopped, it goes on where it was.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    learner: Learner,
}

/// What can be learned.
#[derive(clap::Subcommand)]
enum Learner {
    Chance(ChanceArgs),
    Classifier(classical::ClassifierArgs),
    #[command(about = "Learns the exact risks of all cells of a view, with a convolutional network")]
    Cnn(network::Args),
    #[command(about = "Learns what moves are worth from games of its own, with a convolutional network")]
    Dqn(network::Args),
    Mio(Box<mio::Args>),
    Opening(OpeningArgs),
    Promise(PromiseArgs),
    QTable(classical::QTableArgs),
    Regression(classical::RegressionArgs),
}

/// Learns the chance to win from a view, as the lab uses it to take luck out of results.
#[derive(clap::Args)]
struct ChanceArgs {
    #[command(flatten)]
    course: CourseArgs,
}

/// Learns what a view promises, by which `search` looks ahead.
#[derive(clap::Args)]
struct PromiseArgs {
    #[command(flatten)]
    course: CourseArgs,
}

/// What all courses are told.
#[derive(clap::Args)]
struct CourseArgs {
    /// How many games to learn from
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Which games; they are never those of an experiment
    #[arg(long, value_name = "S", default_value = "0")]
    seed: u64,
    #[command(flatten)]
    output: Output,
}

/// Where what is learned goes, and what else all learners are told.
#[derive(clap::Args)]
struct Output {
    /// Where to write what was learned; FILE.part keeps it until then
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    answer: JsonArg,
}

impl CourseArgs {
    fn settings(&self) -> Settings {
        Settings { n_games: self.games, seed: self.seed }
    }
}

/// Measures the best first cell, as `search` has it for the classic boards.
#[derive(clap::Args)]
struct OpeningArgs {
    /// What is played
    #[arg(long, value_name = "R")]
    rules: Rules,
    /// About how many games to play, all first cells together
    #[arg(long, value_name = "N", default_value = "720000", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    #[command(flatten)]
    answer: JsonArg,
}

/// What other tools read.
#[derive(Serialize)]
struct Answer {
    model: String,
    id: String,
    examples: u64,
    seconds: f64,
    /// The share of the variance of results that luck explained, over the last 10,000 games.
    explained: f64,
}

/// The time after which what is learned is written down.
const CHECKPOINT: Duration = Duration::from_secs(10);

/// Learns what was asked for.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    match &args.learner {
        Learner::Chance(args) => learn_chance(&args.course, out),
        Learner::Classifier(args) => classical::learn_classifier(args, out),
        Learner::Cnn(args) => network::learn_cnn(args, out),
        Learner::Dqn(args) => network::learn_dqn(args, out),
        Learner::Mio(args) => mio::run(args, out),
        Learner::Opening(args) => learn_opening(args, out),
        Learner::Promise(args) => learn_promise(&args.course, out),
        Learner::QTable(args) => classical::learn_q_table(args, out),
        Learner::Regression(args) => classical::learn_regression(args, out),
    }
}

fn learn_opening(args: &OpeningArgs, out: &mut impl Write) -> Result<()> {
    let bar = progress_bar(args.games, format!("{} first cells", args.rules));
    let opening = FirstCell::measured(args.rules, args.games, &|n_games| bar.inc(n_games));
    bar.finish_and_clear();
    if !args.answer.json {
        return Ok(writeln!(out, "{opening}")?);
    }
    let cell = Grid::new(args.rules).row_col(opening.cell);
    let FirstCell { win, n_games, .. } = opening;
    print_json(out, &json!({ "rules": args.rules.to_string(), "cell": cell, "win": win, "games": n_games }))
}

fn learn_chance(args: &CourseArgs, out: &mut impl Write) -> Result<()> {
    let began = Instant::now();
    let fit: chance::Fit = learn(args)?;
    let network = fit.network(&origin(args, "chance"));
    let network = network.ok_or_else(|| Problem::failed("a weight is no number; try another seed"))?;
    keep(&args.output.out, &network.to_string())?;
    let answer = Answer {
        model: args.output.out.display().to_string(),
        id: network.id().to_owned(),
        examples: args.games,
        seconds: began.elapsed().as_secs_f64(),
        explained: fit.explained(),
    };
    if args.output.answer.json {
        return print_json(out, &answer);
    }
    let games = words::grouped(args.games);
    let share = words::percent(answer.explained);
    Ok(writeln!(
        out,
        "{} holds {}, learned from {games} games; luck by it explains {share} of the noise.",
        answer.model, answer.id
    )?)
}

fn learn_promise(args: &CourseArgs, out: &mut impl Write) -> Result<()> {
    let began = Instant::now();
    let fit: promise::Fit = learn(args)?;
    keep(&args.output.out, &format!("# {}\n{}", origin(args, "promise"), fit.promise()))?;
    let model = args.output.out.display().to_string();
    if args.output.answer.json {
        let seconds = began.elapsed().as_secs_f64();
        let answer =
            json!({ "model": model, "examples": args.games, "guesses": fit.n_guesses(), "seconds": seconds });
        return print_json(out, &answer);
    }
    let [games, guesses] = [args.games, fit.n_guesses()].map(words::grouped);
    Ok(writeln!(out, "{model} holds weights learned from {guesses} guesses of {games} games.")?)
}

/// The command that makes the same again.
fn origin(args: &CourseArgs, name: &str) -> String {
    format!("minewise learn {name} --games {} --seed {}", args.games, args.seed)
}

/// Takes a course from games alone.
fn learn<C: Course<Settings = Settings>>(args: &CourseArgs) -> Result<C> {
    take(args.settings(), &args.output.out, &args.output.threads)
}

/// Learns from all games, with checkpoints beside the file to come and a progress bar.
fn take<C: Course>(settings: C::Settings, out: &Path, threads: &ThreadsArg) -> Result<C> {
    let n_threads = threads.n_threads();
    let part = part_of(out);
    let mut course = match checkpoint(&part)? {
        Some(text) => C::resume(settings, &text).map_err(|error| unfit(&part, &error))?,
        None => C::new(settings),
    };
    let bar = ProgressBar::with_draw_target(Some(course.n_games()), ProgressDrawTarget::stderr());
    let template = "{bar:30} {pos} of {len} games, {eta} left {msg}";
    bar.set_style(ProgressStyle::with_template(template).expect("the template is well formed"));
    bar.set_position(course.n_done());
    bar.reset_eta();
    let mut written: Option<Instant> = None;
    while course.n_done() < course.n_games() {
        course.learn(C::AT_A_TIME, n_threads);
        bar.set_position(course.n_done());
        bar.set_message(format!("({})", course.progress()));
        let is_due = written.is_none_or(|written| written.elapsed() > CHECKPOINT);
        if is_due || course.n_done() == course.n_games() {
            write(&part, &course.checkpoint())?;
            written = Some(Instant::now());
        }
    }
    bar.finish_and_clear();
    Ok(course)
}

/// Where a course is kept until it is done.
fn part_of(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}

/// Keeps what was learned, and forgets the way to it.
fn keep(out: &Path, text: &str) -> Result<()> {
    write(out, text)?;
    let part = part_of(out);
    match fs::remove_file(&part) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(error).with_context(|| part.display().to_string())
        }
        _ => Ok(()),
    }
}

/// The checkpoint that an earlier try has left, if there is one.
fn checkpoint(part: &Path) -> Result<Option<String>> {
    match fs::read_to_string(part) {
        Ok(checkpoint) => Ok(Some(checkpoint)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Problem::bad_input(format!("{}: {error}", part.display())).into()),
    }
}

/// Refuses a checkpoint that cannot be resumed.
fn unfit(part: &Path, error: &CheckpointError) -> Problem {
    Problem::bad_input(format!("{}: {error}; move it away first", part.display()))
}

/// Writes a file whole or not at all, and durably.
fn write(path: &Path, text: &str) -> Result<()> {
    Ok(write_whole(path, text.as_bytes())?)
}

/// Reads a number from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    let share: Option<f64> = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}
