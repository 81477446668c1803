//! Answers that come bit by bit, as server-sent events. Whoever stops listening cancels the work.

use std::convert::Infallible;
use std::future::Future;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use serde::Serialize;
use tokio::sync::mpsc;
use tokio_stream::Stream;
use tokio_stream::wrappers::ReceiverStream;

use crate::problem::Problem;

/// Where events are put; fails when nobody listens any more.
#[derive(Clone)]
pub(super) struct Events(mpsc::Sender<Result<Event, Infallible>>);

impl Events {
    /// Tells something of a kind.
    pub(super) async fn tell(&self, kind: &str, data: &impl Serialize) -> Result<(), Problem> {
        let event = Event::default().event(kind).json_data(data).map_err(Problem::failed)?;
        self.0.send(Ok(event)).await.map_err(|_| Problem::failed("nobody listens any more"))
    }
}

/// So many events may wait for a slow listener before the work waits for it too.
const MOST_WAITING: usize = 64;

/// Streams what some work tells; a problem of it is told last, as the event `problem`.
pub(super) fn stream<W>(work: impl FnOnce(Events) -> W) -> Sse<impl Stream<Item = Result<Event, Infallible>>>
where
    W: Future<Output = Result<(), Problem>> + Send + 'static,
{
    let (sender, receiver) = mpsc::channel(MOST_WAITING);
    let events = Events(sender);
    let work = work(events.clone());
    tokio::spawn(async move {
        let gone = events.0.clone();
        tokio::select! {
            res = work => if let Err(problem) = res {
                // If nobody listens, nobody needs to know.
                let _ = events.tell("problem", &problem.into_said()).await;
            },
            () = gone.closed() => {}
        }
    });
    let keep_alive = KeepAlive::new().interval(Duration::from_secs(5));
    Sse::new(ReceiverStream::new(receiver)).keep_alive(keep_alive)
}
