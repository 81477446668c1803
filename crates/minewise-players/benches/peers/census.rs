//! The risks of single positions: compares them first, then measures how long they take.

use std::fmt;
use std::hint::black_box;
use std::time::Duration;

use minewise::census::Counter;
use minewise::{Census, View};
use serde::Serialize;

use crate::positions;
use crate::stats::{Clock, Times};
use crate::toollib::{self, Board, Path};

/// Risks that differ by more than this count as different.
const TOLERANCE: f64 = 1e-6;

/// Number of rounds in which the programs take turns, so that noise affects all of them alike.
const N_ROUNDS: usize = 4;

/// The figures of a set of positions.
#[derive(Debug, Serialize)]
pub(crate) struct Comparison {
    set: String,
    n_views: usize,
    /// Times of a counter whose cache is cleared before each view.
    cold: Times,
    /// Times of one pass over all views that keeps the regions counted so far. Unlike the others this is not repeated,
    /// so the processor's caches are cold: the cost of a single census.
    one_pass: Times,
    peers: Vec<Peer>,
    /// The mean time of the fastest peer divided by the mean of `cold`.
    pub(crate) ratio: f64,
}

/// The figures of one function of the peer.
#[derive(Debug, Serialize)]
struct Peer {
    path: Path,
    agreement: Agreement,
    times: Times,
}

/// A comparison of a peer's risks with ours, which are those of the golden files.
#[derive(Debug, Default, Serialize)]
struct Agreement {
    /// Number of positions on which it returned an error or panicked.
    n_failed: usize,
    /// Number of positions with a risk that differs by more than [`TOLERANCE`].
    n_wrong: usize,
    /// The largest difference on all other positions.
    max_difference: f64,
}

/// Compares the risks of a golden set, then times them.
///
/// # Panics
/// When our own risks are not the golden ones.
pub(crate) fn compare(set: &str) -> Comparison {
    let views = positions::views(set);
    let is_large = set == "large";
    // `Enum` goes through every way to distribute the mines over regions, which takes far too long with many regions.
    let paths: &[Path] = if is_large { &[Path::Onboard] } else { &[Path::Enum, Path::Onboard] };
    assert_golden(&views, set);
    let agreements: Vec<Agreement> = paths.iter().map(|&path| agree(&views, path)).collect();
    let n_repeated = if is_large { 1 } else { 5 };
    let timed = Timed::measure(&views, paths, n_repeated);
    let n_batched = N_ROUNDS * n_repeated;
    let cold = Times::of(&timed.cold, n_batched);
    let of_peer = |((&path, agreement), times): ((_, _), &Vec<Duration>)| Peer {
        path,
        agreement,
        times: Times::of(times, n_batched),
    };
    let peers: Vec<Peer> = paths.iter().zip(agreements).zip(&timed.peers).map(of_peer).collect();
    let fastest = peers.iter().map(|peer| peer.times.mean).fold(f64::INFINITY, f64::min);
    Comparison {
        set: set.to_owned(),
        n_views: views.len(),
        ratio: fastest / cold.mean,
        one_pass: Times::of(&timed.one_pass, N_ROUNDS),
        cold,
        peers,
    }
}

fn assert_golden(views: &[View], set: &str) {
    let golden = positions::risks(set);
    assert_eq!(views.len(), golden.len(), "{set}: there are as many views as risks");
    for (idx, (view, golden)) in views.iter().zip(golden).enumerate() {
        let difference = difference(&our_risks(view), &golden);
        assert!(difference < 1e-9, "{set}, view {idx}: off by {difference}");
    }
}

fn our_risks(view: &View) -> Vec<Option<f64>> {
    let census = Census::of(view).expect("golden views can be counted");
    (0..view.grid().n_cells()).map(|cell| census.risk(cell)).collect()
}

