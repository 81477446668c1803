//! A server that other machines can reach asks for a token, and answers only to its own host names.

use std::io::{BufRead, BufReader};

use serde_json::json;

use crate::common::http::{Server, empty_folder};
use crate::common::minewise;

/// The part of an answer that matters here.
struct Answer {
    status: u16,
    headers: Vec<String>,
}

impl Answer {
    /// The value of a header.
    fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find_map(|header| header.strip_prefix(name)?.strip_prefix(": "))
    }
}

/// Sends a request to a server, addressed to this host, with one more header.
fn get(server: &Server, path: &str, host: &str, header: (&str, &str)) -> Answer {
    let mut client = server.connect();
    client.addr = host.to_owned();
    client.send("GET", path, &[header], b"");
    let (status, headers) = client.head();
    Answer { status, headers }
}

const NO_HEADER: (&str, &str) = ("accept", "*/*");

#[test]
fn a_server_for_other_machines_asks_for_a_token() {
    let server = Server::start_with(&empty_folder("attack-token"), &["--addr", "0.0.0.0:0"]);
    let token = server.token.clone().expect("the link has a token");
    assert!(token.len() >= 32 && token.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{token}");
    let host = server.addr.as_str();
    let get = |path: &str, header: (&str, &str)| get(&server, path, host, header);
    let wrong = "0".repeat(token.len());
    for path in ["/", "/icon.svg", "/api/about", "/api/games", "/reports/none", "/none"] {
        assert_eq!(get(path, NO_HEADER).status, 401, "{path}");
        assert_eq!(get(path, ("authorization", &format!("Bearer {wrong}"))).status, 401, "{path}");
        assert_eq!(get(&format!("{path}?token={wrong}"), NO_HEADER).status, 401, "{path}");
    }
    let (status, refusal) = server.post("/api/games", &json!({ "rules": "9x9/10" }));
    assert!(status == 401 && refusal["error"].as_str().unwrap().contains("token"), "{refusal}");
    assert_eq!(get("/api/about", ("authorization", &format!("Bearer {token}"))).status, 200);
    // The link leaves a cookie, and leads to an address without the token.
    let opened = get(&format!("/?token={token}"), NO_HEADER);
    assert_eq!((opened.status, opened.header("location")), (303, Some("/")));
    let cookie = opened.header("set-cookie").unwrap();
    let attributes: Vec<&str> = cookie.split("; ").collect();
    assert!(attributes.contains(&"httponly") && attributes.contains(&"samesite=strict"), "{cookie}");
    assert_eq!(get("/api/games", ("cookie", attributes[0])).status, 200);
    assert_eq!(get("/", ("cookie", attributes[0])).status, 200);
    assert_eq!(get("/", ("cookie", &attributes[0].replace(&token, &wrong))).status, 401);
}

#[test]
fn a_server_answers_only_to_host_names_that_it_was_given() {
    let args = ["--addr", "0.0.0.0:0", "--host", "mines.example", "--host", "Other.example", "--no-token"];
    let mut server = Server::start_with(&empty_folder("attack-host"), &args);
    let (name, port) = server.addr.split_once(':').unwrap();
    assert_eq!(name, "mines.example");
    let port = port.to_owned();
    server.addr = format!("127.0.0.1:{port}");
    for host in ["mines.example", "other.example", "127.0.0.1", "192.168.1.5", "[::1]", "localhost"] {
        assert_eq!(get(&server, "/api/about", &format!("{host}:{port}"), NO_HEADER).status, 200, "{host}");
    }
    for host in ["evil.example", "mines.example.evil.example", "127.0.0.1.evil.example", "xmines.example"] {
        assert_eq!(get(&server, "/api/about", &format!("{host}:{port}"), NO_HEADER).status, 403, "{host}");
    }
}

#[test]
fn a_server_warns_that_other_machines_can_reach_it() {
    let cases: [(&[&str], bool, &str); 4] = [
        (&["--addr", "0.0.0.0:0"], true, "whoever has this link"),
        (&["--addr", "0.0.0.0:0", "--no-token"], false, "anyone who can reach it"),
        // A proxy may pass requests on to this address.
        (&["--addr", "127.0.0.1:0", "--host", "mines.example"], true, "whoever has this link"),
        (&["--addr", "127.0.0.1:0"], false, ""),
    ];
    for (args, has_token, warning) in cases {
        let mut server = Server::start_with(&empty_folder("attack-warning"), args);
        assert_eq!(server.token.is_some(), has_token, "{args:?}");
        let mut line = String::new();
        let mut errors = BufReader::new(server.child.stderr.take().unwrap());
        // If there is no warning, the output ends with the server.
        if warning.is_empty() {
            drop(server);
        }
        errors.read_line(&mut line).unwrap();
        assert_eq!(
            line.starts_with("Warning: other machines can reach this server at "),
            !warning.is_empty()
        );
        assert!(line.contains(warning), "{args:?}: {line}");
    }
}

#[test]
fn a_host_name_that_is_none_gets_a_sentence() {
    for name in ["http://mines.example", "mines.example:80", "*", "a..b", "", "mines.example/x"] {
        let ran = minewise(&format!("serve --addr 127.0.0.1:0 --host={name}"), "");
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{name}: {}", ran.stderr);
        assert!(ran.stderr.contains("expected a host name like `mines.example`"), "{name}: {}", ran.stderr);
    }
}
