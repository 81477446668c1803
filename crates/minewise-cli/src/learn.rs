//! `minewise learn`: makes what ships with the program as data.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use minewise_learn::chance::{Fit, Settings};
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
    let Learner::Chance(args) = &args.learner;
    learn_chance(args, out)
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
