//! `minewise learn`: makes what ships with the program as data.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use minewise::Rules;
use minewise_learn::{Course, Settings, chance, promise};
use minewise_players::{BookEntry, BookMaker};
use serde::Serialize;
use serde_json::json;

use crate::outcomes::n_threads;
use crate::refusal::Refusal;
use crate::{print_json, words};

/// Learns from games that it plays itself; stopped, it goes on where it was.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    learner: Learner,
}

/// What can be learned.
#[derive(clap::Subcommand)]
enum Learner {
    Book(BookArgs),
    Chance(ChanceArgs),
    Promise(PromiseArgs),
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
    /// Where to write the weights; FILE.part keeps what is learned so far
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many threads play [default: as many as the machine runs at once]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Measures what `search` is to reveal first, and next after the first numbers.
#[derive(clap::Args)]
struct BookArgs {
    /// What is played
    #[arg(long, value_name = "R")]
    rules: Rules,
    /// About how many games to play for each view of the book
    #[arg(long, value_name = "N", default_value = "50000", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The least share of games that get to a view of the book
    #[arg(long, value_name = "SHARE", default_value = "0.01", value_parser = share)]
    reach: f64,
    /// The file that lines are added to; what it has already is kept
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "it takes a share from 0 to 1".to_owned())
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

/// The games after which what is learned is written down.
const CHECKPOINT: u64 = 500;

/// Learns what was asked for.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    match &args.learner {
        Learner::Book(args) => learn_book(args, out),
        Learner::Chance(args) => learn_chance(&args.course, out),
        Learner::Promise(args) => learn_promise(&args.course, out),
    }
}

fn learn_book(args: &BookArgs, out: &mut impl Write) -> Result<()> {
    let lines = match fs::read_to_string(&args.out) {
        Ok(text) => text.lines().map(str::to_owned).collect(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(Refusal::bad_input(format!("{}: {error}", args.out.display())).into()),
    };
    let mut known = Vec::new();
    for (idx, line) in lines.iter().enumerate() {
        let entry = BookEntry::read(line).ok_or_else(|| {
            Refusal::bad_input(format!("{}: line {} is none of a book", args.out.display(), idx + 1))
        })?;
        known.push(entry);
    }
    let maker = BookMaker { rules: args.rules, n_games: args.games, least_reach: args.reach };
    let bar = ProgressBar::with_draw_target(Some(1), ProgressDrawTarget::stderr());
    let template = "{bar:30} {pos} of {len} views or more, {eta} left {msg}";
    bar.set_style(ProgressStyle::with_template(template).expect("the template is well formed"));
    let (mut whole, mut n_views, mut failure) = (lines, 0u64, None);
    maker.make(&known, &mut |entry, n_todo| {
        n_views += 1;
        bar.set_length(n_views + n_todo as u64);
        bar.set_position(n_views);
        bar.set_message(entry.to_string());
        if !known.contains(entry) {
            whole.push(entry.to_string());
            failure = replace(&args.out, &(whole.join("\n") + "\n")).err();
        }
        failure.is_none()
    });
    bar.finish_and_clear();
    if let Some(failure) = failure {
        return Err(failure);
    }
    let book = args.out.display().to_string();
    if args.json {
        return print_json(out, &json!({ "book": book, "views": n_views }));
    }
    let views = words::count(usize::try_from(n_views).unwrap_or(usize::MAX), "view");
    Ok(writeln!(out, "{book} holds {views} of {}.", args.rules)?)
}

fn learn_chance(args: &CourseArgs, out: &mut impl Write) -> Result<()> {
    let began = Instant::now();
    let fit: chance::Fit = learn(args)?;
    let network = fit.network(&origin(args, "chance")).map_err(Refusal::failed)?;
    keep(args, &network.to_string())?;
    let answer = Answer {
        model: args.out.display().to_string(),
        id: network.id().to_owned(),
        examples: args.games,
        seconds: began.elapsed().as_secs_f64(),
        explained: fit.explained(),
    };
    if args.json {
        return print_json(out, &answer);
    }
    let games = words::grouped(&args.games.to_string());
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
    keep(args, &format!("# {}\n{}", origin(args, "promise"), fit.promise()))?;
    let model = args.out.display().to_string();
    if args.json {
        let seconds = began.elapsed().as_secs_f64();
        let answer =
            json!({ "model": model, "examples": args.games, "guesses": fit.n_guesses(), "seconds": seconds });
        return print_json(out, &answer);
    }
    let [games, guesses] = [args.games, fit.n_guesses()].map(|count| words::grouped(&count.to_string()));
    Ok(writeln!(out, "{model} holds weights learned from {guesses} guesses of {games} games.")?)
}

/// The command that makes the same again.
fn origin(args: &CourseArgs, name: &str) -> String {
    format!("minewise learn {name} --games {} --seed {}", args.games, args.seed)
}

/// Learns from all games, with checkpoints beside the file to come and a progress bar.
fn learn<C: Course>(args: &CourseArgs) -> Result<C> {
    let settings = Settings { n_games: args.games, seed: args.seed };
    let n_threads = n_threads(args.threads);
    let part = part_of(args);
    let mut course: C = begin(settings, &part)?;
    let bar = ProgressBar::with_draw_target(Some(args.games), ProgressDrawTarget::stderr());
    let template = "{bar:30} {pos} of {len} games, {eta} left {msg}";
    bar.set_style(ProgressStyle::with_template(template).expect("the template is well formed"));
    bar.set_position(course.n_done());
    bar.reset_eta();
    while course.n_done() < args.games {
        course.learn(CHECKPOINT, n_threads);
        bar.set_position(course.n_done());
        bar.set_message(format!("({})", course.progress()));
        replace(&part, &course.checkpoint())?;
    }
    bar.finish_and_clear();
    Ok(course)
}

/// Where a course is kept until it is done.
fn part_of(args: &CourseArgs) -> PathBuf {
    with_suffix(&args.out, ".part")
}

/// Keeps what was learned, and forgets the way to it.
fn keep(args: &CourseArgs, text: &str) -> Result<()> {
    replace(&args.out, text)?;
    let part = part_of(args);
    fs::remove_file(&part).with_context(|| part.display().to_string())
}

/// Begins, or goes on with what an earlier try has left.
fn begin<C: Course>(settings: Settings, part: &Path) -> Result<C> {
    match fs::read_to_string(part) {
        Ok(checkpoint) => C::resume(settings, &checkpoint).map_err(|error| {
            Refusal::bad_input(format!("{}: {error}; move it away first", part.display())).into()
        }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(C::new(settings)),
        Err(error) => Err(Refusal::bad_input(format!("{}: {error}", part.display())).into()),
    }
}

/// Writes a file whole or not at all.
fn replace(path: &Path, text: &str) -> Result<()> {
    let whole = with_suffix(path, ".new");
    let written = fs::write(&whole, text).and_then(|()| fs::rename(&whole, path));
    written.map_err(|error| Refusal::failed(format!("{}: {error}", path.display())).into())
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}
