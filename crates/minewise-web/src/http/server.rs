//! The server: accepts connections and answers requests.

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::DefaultBodyLimit;
use axum::response::{IntoResponse, Response};
use axum::{Router, middleware};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use minewise_app::{MOST_BYTES, Problem};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;

use crate::api;
use crate::http::answer::Failure;
use crate::http::{guard, page};
use crate::state::door::Door;
use crate::state::store::Store;
use crate::work::BUG;
use crate::work::workers::Workers;

/// The default address. The port spells MINE on a telephone keypad.
pub const DEFAULT_ADDR: SocketAddr =
    SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 6463);

/// The maximum number of open connections; further ones wait.
const MOST_CONNECTIONS: usize = 1024;
/// The time within which a request must arrive.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// The web app, ready to be served.
pub struct Server {
    listener: TcpListener,
    addr: SocketAddr,
    router: Router,
}

impl Server {
    /// Binds the address and opens the database in the folder `data`. `program` is started with the argument `worker`
    /// for long work.
    ///
    /// # Errors
    /// A sentence, if the page is not embedded in the program, the address is in use, or the database cannot be opened.
    pub async fn new(addr: SocketAddr, data: &Path, program: PathBuf) -> Result<Server, String> {
        if !page::is_built() {
            return Err(
                "this program was built without the page: install Node 20 or later and use `./run`, which \
                        builds both; all other commands work without it"
                    .to_owned(),
            );
        }
        let cannot = |error: io::Error| match error.kind() {
            io::ErrorKind::AddrInUse => {
                format!(
                    "{addr} is already in use, perhaps by another Minewise; choose another address with `serve --addr`"
                )
            }
            _ => format!("cannot listen on {addr}: {error}"),
        };
        let listener = TcpListener::bind(addr).await.map_err(cannot)?;
        let addr = listener.local_addr().map_err(cannot)?;
        let door = Door::new(Store::open(data, addr)?, Workers::new(program));
        Ok(Server { listener, addr, router: guarded(door, addr) })
    }

    /// The address that the server listens on.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Answers requests until the program is stopped.
    pub async fn run(self) {
        tokio::select! {
            () = self.accept() => {}
            () = shutdown_signal() => {}
        }
    }

    /// Accepts connections and serves each in a task of its own.
    ///
    /// Written out instead of calling `axum::serve`, to set a timeout for headers and a limit of connections.
    async fn accept(&self) {
        let permits = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        loop {
            let Ok(permit) = Arc::clone(&permits).acquire_owned().await else { return };
            let Ok((connection, _)) = self.listener.accept().await else {
                // Most likely out of file handles; some will be freed soon.
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            let _ = connection.set_nodelay(true);
            let service = TowerToHyperService::new(self.router.clone());
            tokio::spawn(async move {
                let mut http = http1::Builder::new();
                http.timer(TokioTimer::new()).header_read_timeout(REQUEST_TIMEOUT);
                // An error means that the client closed the connection early, which needs no handling.
                let _ = http.serve_connection(TokioIo::new(connection), service).await;
                drop(permit);
            });
        }
    }
}

/// Wraps all paths in the checks and limits that apply to every request.
fn guarded(door: Door, addr: SocketAddr) -> Router {
    api::router(door)
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(RequestBodyTimeoutLayer::new(REQUEST_TIMEOUT))
        .layer(middleware::from_fn_with_state(addr, guard::guard))
        .layer(CatchPanicLayer::custom(|_| -> Response {
            Failure::from(Problem::failed(BUG)).into_response()
        }))
}

/// Waits for Ctrl-C or SIGTERM.
async fn shutdown_signal() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = interrupt.await;
}
