//! `minewise bench`: plays games, prints a table.

use std::fmt;
use std::io::Write;
use std::str::FromStr;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use minewise::{Rules, Seed};
use minewise_lab::{Bench, PlayerSpec, Run, SpecError, split_specs};
use serde::Serialize;

use crate::{print_json, words};

/// Plays games and tells how many are won.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// What is played: a list such as `beginner,30x16/99:zero`
    #[arg(long, value_name = "R,…", value_delimiter = ',', required = true)]
    rules: Vec<Rules>,
    /// Who plays: a list such as `random,exact`
    #[arg(long, value_name = "P,…")]
    players: PlayerList,
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

/// Players, with commas between them.
#[derive(Clone)]
pub(crate) struct PlayerList(pub(crate) Vec<PlayerSpec>);

impl FromStr for PlayerList {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<PlayerList, SpecError> {
        split_specs(text).map(str::parse).collect::<Result<_, _>>().map(PlayerList)
    }
}

/// What other tools read.
#[derive(Serialize)]
struct Answer {
    runs: Vec<RunAnswer>,
}

/// What other tools read of the games of one player under one set of rules.
#[derive(Serialize)]
struct RunAnswer {
    rules: String,
    player: String,
    seed: u64,
    games: u64,
    wins: u64,
    given_up: u64,
    win_rate: f64,
    win_rate_ci95: (f64, f64),
    /// Not measured yet.
    adjusted_win_rate: Option<f64>,
    adjusted_ci95: Option<(f64, f64)>,
    games_per_cpu_second: Option<f64>,
    uncovered: f64,
    guesses_per_game: f64,
    /// The guesses that are none for certain: too much work to tell.
    unmeasured: u64,
    reveals_per_game: f64,
    /// In hexadecimal digits; the same exactly as long as every move of every game is.
    fingerprint: String,
}

/// Plays every player under every set of rules.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let mut runs = Vec::new();
    let table = Table::new(args);
    if !args.json {
        table.write_head(out)?;
    }
    for &rules in &args.rules {
        for player in &args.players.0 {
            let bench = Bench { rules, player: player.clone(), n_games: args.games, seed: Seed(args.seed) };
            let run = play(&bench, args);
            if args.json {
                runs.push(answer(&run, args.seed));
            } else {
                table.write(out, &run)?;
                out.flush()?;
            }
        }
    }
    if args.json {
        print_json(out, &Answer { runs })?;
    }
    Ok(())
}

/// Plays with a progress bar, if somebody is there to see it.
fn play(bench: &Bench, args: &Args) -> Run {
    let available = || std::thread::available_parallelism().map_or(1, usize::from);
    let n_threads = args.threads.map_or_else(available, usize::from);
    // Not drawn unless stderr is a terminal.
    let bar = ProgressBar::with_draw_target(Some(bench.n_games), ProgressDrawTarget::stderr());
    let template = "{prefix} {bar:30} {pos} of {len} games, {eta} left";
    bar.set_style(ProgressStyle::with_template(template).expect("the template is well formed"));
    bar.set_prefix(format!("{} {}", bench.rules, bench.player));
    let run = bench.play(n_threads, &|n_games| bar.inc(n_games));
    bar.finish_and_clear();
    run
}

fn answer(run: &Run, seed: u64) -> RunAnswer {
    RunAnswer {
        rules: run.rules.to_string(),
        player: run.player.to_string(),
        seed,
        games: run.n_games,
        wins: run.n_wins,
        given_up: run.n_given_up,
        win_rate: run.win_rate(),
        win_rate_ci95: run.win_rate_ci95(),
        adjusted_win_rate: None,
        adjusted_ci95: None,
        games_per_cpu_second: run.games_per_cpu_second(),
        uncovered: run.uncovered(),
        guesses_per_game: run.guesses_per_game(),
        unmeasured: run.n_unmeasured,
        reveals_per_game: run.reveals_per_game(),
        fingerprint: format!("{:016x}", run.fingerprint),
    }
}

/// A table for people, written row by row as the games are played.
struct Table {
    rules_width: usize,
    player_width: usize,
}

impl Table {
    fn new(args: &Args) -> Table {
        Table { rules_width: widest(&args.rules, "rules"), player_width: widest(&args.players.0, "player") }
    }

    fn write_head(&self, out: &mut impl Write) -> Result<()> {
        let cells =
            ["rules", "player", "games", "won", "95 % interval", "guesses", "uncovered", "games/CPU s"];
        Ok(self.write_row(out, cells)?)
    }

    fn write(&self, out: &mut impl Write, run: &Run) -> Result<()> {
        let (low, high) = run.win_rate_ci95();
        let speed = run.games_per_cpu_second().map_or("-".to_owned(), rounded);
        let cells = [
            &run.rules.to_string(),
            &run.player.to_string(),
            &words::grouped(&run.n_games.to_string()),
            &words::percent(run.win_rate()),
            &format!("{:.1} – {:.1} %", 100.0 * low, 100.0 * high),
            &format!("{:.2}", run.guesses_per_game()),
            &words::percent(run.uncovered()),
            &speed,
        ];
        Ok(self.write_row(out, cells.map(String::as_str))?)
    }

    fn write_row(&self, out: &mut impl Write, cells: [&str; 8]) -> std::io::Result<()> {
        let [rules, player, rest @ ..] = cells;
        write!(
            out,
            "{rules:rules_width$}  {player:player_width$}",
            rules_width = self.rules_width,
            player_width = self.player_width
        )?;
        for (cell, width) in rest.iter().zip([9, 7, 15, 7, 9, 11]) {
            write!(out, "  {cell:>width$}")?;
        }
        writeln!(out)
    }
}

/// The letters of the longest of a column.
fn widest(items: &[impl fmt::Display], head: &str) -> usize {
    items.iter().map(|item| item.to_string().chars().count()).fold(head.len(), usize::max)
}

/// A speed with three digits that mean something.
fn rounded(speed: f64) -> String {
    if speed >= 100.0 { words::grouped(&format!("{speed:.0}")) } else { format!("{speed:.2}") }
}
