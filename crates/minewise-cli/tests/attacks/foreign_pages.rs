//! Pages of other sites can neither read from the server nor keep it busy.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::common::http::{Server, empty_folder};

/// A game that takes minutes.
const LONG_WATCH: &str = "/api/watch?rules=100x100/1800&player=search(level=deep)&seed=1";

/// Sends a request with these headers. Returns the status and the headers of the answer.
fn ask(server: &Server, line: &str, headers: &[(&str, &str)]) -> (u16, Vec<String>) {
    let (method, path) = line.split_once(' ').unwrap();
    let mut client = server.connect();
    client.send(method, path, headers, b"{}");
    client.head()
}

#[test]
fn a_request_from_another_site_is_refused() {
    let server = Server::start(&empty_folder("attack-foreign"));
    let foreign = ["http://evil.example", "null", "", "http://evil.example\u{e9}"];
    for line in ["POST /api/games", "DELETE /api/games/a", "PUT /api/games", "GET /api/games"] {
        for origin in foreign {
            assert_eq!(ask(&server, line, &[("origin", origin)]).0, 403, "{line} from `{origin}`");
        }
    }
    let own = format!("http://{}", server.addr);
    assert_eq!(ask(&server, "GET /api/games", &[("origin", &own)]).0, 200);
}

#[test]
fn a_frame_of_another_site_gets_neither_the_api_nor_a_page() {
    let server = Server::start(&empty_folder("attack-frame"));
    let paths = [LONG_WATCH, "/api/about", "/api/games", "/reports/none", "/"];
    for site in ["cross-site", "same-site"] {
        for (path, dest) in paths.iter().flat_map(|path| [(path, "iframe"), (path, "object")]) {
            let headers =
                [("sec-fetch-site", site), ("sec-fetch-mode", "navigate"), ("sec-fetch-dest", dest)];
            let mut client = server.connect();
            client.send("GET", path, &headers, b"");
            let (status, body) = client.answer();
            let sentence = r#"{"error":"the request comes from a page of another site"}"#;
            assert_eq!((status, String::from_utf8_lossy(&body).as_ref()), (403, sentence), "{path}");
        }
        // A link is followed.
        let link = [("sec-fetch-site", site), ("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "document")];
        assert_eq!(ask(&server, "GET /", &link).0, 200);
        assert_eq!(ask(&server, "GET /analyse", &link).0, 200);
        assert_eq!(ask(&server, &format!("GET {LONG_WATCH}"), &link).0, 403);
    }
}

#[test]
fn every_answer_restricts_what_it_may_do_in_a_browser() {
    let server = Server::start(&empty_folder("attack-headers"));
    let report = server.get("/api/reports").1["reports"][0]["name"].clone();
    let report = format!("GET /reports/{}", report.as_str().unwrap());
    let lines = [
        ("GET /", 200),
        ("GET /none.js", 404),
        (&report, 200),
        ("GET /reports/none", 404),
        ("GET /api/about", 200),
        ("GET /api/none", 404),
        ("PUT /api/about", 405),
        ("POST /api/analyze", 415),
        ("GET /api/watch?rules=9x9/10&player=exact", 200),
    ];
    for (line, expected) in lines {
        let (status, headers) = ask(&server, line, &[]);
        assert_eq!(status, expected, "{line}");
        check_restricted(line, &headers);
    }
    let (status, headers) = ask(&server, "POST /api/games", &[("origin", "null")]);
    assert_eq!(status, 403);
    check_restricted("a refusal", &headers);
}

#[track_caller]
fn check_restricted(what: &str, headers: &[String]) {
    for header in ["x-content-type-options: nosniff", "referrer-policy: no-referrer"] {
        assert!(headers.iter().any(|found| found == header), "{what}: {headers:?}");
    }
    let policy = headers.iter().find(|header| header.starts_with("content-security-policy: "));
    let policy = policy.unwrap_or_else(|| panic!("{what}: {headers:?}"));
    assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"), "{what}");
}

#[test]
fn watched_players_leave_room_for_a_hint() {
    let server = Server::start(&empty_folder("attack-watches"));
    // A browser that says nothing about sites, or the user's own pages.
    let watchers: Vec<_> = (0..6)
        .map(|_| {
            let mut client = server.connect();
            client.send("GET", LONG_WATCH, &[], b"");
            assert_eq!(client.head().0, 200);
            client
        })
        .collect();
    std::thread::sleep(Duration::from_millis(500));
    let began = Instant::now();
    let hint = server.post_ok(
        "/api/analyze",
        &json!({ "view": "9x4/7 1......../........./........./.........", "player": "search" }),
    );
    assert!(hint["choice"]["cell"].is_array(), "{hint}");
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    drop(watchers);
}
