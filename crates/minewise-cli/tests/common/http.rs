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
    /// The token in the link that it printed.
    pub(crate) token: Option<String>,
}

impl Server {
    /// Starts a server on a free port, with its data in this folder.
    pub(crate) fn start(data: &Path) -> Server {
        Server::start_with(data, &[])
    }

    /// The same, with more arguments.
    pub(crate) fn start_with(data: &Path, args: &[&str]) -> Server {
        // Not `common::program`, because the load bench includes this file alone.
        let other = std::env::var_os("MINEWISE_ATTACKED");
        let addr: &[&str] = if args.contains(&"--addr") { &[] } else { &["--addr", "127.0.0.1:0"] };
        let mut child = Command::new(other.unwrap_or_else(|| env!("CARGO_BIN_EXE_minewise").into()))
            .args(["serve", "--data"])
            .arg(data)
            .args(addr)
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let link = line.split("http://").nth(1).and_then(|rest| rest.split(' ').next());
        let Some((addr, query)) = link.map(|link| link.split_once('/').unwrap_or((link, ""))) else {
            let mut error = String::new();
            child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
            panic!("the server did not start: {line}{error}");
        };
        let token = query.strip_prefix("?token=").map(str::to_owned);
        Server { addr: addr.to_owned(), token, child }
    }

    /// The most memory that the server has taken so far, in bytes.
    #[cfg(target_os = "linux")]
    pub(crate) fn most_memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
    }

    pub(crate) fn connect(&self) -> Client {
        self.connect_within(Duration::from_secs(60))
    }

    /// The same, for a client that does not wait longer than this for an answer.
    pub(crate) fn connect_within(&self, timeout: Duration) -> Client {
        let connection = TcpStream::connect(&self.addr).unwrap();
        connection.set_read_timeout(Some(timeout)).unwrap();
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

#[cfg(target_os = "linux")]
impl Server {
    /// The CPU time that the server and its worker processes have used.
    pub(crate) fn cpu_time(&self) -> Duration {
        let id = self.child.id().to_string();
        let mut n_ticks = 0;
        for entry in std::fs::read_dir("/proc").unwrap().flatten() {
            let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
            // After the name, which is in parentheses: the second field is the parent, the 12th to 15th are ticks of a
            // hundredth of a second, of the process itself and of its children that have ended.
            let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
            if entry.file_name() == *id || fields.get(1) == Some(&&*id) {
                n_ticks += fields[11..15].iter().map(|field| field.parse::<u64>().unwrap()).sum::<u64>();
            }
        }
        Duration::from_millis(10 * n_ticks)
    }

    /// Sends Ctrl-C.
    pub(crate) fn interrupt(&self) {
        let status = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status();
        assert!(status.unwrap().success());
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
    pub(crate) reader: BufReader<TcpStream>,
    /// The host that requests are addressed to.
    pub(crate) addr: String,
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

    /// Reads a whole answer of any length. Returns its status; `None` if the connection was closed before its end.
    pub(crate) fn status_of_whole_answer(&mut self, is_head: bool) -> Option<u16> {
        let (status, headers) = loop {
            self.reader.fill_buf().ok().filter(|bytes| !bytes.is_empty())?;
            let (status, headers) = self.head();
            // Informational: the answer follows.
            if status >= 200 {
                break (status, headers);
            }
        };
        let length = headers.iter().find_map(|header| header.strip_prefix("content-length: "));
        let length = length.filter(|_| !is_head).map_or(0, |length| length.parse().unwrap());
        if is_head || !headers.iter().any(|header| header == "transfer-encoding: chunked") {
            return self.skip(length).then_some(status);
        }
        loop {
            let length = u64::from_str_radix(&self.line()?, 16).ok()?;
            // An empty line ends every chunk.
            if !self.skip(length) || !self.line()?.is_empty() {
                return None;
            }
            if length == 0 {
                return Some(status);
            }
        }
    }

    /// Skips some bytes. Returns whether there were as many.
    fn skip(&mut self, n_bytes: u64) -> bool {
        let skipped = std::io::copy(&mut self.reader.by_ref().take(n_bytes), &mut std::io::sink());
        skipped.is_ok_and(|n_skipped| n_skipped == n_bytes)
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

/// Lets this process, and the servers that it starts, open as many files.
#[cfg(unix)]
pub(crate) fn raise_file_limit(n_files: u64) {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    let (soft, hard) = getrlimit(Resource::RLIMIT_NOFILE).unwrap();
    assert!(n_files <= hard, "the system allows only {hard} open files");
    setrlimit(Resource::RLIMIT_NOFILE, soft.max(n_files), hard).unwrap();
}

/// Creates an empty folder for a test.
pub(crate) fn empty_folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}
