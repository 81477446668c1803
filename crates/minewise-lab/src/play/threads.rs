//! Runs work on several threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Runs `work` on `n_threads` threads, at least one. A panic on any of them is propagated.
pub(crate) fn on_threads(n_threads: usize, work: impl Fn() + Sync) {
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..n_threads.max(1)).map(|_| scope.spawn(&work)).collect();
        for thread in threads {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
}

/// Computes `of` for 0, 1, … `n` - 1 on several threads. `done` receives each result as soon as it is computed.
///
/// Each thread creates a worker of its own, which it reuses from one index to the next.
pub(crate) fn each<S, T>(
    n: u64,
    n_threads: usize,
    worker: impl Fn() -> S + Sync,
    of: impl Fn(&mut S, u64) -> T + Sync,
    done: impl FnMut(u64, T) + Send,
) {
    let next = AtomicU64::new(0);
    let done = Mutex::new(done);
    on_threads(n_threads.min(usize::try_from(n).unwrap_or(usize::MAX)), || {
        let mut worker = worker();
        loop {
            let idx = next.fetch_add(1, Ordering::Relaxed);
            if idx >= n {
                return;
            }
            let result = of(&mut worker, idx);
            (done.lock().expect("no thread panics while it holds the lock"))(idx, result);
        }
    });
}

/// Computes `of` for 0, 1, … `n` - 1 on several threads, and returns the results in this order.
pub(crate) fn in_order<T: Send>(n: usize, n_threads: usize, of: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let mut results = Vec::with_capacity(n);
    each(n as u64, n_threads, || (), |(), idx| of(idx as usize), |idx, result| results.push((idx, result)));
    results.sort_unstable_by_key(|&(idx, _)| idx);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_threads_are_in_order() {
        let squares: Vec<usize> = (0..100).map(|idx| idx * idx).collect();
        for n_threads in [0, 1, 3, 200] {
            assert_eq!(in_order(100, n_threads, |idx| idx * idx), squares);
        }
        assert!(in_order(0, 2, |idx| idx).is_empty());
    }
}
