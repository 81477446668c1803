//! `minewise lab oracle`: how far a player gets that may look up where the mines are.

use std::io::Write;

use anyhow::Result;
use minewise::{Rules, Seed};
use minewise_lab::{BEGINNER_WIN_RATE, Peek, Peeked, Ratio};
use serde::Serialize;

use crate::io::options::n_threads;
use crate::io::outcomes::interval;
use crate::io::progress::progress_bar;
use crate::io::{print_json, words};

/// Plays an oracle, which looks up where the mines are at a ratio of its moves and guesses otherwise.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// What is played: a list such as `8x8/10,beginner:zero`
    #[arg(long, value_name = "R,…", value_delimiter = ',', required = true)]
    rules: Vec<Rules>,
    /// How many of its moves are looked up: a list of numbers from 0 to 1
    #[arg(
        long,
        visible_alias = "ratio",
        value_name = "X,…",
        value_delimiter = ',',
        default_value = "0,0.25,0.5,0.75,1"
    )]
    ratios: Vec<Ratio>,
    /// How many games each
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The seed of the first layout; each of the following games has the next one
    #[arg(long, value_name = "S")]
    seed: u64,
    /// How many threads [default: as many as the machine runs at once]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What other tools read.
#[derive(Serialize)]
struct Answer {
    oracles: Vec<OracleAnswer>,
    /// What 001 has beside its oracle: an average beginner on 8x8.
    beginner_win_rate: f64,
}

/// What other tools read of one ratio under one set of rules.
#[derive(Serialize)]
struct OracleAnswer {
    rules: String,
    ratio: f64,
    seed: u64,
    games: u64,
    wins: u64,
    win_rate: f64,
    win_rate_ci95: (f64, f64),
    uncovered: f64,
    reveals_per_game: f64,
}

/// The columns after the rules, and how wide they are.
const COLUMNS: [(&str, usize); 6] =
    [("ratio", 11), ("games", 9), ("won", 7), ("95 % interval", 15), ("uncovered", 9), ("reveals", 9)];

/// Plays every ratio under every set of rules.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let width = |rules: &Rules| rules.to_string().chars().count();
    let rules_width = args.rules.iter().map(width).max().unwrap_or(0).max("rules".len());
    if !args.json {
        write_row(out, rules_width, "rules", &COLUMNS.map(|(name, _)| name.to_owned()))?;
    }
    let mut oracles = Vec::new();
    for &rules in &args.rules {
        for &ratio in &args.ratios {
            let peeked = play(rules, ratio, args);
            if args.json {
                oracles.push(answer(rules, ratio, args.seed, &peeked));
            } else {
                write_row(out, rules_width, &rules.to_string(), &cells(ratio, &peeked))?;
                out.flush()?;
            }
        }
    }
    if args.json {
        return print_json(out, &Answer { oracles, beginner_win_rate: BEGINNER_WIN_RATE });
    }
    let beginner = words::percent(BEGINNER_WIN_RATE);
    Ok(writeln!(out, "\nBeside them, after 001: an average beginner wins {beginner} on 8x8.")?)
}

/// Plays with a progress bar, if somebody is there to see it.
fn play(rules: Rules, ratio: Ratio, args: &Args) -> Peeked {
    let bar = progress_bar(args.games, format!("{rules} at {ratio}"));
    let peek = Peek { rules, ratio, n_games: args.games, seed: Seed(args.seed) };
    let peeked = peek.play(n_threads(args.threads), &|n_games| bar.inc(n_games));
    bar.finish_and_clear();
    peeked
}

fn answer(rules: Rules, ratio: Ratio, seed: u64, peeked: &Peeked) -> OracleAnswer {
    OracleAnswer {
        rules: rules.to_string(),
        ratio: ratio.value(),
        seed,
        games: peeked.games,
        wins: peeked.wins,
        win_rate: peeked.win_rate(),
        win_rate_ci95: peeked.win_rate_ci95(),
        uncovered: peeked.uncovered_share(),
        reveals_per_game: peeked.mean_reveals(),
    }
}

fn cells(ratio: Ratio, peeked: &Peeked) -> [String; 6] {
    [
        ratio.to_string(),
        words::grouped(&peeked.games.to_string()),
        words::percent(peeked.win_rate()),
        interval(peeked.win_rate_ci95()),
        words::percent(peeked.uncovered_share()),
        format!("{:.2}", peeked.mean_reveals()),
    ]
}

fn write_row(
    out: &mut impl Write,
    rules_width: usize,
    rules: &str,
    cells: &[String; 6],
) -> std::io::Result<()> {
    write!(out, "{rules:rules_width$}")?;
    for (cell, (_, width)) in cells.iter().zip(COLUMNS) {
        write!(out, "  {cell:>width$}")?;
    }
    writeln!(out)
}
