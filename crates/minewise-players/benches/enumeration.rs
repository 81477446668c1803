//! Measures the speed-up of listing all arrangements of a border on all cores: section 2.7 of Harith, Menon & Kuruppath
//! 2017, "ExpectiMax approach to solve Minesweeper".
//!
//! The players `danger` and `expectimax` do this with their options `list` and `threads`.
//!
//! The counts are compared with each other and with those of `Arrangements` before anything is reported. Times are wall
//! times, the best of three, since a speed-up shortens the waiting. On a busy machine it comes out too low.
//!
//! ```text
//! cargo bench -p minewise-players --bench enumeration -- --json enumeration.json
//! ```

#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

use std::path::PathBuf;
use std::time::Instant;

use clap::Parser;
use minewise::{Game, Grid, Player, Seed, View};
use minewise_players::{Arrangements, Enumeration, Exact};
use serde::Serialize;

/// Measures how much faster all arrangements are listed on all cores than on one.
#[derive(Debug, Parser)]
struct Args {
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

/// The figures of one border.
#[derive(Debug, Serialize)]
struct Figures {
    view: String,
    border_cells: usize,
    arrangements: u64,
    threads: usize,
    one_thread_seconds: f64,
    all_threads_seconds: f64,
    speed_up: f64,
}

/// The lengths of the borders that are measured, in cells.
const BORDER_CELLS: std::ops::RangeInclusive<usize> = 27..=28;
const N_VIEWS: usize = 4;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args = Args::parse();
    if args.test {
        return Ok(());
    }
    let n_threads = std::thread::available_parallelism()?.get();
    let figures: Vec<Figures> = views().iter().map(|view| measure(view, n_threads)).collect();
    println!("border  arrangements  1 thread  {n_threads} threads  speed-up");
    for one in &figures {
        println!(
            "{:>6}  {:>12}  {:>6.2} s  {:>7.2} s  {:>8.2}",
            one.border_cells, one.arrangements, one.one_thread_seconds, one.all_threads_seconds, one.speed_up
        );
    }
    if let Some(path) = args.json {
        std::fs::write(path, serde_json::to_string_pretty(&figures)? + "\n")?;
    }
    Ok(())
}

fn measure(view: &View, n_threads: usize) -> Figures {
    let (one_thread_seconds, alone) = best_of_three(view, 1);
    let (all_threads_seconds, together) = best_of_three(view, n_threads);
    assert_eq!(alone, together);
    let arrangements = Arrangements::of(view).expect("the view is of a game");
    assert_eq!(arrangements.total(), alone.total as f64);
    Figures {
        view: view.to_string(),
        border_cells: alone.danger_counts.len(),
        arrangements: alone.total,
        threads: n_threads,
        one_thread_seconds,
        all_threads_seconds,
        speed_up: one_thread_seconds / all_threads_seconds,
    }
}

fn best_of_three(view: &View, n_threads: usize) -> (f64, Enumeration) {
    let timed = (0..3).map(|_| {
        let start = Instant::now();
        let found = Enumeration::of(view, n_threads).expect("the border is not too long");
        (start.elapsed().as_secs_f64(), found)
    });
    timed.min_by(|(one, _), (other, _)| one.total_cmp(other)).expect("three were measured")
}

/// Returns views of Intermediate games with borders of the wanted length, at most one of each game.
fn views() -> Vec<View> {
    let grid = Grid::new("16x16/40".parse().expect("the rules are well formed"));
    let mut player = Exact::default();
    let mut views = Vec::new();
    for seed in (0..).map(Seed) {
        let mut game = Game::new(&grid, seed);
        player.start(grid.rules(), seed);
        while !game.is_over() {
            game.reveal(player.choose(game.position()).cell.expect("it never gives up"))
                .expect("a covered cell");
            let is_border = |cell: &usize| {
                grid.neighbours(*cell)
                    .any(|near| matches!(game.view().shown(near), minewise::Shown::Number(_)))
            };
            let n_border = game.view().covered().filter(is_border).count();
            if !game.is_over() && BORDER_CELLS.contains(&n_border) {
                views.push(game.view().clone());
                break;
            }
        }
        if views.len() == N_VIEWS {
            break;
        }
    }
    views
}
