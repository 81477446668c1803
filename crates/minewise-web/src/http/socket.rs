//! The socket of a client, with a time limit for clients that do not read.

use std::future::Future;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Sleep;

use crate::http::connections::Connection;

/// How long a client may read nothing of an answer that waits for it.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

/// The socket of a client. Writing fails once the client has read nothing for [`WRITE_TIMEOUT`].
///
/// The error ends the connection, and with it the work for the answer.
pub(crate) struct Socket {
    stream: TcpStream,
    connection: Arc<Connection>,
    timeout: Duration,
    /// Set while a write waits for the client.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl Socket {
    pub(crate) fn new(stream: TcpStream, connection: Arc<Connection>) -> Socket {
        Socket { stream, connection, timeout: WRITE_TIMEOUT, waiting: None }
    }

    /// Passes on the result of a write, unless it has waited too long.
    fn limited<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        self.connection.set_writing(written.is_pending());
        if written.is_ready() {
            self.waiting = None;
            return written;
        }
        let timeout = self.timeout;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(tokio::time::sleep(timeout)));
        waiting.as_mut().poll(cx).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Socket {
    fn poll_read(
        self: Pin<&mut Socket>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Socket {
    fn poll_write(self: Pin<&mut Socket>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write(cx, bytes);
        this.limited(cx, written)
    }

    fn poll_write_vectored(
        self: Pin<&mut Socket>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write_vectored(cx, slices);
        this.limited(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    // A TCP stream has no buffer of its own to flush, and is shut down without waiting.
    fn poll_flush(self: Pin<&mut Socket>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Socket>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    /// A socket of a server with a short time limit, and the client's end of it.
    async fn pair() -> (Socket, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        let socket = Socket::new(stream, Arc::default());
        (Socket { timeout: Duration::from_millis(300), ..socket }, client)
    }

    const MUCH: usize = 32 << 20;

    #[tokio::test]
    async fn a_client_that_never_reads_is_not_waited_for() {
        let (mut socket, _client) = pair().await;
        let error = socket.write_all(&vec![0; MUCH]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn a_client_that_reads_slowly_gets_everything() {
        let (mut socket, mut client) = pair().await;
        let reader = async {
            let (mut n_read, mut buffer) = (0, vec![0; 2 << 20]);
            while n_read < MUCH {
                tokio::time::sleep(Duration::from_millis(50)).await;
                n_read += client.read(&mut buffer).await.unwrap();
            }
            n_read
        };
        let bytes = vec![0; MUCH];
        let (written, n_read) = tokio::join!(socket.write_all(&bytes), reader);
        assert!(written.is_ok() && n_read == MUCH, "{written:?} {n_read}");
    }
}
