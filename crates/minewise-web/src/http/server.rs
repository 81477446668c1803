//! The server: connections in, answers out.

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

/// Where the app is served unless asked otherwise: the port spells MINE on a telephone.
pub const DEFAULT_ADDR: SocketAddr =
    SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 6463);

/// So many connections are open at once; others wait.
const MOST_CONNECTIONS: usize = 1024;
/// A request that takes longer than this to arrive is given up.
const MOST_ARRIVAL: Duration = Duration::from_secs(10);

/// The web app, ready to be served.
pub struct Server {
    listener: TcpListener,
    addr: SocketAddr,
    router: Router,
}

impl Server {
    /// Takes its address and opens its database in the folder `data`; `program` is what works when told to `worker`.
    ///
    /// # Errors
    /// When the page was not built into the program, the address is taken, or the database cannot be opened: in a
    /// sentence.
    pub async fn new(addr: SocketAddr, data: &Path, program: PathBuf) -> Result<Server, String> {
        if !page::is_built() {
            return Err(
                "this program was built without its page: with Node 20 or later, `./run` builds both, and \
                        all other commands work as they are"
                    .to_owned(),
            );
        }
        let cannot = |error: io::Error| match error.kind() {
            io::ErrorKind::AddrInUse => {
                format!("{addr} is taken, perhaps by Minewise itself; `serve --addr` takes another address")
            }
            _ => format!("cannot listen on {addr}: {error}"),
        };
        let listener = TcpListener::bind(addr).await.map_err(cannot)?;
        let addr = listener.local_addr().map_err(cannot)?;
        let door = Door::new(Store::open(data)?, Workers::new(program));
        Ok(Server { listener, addr, router: guarded(door, addr) })
    }

    /// Where it is found.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Answers until the program is asked to end.
    pub async fn run(self) {
        tokio::select! {
            () = self.accept() => {}
            () = asked_to_end() => {}
        }
    }

    async fn accept(&self) {
        let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        loop {
            let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
            let Ok((connection, _)) = self.listener.accept().await else {
                // Out of file handles, most likely; some will be given back.
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            let _ = connection.set_nodelay(true);
            let service = TowerToHyperService::new(self.router.clone());
            tokio::spawn(async move {
                let mut http = http1::Builder::new();
                http.timer(TokioTimer::new()).header_read_timeout(MOST_ARRIVAL);
                // Whoever hangs up early has gone; that is their business.
                let _ = http.serve_connection(TokioIo::new(connection), service).await;
                drop(place);
            });
        }
    }
}

/// All paths behind what every request goes through.
fn guarded(door: Door, addr: SocketAddr) -> Router {
    api::router(door)
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(RequestBodyTimeoutLayer::new(MOST_ARRIVAL))
        .layer(middleware::from_fn_with_state(addr, guard::guard))
        .layer(CatchPanicLayer::custom(|_| -> Response {
            Failure::from(Problem::failed(BUG)).into_response()
        }))
}

/// Waits for Ctrl-C, or for what a system sends to end a program.
async fn asked_to_end() {
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
