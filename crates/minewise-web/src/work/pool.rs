//! A thread pool for bounded work, in the order of arrival.
//!
//! Requests that only wait for the disk or another process do not wait here, so a click is answered at once however
//! many views are being analysed.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use minewise_app::Problem;
use tokio::sync::Semaphore;

use super::BUG;

/// The maximum number of waiting jobs; further ones are refused.
const MOST_WAITING: usize = 1000;

/// A thread pool for bounded work.
pub(crate) struct Pool {
    threads: Arc<Semaphore>,
    n_waiting: AtomicUsize,
}

impl Pool {
    /// Creates a pool with as many threads as the machine can run at once.
    pub(crate) fn new() -> Pool {
        let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
        Pool { threads: Arc::new(Semaphore::new(n_threads)), n_waiting: AtomicUsize::new(0) }
    }

    /// Runs some work when its turn comes. If the future is dropped before that, the work is not done.
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
        done.await.map_err(|_| Problem::failed(BUG))?
    }
}

/// A waiting job, counted until it is dropped.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_runs_on_at_most_the_given_number_of_threads() {
        let pool = Pool { threads: Arc::new(Semaphore::new(2)), n_waiting: AtomicUsize::new(0) };
        let (n_now, n_most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let work = || {
            let (n_now, n_most) = (Arc::clone(&n_now), Arc::clone(&n_most));
            pool.run(move || {
                let n = n_now.fetch_add(1, Ordering::SeqCst) + 1;
                n_most.fetch_max(n, Ordering::SeqCst);
                std::thread::sleep(std::time::Duration::from_millis(20));
                n_now.fetch_sub(1, Ordering::SeqCst);
                Ok(n)
            })
        };
        let done = tokio::join!(work(), work(), work(), work(), work());
        assert!(done.0.is_ok() && done.4.is_ok());
        assert_eq!(n_most.load(Ordering::SeqCst), 2);
    }

    #[tokio::test]
    async fn a_panic_becomes_a_sentence_and_frees_its_thread() {
        let pool = Pool { threads: Arc::new(Semaphore::new(1)), n_waiting: AtomicUsize::new(0) };
        let problem = pool.run(|| -> Result<(), Problem> { panic!("on purpose") }).await.unwrap_err();
        assert_eq!(problem.error, BUG);
        assert_eq!(pool.run(|| Ok(7)).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn work_is_refused_when_too_many_jobs_wait() {
        let pool = Pool { threads: Arc::new(Semaphore::new(1)), n_waiting: AtomicUsize::new(MOST_WAITING) };
        let problem = pool.run(|| Ok(())).await.unwrap_err();
        assert_eq!(problem.error, "too many requests are waiting; try again in a moment");
        assert_eq!(pool.n_waiting.load(Ordering::SeqCst), MOST_WAITING);
    }
}
