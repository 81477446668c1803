//! A thread pool for quick work.
//!
//! Most work takes milliseconds, but a tangled view can take seconds, and nobody can say before counting which one it
//! is. So all bounded work begins here. If it is not done soon, it is cancelled, and begins again in a process of its
//! own. Short requests thus never wait for long ones. The views of long work are remembered: a page asks about the same
//! view again and again, and each time would take its tenth of a second from others.
//!
//! Requests that only wait for the disk or another process do not wait here, so a click is answered at once however
//! many views are being analysed.

use std::collections::VecDeque;
use std::hash::{BuildHasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Duration;

use cpu_time::ThreadTime;
use minewise::cancel::{CancelFlag, Cancelled};
use minewise_app::Problem;
use tokio::sync::oneshot;

use super::BUG;

/// The maximum number of waiting jobs; further ones are refused.
const MOST_WAITING: usize = 1000;

/// The time that work has. An analysis of an Expert view takes about a millisecond, at most 40.
const QUICK: Duration = Duration::from_millis(100);

/// The maximum number of views that are remembered because they take long.
const MOST_LONG_VIEWS: usize = 64;

/// A thread pool for quick work.
///
/// It has threads of its own. On those that tokio has for blocking work, a processor would be idle from the end of one
/// job until the next one has been woken up and given to a thread.
pub(crate) struct Pool {
    queue: mpsc::Sender<Task>,
    n_waiting: Arc<AtomicUsize>,
    long_views: Arc<LongViews>,
}

type Task = Box<dyn FnOnce() + Send>;

/// The views that took long last, by their hashes. A view with the same hash as one of them begins in a process too,
/// which gives the same answer.
#[derive(Default)]
struct LongViews {
    hasher: RandomState,
    hashes: Mutex<VecDeque<u64>>,
}

impl LongViews {
    fn hashes(&self) -> MutexGuard<'_, VecDeque<u64>> {
        self.hashes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, hash: u64) {
        let mut hashes = self.hashes();
        if hashes.len() >= MOST_LONG_VIEWS {
            hashes.pop_front();
        }
        hashes.push_back(hash);
    }
}

impl Pool {
    /// Creates a pool with as many threads as the machine can run at once.
    pub(crate) fn new() -> Pool {
        Pool::with_threads(std::thread::available_parallelism().map_or(1, usize::from))
    }

    fn with_threads(n_threads: usize) -> Pool {
        let (queue, tasks) = mpsc::channel();
        let tasks = Arc::new(Mutex::new(tasks));
        for _ in 0..n_threads {
            let tasks = Arc::clone(&tasks);
            std::thread::spawn(move || run_tasks(&tasks));
        }
        Pool { queue, n_waiting: Arc::default(), long_views: Arc::default() }
    }

    /// Runs some work about a view. It is cancelled if it is not quick, and then the result is `None`, or when the future
    /// is dropped.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        view: &str,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<Option<T>, Problem> {
        let hash = self.long_views.hasher.hash_one(view);
        if self.long_views.hashes().contains(&hash) {
            return Ok(None);
        }
        let waiting = Waiting::begin(&self.n_waiting)?;
        let cancel = CancelOnDrop(CancelFlag::default());
        let (flag, long_views) = (cancel.0.clone(), Arc::clone(&self.long_views));
        let (begins, begun) = oneshot::channel();
        let (ends, ended) = oneshot::channel();
        let task = move || {
            drop(waiting);
            // Whoever asked may have gone, and then nobody receives this or the result.
            let _ = begins.send(());
            let began = ThreadTime::now();
            let res = if flag.is_cancelled() { Err(Cancelled) } else { flag.run(work) };
            // CPU time, because on a busy machine all work takes long.
            if res.is_err() && began.elapsed() > QUICK / 2 {
                long_views.add(hash);
            }
            let _ = ends.send(res);
        };
        self.queue.send(Box::new(task)).map_err(|_| Problem::failed(BUG))?;
        // The time that it waits for a thread does not count.
        let _ = begun.await;
        match tokio::time::timeout(QUICK, ended).await {
            Ok(Ok(Ok(done))) => done.map(Some),
            Ok(Ok(Err(Cancelled))) | Err(_) => Ok(None),
            // The work has panicked, so there is no result.
            Ok(Err(_)) => Err(Problem::failed(BUG)),
        }
    }
}

