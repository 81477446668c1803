//! Answers sent as server-sent events. The work is cancelled when the client disconnects.

use std::convert::Infallible;
use std::future::Future;
use std::time::Duration;

use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use minewise_app::Problem;
use serde::Serialize;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

/// The sender of a stream of events. Sending fails once the client has disconnected.
#[derive(Clone)]
pub(crate) struct Events(mpsc::Sender<Result<Event, Infallible>>);

impl Events {
    /// Sends an event of this kind, with JSON data.
    pub(crate) async fn send(&self, kind: &str, json: &str) -> Result<(), Problem> {
        let event = Event::default().event(kind).data(json);
        self.0.send(Ok(event)).await.map_err(|_| Problem::failed("the client has disconnected"))
    }

    /// Serialises `content` to JSON and sends it as an event.
    pub(crate) async fn send_as_json(&self, kind: &str, content: &impl Serialize) -> Result<(), Problem> {
        self.send(kind, &serde_json::to_string(content).map_err(Problem::failed)?).await
    }
}

/// The number of events buffered for a slow client before the work has to wait.
const MOST_WAITING: usize = 64;

/// Streams the events of some work. If the work fails, the last event is `problem`.
pub(crate) fn stream<W>(work: impl FnOnce(Events) -> W) -> impl IntoResponse
where
    W: Future<Output = Result<(), Problem>> + Send + 'static,
{
    let (sender, receiver) = mpsc::channel(MOST_WAITING);
    let events = Events(sender);
    let work = work(events.clone());
    tokio::spawn(async move {
        let client = events.0.clone();
        tokio::select! {
            res = work => if let Err(problem) = res {
                // A client that has disconnected does not need the event.
                let _ = events.send_as_json("problem", &problem).await;
            },
            () = client.closed() => {}
        }
    });
    let keep_alive = KeepAlive::new().interval(Duration::from_secs(5));
    Sse::new(ReceiverStream::new(receiver)).keep_alive(keep_alive)
}
