//! Load test: two hundred clients ask `exact` to analyse Expert views, while one client plays, and others attack.
//!
//! The attackers ask about views that take seconds to count and do not wait for the answer, watch games without
//! reading them, and send requests of which a byte arrives now and then.
//!
//! `cargo bench -p minewise-cli --bench load` runs for a minute on the loopback interface and prints its measurements
//! as JSON; a number after `--` sets another number of seconds, and `calm` leaves the attackers out. It fails if a
//! request fails, if the 99th percentile of answers reaches 250 ms, if the median of clicks reaches 50 ms, or if the
//! server's memory grows.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench fails by panicking, and prints")]

#[path = "../tests/common/http.rs"]
mod http;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use http::{Server, empty_folder, raise_file_limit};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const N_CLIENTS: usize = 200;
const N_TANGLED: usize = 2;
const N_SILENT: usize = 4;
const N_DRIPPING: usize = 500;
const MOST_P99_MS: f64 = 250.0;
const MOST_CLICK_MS: f64 = 50.0;
/// The factor by which memory may grow from the second third to the last: allocators do not return all freed memory.
const MOST_GROWTH: f64 = 1.1;

fn main() {
    let seconds = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(60);
    let is_calm = std::env::args().any(|arg| arg == "calm");
    // Each connection is a file here, and another in the server.
    raise_file_limit(2048);
    let server = Server::start(&empty_folder("load"));
    let requests = Arc::new(requests(&server.addr));
    let stop = Arc::new(AtomicBool::new(false));
    let watcher = watch_memory(server.child.id(), &stop);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let until = Instant::now() + Duration::from_secs(seconds + 1);
    let (mut latencies, n_errors, clicks) = runtime.block_on(async {
        if !is_calm {
            attack(&server.addr).await;
        }
        // The attackers come first.
        tokio::time::sleep(Duration::from_secs(1)).await;
        let person = tokio::spawn(play(server.addr.clone(), until));
        let clients: Vec<_> = (0..N_CLIENTS)
            .map(|idx| tokio::spawn(ask(server.addr.clone(), Arc::clone(&requests), idx, until)))
            .collect();
        let (mut latencies, mut n_errors) = (Vec::new(), 0);
        for client in clients {
            let (took, n_failed) = client.await.unwrap();
            latencies.extend(took);
            n_errors += n_failed;
        }
        (latencies, n_errors, person.await.unwrap())
    });
    stop.store(true, Ordering::Relaxed);
    let memory = watcher.join().unwrap();
    let mut summary = summary(seconds, &mut latencies, clicks, &memory);
    summary["attackers"] = if is_calm { 0 } else { N_TANGLED + N_SILENT + N_DRIPPING }.into();
    summary["errors"] = n_errors.into();
    println!("{summary}");
    check(&summary);
}

/// The golden Expert views, each as a complete request.
fn requests(addr: &str) -> Vec<Vec<u8>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../golden/positions/expert.views");
    let text = std::fs::read_to_string(path).unwrap();
    let request =
        |(_, view): (usize, &str)| post(addr, "/api/analyze", &json!({ "view": view, "player": "exact" }));
    minewise::board::blocks(&text).map(request).collect()
}

