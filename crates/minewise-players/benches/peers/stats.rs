//! CPU times and their statistics.

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use serde::Serialize;

/// A stopwatch of CPU time that subtracts the cost of reading the clock.
#[derive(Debug)]
pub(crate) struct Clock {
    overhead: Duration,
}

impl Clock {
    /// Creates a clock and measures what reading it costs.
    pub(crate) fn new() -> Clock {
        let mut clock = Clock { overhead: Duration::ZERO };
        let mut samples: Vec<Duration> = (0..1001).map(|_| clock.time(|| ())).collect();
        samples.sort_unstable();
        clock.overhead = samples[samples.len() / 2];
        clock
    }

    /// Returns the CPU time that `work` takes; its result is dropped.
    pub(crate) fn time<T>(&self, work: impl FnOnce() -> T) -> Duration {
        let start = ThreadTime::now();
        black_box(work());
        start.elapsed().saturating_sub(self.overhead)
    }
}

/// A summary of CPU times, in microseconds.
#[derive(Debug, Serialize)]
pub(crate) struct Times {
    pub(crate) mean: f64,
    pub(crate) median: f64,
    pub(crate) p99: f64,
    pub(crate) max: f64,
}

impl Times {
    /// Summarises times, each of which is the sum of `n_repeated` equal pieces of work.
    pub(crate) fn of(times: &[Duration], n_repeated: usize) -> Times {
        let micros = |time: &Duration| time.as_secs_f64() * 1e6 / n_repeated as f64;
        let mut micros: Vec<f64> = times.iter().map(micros).collect();
        micros.sort_by(f64::total_cmp);
        // The least sample that this share of all samples does not exceed.
        let quantile = |share: f64| micros[(share * micros.len() as f64).ceil() as usize - 1];
        Times {
            mean: micros.iter().sum::<f64>() / micros.len() as f64,
            median: quantile(0.5),
            p99: quantile(0.99),
            max: quantile(1.0),
        }
    }
}
