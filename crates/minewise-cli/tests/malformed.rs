//! Malformed requests: none crashes the server or hangs, and each gets a 4xx status with a sentence.

use crate::common::http::{Client, Server, empty_folder};
use minewise::{Rng, Seed};
use serde_json::{Value, json};

const N_REQUESTS: usize = 10_000;

/// Paths that take JSON, each with a valid body.
fn good_requests(game: &str) -> Vec<(String, Value)> {
    vec![
        ("/api/games".to_owned(), json!({ "rules": "9x9/10", "seed": "1", "no_guess": false })),
        ("/api/games/import".to_owned(), json!({ "transcript": "4x3/2 seed 7\nr 0,0\n" })),
        (format!("{game}/moves"), json!({ "kind": "reveal", "cell": [0, 1], "elapsed_ms": 5 })),
        (format!("{game}/fork"), json!({ "at": 0 })),
        (
            "/api/analyze".to_owned(),
            json!({ "view": "3x2/1 1../...", "player": "exact", "trust_flags": false }),
        ),
        ("/api/cell".to_owned(), json!({ "view": "3x2/1 1../...", "cell": [0, 1], "trust_flags": false })),
        ("/api/puzzles/none/3".to_owned(), json!({ "cell": [0, 0] })),
        (
            "/api/experiments".to_owned(),
            json!({ "rules": ["9x9/10"], "players": ["exact"], "games": 5, "seed": "1" }),
        ),
    ]
}

/// A value that no field accepts.
fn nonsense(rng: &mut Rng) -> Value {
    match rng.below(12) {
        0 => json!(null),
        1 => json!(-1),
        2 => json!(1e300),
        3 => json!([[], {}]),
        4 => json!({ "a": 1 }),
        5 => json!([99_999, 99_999]),
        6 => json!("\u{0}\u{202e}💣"),
        7 => json!("99999999999999999999x2/1"),
        8 => json!("9x9/81"),
        9 => json!("exact(level=deep)"),
        10 => json!("x".repeat(1 + rng.below(5000))),
        _ => json!(format!("{}x{}/{} ...", rng.below(3000), rng.below(3000), rng.below(9_000_000))),
    }
}

/// A body that is malformed in some way.
fn spoiled(rng: &mut Rng, good: &Value) -> Vec<u8> {
    let mut body = good.clone();
    let fields = body.as_object_mut().unwrap();
    let names: Vec<String> = fields.keys().cloned().collect();
    let name = &names[rng.below(names.len())];
    match rng.below(6) {
        // Some fields are optional, so an unknown field is added as well.
        0 => {
            fields.remove(name);
            fields.insert("bogus".to_owned(), json!(1));
        }
        1 => {
            fields.insert(format!("{name}s"), json!(1));
        }
        2 => return body.to_string().into_bytes()[..1 + rng.below(7)].to_vec(),
        3 => return (0..rng.below(200)).map(|_| rng.below(256) as u8).collect(),
        4 => return format!("{}{}", "[".repeat(1000), "]".repeat(1000)).into_bytes(),
        _ => {
            let value =
                if name == "no_guess" || name == "trust_flags" { json!("maybe") } else { nonsense(rng) };
            fields.insert(name.clone(), value);
            fields.insert("bogus".to_owned(), json!([]));
        }
    }
    body.to_string().into_bytes()
}

/// Sends a malformed request. Returns a description of it.
fn ask(client: &mut Client, rng: &mut Rng, good: &[(String, Value)]) -> String {
    let (path, body) = &good[rng.below(good.len())];
    let json_kind = ("content-type", "application/json");
    match rng.below(10) {
        0 => {
            let paths = [
                "/api",
                "/api/",
                "/api/gamez",
                "/api/games/none",
                "/api/games/none/views/x",
                "/api/../x",
                "/api/games/%ff%fe",
                "/api/games/none/review",
                "/api/experiments/none/report",
                "/reports/none",
                "/reports/..%2f..%2fCargo.toml",
                "/api/watch",
                "/api/watch?rules=9x9/10",
                "/x.js",
                "/api/watch?rules=9x9&player=exact",
                "/api/watch?rules=9x9/10&player=none",
                "/api/experiments/none/run",
                "/api/watch?rules=9x9/10&player=exact&seed=-1",
                "/api/games/a/views/99999999999999999999999",
            ];
            let path = paths[rng.below(paths.len())];
            client.send("GET", path, &[], b"");
            format!("GET {path}")
        }
        1 => {
            let method = ["PUT", "PATCH", "OPTIONS", "BREW", "DELETE"][rng.below(5)];
            client.send(method, "/api/analyze", &[], b"");
            format!("{method} /api/analyze")
        }
        2 => {
            client.send("POST", path, &[("content-type", "text/plain")], body.to_string().as_bytes());
            format!("POST {path} as text")
        }
        3 => {
            let from = [json_kind, ("origin", "http://evil.example")];
            client.send("POST", path, &from, body.to_string().as_bytes());
            format!("POST {path} from elsewhere")
        }
        4 => {
            let bytes: Vec<u8> = (0..rng.below(300)).map(|_| rng.below(256) as u8).collect();
            client.send("POST", "/api/read?name=a.mbf", &[], &bytes);
            format!("POST /api/read {bytes:?}")
        }
        _ => {
            let body = spoiled(rng, body);
            client.send("POST", path, &[json_kind], &body);
            format!("POST {path} {}", String::from_utf8_lossy(&body))
        }
    }
}

