//! Runs the app's jobs: on threads if they are quick, in processes of their own if they take long.

pub(crate) mod pool;
pub(crate) mod worker;
pub(crate) mod workers;

/// The message when some work has panicked.
pub(crate) const BUG: &str = "this request met a bug in Minewise; please report it";
