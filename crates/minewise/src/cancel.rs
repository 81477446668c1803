//! Cancels work that nobody waits for any more.
//!
//! Counting, perfect play and players can take seconds, deep inside calls that know nothing of who asked. So the flag
//! that cancels them is not passed along: it belongs to the thread while [`CancelFlag::run`] runs, and whatever charges
//! work looks at it (decision record 20).

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that cancels work. Clones share the flag, so one thread can cancel what another one runs.
///
/// # Examples
/// ```
/// use minewise::cancel::{CancelFlag, Cancelled};
/// use minewise::{Census, View};
/// let view: View = "4x2/2 1.../1...".parse()?;
/// let flag = CancelFlag::default();
/// assert!(flag.run(|| Census::of(&view)).is_ok());
/// flag.cancel();
/// assert_eq!(flag.run(|| Census::of(&view)).unwrap_err(), Cancelled);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelFlag(Arc<AtomicBool>);

/// The error that some work was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;

impl fmt::Display for Cancelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the work was cancelled")
    }
}

impl std::error::Error for Cancelled {}

thread_local! {
    /// The flags of all calls of [`CancelFlag::run`] on this thread.
    static FLAGS: RefCell<Vec<CancelFlag>> = const { RefCell::new(Vec::new()) };
}

/// Whether the work on this thread has been cancelled.
///
/// Whatever takes long should ask this now and then, and return as soon as it can if the answer is yes. It does not
/// matter what it returns, because [`CancelFlag::run`] drops the result.
pub fn is_cancelled() -> bool {
    FLAGS.with_borrow(|flags| flags.iter().any(CancelFlag::is_cancelled))
}

impl CancelFlag {
    /// Cancels all work that runs under this flag, now and later.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is set.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Runs some work on this thread under this flag.
    ///
    /// # Errors
    /// When the flag is set before the work ends. Its result is then dropped, because it may be wrong. Anything else
    /// that the work changed, such as the caches of a player, must be dropped too.
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> Result<T, Cancelled> {
        /// Removes the flag again, even after a panic.
        struct Running;
        impl Drop for Running {
            fn drop(&mut self) {
                FLAGS.with_borrow_mut(Vec::pop);
            }
        }
        FLAGS.with_borrow_mut(|flags| flags.push(self.clone()));
        let _running = Running;
        let result = work();
        if self.is_cancelled() { Err(Cancelled) } else { Ok(result) }
    }
}

/// Returns `work`, to be run by another thread under the flags of this one.
pub fn inherit<T>(work: impl FnOnce() -> T) -> impl FnOnce() -> T {
    let flags = FLAGS.with_borrow(Clone::clone);
    move || {
        FLAGS.set(flags);
        let result = work();
        FLAGS.take();
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_sees_the_flags_of_all_calls_around_it() {
        let (outer, inner) = (CancelFlag::default(), CancelFlag::default());
        let seen = outer.run(|| {
            inner.run(|| {
                assert!(!is_cancelled());
                outer.cancel();
                is_cancelled()
            })
        });
        assert_eq!(seen, Err(Cancelled));
        assert!(!inner.is_cancelled() && !is_cancelled());
    }

    #[test]
    fn a_thread_inherits_the_flags() {
        let flag = CancelFlag::default();
        let seen = flag.run(|| {
            let thread = std::thread::spawn(inherit(is_cancelled));
            let before = thread.join().unwrap();
            flag.cancel();
            (before, std::thread::spawn(inherit(is_cancelled)).join().unwrap())
        });
        assert_eq!(seen, Err(Cancelled));
        assert!(CancelFlag::default().run(|| ()).is_ok());
    }

    #[test]
    fn a_panic_leaves_no_flag_behind() {
        let flag = CancelFlag::default();
        let ran = std::panic::catch_unwind(|| flag.run(|| panic!("on purpose")));
        assert!(ran.is_err());
        flag.cancel();
        assert!(!is_cancelled());
    }
}