/// Runs one task after another, until the pool is dropped.
fn run_tasks(tasks: &Mutex<mpsc::Receiver<Task>>) {
    loop {
        // A statement of its own, so that other threads can take the next task while this one runs.
        let next = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(task) = next else { return };
        // A panic is a bug in this task, and must not end the thread. Nothing that it has changed is used again.
        let _ = catch_unwind(AssertUnwindSafe(task));
    }
}

/// Cancels some work when it is dropped, which is when nobody waits for its result any more.
struct CancelOnDrop(CancelFlag);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// A waiting job, counted until it is dropped.
struct Waiting(Arc<AtomicUsize>);

impl Waiting {
    fn begin(n_waiting: &Arc<AtomicUsize>) -> Result<Waiting, Problem> {
        let waiting = Waiting(Arc::clone(n_waiting));
        if n_waiting.fetch_add(1, Ordering::Relaxed) >= MOST_WAITING {
            return Err(Problem::busy("too many requests are waiting; try again in a moment"));
        }
        Ok(waiting)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_runs_on_at_most_the_given_number_of_threads() {
        let pool = Pool::with_threads(2);
        let (n_now, n_most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let work = || {
            let (n_now, n_most) = (Arc::clone(&n_now), Arc::clone(&n_most));
            pool.run("", move || {
                let n = n_now.fetch_add(1, Ordering::SeqCst) + 1;
                n_most.fetch_max(n, Ordering::SeqCst);
                std::thread::sleep(Duration::from_millis(20));
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
        let pool = Pool::with_threads(1);
        // Not `panic!`, which takes longer than the work may if it prints a backtrace.
        let work = || -> Result<(), Problem> { std::panic::resume_unwind(Box::new("on purpose")) };
        let problem = pool.run("", work).await.unwrap_err();
        assert_eq!(problem.error, BUG);
        assert_eq!(pool.run("", || Ok(7)).await.unwrap(), Some(7));
    }

    #[tokio::test]
    async fn work_is_refused_when_too_many_jobs_wait() {
        let pool = Pool { n_waiting: Arc::new(MOST_WAITING.into()), ..Pool::with_threads(1) };
        let problem = pool.run("", || Ok(())).await.unwrap_err();
        assert_eq!(problem.error, "too many requests are waiting; try again in a moment");
        assert_eq!(pool.n_waiting.load(Ordering::SeqCst), MOST_WAITING);
    }

    /// Runs work that goes on until it is cancelled.
    async fn run_endless(pool: &Pool, view: &str) -> Option<()> {
        let work = || {
            while !minewise::cancel::is_cancelled() {
                std::hint::spin_loop();
            }
            Ok(())
        };
        pool.run(view, work).await.unwrap()
    }

    #[tokio::test]
    async fn long_work_is_cancelled_and_leaves_its_thread_to_the_next() {
        let pool = Pool::with_threads(1);
        let done =
            tokio::join!(run_endless(&pool, "one"), run_endless(&pool, "other"), pool.run("", || Ok(7)));
        assert_eq!(done, (None, None, Ok(Some(7))));
    }

    #[tokio::test]
    async fn a_view_that_took_long_is_not_tried_again() {
        let pool = Pool::with_threads(1);
        // On a busy machine it may get too little CPU time to be noted, so it is tried some times.
        let mut n_tries = 0;
        while pool.run("tangled", || Ok(7)).await.unwrap().is_some() {
            assert_eq!(run_endless(&pool, "tangled").await, None);
            n_tries += 1;
            assert!(n_tries < 100, "it is never noted");
        }
        assert!(n_tries > 0);
        for _ in 0..MOST_LONG_VIEWS {
            pool.long_views.add(0);
        }
        assert_eq!(pool.run("tangled", || Ok(7)).await.unwrap(), Some(7));
    }

    #[tokio::test]
    async fn work_that_nobody_waits_for_is_cancelled() {
        let pool = Pool::with_threads(1);
        assert!(tokio::time::timeout(QUICK / 10, run_endless(&pool, "")).await.is_err());
        // Otherwise the thread would never be free again.
        let next = tokio::time::timeout(Duration::from_secs(20), pool.run("", || Ok(7))).await;
        assert_eq!(next.expect("the thread is free").unwrap(), Some(7));
    }
}
