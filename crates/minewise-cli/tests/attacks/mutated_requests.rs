//! Mutated requests: none crashes the server, hangs, or takes much memory, and a malformed one gets a sentence.

use std::collections::BTreeMap;
use std::io::{BufReader, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use crate::common::http::{Client, Server, empty_folder};
use minewise::{Rng, Seed};
use serde_json::{Value, json};

/// The number of clients that send requests at once.
const N_CLIENTS: usize = 4;
/// The number of requests of each client that are malformed for certain, and of those with random mutations.
const N_REQUESTS: usize = 2500;
/// The time that a single request may take.
const MOST_TIME: Duration = Duration::from_secs(10);
/// The memory that the server may take.
const MOST_MEMORY: u64 = 1 << 30;

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

/// The number of answers with each status.
type Statuses = BTreeMap<u16, usize>;

/// Sends requests that are malformed for certain. Each gets a 4xx status with a sentence.
fn send_malformed(server: &Server, rng: &mut Rng, good: &[(String, Value)], n_by_status: &mut Statuses) {
    let mut client = server.connect_within(MOST_TIME);
    for _ in 0..N_REQUESTS {
        let asked = ask(&mut client, rng, good);
        let (status, body) = client.answer();
        let text = String::from_utf8(body).unwrap();
        *n_by_status.entry(status).or_insert(0) += 1;
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
    }
}

/// The parts of a request.
#[derive(Clone, Debug)]
struct Request {
    method: Vec<u8>,
    path: Vec<u8>,
    query: Vec<u8>,
    headers: Vec<Vec<u8>>,
    body: Vec<u8>,
    /// The `content-length` header.
    length: String,
}

impl Request {
    fn new(addr: &str, line: &str, body: &[u8]) -> Request {
        let (method, target) = line.split_once(' ').unwrap();
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let headers = [
            format!("host: {addr}"),
            "content-type: application/json".to_owned(),
            format!("origin: http://{addr}"),
            "sec-fetch-site: same-origin".to_owned(),
            "accept: */*".to_owned(),
        ];
        Request {
            method: method.into(),
            path: path.into(),
            query: query.into(),
            headers: headers.into_iter().map(String::into_bytes).collect(),
            length: body.len().to_string(),
            body: body.to_vec(),
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let mark: &[u8] = if self.query.is_empty() { b"" } else { b"?" };
        let mut bytes = [&self.method, &b" "[..], &self.path, mark, &self.query, b" HTTP/1.1\r\n"].concat();
        for header in &self.headers {
            bytes.extend([header, &b"\r\n"[..]].concat());
        }
        bytes.extend(format!("content-length: {}\r\n\r\n", self.length).into_bytes());
        bytes.extend(&self.body);
        bytes
    }
}

/// Every kind of request that the server answers.
fn all_requests(addr: &str, game: &str, good: &[(String, Value)]) -> Vec<Request> {
    let posts = good.iter().map(|(path, body)| (format!("POST {path}"), body.to_string().into_bytes()));
    let other = [
        "GET /",
        "GET /index.html",
        "GET /reports/none",
        "GET /api/about",
        "GET /api/openapi.json",
        "GET /api/games",
        &format!("GET {game}"),
        &format!("GET {game}/views/0"),
        &format!("GET {game}/transcript"),
        &format!("GET {game}/review"),
        "GET /api/puzzles?game=none",
        "GET /api/players",
        "GET /api/reports",
        "GET /api/experiments",
        "GET /api/experiments/none/report",
        "GET /api/watch?rules=9x9/10&player=exact&seed=1",
        "DELETE /api/games/none",
        "DELETE /api/experiments/none",
        "POST /api/read?name=a.txt",
    ];
    let other = other.iter().map(|&line| (line.to_owned(), b"9x4/7 1......../........./".to_vec()));
    posts.chain(other).map(|(line, body)| Request::new(addr, &line, &body)).collect()
}

/// Changes a few bytes.
fn mutate(rng: &mut Rng, bytes: &mut Vec<u8>) {
    let tokens: [&[u8]; 12] = [
        b"%00",
        b"%ff",
        b"..",
        b"//",
        b"%2e%2e%2f",
        b"-1",
        b"99999999999999999999",
        b"\"",
        b"\xf0\x9f",
        b"{",
        b"&",
        b"=",
    ];
    for _ in 0..=rng.below(3) {
        let at = rng.below(bytes.len() + 1);
        match rng.below(6) {
            0 => bytes.insert(at, rng.below(256) as u8),
            1 => drop(bytes.splice(at..at, tokens[rng.below(tokens.len())].iter().copied())),
            2 => bytes.truncate(at),
            3 => drop(bytes.splice(at..at, vec![b'a'; 1 << rng.below(17)])),
            _ if at == bytes.len() => {}
            4 => drop(bytes.remove(at)),
            _ => bytes[at] ^= 1 << rng.below(8),
        }
    }
}

/// Headers that mean something to a server.
const HEADERS: [&str; 14] = [
    "expect: 100-continue",
    "range: bytes=0-1,5-",
    "upgrade: websocket",
    "connection: upgrade, close",
    "accept-encoding: gzip, br",
    "if-none-match: *",
    "origin: null",
    "sec-fetch-site: cross-site",
    "host: evil.example",
    "cookie: minewise-6463=; ;;=",
    "authorization: Bearer \u{1f4a3}",
    "content-type: multipart/form-data; boundary=",
    "content-encoding: gzip",
    "x-http-method-override: DELETE",
];

/// Mutates one part of a request. Returns whether its end may be hard to find for the server.
fn mutate_part(rng: &mut Rng, request: &mut Request) -> bool {
    match rng.below(8) {
        0 => {
            let methods =
                ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get", ""];
            request.method = methods[rng.below(methods.len())].into();
        }
        1 => mutate(rng, &mut request.method),
        2 => mutate(rng, &mut request.path),
        3 => mutate(rng, &mut request.query),
        4 => {
            let at = rng.below(request.headers.len());
            mutate(rng, &mut request.headers[at]);
        }
        5 => request.headers.push(HEADERS[rng.below(HEADERS.len())].into()),
        6 => {
            let lengths = [
                "",
                "-1",
                "1",
                "99999999999999999999999",
                "1000000",
                "0x10",
                "1, 2",
                "5\r\ncontent-length: 6",
            ];
            match rng.below(lengths.len() + 1) {
                0 => request.headers.push(b"transfer-encoding: chunked".into()),
                n => request.length = lengths[n - 1].to_owned(),
            }
            return true;
        }
        _ => {
            mutate(rng, &mut request.body);
            request.length = request.body.len().to_string();
        }
    }
    false
}

/// Sends requests with random mutations. Some remain valid, but none fails on the server's side.
fn send_mutated(server: &Server, rng: &mut Rng, all: &[Request], n_by_status: &mut Statuses) {
    for _ in 0..N_REQUESTS {
        let mut request = all[rng.below(all.len())].clone();
        let mut is_endless = false;
        for _ in 0..=rng.below(3) {
            is_endless |= mutate_part(rng, &mut request);
        }
        let began = Instant::now();
        let mut connection = TcpStream::connect(&server.addr).unwrap();
        connection.set_read_timeout(Some(MOST_TIME)).unwrap();
        // The server may have refused the request before its end, and closed the connection.
        let _ = connection.write_all(&request.bytes());
        if is_endless {
            // Without this, the server would wait for the rest.
            let _ = connection.shutdown(Shutdown::Write);
        }
        let mut client = Client { reader: BufReader::new(connection), addr: server.addr.clone() };
        let status = client.status_of_whole_answer(request.method == b"HEAD");
        let asked = || request.bytes().escape_ascii().take(2000).map(char::from).collect::<String>();
        assert!(began.elapsed() < MOST_TIME, "{:?}: {}", began.elapsed(), asked());
        // A request that does not end may get no answer.
        assert!(
            status.is_some_and(|status| status < 500) || (status.is_none() && is_endless),
            "{status:?}: {}",
            asked()
        );
        *n_by_status.entry(status.unwrap_or(0)).or_insert(0) += 1;
    }
}

#[test]
fn twenty_thousand_mutated_requests_neither_crash_nor_hang_nor_fill_the_server() {
    let server = Server::start(&empty_folder("attack-mutated"));
    let game = server.post_ok("/api/games", &json!({ "rules": "9x9/10", "seed": "1" }));
    let game = format!("/api/games/{}", game["id"].as_str().unwrap());
    let good = good_requests(&game);
    let all = all_requests(&server.addr, &game, &good);
    let (server, good, all) = (&server, &good, &all);
    let n_by_status = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..N_CLIENTS as u64)
            .map(|idx| {
                scope.spawn(move || {
                    let (mut rng, mut n_by_status) = (Rng::new(Seed(idx)), Statuses::new());
                    send_malformed(server, &mut rng, good, &mut n_by_status);
                    send_mutated(server, &mut rng, all, &mut n_by_status);
                    n_by_status
                })
            })
            .collect();
        let mut n_by_status = Statuses::new();
        for (status, n_answers) in clients.into_iter().flat_map(|client| client.join().unwrap()) {
            *n_by_status.entry(status).or_insert(0) += n_answers;
        }
        n_by_status
    });
    assert_eq!(n_by_status.values().sum::<usize>(), 20_000);
    for status in [200, 201, 400, 403, 404, 405, 415, 422, 431] {
        assert!(n_by_status.contains_key(&status), "{n_by_status:?}");
    }
    let (_, about) = server.get("/api/about");
    assert!(about["version"].is_string());
    #[cfg(target_os = "linux")]
    assert!(server.most_memory() < MOST_MEMORY, "{}", server.most_memory());
}

#[test]
fn a_request_that_is_too_large_is_refused_before_it_is_read() {
    let server = Server::start(&empty_folder("attack-large"));
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
    use std::io::Read;
    let server = Server::start(&empty_folder("attack-endless"));
    let mut connection = TcpStream::connect(&server.addr).unwrap();
    connection.write_all(b"POST /api/analyze HTTP/1.1\r\nhost: ").unwrap();
    connection.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let mut answer = Vec::new();
    // The server closes the connection, with or without an answer.
    let ended = connection.read_to_end(&mut answer);
    assert!(ended.is_ok() || ended.unwrap_err().kind() == std::io::ErrorKind::ConnectionReset);
    assert_eq!(server.get("/api/about").0, 200);
}
