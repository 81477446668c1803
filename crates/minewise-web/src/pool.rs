//! Work of bounded length, done on a few threads of its own, first come first served.
//!
//! Whoever only waits for a file or another program does not wait here, so that a click is answered at once however many
//! views are being taken apart.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::Semaphore;

use crate::problem::Problem;

/// So many may wait; more are sent away.
const MOST_WAITING: usize = 1000;

/// A few threads for work of bounded length.
pub(crate) struct Pool {
    threads: Arc<Semaphore>,
    n_waiting: AtomicUsize,
}

impl Pool {
    /// As many threads as the machine runs at once.
    pub(crate) fn new() -> Pool {
        let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
        Pool { threads: Arc::new(Semaphore::new(n_threads)), n_waiting: AtomicUsize::new(0) }
    }

    /// Does some work when its turn comes. Whoever goes away before that is not waited for.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let waiting = Waiting::begin(&self.n_waiting)?;
        let thread = Arc::clone(&self.threads).acquire_owned().await.map_err(Problem::failed)?;
        drop(waiting);
        let done = tokio::task::spawn_blocking(move || {
            let res = work();
            drop(thread);
            res
        });
        done.await.map_err(|_| Problem::failed("this request met a bug in Minewise; please report it"))?
    }
}

/// Somebody who waits.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn begin(n_waiting: &'a AtomicUsize) -> Result<Waiting<'a>, Problem> {
        if n_waiting.fetch_add(1, Ordering::Relaxed) >= MOST_WAITING {
            n_waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(Problem::busy("too many requests are waiting; try again in a moment"));
        }
        Ok(Waiting(n_waiting))
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
