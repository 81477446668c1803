//! `minewise learn`: fits the models and weights that ship with the program.

mod classical;
mod mio;
mod network;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use minewise::{Grid, Rules};
use minewise_coach::{Problem, read_rules};
use minewise_lab::write_atomically;
use minewise_learn::{CheckpointError, Course, Settings, chance, promise};
use minewise_players::FirstCell;
use serde::Serialize;
use serde_json::json;

use crate::io::number::count;
use crate::io::options::{JsonArg, ThreadsArg, rules_help};
use crate::io::progress::progress_bar;
use crate::io::{print_json, words};

/// Learns from games that the program plays itself.
#[derive(clap::Args)]
#[command(after_help = "Learning can be stopped at any time; the same command resumes it.")]
pub(crate) struct Args {
    #[command(subcommand)]
    learner: Learner,
}

/// The learners, each described by its arguments.
#[derive(clap::Subcommand)]
enum Learner {
    Chance(ChanceArgs),
    Classifier(classical::ClassifierArgs),
    #[command(about = "Learns the exact risks of all cells of a view, with a convolutional network")]
    Cnn(network::Args),
    #[command(about = "Learns the value of moves from its own games, with a convolutional network")]
    Dqn(network::DqnArgs),
    Mio(Box<mio::Args>),
    Opening(OpeningArgs),
    Promise(PromiseArgs),
    QTable(classical::QTableArgs),
    Regression(classical::RegressionArgs),
}

/// Learns to estimate the chance to win from a view, which the lab uses to take luck out of results.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  minewise learn chance --games 500 --out chance.txt")]
struct ChanceArgs {
    #[command(flatten)]
    course: CourseArgs,
}

/// Learns the weights that `search` uses to evaluate views when it looks ahead.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  minewise learn promise --games 20 --out promise.txt")]
struct PromiseArgs {
    #[command(flatten)]
    course: CourseArgs,
}

/// The arguments of every learner that learns from games.
#[derive(clap::Args)]
struct CourseArgs {
    /// Number of games to learn from
    #[arg(short = 'n', long, value_name = "N", value_parser = count(1..=u64::MAX))]
    games: u64,
    /// Seed of these games, which are never the games of an experiment
    #[arg(short, long, value_name = "SEED", default_value = "0", value_parser = count(0..=u64::MAX))]
    seed: u64,
    #[command(flatten)]
    output: Output,
}

/// The arguments of every learner: where to write the model, threads, and the form of the answer.
#[derive(clap::Args)]
struct Output {
    /// The file to write the model to; checkpoints are kept in FILE.part until it is done
    #[arg(short, long, value_name = "FILE")]
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

/// Measures the best first cell, as `search` uses it on the classic boards.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  minewise learn opening --rules 5x5/4 --games 500")]
struct OpeningArgs {
    #[arg(short, long, value_name = "RULES", help = rules_help("The rules to play under"), value_parser = read_rules)]
    rules: Rules,
    /// Approximate number of games to play, over all first cells
    #[arg(short = 'n', long, value_name = "N", default_value = "720k", value_parser = count(1..=u64::MAX))]
    games: u64,
    #[command(flatten)]
    answer: JsonArg,
}

/// The answer of `learn chance` in JSON.
#[derive(Serialize)]
struct Answer {
    model: String,
    id: String,
    examples: u64,
    seconds: f64,
    /// The share of the variance of results that luck explained, over the last 10,000 games.
    explained: f64,
}

/// The time between two checkpoints.
const CHECKPOINT: Duration = Duration::from_secs(10);

/// Runs the learner that the command line asks for.
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
    let opening = FirstCell::measure(args.rules, args.games, &|n_games| bar.inc(n_games));
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
    let network = network.ok_or_else(|| Problem::failed("a weight is not a number; try another seed"))?;
    save_model(&args.output.out, &network.to_string())?;
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
        "{} holds the model {}, learned from {games} games. The luck that it measures explains {share} of the noise.",
        answer.model, answer.id
    )?)
}

fn learn_promise(args: &CourseArgs, out: &mut impl Write) -> Result<()> {
    let began = Instant::now();
    let fit: promise::Fit = learn(args)?;
    save_model(&args.output.out, &format!("# {}\n{}", origin(args, "promise"), fit.promise()))?;
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

/// The command that makes the same model again.
fn origin(args: &CourseArgs, name: &str) -> String {
    format!("minewise learn {name} --games {} --seed {}", args.games, args.seed)
}

/// Runs a course that has no settings other than its games.
fn learn<C: Course<Settings = Settings>>(args: &CourseArgs) -> Result<C> {
    run_course(args.settings(), &args.output.out, &args.output.threads)
}

/// Runs a course to its end, or resumes it, with checkpoints beside the output file and a progress bar.
fn run_course<C: Course>(settings: C::Settings, out: &Path, threads: &ThreadsArg) -> Result<C> {
    run_course_watched(settings, out, threads, &|_| Ok(()))
}

/// Runs a course as [`run_course`] does, and calls `watch` before each stretch of games.
fn run_course_watched<C: Course>(
    settings: C::Settings,
    out: &Path,
    threads: &ThreadsArg,
    watch: &dyn Fn(&C) -> Result<()>,
) -> Result<C> {
    let n_threads = threads.n_threads();
    let part = part_of(out);
    let mut course = match checkpoint(&part)? {
        Some(text) => C::resume(settings, &text).map_err(|error| unusable_checkpoint(&part, &error))?,
        None => C::new(settings),
    };
    let bar = progress_bar(course.n_games(), "learning".to_owned());
    bar.set_position(course.n_done());
    bar.reset_eta();
    let mut written: Option<Instant> = None;
    while course.n_done() < course.n_games() {
        watch(&course)?;
        course.learn(C::GAMES_PER_CALL, n_threads);
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

/// The file for checkpoints, beside the output file.
fn part_of(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}

/// Writes a finished model, and removes the checkpoint.
fn save_model(out: &Path, text: &str) -> Result<()> {
    write(out, text)?;
    let part = part_of(out);
    match fs::remove_file(&part) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(error).with_context(|| part.display().to_string())
        }
        _ => Ok(()),
    }
}

/// Reads the checkpoint of an earlier attempt, if there is one.
fn checkpoint(part: &Path) -> Result<Option<String>> {
    match fs::read_to_string(part) {
        Ok(checkpoint) => Ok(Some(checkpoint)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Problem::bad_input(format!("{}: {error}", part.display())).into()),
    }
}

/// The problem that a checkpoint cannot be resumed from.
fn unusable_checkpoint(part: &Path, error: &CheckpointError) -> Problem {
    Problem::bad_input(format!("{}: {error}; move it away first", part.display()))
}

/// Writes a file atomically and durably.
fn write(path: &Path, text: &str) -> Result<()> {
    Ok(write_atomically(path, text.as_bytes())?)
}

/// Reads a number from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    let share: Option<f64> = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}