#[test]
fn ten_thousand_malformed_requests_each_get_a_sentence() {
    let server = Server::start(&empty_folder("malformed"));
    let game = server.post_ok("/api/games", &json!({ "rules": "9x9/10", "seed": "1" }));
    let good = good_requests(&format!("/api/games/{}", game["id"].as_str().unwrap()));
    let mut rng = Rng::new(Seed(8));
    let mut client = server.connect();
    let mut n_by_status = std::collections::BTreeMap::new();
    for _ in 0..N_REQUESTS {
        let asked = ask(&mut client, &mut rng, &good);
        let (status, body) = client.answer();
        let text = String::from_utf8(body).unwrap();
        // A few random bytes happen to be a valid layout.
        if status == 200 && asked.starts_with("POST /api/read") {
            continue;
        }
        assert!((400..500).contains(&status), "{asked}: {status} {text}");
        let sentence =
            serde_json::from_str::<Value>(&text).map_or(text, |answer| answer["error"].to_string());
        assert!(
            sentence.len() > 10 && sentence.contains(' ') && !sentence.contains('\n'),
            "{asked}: {sentence}"
        );
        *n_by_status.entry(status).or_insert(0) += 1;
    }
    for status in [400, 403, 404, 405, 415, 422] {
        assert!(n_by_status.contains_key(&status), "{n_by_status:?}");
    }
    let (_, about) = server.get("/api/about");
    assert!(about["version"].is_string());
}

#[test]
fn a_request_that_is_too_large_is_refused_before_it_is_read() {
    let server = Server::start(&empty_folder("malformed-large"));
    let mut client = server.connect();
    let body = vec![b' '; 3 << 20];
    client.send("POST", "/api/analyze", &[("content-type", "application/json")], &body);
    let (status, body) = client.answer();
    assert_eq!(status, 413, "{}", String::from_utf8_lossy(&body));
    let view = format!("101x100/5 {}", vec![".".repeat(101); 100].join("/"));
    let (status, answer) = server.post("/api/analyze", &json!({ "view": view }));
    let expected = "a grid may have at most 10000 cells here, but 101x100/5 has 10100";
    assert_eq!((status, answer["error"].as_str()), (400, Some(expected)));
    let asked = json!({ "view": "3x1/1 .1.", "player": "perfect(nodes=1000000000)" });
    let (status, answer) = server.post("/api/analyze", &asked);
    let expected = "the option `nodes` of a player may be at most 1000000 here, found 1000000000";
    assert_eq!((status, answer["error"].as_str()), (400, Some(expected)));
    let asked = json!({ "rules": ["9x9/10"], "players": ["exact"], "games": 1_000_000 });
    let (status, answer) = server.post("/api/experiments", &asked);
    assert!(status == 400 && answer["error"].as_str().unwrap().contains("at most 100000 games"), "{answer}");
}

#[test]
fn a_request_that_never_ends_is_dropped() {
    use std::io::{Read, Write};
    let server = Server::start(&empty_folder("malformed-slow"));
    let mut connection = std::net::TcpStream::connect(&server.addr).unwrap();
    connection.write_all(b"POST /api/analyze HTTP/1.1\r\nhost: ").unwrap();
    connection.set_read_timeout(Some(std::time::Duration::from_secs(30))).unwrap();
    let mut answer = Vec::new();
    // The server closes the connection, with or without an answer.
    let ended = connection.read_to_end(&mut answer);
    assert!(ended.is_ok() || ended.unwrap_err().kind() == std::io::ErrorKind::ConnectionReset);
    assert_eq!(server.get("/api/about").0, 200);
}
