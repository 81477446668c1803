//! Measures the time of a whole analysis, as `minewise analyze --json` makes it, on the golden Expert views, where a
//! guess is needed: `cargo bench -p minewise-coach`.
//!
//! Before anything is timed, every outlook is checked: it does not depend on how it is requested, it is not above the
//! chance to hit no mine, and it equals that of perfect play if it claims to be exact.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench fails by panicking, and prints its measurements"
)]

use std::path::Path;

use cpu_time::ThreadTime;
use minewise::board::blocks;
use minewise::perfect::Limits;
use minewise::{Optimal, Position, View};
use minewise_coach::{Analysis, Judge, PlayerSpec, WinIs};

/// The number of runs. The shortest one is reported, because other load can only make a run longer.
const N_RUNS: usize = 5;

fn main() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/positions/expert.views");
    let text = std::fs::read_to_string(path).unwrap();
    let views: Vec<View> = blocks(&text).map(|(_, block)| block.parse().unwrap()).collect();
    let player: PlayerSpec = "exact".parse().unwrap();
    let n_exact = views.iter().filter(|view| check(view, &player)).count();
    let seconds = (0..N_RUNS).map(|_| time(&views, &player)).fold(f64::INFINITY, f64::min);
    println!(
        "{} Expert views, {n_exact} of them exact: {:.3} ms of CPU time each",
        views.len(),
        1000.0 * seconds / views.len() as f64
    );
}

/// Checks an outlook, and returns whether it is exact.
fn check(view: &View, player: &PlayerSpec) -> bool {
    let position = Position::new(view.clone());
    let outlook = Analysis::of(&position, player, &mut Judge::default()).unwrap().outlook;
    assert_eq!(Judge::default().outlook(&position).unwrap(), outlook);
    let best = outlook.best.unwrap();
    assert!(0.0 < outlook.win && outlook.win <= 1.0 - best.risk + 1e-12, "{outlook:?} {view:#}");
    if outlook.win_is == WinIs::Exact && outlook.win < 1.0 {
        let optimal = Optimal::best_of(view, Limits::nodes(1_000_000)).unwrap().unwrap();
        assert_eq!(outlook.win, optimal.value(), "{view:#}");
    }
    outlook.win_is == WinIs::Exact
}

/// Returns the CPU time that all views take, in seconds.
fn time(views: &[View], player: &PlayerSpec) -> f64 {
    let began = ThreadTime::now();
    let mut judge = Judge::default();
    for view in views {
        let position = Position::new(view.clone());
        std::hint::black_box(Analysis::of(&position, player, &mut judge).unwrap());
    }
    began.elapsed().as_secs_f64()
}
