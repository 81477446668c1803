//! The server: accepts connections and answers requests.

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::DefaultBodyLimit;
use axum::http::Request;
use axum::response::{IntoResponse, Response};
use axum::{Router, middleware};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use minewise_app::Problem;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tower_http::catch_panic::CatchPanicLayer;

use crate::api;
use crate::http::access::{Access, TokenUse};
use crate::http::answer::Failure;
use crate::http::connections::Connections;
use crate::http::request_body::{self, Memory, REQUEST_TIMEOUT};
use crate::http::socket::Socket;
use crate::http::{guard, page};
use crate::state::door::Door;
use crate::state::store::Store;
use crate::work::BUG;
use crate::work::workers::Workers;

/// The default address. The port spells MINE on a telephone keypad.
pub const DEFAULT_ADDR: SocketAddr =
    SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 6463);

/// The size of the buffers for the head of a request and for the bytes of an answer that wait for the client.
///
/// The system's own buffer would grow to megabytes, and take a whole answer before it is known whether the client reads.
const BUFFER_SIZE: usize = 64 << 10;

/// The web app, ready to be served.
pub struct Server {
    listener: TcpListener,
    access: Arc<Access>,
    router: Router,
    connections: Arc<Connections>,
}

impl Server {
    /// Binds the address and opens the database in the folder `data`. `program` is started with the argument `worker`
    /// for long work.
    ///
    /// `hosts` are further host names of the server. If it has any, or its address is not a loopback address, other
    /// machines can reach it, and `token_use` says whether it asks for a token.
    ///
    /// # Errors
    /// A sentence, if the page is not embedded in the program, the address is in use, no token can be drawn, or the
    /// database cannot be opened.
    pub async fn new(
        addr: SocketAddr,
        hosts: &[String],
        token_use: TokenUse,
        data: &Path,
        program: PathBuf,
    ) -> Result<Server, String> {
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
        let listener = listen(addr).map_err(cannot)?;
        let addr = listener.local_addr().map_err(cannot)?;
        let access = Arc::new(Access::new(addr, hosts, token_use)?);
        let door = Door::new(Store::open(data, addr)?, Workers::new(program));
        let router = guarded(door, Arc::clone(&access));
        Ok(Server { listener, access, router, connections: Arc::default() })
    }

    /// The link to the page. If the server asks for a token, the link contains it.
    pub fn link(&self) -> String {
        self.access.link()
    }

    /// The address that other machines can reach the server at; `None` if only this machine can.
    pub fn open_addr(&self) -> Option<SocketAddr> {
        (!self.access.is_private()).then(|| self.access.addr())
    }

    /// Whether the server asks for a token.
    pub fn asks_for_token(&self) -> bool {
        self.access.asks_for_token()
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
    /// Written out instead of calling `axum::serve`, to set timeouts and a limit of connections.
    async fn accept(&self) {
        loop {
            match self.listener.accept().await {
                Ok((stream, _)) => self.serve(stream).await,
                // Most likely out of file handles. If no connection is idle, some handles will be freed soon.
                Err(_) => {
                    self.connections.close_idlest();
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
            }
        }
    }

    /// Serves a connection in a task of its own, as soon as there is room for it.
    async fn serve(&self, stream: TcpStream) {
        let _ = stream.set_nodelay(true);
        let place = self.connections.add().await;
        let socket = TokioIo::new(Socket::new(stream, Arc::clone(&place.connection)));
        let (router, connection) =
            (TowerToHyperService::new(self.router.clone()), Arc::clone(&place.connection));
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(Arc::clone(&connection));
            router.call(request)
        });
        tokio::spawn(async move {
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(REQUEST_TIMEOUT).max_buf_size(BUFFER_SIZE);
            tokio::select! {
                // An error means that the client closed the connection early, which needs no handling.
                _ = http.serve_connection(socket, service) => {}
                () = place.connection.closing() => {}
            }
        });
    }
}

/// Binds an address.
///
/// Written out instead of calling `TcpListener::bind`, to limit the buffers of its connections.
fn listen(addr: SocketAddr) -> io::Result<TcpListener> {
    let socket = if addr.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // Without this, the address could not be bound again for a minute. On Windows it would mean something else.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(BUFFER_SIZE as u32)?;
    socket.bind(addr)?;
    socket.listen(1024)
}

/// Wraps all paths in the checks and limits that apply to every request.
fn guarded(door: Door, access: Arc<Access>) -> Router {
    api::router(door)
        // The body was read before, within the limits.
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn_with_state(Memory::new(), request_body::read))
        .layer(middleware::from_fn_with_state(access, guard::guard))
        .layer(CatchPanicLayer::custom(|_| -> Response {
            Failure::from(Problem::failed(BUG)).into_response()
        }))
        .layer(middleware::map_response(guard::restrict))
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
