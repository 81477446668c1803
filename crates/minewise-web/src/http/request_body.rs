//! Reads the body of every request, within limits of time and memory, before the request is answered.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::{Frame, SizeHint};
use minewise_app::{MOST_BYTES, Problem};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_stream::StreamExt;

use crate::http::answer::Failure;
use crate::http::connections::{Answering, Connection};

/// The time within which the head of a request must arrive, and after it the whole body.
pub(crate) const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum number of bytes in the bodies of all requests at once.
const MOST_BYTES_AT_ONCE: usize = 64 * MOST_BYTES;

/// The memory for the bodies of requests: a permit for each byte.
#[derive(Clone)]
pub(crate) struct Memory(Arc<Semaphore>);

impl Memory {
    pub(crate) fn new() -> Memory {
        Memory(Arc::new(Semaphore::new(MOST_BYTES_AT_ONCE)))
    }
}

/// Reads the body of a request, and then lets the request be answered.
///
/// There is one time limit for the whole body: a limit for each part would let a client send a byte now and then.
pub(crate) async fn read(State(memory): State<Memory>, request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    let Ok(read) = tokio::time::timeout(REQUEST_TIMEOUT, collect(body, &memory)).await else {
        let seconds = REQUEST_TIMEOUT.as_secs();
        let sentence = format!("the body of the request did not arrive within {seconds} seconds");
        return Failure::new(StatusCode::REQUEST_TIMEOUT, sentence).into_response();
    };
    match read {
        Err(failure) => failure.into_response(),
        Ok((body, _held)) => {
            let answering = head.extensions.get::<Arc<Connection>>().map(Connection::begin_answer);
            let response = next.run(Request::from_parts(head, Body::from(body))).await;
            response.map(|body| Body::new(AnswerBody { body, _answering: answering }))
        }
    }
}

/// Collects the bytes of a body. The memory is free again when the permit is dropped.
async fn collect(body: Body, memory: &Memory) -> Result<(Bytes, Option<OwnedSemaphorePermit>), Failure> {
    let too_large = || {
        let sentence = format!("the body of a request may have at most {MOST_BYTES} bytes");
        Failure::new(StatusCode::PAYLOAD_TOO_LARGE, sentence)
    };
    // A length that is known to be too large is refused before anything is read.
    if body.size_hint().lower() > MOST_BYTES as u64 {
        return Err(too_large());
    }
    let mut parts = body.into_data_stream();
    let (mut bytes, mut held): (Vec<u8>, Option<OwnedSemaphorePermit>) = (Vec::new(), None);
    while let Some(part) = parts.next().await {
        let part = part.map_err(|error| Failure::new(StatusCode::BAD_REQUEST, error))?;
        if bytes.len() + part.len() > MOST_BYTES {
            return Err(too_large());
        }
        let permit = u32::try_from(part.len()).ok().map(|n| Arc::clone(&memory.0).try_acquire_many_owned(n));
        let Some(Ok(permit)) = permit else {
            return Err(Problem::busy("too many large requests at once; try again in a moment").into());
        };
        match &mut held {
            Some(held) => held.merge(permit),
            None => held = Some(permit),
        }
        bytes.extend(part);
    }
    Ok((bytes.into(), held))
}

/// The body of an answer. Its connection does not give way to others until the body has been written or dropped.
struct AnswerBody {
    body: Body,
    _answering: Option<Answering>,
}

impl HttpBody for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        self: Pin<&mut AnswerBody>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.get_mut().body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn check(n_bytes: usize, memory: &Memory, expected: Option<&str>) {
        let body = Body::from(vec![b' '; n_bytes]);
        let failure = collect(body, memory).await.err().map(|failure| failure.problem.error);
        assert_eq!(failure.as_deref(), expected);
    }

    #[tokio::test]
    async fn bodies_have_a_limit_each_and_in_all() {
        let memory = Memory::new();
        check(MOST_BYTES, &memory, None).await;
        let too_large = "the body of a request may have at most 1048576 bytes";
        check(MOST_BYTES + 1, &memory, Some(too_large)).await;
        let taken = memory.0.try_acquire_many((MOST_BYTES_AT_ONCE - 100) as u32).unwrap();
        let too_many = "too many large requests at once; try again in a moment";
        check(101, &memory, Some(too_many)).await;
        check(100, &memory, None).await;
        drop(taken);
        assert_eq!(memory.0.available_permits(), MOST_BYTES_AT_ONCE);
    }
}
