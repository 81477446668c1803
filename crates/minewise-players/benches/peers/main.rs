//! Compares Minewise with its fastest peer, [`ms_toollib`], on the same positions and the same games, in one run.
//!
//! Answers are compared before anything is timed. All times are CPU times of this one thread. `ms_toollib` writes its
//! marks to the board, so it is given a copy, and copying is not timed. The times of Minewise include reading every
//! risk.
//!
//! ```text
//! cargo bench -p minewise-players                        # everything, some minutes
//! cargo bench -p minewise-players -- census              # or stress, or games
//! cargo bench -p minewise-players -- --json peers.json   # figures for a record
//! ```

#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

mod census;
mod games;
mod positions;
mod stats;
mod stress;
mod toollib;

use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use serde::Serialize;

/// Compares Minewise with ms_toollib.
#[derive(Debug, Parser)]
struct Args {
    /// The part to run; all parts by default.
    part: Option<Part>,
    /// Number of Expert games that Minewise plays.
    #[arg(long, default_value_t = 3000)]
    games: u64,
    /// Number of Expert games that ms_toollib plays, on the same layouts.
    #[arg(long, default_value_t = 400)]
    peer_games: u64,
    /// Write all figures to this file, as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Passed by `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
    /// Passed by `cargo test`, which has nothing to measure here.
    #[arg(long, hide = true)]
    test: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Risks of single positions.
    Census,
    /// Positions made to be hard, for Minewise alone.
    Stress,
    /// Whole games.
    Games,
}

/// All figures of a run.
#[derive(Debug, Default, Serialize)]
struct Figures {
    census: Vec<census::Comparison>,
    stress: Option<stress::Stress>,
    games: Option<games::Comparison>,
    ratios: Vec<Ratio>,
}

/// How many times as fast as the peer Minewise is, and the least ratio that is wanted.
#[derive(Debug, Serialize)]
struct Ratio {
    name: String,
    ratio: f64,
    wanted: f64,
}

fn main() {
    let args = Args::parse();
    // `cargo test` runs benches too: with `--test`, or without `--bench`.
    if args.test || !args.bench {
        return;
    }
    let figures = run(&args);
    for Ratio { name, ratio, wanted } in &figures.ratios {
        let met = if ratio >= wanted { "met" } else { "MISSED" };
        println!("{name:<13} {ratio:>6.2} times as fast; wanted: at least {wanted}; {met}");
    }
    if let Some(path) = &args.json {
        let text = serde_json::to_string_pretty(&figures).expect("figures are plain data");
        std::fs::write(path, text + "\n").expect("the file named by --json can be written");
    }
}

fn run(args: &Args) -> Figures {
    let wants = |part| args.part.is_none_or(|only| only == part);
    let mut figures = Figures::default();
    if wants(Part::Census) {
        census::print_header();
        for (set, wanted) in [("beginner", 3.0), ("intermediate", 3.0), ("expert", 5.0), ("large", 5.0)] {
            let comparison = census::compare(set);
            println!("{comparison}");
            figures.ratios.push(Ratio { name: set.to_owned(), ratio: comparison.ratio, wanted });
            figures.census.push(comparison);
        }
    }
    if wants(Part::Stress) {
        let stress = stress::measure();
        println!("{stress}");
        figures.stress = Some(stress);
    }
    if wants(Part::Games) {
        let comparison = games::compare(args.games, args.peer_games);
        println!("{comparison}");
        let ratios = [
            ("games", comparison.ratio, 5.0),
            // Compared with the plain peer, which computes the risks at every move.
            ("search, fast", comparison.search_fast_ratio, 1.5),
            ("search", comparison.search_ratio, 0.1),
        ];
        figures.ratios.extend(ratios.map(|(name, ratio, wanted)| Ratio {
            name: name.to_owned(),
            ratio,
            wanted,
        }));
        figures.games = Some(comparison);
    }
    figures
}
