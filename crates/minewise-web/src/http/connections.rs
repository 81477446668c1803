//! The open connections. When there are too many, the one that has been idle longest gives way to a new one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

/// The maximum number of open connections.
///
/// Many systems allow a process 1024 files. This leaves as many for the database, the workers and the experiments.
const MOST_CONNECTIONS: usize = 512;
/// How often a new connection looks for room while all others have an answer under way.
const RETRY: Duration = Duration::from_millis(20);

/// All open connections.
#[derive(Default)]
pub(crate) struct Connections(Mutex<Vec<Arc<Connection>>>);

/// An open connection.
#[derive(Default)]
pub(crate) struct Connection {
    /// Since when there has been no answer under way; `None` while there is one.
    ///
    /// The bytes of a request that is still arriving do not count: otherwise a client could hold a connection for ever
    /// by sending a byte now and then.
    idle_since: Mutex<Option<Instant>>,
    /// Whether bytes of an answer wait for the client to read.
    is_writing: AtomicBool,
    closing: Notify,
}

/// The place of a connection among the open ones. It is free again when this is dropped.
pub(crate) struct Place {
    all: Arc<Connections>,
    pub(crate) connection: Arc<Connection>,
}

/// An answer under way. While it lasts, its connection does not give way to others.
pub(crate) struct Answering(Arc<Connection>);

impl Connections {
    fn open(&self) -> MutexGuard<'_, Vec<Arc<Connection>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until there is room, and adds a connection.
    pub(crate) async fn add(self: &Arc<Connections>) -> Place {
        while self.open().len() >= MOST_CONNECTIONS && !self.close_idlest() {
            tokio::time::sleep(RETRY).await;
        }
        let connection = Arc::new(Connection::default());
        connection.set_idle_since(Some(Instant::now()));
        self.open().push(Arc::clone(&connection));
        Place { all: Arc::clone(self), connection }
    }

    /// Closes the connection that has been idle longest. Returns whether there was an idle one.
    pub(crate) fn close_idlest(&self) -> bool {
        let mut open = self.open();
        let idle =
            open.iter().enumerate().filter_map(|(idx, connection)| Some((connection.idle_since()?, idx)));
        let Some((_, idx)) = idle.min() else { return false };
        open.swap_remove(idx).closing.notify_one();
        true
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.all.open().retain(|other| !Arc::ptr_eq(other, &self.connection));
    }
}

impl Connection {
    fn idle_since(&self) -> Option<Instant> {
        let since = *self.idle_since.lock().unwrap_or_else(PoisonError::into_inner);
        since.filter(|_| !self.is_writing.load(Ordering::Relaxed))
    }

    fn set_idle_since(&self, since: Option<Instant>) {
        *self.idle_since.lock().unwrap_or_else(PoisonError::into_inner) = since;
    }

    /// Marks the connection as one with an answer under way.
    pub(crate) fn begin_answer(self: &Arc<Connection>) -> Answering {
        self.set_idle_since(None);
        Answering(Arc::clone(self))
    }

    /// Sets whether bytes of an answer wait for the client to read.
    pub(crate) fn set_writing(&self, is_writing: bool) {
        self.is_writing.store(is_writing, Ordering::Relaxed);
    }

    /// Waits until the connection has to give way to another.
    pub(crate) async fn closing(&self) {
        self.closing.notified().await;
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.set_idle_since(Some(Instant::now()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a connection was asked to close.
    async fn is_closing(connection: &Connection) -> bool {
        tokio::time::timeout(Duration::from_millis(1), connection.closing()).await.is_ok()
    }

    #[tokio::test]
    async fn the_connection_idle_longest_gives_way_and_one_with_an_answer_does_not() {
        let all = Arc::new(Connections::default());
        let (answered, slow_reader) = (all.add().await, all.add().await);
        let answering = answered.connection.begin_answer();
        slow_reader.connection.set_writing(true);
        let (old, young) = (all.add().await, all.add().await);
        assert!(all.close_idlest());
        assert!(is_closing(&old.connection).await && !is_closing(&young.connection).await);
        assert!(all.close_idlest());
        assert!(is_closing(&young.connection).await);
        assert!(!all.close_idlest());
        assert!(!is_closing(&answered.connection).await && !is_closing(&slow_reader.connection).await);
        // The answer has ended, so the connection is idle again.
        drop(answering);
        assert!(all.close_idlest() && is_closing(&answered.connection).await);
        drop(slow_reader);
        assert!(all.open().is_empty());
    }

    #[tokio::test]
    async fn there_is_always_room_for_one_more_if_others_are_idle() {
        let all = Arc::new(Connections::default());
        let mut places = Vec::new();
        for _ in 0..=MOST_CONNECTIONS {
            places.push(all.add().await);
        }
        assert_eq!(all.open().len(), MOST_CONNECTIONS);
        assert!(is_closing(&places[0].connection).await && !is_closing(&places[1].connection).await);
        // A place that was taken by another connection is not freed twice.
        drop(places.swap_remove(0));
        assert_eq!(all.open().len(), MOST_CONNECTIONS);
    }
}
