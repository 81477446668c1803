//! CPU time, and what is said of many samples of it.

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use serde::Serialize;

/// A stopwatch of CPU time that knows what reading the clock costs.
#[derive(Debug)]
pub(crate) struct Clock {
    overhead: Duration,
}

impl Clock {
    /// A clock, after finding what reading it costs.
    pub(crate) fn new() -> Clock {
        let mut clock = Clock { overhead: Duration::ZERO };
        let mut samples: Vec<Duration> = (0..1001).map(|_| clock.time(|| ())).collect();
        samples.sort_unstable();
        clock.overhead = samples[samples.len() / 2];
        clock
    }

    /// The CPU time that `work` takes, whatever it answers.
    pub(crate) fn time<T>(&self, work: impl FnOnce() -> T) -> Duration {
        let began = ThreadTime::now();
        black_box(work());
        began.elapsed().saturating_sub(self.overhead)
    }
}

/// CPU times in microseconds, in brief.
#[derive(Debug, Serialize)]
pub(crate) struct Times {
    pub(crate) mean: f64,
    pub(crate) median: f64,
    pub(crate) p99: f64,
    pub(crate) max: f64,
}

impl Times {
    /// The times in brief, each the sum of `n_repeated` equal pieces of work.
    pub(crate) fn of(times: &[Duration], n_repeated: usize) -> Times {
        let micros = |time: &Duration| time.as_secs_f64() * 1e6 / n_repeated as f64;
        let mut micros: Vec<f64> = times.iter().map(micros).collect();
        micros.sort_by(f64::total_cmp);
        // The least time that is not exceeded by this share of all.
        let quantile = |share: f64| micros[(share * micros.len() as f64).ceil() as usize - 1];
        Times {
            mean: micros.iter().sum::<f64>() / micros.len() as f64,
            median: quantile(0.5),
            p99: quantile(0.99),
            max: quantile(1.0),
        }
    }
}
