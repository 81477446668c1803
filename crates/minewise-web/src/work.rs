//! Runs the app's jobs: on threads if their work is bounded, in processes of their own if they may take long.

pub(crate) mod pool;
pub(crate) mod worker;
pub(crate) mod workers;

/// The message when some work has panicked.
pub(crate) const BUG: &str = "this request met a bug in Minewise; please report it";
