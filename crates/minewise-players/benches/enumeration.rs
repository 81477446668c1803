//! Measures the speed-up of going through all arrangements of a border on all cores: section 2.7 of Harith, Menon &
//! Kuruppath 2017, "ExpectiMax approach to solve Minesweeper".
//!
//! Twice: listing them one by one, as the report does, on borders of 27 and 28 cells; and counting them group by group,
//! as the player `danger` does with its option `threads`, on views of Expert games with much work. The counts are compared with each other and with those of `Arrangements` before anything is reported. Times are wall
//! times, the best of three, since a speed-up shortens the waiting. On a busy machine it comes out too low.
//!
//! ```text
//! cargo bench -p minewise-players --bench enumeration -- --json enumeration.json
//! ```

#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

use std::path::PathBuf;
use std::time::Instant;

use clap::Parser;
use minewise::{Census, Game, Grid, Player, Seed, Shown, View};
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
    /// How its arrangements are gone through: `listed` or `counted`.
    way: &'static str,
    view: String,
    border_cells: usize,
    arrangements: f64,
    /// The number of steps of counting them.
    steps: usize,
    threads: usize,
    one_thread_seconds: f64,
    all_threads_seconds: f64,
    speed_up: f64,
}

/// The lengths of the borders that are measured, in cells.
const BORDER_CELLS: std::ops::RangeInclusive<usize> = 27..=28;
/// The least number of steps of the views that are counted: a tenth of the player's limit.
const MANY_STEPS: usize = 200_000;
const N_VIEWS: usize = 4;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args = Args::parse();
    if args.test {
        return Ok(());
    }
    let n_threads = std::thread::available_parallelism()?.get();
    let listed = views("16x16/40", |view, _| BORDER_CELLS.contains(&n_border(view)));
    let counted = views("30x16/99", |_, arrangements| arrangements.n_steps() >= MANY_STEPS);
    let mut figures: Vec<Figures> = listed.iter().map(|view| list(view, n_threads)).collect();
    figures.extend(counted.iter().map(|view| count(view, n_threads)));
    println!("way      border  arrangements  1 thread  {n_threads} threads  speed-up");
    for one in &figures {
        println!(
            "{:7}  {:>6}  {:>12}  {:>6.3} s  {:>7.3} s  {:>8.2}",
            one.way,
            one.border_cells,
            one.arrangements,
            one.one_thread_seconds,
            one.all_threads_seconds,
            one.speed_up
        );
    }
    if let Some(path) = args.json {
        std::fs::write(path, serde_json::to_string_pretty(&figures)? + "\n")?;
    }
    Ok(())
}

/// Lists the arrangements of a view one by one.
fn list(view: &View, n_threads: usize) -> Figures {
    let of = |n_threads| Enumeration::of(view, n_threads).expect("the border is not too long");
    let (alone, together) = (best_of_three(|| of(1)), best_of_three(|| of(n_threads)));
    assert_eq!(alone.1, together.1);
    let arrangements = Arrangements::of(view).expect("the view is of a game");
    assert_eq!(arrangements.total(), alone.1.total as f64);
    Figures::new("listed", view, &arrangements, n_threads, [alone.0, together.0])
}

/// Counts the arrangements of a view as the player does.
fn count(view: &View, n_threads: usize) -> Figures {
    let census = Census::of(view).expect("the view is of a game");
    let of = |n_threads| Arrangements::with_census(view, &census, n_threads).expect("it was counted before");
    let (alone, together) = (best_of_three(|| of(1)), best_of_three(|| of(n_threads)));
    assert_eq!(alone.1.danger_counts(), together.1.danger_counts());
    Figures::new("counted", view, &alone.1, n_threads, [alone.0, together.0])
}

impl Figures {
    fn new(
        way: &'static str,
        view: &View,
        arrangements: &Arrangements,
        threads: usize,
        [one_thread_seconds, all_threads_seconds]: [f64; 2],
    ) -> Figures {
        Figures {
            way,
            view: view.to_string(),
            border_cells: n_border(view),
            arrangements: arrangements.total(),
            steps: arrangements.n_steps(),
            threads,
            one_thread_seconds,
            all_threads_seconds,
            speed_up: one_thread_seconds / all_threads_seconds,
        }
    }
}

/// Returns the shortest time of three, and what was found.
fn best_of_three<T>(find: impl Fn() -> T) -> (f64, T) {
    let timed = (0..3).map(|_| {
        let start = Instant::now();
        let found = find();
        (start.elapsed().as_secs_f64(), found)
    });
    timed.min_by(|(one, _), (other, _)| one.total_cmp(other)).expect("three were measured")
}

/// The number of covered cells beside a number.
fn n_border(view: &View) -> usize {
    let is_border =
        |&cell: &usize| view.grid().neighbours(cell).any(|near| matches!(view.shown(near), Shown::Number(_)));
    view.covered().filter(is_border).count()
}

/// Returns views that `is_wanted` accepts, of games of `exact`, at most one of each game.
fn views(rules: &str, is_wanted: impl Fn(&View, &Arrangements) -> bool) -> Vec<View> {
    let grid = Grid::new(rules.parse().expect("the rules are well formed"));
    let mut player = Exact::default();
    let mut views = Vec::new();
    for seed in (0..).map(Seed) {
        let mut game = Game::new(&grid, seed);
        player.start(grid.rules(), seed);
        while !game.is_over() {
            game.reveal(player.choose(game.position()).cell.expect("it never gives up"))
                .expect("a covered cell");
            let arrangements = if game.is_over() { None } else { Arrangements::of(game.view()) };
            if arrangements.is_some_and(|arrangements| is_wanted(game.view(), &arrangements)) {
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
