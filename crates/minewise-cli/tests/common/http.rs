//! Starts `minewise serve`, and a minimal HTTP client for it.

#![allow(dead_code, reason = "the load bench uses only a part of it")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// A running `minewise serve`. It is killed when dropped, as by `kill -9`.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) addr: String,
}

impl Server {
    /// Starts a server on a free port, with its data in this folder.
    pub(crate) fn start(data: &Path) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_minewise"))
            .args(["serve", "--addr", "127.0.0.1:0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let addr = line.split("http://").nth(1).and_then(|rest| rest.split(' ').next());
        let Some(addr) = addr else {
            let mut error = String::new();
            child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
            panic!("the server did not start: {line}{error}");
        };
        Server { addr: addr.to_owned(), child }
    }

    pub(crate) fn connect(&self) -> Client {
        let connection = TcpStream::connect(&self.addr).unwrap();
        connection.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        connection.set_nodelay(true).unwrap();
        Client { reader: BufReader::new(connection), addr: self.addr.clone() }
    }

    /// Sends a GET request. Returns the status and the body.
    pub(crate) fn get(&self, path: &str) -> (u16, Value) {
        self.connect().ask("GET", path, None)
    }

    /// Sends a POST request. Returns the status and the body.
    pub(crate) fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        self.connect().ask("POST", path, Some(body))
    }

    /// Sends a POST request that must succeed. Returns the body.
    #[track_caller]
    pub(crate) fn post_ok(&self, path: &str, body: &Value) -> Value {
        let (status, answer) = self.post(path, body);
        assert!((200..300).contains(&status), "{path}: {status} {answer}");
        answer
    }

    /// Reads the events of a stream up to its end: kind and data.
    pub(crate) fn events(&self, path: &str) -> Vec<(String, Value)> {
        let events = self.raw_events(path).into_iter();
        events.map(|(kind, data)| (kind, serde_json::from_str(&data).unwrap())).collect()
    }

    /// The same, with the data unparsed.
    pub(crate) fn raw_events(&self, path: &str) -> Vec<(String, String)> {
        let mut client = self.connect();
        client.send("GET", path, &[("accept", "text/event-stream")], b"");
        let (status, headers) = client.head();
        assert_eq!(status, 200, "{path}: {headers:?}");
        let mut events = Vec::new();
        let mut kind = String::new();
        while let Some(line) = client.line() {
            if let Some(name) = line.strip_prefix("event: ") {
                kind = name.to_owned();
            } else if let Some(data) = line.strip_prefix("data: ") {
                events.push((kind.clone(), data.to_owned()));
            } else if line == "0" {
                break;
            }
        }
        events
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An HTTP client with one connection, which is kept open.
pub(crate) struct Client {
    reader: BufReader<TcpStream>,
    addr: String,
}

impl Client {
    /// Sends a request with a raw body.
    pub(crate) fn send(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) {
        let mut head =
            format!("{method} {path} HTTP/1.1\r\nhost: {}\r\ncontent-length: {}\r\n", self.addr, body.len());
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += "\r\n";
        let mut bytes = head.into_bytes();
        bytes.extend(body);
        // The server may have refused the request after the head and closed the connection.
        let _ = self.reader.get_mut().write_all(&bytes);
    }

    /// Sends a request. Returns the status and the body, parsed if it is JSON.
    pub(crate) fn ask(&mut self, method: &str, path: &str, body: Option<&Value>) -> (u16, Value) {
        let (status, answer) = self.ask_raw(method, path, body);
        (status, serde_json::from_str(&answer).unwrap_or_else(|_| json!(answer)))
    }

    /// The same, with the body unparsed.
    pub(crate) fn ask_raw(&mut self, method: &str, path: &str, body: Option<&Value>) -> (u16, String) {
        let body = body.map_or(Vec::new(), |body| body.to_string().into_bytes());
        let kind: &[(&str, &str)] =
            if body.is_empty() { &[] } else { &[("content-type", "application/json")] };
        self.send(method, path, kind, &body);
        let (status, body) = self.answer();
        (status, String::from_utf8_lossy(&body).into_owned())
    }

    /// Reads the status and the body of an answer with a known length.
    pub(crate) fn answer(&mut self) -> (u16, Vec<u8>) {
        let (status, headers) = self.head();
        let length = headers.iter().find_map(|header| header.strip_prefix("content-length: "));
        let mut body = vec![0; length.map_or(0, |length| length.parse().unwrap())];
        self.reader.read_exact(&mut body).unwrap();
        (status, body)
    }

    /// Reads the status and the headers of an answer.
    pub(crate) fn head(&mut self) -> (u16, Vec<String>) {
        let first = self.line().unwrap_or_default();
        let status = first.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.unwrap_or_else(|| panic!("no answer: `{first}`"));
        let mut headers = Vec::new();
        while let Some(line) = self.line().filter(|line| !line.is_empty()) {
            headers.push(line.to_ascii_lowercase());
        }
        (status, headers)
    }

    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let n_bytes = self.reader.read_line(&mut line).ok()?;
        (n_bytes > 0).then(|| line.trim_end_matches(['\r', '\n']).to_owned())
    }
}

/// Creates an empty folder for a test.
pub(crate) fn empty_folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}