fn post(addr: &str, path: &str, body: &Value) -> Vec<u8> {
    let body = body.to_string();
    format!(
        "POST {path} HTTP/1.1\r\nhost: {addr}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

/// A connection, with a buffer for answers.
struct Client {
    connection: TcpStream,
    buffer: Vec<u8>,
}

impl Client {
    async fn connect(addr: &str) -> Client {
        let connection = TcpStream::connect(addr).await.unwrap();
        connection.set_nodelay(true).unwrap();
        Client { connection, buffer: vec![0; 1 << 16] }
    }

    /// Sends a request and waits for the whole answer. Returns its body, or `None` if it is not a success.
    async fn ask(&mut self, request: &[u8]) -> Option<&[u8]> {
        self.connection.write_all(request).await.unwrap();
        let (mut n_read, mut ends) = (0, None);
        loop {
            let n = self.connection.read(&mut self.buffer[n_read..]).await.unwrap();
            assert!(n > 0, "the server closed the connection");
            n_read += n;
            let (head, length) = *ends.get_or_insert_with(|| head_and_length(&self.buffer[..n_read]));
            if head > 0 && n_read >= head + length {
                let is_success = self.buffer.starts_with(b"HTTP/1.1 20");
                return is_success.then_some(&self.buffer[head..head + length]);
            }
            if head == 0 {
                ends = None;
            }
        }
    }
}

/// The offset and the length of the body; zeros if the head is not complete yet.
fn head_and_length(bytes: &[u8]) -> (usize, usize) {
    let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else { return (0, 0) };
    let head = std::str::from_utf8(&bytes[..end]).unwrap();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
    (end + 4, length.parse().unwrap())
}

/// Requests one view after another. Returns how long each took, and how many failed.
async fn ask(
    addr: String,
    requests: Arc<Vec<Vec<u8>>>,
    idx: usize,
    until: Instant,
) -> (Vec<Duration>, usize) {
    let mut client = Client::connect(&addr).await;
    let (mut latencies, mut n_errors) = (Vec::new(), 0);
    for request in requests.iter().cycle().skip(idx * 7 % requests.len()) {
        let began = Instant::now();
        if began >= until {
            break;
        }
        let answer = client.ask(request).await.unwrap_or_default();
        let is_right = answer.starts_with(b"{\"rules\":\"30x16/99\"") && answer.ends_with(b"}");
        n_errors += usize::from(!is_right);
        latencies.push(began.elapsed());
    }
    (latencies, n_errors)
}

/// Plays like a person, with a click every 100 ms. Returns how long each took.
async fn play(addr: String, until: Instant) -> Vec<Duration> {
    let mut client = Client::connect(&addr).await;
    let mut clicks = Vec::new();
    while Instant::now() < until {
        let begin = post(&addr, "/api/games", &json!({ "rules": "30x16/99" }));
        let game: Value = serde_json::from_slice(client.ask(&begin).await.unwrap()).unwrap();
        let path = format!("/api/games/{}/moves", game["id"].as_str().unwrap());
        // Only flags are put, so that the game never ends.
        for cell in 0..100 {
            let asked = json!({ "kind": "flag", "cell": [cell / 30, cell % 30], "elapsed_ms": 0 });
            let request = post(&addr, &path, &asked);
            let began = Instant::now();
            if began >= until {
                break;
            }
            client.ask(&request).await.unwrap();
            clicks.push(began.elapsed());
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    clicks
}

/// Starts all attackers. They go on until the program ends.
async fn attack(addr: &str) {
    let views = include_str!("../../../golden/positions/tangled.views").lines();
    let tangled: Vec<Vec<u8>> =
        views.map(|view| post(addr, "/api/cell", &json!({ "view": view, "cell": [0, 0] }))).collect();
    let get = |path: &str| format!("GET {path} HTTP/1.1\r\nhost: {addr}\r\n\r\n").into_bytes();
    let watch = get("/api/watch?rules=100x100/1500&player=exact&seed=1").repeat(100);
    let mut drip = post(addr, "/api/analyze", &json!(" ".repeat(1000)));
    drip.truncate(drip.len() - 1000);
    // A request that is refused at once is no attack.
    for request in tangled.iter().take(N_TANGLED).chain([&drip]) {
        assert_eq!(first_bytes(addr, request).await, "", "the server answers without any work");
    }
    assert!(first_bytes(addr, &watch).await.starts_with("HTTP/1.1 200 OK"));
    for request in tangled.iter().take(N_TANGLED) {
        tokio::spawn(send_and_leave(addr.to_owned(), request.clone(), Duration::from_secs(1)));
    }
    for _ in 0..N_SILENT {
        tokio::spawn(send_and_leave(addr.to_owned(), watch.clone(), Duration::from_secs(15)));
    }
    for idx in 0..N_DRIPPING {
        tokio::spawn(drip_request(addr.to_owned(), drip.clone(), Duration::from_millis(9 * idx as u64)));
    }
}

/// The first bytes of an answer; empty if there is none within half a second.
async fn first_bytes(addr: &str, request: &[u8]) -> String {
    let mut connection = TcpStream::connect(addr).await.unwrap();
    connection.write_all(request).await.unwrap();
    let mut buffer = [0; 100];
    let read = tokio::time::timeout(Duration::from_millis(500), connection.read(&mut buffer)).await;
    String::from_utf8_lossy(&buffer[..read.map_or(0, Result::unwrap)]).into_owned()
}

/// Sends a request again and again, and each time disconnects after a while without reading anything.
async fn send_and_leave(addr: String, request: Vec<u8>, stay: Duration) {
    loop {
        let mut connection = TcpStream::connect(&addr).await.unwrap();
        let _ = connection.write_all(&request).await;
        tokio::time::sleep(stay).await;
    }
}

/// Sends the beginning of a request, then a byte now and then. When the server disconnects, it begins again.
async fn drip_request(addr: String, request: Vec<u8>, delay: Duration) {
    tokio::time::sleep(delay).await;
    loop {
        let mut connection = TcpStream::connect(&addr).await.unwrap();
        let _ = connection.write_all(&request).await;
        while connection.write_all(b" ").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(4500)).await;
        }
    }
}

/// Measures the memory of a process in bytes, every half second.
fn watch_memory(pid: u32, stop: &Arc<AtomicBool>) -> std::thread::JoinHandle<Vec<u64>> {
    let stop = Arc::clone(stop);
    std::thread::spawn(move || {
        let mut seen = Vec::new();
        while !stop.load(Ordering::Relaxed) {
            let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
            let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
            let kilobytes = line.and_then(|line| line.trim().split(' ').next()?.parse::<u64>().ok());
            seen.extend(kilobytes.map(|kilobytes| kilobytes * 1024));
            std::thread::sleep(Duration::from_millis(500));
        }
        seen
    })
}

fn summary(seconds: u64, latencies: &mut [Duration], mut clicks: Vec<Duration>, memory: &[u64]) -> Value {
    latencies.sort_unstable();
    clicks.sort_unstable();
    let at = |sorted: &[Duration], share: f64| {
        let idx = ((sorted.len() as f64 * share) as usize).min(sorted.len() - 1);
        sorted[idx].as_secs_f64() * 1000.0
    };
    // The most of each third, because a tangled view takes a hundred megabytes while it is counted.
    let most = |third: usize| {
        let range = memory.len() * third / 3..memory.len() * (third + 1) / 3;
        memory[range].iter().max().map_or(0.0, |&bytes| bytes as f64 / 1e6)
    };
    json!({
        "clients": N_CLIENTS,
        "seconds": seconds,
        "requests": latencies.len(),
        "requests_per_second": latencies.len() as f64 / seconds as f64,
        "p50_ms": at(latencies, 0.5),
        "p99_ms": at(latencies, 0.99),
        "max_ms": at(latencies, 1.0),
        "clicks": clicks.len(),
        "click_p50_ms": at(&clicks, 0.5),
        "click_p99_ms": at(&clicks, 0.99),
        "memory_of_second_third_mb": most(1),
        "memory_of_last_third_mb": most(2),
    })
}

fn check(summary: &Value) {
    let figure = |name: &str| summary[name].as_f64().unwrap();
    assert!(summary["errors"] == 0, "requests failed");
    assert!(figure("p99_ms") < MOST_P99_MS, "answers are slow");
    assert!(figure("click_p50_ms") < MOST_CLICK_MS, "clicks are slow");
    let growth = figure("memory_of_last_third_mb") / figure("memory_of_second_third_mb");
    assert!(growth < MOST_GROWTH, "the memory grows");
}
