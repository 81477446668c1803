//! Where the app's jobs are done: threads for what is bounded, processes of their own for what may take long.

pub(crate) mod pool;
pub(crate) mod worker;
pub(crate) mod workers;

/// What is said when some work panicked.
pub(crate) const BUG: &str = "this request met a bug in Minewise; please report it";