/// Returns the largest difference of the two risks of a cell; infinite if only one is known, or one is not finite.
fn difference(one: &[Option<f64>], other: &[Option<f64>]) -> f64 {
    let of_cell = |(one, other): (&Option<f64>, &Option<f64>)| match (one, other) {
        (None, None) => 0.0,
        (Some(one), Some(other)) if one.is_finite() && other.is_finite() => (one - other).abs(),
        _ => f64::INFINITY,
    };
    assert_eq!(one.len(), other.len(), "risks are of the same cells");
    one.iter().zip(other).map(of_cell).fold(0.0, f64::max)
}

fn agree(views: &[View], path: Path) -> Agreement {
    let mut agreement = Agreement::default();
    for view in views {
        match toollib::risks(path, view).map(|risks| difference(&our_risks(view), &risks)) {
            None => agreement.n_failed += 1,
            Some(difference) if difference > TOLERANCE => agreement.n_wrong += 1,
            Some(difference) => agreement.max_difference = agreement.max_difference.max(difference),
        }
    }
    agreement
}

/// CPU times of each view, summed over all repetitions.
struct Timed {
    cold: Vec<Duration>,
    one_pass: Vec<Duration>,
    /// For each path.
    peers: Vec<Vec<Duration>>,
}

impl Timed {
    fn measure(views: &[View], paths: &[Path], n_repeated: usize) -> Timed {
        let clock = Clock::new();
        let boards: Vec<Board> = views.iter().map(toollib::board).collect();
        let zero = vec![Duration::ZERO; views.len()];
        let mut timed = Timed { cold: zero.clone(), one_pass: zero.clone(), peers: vec![zero; paths.len()] };
        let mut cold_counter = Counter::new();
        for _ in 0..N_ROUNDS {
            for (idx, view) in views.iter().enumerate() {
                timed.cold[idx] += clock.time(|| {
                    for _ in 0..n_repeated {
                        cold_counter.forget();
                        count(&mut cold_counter, view);
                    }
                });
                for (path, times) in paths.iter().zip(&mut timed.peers) {
                    times[idx] += time_peer(&clock, *path, view, &boards[idx], n_repeated);
                }
            }
            let mut counter = Counter::new();
            for (idx, view) in views.iter().enumerate() {
                timed.one_pass[idx] += clock.time(|| count(&mut counter, view));
            }
        }
        timed
    }
}

/// Counts a view and reads every risk.
fn count(counter: &mut Counter, view: &View) {
    let census = counter.census(view).expect("golden views can be counted");
    for cell in 0..view.grid().n_cells() {
        black_box(census.risk(cell));
    }
}

fn time_peer(clock: &Clock, path: Path, view: &View, board: &Board, n_repeated: usize) -> Duration {
    let n_mines = view.grid().rules().n_mines() as f64;
    let mut boards = vec![board.clone(); n_repeated];
    clock.time(|| {
        for board in &mut boards {
            // Failures have been counted before; here only the time matters.
            let _ = black_box(toollib::run(path, board, n_mines));
        }
    })
}

/// Prints the header of the table whose rows are comparisons.
pub(crate) fn print_header() {
    println!(
        "{:<13} {:>5}  {:<21} {:>9} {:>9} {:>9}  risks",
        "positions", "views", "CPU µs per census", "mean", "median", "p99"
    );
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut row = |name: &str, times: &Times, risks: &str| {
            let Times { mean, median, p99, .. } = times;
            let (set, n_views) = (&self.set, self.n_views);
            writeln!(f, "{set:<13} {n_views:>5}  {name:<21} {mean:>9.2} {median:>9.2} {p99:>9.2}  {risks}")
        };
        row("minewise cold", &self.cold, "as golden")?;
        row("minewise, one pass", &self.one_pass, "as golden")?;
        for Peer { path, agreement, times } in &self.peers {
            let Agreement { n_failed, n_wrong, max_difference } = agreement;
            let risks = format!("{n_failed} failed, {n_wrong} wrong, others within {max_difference:.1e}");
            let name = match path {
                Path::Enum => "ms_toollib enum",
                Path::Onboard => "ms_toollib onboard",
            };
            row(name, times, &risks)?;
        }
        Ok(())
    }
}
