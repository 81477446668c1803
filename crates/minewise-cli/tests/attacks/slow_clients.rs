//! Clients that do not read, or send a byte now and then, hold neither connections nor workers for long.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use crate::common::http::{Server, empty_folder, raise_file_limit};

/// The time limit of the server for a client that does not read, and for the body of a request.
const LIMIT: Duration = Duration::from_secs(10);
/// The time that a busy machine may need in addition.
const SLACK: Duration = Duration::from_secs(5);

/// Sends a request several times at once, and reads nothing for longer than the limit. Returns what arrived in the end.
fn read_late(server: &Server, path: &str, n_times: usize) -> Vec<u8> {
    let mut connection = TcpStream::connect(&server.addr).unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: {}\r\n\r\n", server.addr);
    connection.write_all(request.repeat(n_times - 1).as_bytes()).unwrap();
    let last = request.replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n");
    connection.write_all(last.as_bytes()).unwrap();
    std::thread::sleep(LIMIT + SLACK);
    connection.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let mut arrived = Vec::new();
    match connection.read_to_end(&mut arrived) {
        Err(error) if error.kind() != ErrorKind::ConnectionReset => panic!("{path}: {error}"),
        _ => arrived,
    }
}

fn count(bytes: &[u8], what: &str) -> usize {
    bytes.windows(what.len()).filter(|window| *window == what.as_bytes()).count()
}

#[test]
fn a_client_that_never_reads_is_disconnected() {
    let server = Server::start(&empty_folder("attack-silent"));
    let (server, n_times) = (&server, 200);
    std::thread::scope(|scope| {
        // Sixteen megabytes, more than the buffers of the system hold.
        let large = scope.spawn(move || read_late(server, "/api/players", n_times));
        // Each game takes a worker a second or two. The client has read nothing, so its worker had to wait.
        let watch = "/api/watch?rules=100x100/1500&player=exact&seed=1";
        let watches = [(); 2].map(|()| scope.spawn(move || read_late(server, watch, 8)));
        let n_answers = count(&large.join().unwrap(), "HTTP/1.1 200 OK");
        assert!(n_answers < n_times, "all {n_answers} answers were kept for a client that did not read");
        for watch in watches {
            let n_ends = count(&watch.join().unwrap(), "event: end");
            assert!(n_ends < 8, "{n_ends} games were played for a client that did not read");
        }
    });
    // The workers are free.
    let began = Instant::now();
    let events = server.events("/api/watch?rules=9x9/10&player=exact&seed=1");
    assert_eq!(events.last().unwrap().0, "end", "{events:?}");
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}

/// Begins a request whose body does not arrive.
fn begin_request(server: &Server) -> TcpStream {
    let mut connection = TcpStream::connect(&server.addr).unwrap();
    let head = format!(
        "POST /api/analyze HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n",
        server.addr
    );
    connection.write_all(head.as_bytes()).unwrap();
    connection
}

#[test]
fn a_body_that_arrives_byte_by_byte_is_refused() {
    let server = Server::start(&empty_folder("attack-drip"));
    let mut connection = begin_request(&server);
    let began = Instant::now();
    connection.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
    let mut answer = [0; 1000];
    let n_read = loop {
        assert!(began.elapsed() < LIMIT + SLACK, "the server still waits for the body");
        let _ = connection.write_all(b" ");
        match connection.read(&mut answer) {
            Ok(n_read) => break n_read,
            Err(error) => {
                assert!(matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut), "{error}");
            }
        }
    };
    let answer = String::from_utf8_lossy(&answer[..n_read]);
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert!(answer.contains("the body of the request did not arrive within 10 seconds"), "{answer}");
}

#[test]
fn connections_that_send_a_byte_now_and_then_give_way_to_others() {
    let n_dripping = 1100;
    raise_file_limit(2 * n_dripping);
    let server = Server::start(&empty_folder("attack-drips"));
    let mut dripping: Vec<TcpStream> = (0..n_dripping).map(|_| begin_request(&server)).collect();
    let (stop, stopped) = mpsc::channel::<()>();
    let drip = std::thread::spawn(move || {
        while stopped.recv_timeout(Duration::from_millis(4500)) == Err(RecvTimeoutError::Timeout) {
            for connection in &mut dripping {
                let _ = connection.write_all(b" ");
            }
        }
    });
    for _ in 0..10 {
        let began = Instant::now();
        let mut client = server.connect_within(Duration::from_secs(5));
        assert_eq!(client.ask("GET", "/api/about", None).0, 200);
        assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
        std::thread::sleep(Duration::from_millis(100));
    }
    drop(stop);
    drip.join().unwrap();
}
