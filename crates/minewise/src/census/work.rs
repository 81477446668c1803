//! The limits of a count: how much work it may do, and how much it may store.
//!
//! Both count operations and table entries, never seconds or bytes, so that a view is too tangled on every machine or
//! on none.

use super::plan::TooWide;
use crate::cancel::is_cancelled;

/// Why a count was not finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// It would exceed the limit of work.
    OutOfWork,
    /// It would exceed the limit of size.
    OutOfRoom,
    /// It was cancelled.
    Cancelled,
}

impl From<TooWide> for Halt {
    fn from(_: TooWide) -> Halt {
        Halt::OutOfWork
    }
}

/// The number of edges after which a count looks whether it was cancelled: about half a millisecond.
pub(crate) const CHECK_INTERVAL: usize = 8192;

/// What a count may still do and store; shared by all regions of a view.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work {
    /// The remaining work, in edges of sweeps.
    n_edges: usize,
    /// The remaining room, in table entries of at most nine bytes: a node, an edge, or a sum of the regions' counts.
    /// Larger things count as several.
    n_entries: usize,
    most_entries: usize,
    /// The number of edges until it looks again whether it was cancelled.
    until_check: usize,
    is_cancellable: bool,
}

impl Work {
    /// Creates the limits of a count.
    pub(crate) fn new(n_edges: usize, n_entries: usize) -> Work {
        let (most_entries, until_check) = (n_entries, CHECK_INTERVAL);
        Work { n_edges, n_entries, most_entries, until_check, is_cancellable: true }
    }

    /// No limits, for repeating a count that was within its limits. It cannot be cancelled, because there must be a
    /// result.
    pub(crate) fn unlimited() -> Work {
        const ALL: usize = usize::MAX;
        Work { n_edges: ALL, n_entries: ALL, most_entries: ALL, until_check: ALL, is_cancellable: false }
    }

    /// Subtracts the cost of `n_edges` edges.
    #[inline]
    pub(crate) fn spend(&mut self, n_edges: usize) -> Result<(), Halt> {
        self.n_edges = self.n_edges.checked_sub(n_edges).ok_or(Halt::OutOfWork)?;
        match self.until_check.checked_sub(n_edges) {
            Some(until_check) => self.until_check = until_check,
            None => {
                self.until_check = CHECK_INTERVAL;
                self.stop_if_cancelled()?;
            }
        }
        Ok(())
    }

    /// Subtracts the room of `n_entries` table entries.
    #[inline]
    pub(crate) fn store(&mut self, n_entries: usize) -> Result<(), Halt> {
        self.n_entries = self.n_entries.checked_sub(n_entries).ok_or(Halt::OutOfRoom)?;
        Ok(())
    }

    /// Gives back all room, for another count with the same work.
    pub(crate) fn free_all(&mut self) {
        self.n_entries = self.most_entries;
    }

    /// Checks early whether a step that is not yet charged would exceed the limits.
    pub(crate) fn check(&self, n_edges: usize, n_entries: usize) -> Result<(), Halt> {
        if n_edges > self.n_edges {
            return Err(Halt::OutOfWork);
        }
        if n_entries > self.n_entries {
            return Err(Halt::OutOfRoom);
        }
        self.stop_if_cancelled()
    }

    /// Stops a count that was cancelled.
    pub(crate) fn stop_if_cancelled(&self) -> Result<(), Halt> {
        if self.is_cancellable && is_cancelled() { Err(Halt::Cancelled) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cancel::{CancelFlag, Cancelled};

    #[test]
    fn a_repeated_count_is_not_cancelled_at_any_point() {
        let flag = CancelFlag::default();
        flag.cancel();
        let ran = flag.run(|| {
            let (mut first, mut repeated) = (Work::new(100, 100), Work::unlimited());
            assert_eq!(first.check(1, 1), Err(Halt::Cancelled));
            assert_eq!((first.spend(1), first.store(101)), (Ok(()), Err(Halt::OutOfRoom)));
            for _ in 0..3 {
                assert_eq!(repeated.check(1, 1), Ok(()));
                assert_eq!((repeated.spend(CHECK_INTERVAL), repeated.store(1)), (Ok(()), Ok(())));
            }
        });
        assert_eq!(ran, Err(Cancelled));
    }
}
