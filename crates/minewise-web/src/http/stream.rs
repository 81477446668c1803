//! Answers that come bit by bit, as server-sent events. Whoever stops listening cancels the work.

use std::convert::Infallible;
use std::future::Future;
use std::time::Duration;

use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use minewise_app::Problem;
use serde::Serialize;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

/// Where events are put; fails when nobody listens any more.
#[derive(Clone)]
pub(crate) struct Events(mpsc::Sender<Result<Event, Infallible>>);

impl Events {
    /// Sends an event of a kind, with JSON.
    pub(crate) async fn send(&self, kind: &str, json: &str) -> Result<(), Problem> {
        let event = Event::default().event(kind).data(json);
        self.0.send(Ok(event)).await.map_err(|_| Problem::failed("nobody listens any more"))
    }

    /// The same of something that is not JSON yet.
    pub(crate) async fn send_as_json(&self, kind: &str, content: &impl Serialize) -> Result<(), Problem> {
        self.send(kind, &serde_json::to_string(content).map_err(Problem::failed)?).await
    }
}

/// How many events may wait for a slow listener before the work waits for it too.
const MOST_WAITING: usize = 64;

/// Streams the events of some work; a problem of it is the last one, `problem`.
pub(crate) fn stream<W>(work: impl FnOnce(Events) -> W) -> impl IntoResponse
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
                let _ = events.send_as_json("problem", &problem).await;
            },
            () = gone.closed() => {}
        }
    });
    let keep_alive = KeepAlive::new().interval(Duration::from_secs(5));
    Sse::new(ReceiverStream::new(receiver)).keep_alive(keep_alive)
}
