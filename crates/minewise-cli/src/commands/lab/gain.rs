//! `minewise lab gain`: what a player gains over another, guess by guess.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use minewise::{Rules, Seed};
use minewise_coach::PlayerSpec;
use minewise_lab::{Gain, read_player};
use serde_json::json;

use super::compare::{in_points, points};
use crate::io::options::n_threads;
use crate::io::progress::progress_bar;
use crate::io::refusal::Refusal;
use crate::io::{print_json, words};

/// Measures what a player gains over another, guess by guess: surer than `compare` for players that mostly agree.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The player
    #[arg(value_name = "P", value_parser = read_player)]
    player: PlayerSpec,
    /// The player that it gains over, which must reveal what is certain before it guesses
    #[arg(value_name = "Q", value_parser = read_player)]
    over: PlayerSpec,
    /// What is played
    #[arg(long, value_name = "R")]
    rules: Rules,
    /// How many games P plays
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// On how many layouts both choices are tried, with Q to play on, where they differ
    #[arg(long, value_name = "K", default_value = "50", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    tries: u64,
    /// The seed of the first layout; each of the following games has the next one
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u64,
    /// How many threads [default: as many as the machine runs at once]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The folder of the records, so that a stopped measurement goes on [default: runs/gain-…]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Measures.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let Args { player, over, rules, .. } = args;
    let gain = Gain {
        rules: *rules,
        player: player.clone(),
        over: over.clone(),
        seed: Seed(args.seed),
        n_games: args.games,
        n_tries: args.tries,
    };
    let name = format!("gain {rules} {player} {over} {} {}", args.seed, args.tries);
    let folder = args.out.clone().unwrap_or_else(|| super::folder_named(&name));
    std::fs::create_dir_all(&folder).map_err(|error| {
        Refusal::failed(format!("cannot make the folder `{}`: {error}", folder.display()))
    })?;
    let bar = progress_bar(args.games, format!("{rules} {player} {over}"));
    let gained =
        gain.measure(&folder.join("gain.jsonl"), n_threads(args.threads), &|n_games| bar.inc(n_games));
    bar.finish_and_clear();
    let gained = gained.map_err(Refusal::from)?;
    let per_game = gained.n_differing as f64 / gained.n_games.max(1) as f64;
    if args.json {
        return print_json(
            out,
            &json!({
                "rules": rules.to_string(),
                "player": player.to_string(),
                "over": over.to_string(),
                "seed": args.seed,
                "games": gained.n_games,
                "wins": gained.n_won,
                "tries": args.tries,
                "differing": gained.n_differing,
                "gain": { "mean": gained.gain.mean, "ci95": gained.gain.ci95 },
                "folder": folder.display().to_string(),
            }),
        );
    }
    let n_games = words::grouped(&gained.n_games.to_string());
    writeln!(out, "{rules}: {n_games} games of {player}, from {} on.", gain.seed)?;
    writeln!(out, "It chooses otherwise than {over} {per_game:.2} times a game.")?;
    let (low, high) = gained.gain.ci95;
    Ok(writeln!(
        out,
        "It gains {} points on it, {} to {} with 95 % confidence.",
        points(gained.gain.mean),
        in_points(low),
        in_points(high)
    )?)
}
