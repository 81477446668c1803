//! Long work lets short work pass, ends when its client leaves, and does not keep the server from stopping.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::common::http::{Client, Server, empty_folder};

/// Asks for a report that takes seconds, and returns without waiting for it.
fn ask_for_long_work(server: &Server) -> Client {
    let view = include_str!("../../../../golden/positions/tangled.views").lines().next().unwrap();
    let body = json!({ "view": view, "cell": [0, 0] }).to_string();
    let mut client = server.connect();
    client.send("POST", "/api/cell", &[("content-type", "application/json")], body.as_bytes());
    client
}

/// The time that a small view takes.
fn time_of_small_view(server: &Server) -> Duration {
    let began = Instant::now();
    server.post_ok("/api/analyze", &json!({ "view": "4x2/2 1.../1..." }));
    began.elapsed()
}

#[test]
fn a_small_view_does_not_wait_for_tangled_ones() {
    let server = Server::start(&empty_folder("attack-waiting"));
    time_of_small_view(&server);
    let clients: Vec<Client> = (0..6).map(|_| ask_for_long_work(&server)).collect();
    let took: Vec<Duration> = (0..10).map(|_| time_of_small_view(&server)).collect();
    let most = took.iter().max().unwrap();
    // Each tangled view has its tenth of a second on a thread first.
    assert!(*most < Duration::from_millis(1500), "{took:?}");
    drop(clients);
}

#[test]
fn work_ends_when_its_client_leaves() {
    let server = Server::start(&empty_folder("attack-leaving"));
    time_of_small_view(&server);
    for _ in 0..6 {
        let client = ask_for_long_work(&server);
        std::thread::sleep(Duration::from_millis(150));
        drop(client);
    }
    std::thread::sleep(Duration::from_millis(500));
    let before = server.cpu_time();
    std::thread::sleep(Duration::from_millis(500));
    let spent = server.cpu_time() - before;
    assert!(
        spent < Duration::from_millis(200),
        "the server goes on working for nobody: {spent:?} of CPU time"
    );
}

#[test]
fn the_server_stops_at_once_in_the_middle_of_work() {
    let mut server = Server::start(&empty_folder("attack-stopping"));
    let _clients: Vec<Client> = (0..4).map(|_| ask_for_long_work(&server)).collect();
    std::thread::sleep(Duration::from_millis(200));
    let began = Instant::now();
    server.interrupt();
    assert!(server.child.wait().unwrap().code().is_some(), "it ends by itself");
    assert!(began.elapsed() < Duration::from_secs(1), "it took {:?} to stop", began.elapsed());
}
