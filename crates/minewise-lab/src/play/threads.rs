//! The same work on several threads.

use std::sync::atomic::{AtomicU64, Ordering};

/// Does the same work on several threads, at least one. A panic of one of them is passed on.
pub(crate) fn on_threads(n_threads: usize, work: impl Fn() + Sync) {
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..n_threads.max(1)).map(|_| scope.spawn(&work)).collect();
        for thread in threads {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
}

/// The numbers from 0 to `n`, each claimed by one of the threads that share `next`.
pub(crate) fn claims(next: &AtomicU64, n: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&claimed| claimed < n))
}
