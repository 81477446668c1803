//! `minewise learn`: makes what ships with the program as data.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use minewise::Rules;
use minewise_learn::chance::{Fit, Settings};
use minewise_players::{BookEntry, BookMaker};
use serde::Serialize;

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
    Chance(ChanceArgs),
    Book(BookArgs),
}

/// Learns the chance to win from a view, as the lab uses it to take luck out of results.
#[derive(clap::Args)]
struct ChanceArgs {
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
        Learner::Chance(args) => learn_chance(args, out),
        Learner::Book(args) => learn_book(args, out),
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
        return print_json(out, &serde_json::json!({ "book": book, "views": n_views }));
    }
    let views = words::count(usize::try_from(n_views).unwrap_or(usize::MAX), "view");
    Ok(writeln!(out, "{book} holds {views} of {}.", args.rules)?)
}

fn learn_chance(args: &ChanceArgs, out: &mut impl Write) -> Result<()> {
    let settings = Settings { n_games: args.games, seed: args.seed };
    let n_threads = n_threads(args.threads);
    let part = with_suffix(&args.out, ".part");
    let began = Instant::now();
    let mut fit = begin(settings, &part)?;
    let bar = ProgressBar::with_draw_target(Some(args.games), ProgressDrawTarget::stderr());
    let template = "{bar:30} {pos} of {len} games, {eta} left {msg}";
    bar.set_style(ProgressStyle::with_template(template).expect("the template is well formed"));
    bar.set_position(fit.n_done());
    bar.reset_eta();
    let explained = loop {
        let progress = fit.learn(CHECKPOINT, n_threads);
        bar.set_position(progress.n_games);
        bar.set_message(format!("({} of the noise explained)", words::percent(progress.explained)));
        replace(&part, &fit.checkpoint())?;
        if progress.n_games >= args.games {
            break progress.explained;
        }
    };
    bar.finish_and_clear();
    let origin = format!("minewise learn chance --games {} --seed {}", args.games, args.seed);
    let network = fit.network(&origin).map_err(Refusal::failed)?;
    replace(&args.out, &network.to_string())?;
    fs::remove_file(&part).with_context(|| part.display().to_string())?;
    let answer = Answer {
        model: args.out.display().to_string(),
        id: network.id().to_owned(),
        examples: args.games,
        seconds: began.elapsed().as_secs_f64(),
        explained,
    };
    if args.json {
        return print_json(out, &answer);
    }
    let games = words::grouped(&args.games.to_string());
    let share = words::percent(explained);
    Ok(writeln!(
        out,
        "{} holds {}, learned from {games} games; luck by it explains {share} of the noise.",
        answer.model, answer.id
    )?)
}

/// Begins, or goes on with what an earlier try has left.
fn begin(settings: Settings, part: &Path) -> Result<Fit> {
    match fs::read_to_string(part) {
        Ok(checkpoint) => Fit::resume(settings, &checkpoint).map_err(|error| {
            Refusal::bad_input(format!("{}: {error}; move it away first", part.display())).into()
        }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Fit::new(settings)),
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
