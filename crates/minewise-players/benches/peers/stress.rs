//! Positions made to be hard: measures how long the worst of them takes. The peer cannot solve all of them.

use std::fmt;
use std::hint::black_box;
use std::time::Duration;

use minewise::census::Counter;
use serde::Serialize;

use crate::positions;
use crate::stats::{Clock, Times};

/// The longest time that a position may take, in microseconds.
const LIMIT: f64 = 50_000.0;

const N_REPEATED: usize = 5;

/// The CPU times on the hard positions, with a counter whose cache is cleared before each.
#[derive(Debug, Serialize)]
pub(crate) struct Stress {
    n_views: usize,
    times: Times,
}

/// Counts every hard position.
///
/// # Panics
/// When one cannot be counted, or takes longer than the limit.
pub(crate) fn measure() -> Stress {
    let clock = Clock::new();
    let views = positions::views("stress");
    let mut counter = Counter::new();
    let mut repeat = |view| {
        for _ in 0..N_REPEATED {
            counter.forget();
            black_box(counter.census(view).expect("hard views can be counted"));
        }
    };
    let times: Vec<Duration> = views.iter().map(|view| clock.time(|| repeat(view))).collect();
    let times = Times::of(&times, N_REPEATED);
    assert!(times.max < LIMIT, "a hard view takes {:.0} µs, more than {LIMIT} µs", times.max);
    Stress { n_views: views.len(), times }
}

impl fmt::Display for Stress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Times { mean, median, max, .. } = &self.times;
        writeln!(
            f,
            "stress: {} views, CPU µs mean {mean:.0}, median {median:.0}, max {max:.0} (limit {LIMIT})",
            self.n_views
        )
    }
}
