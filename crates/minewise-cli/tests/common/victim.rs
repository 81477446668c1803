//! A server that may fail, be killed or run out of disk at any time, and a client that survives it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use super::program;

/// A running `minewise serve`. It is killed when dropped, as by `kill -9`.
pub(crate) struct Victim {
    child: Child,
    pub(crate) addr: String,
}

impl Victim {
    /// Starts a server. Returns its errors if it does not start.
    pub(crate) fn start(data: &Path) -> Result<Victim, String> {
        Victim::start_as(Command::new(program()), data)
    }

    /// Starts a server that cannot write any file beyond this size.
    pub(crate) fn start_limited(data: &Path, n_bytes: u64) -> Result<Victim, String> {
        let mut command = Command::new("sh");
        // Without the signal, a write beyond the limit fails as on a full disk. Blocks have 512 bytes.
        command.arg("-c").arg("trap '' XFSZ; ulimit -f \"$1\"; shift; exec \"$@\"").arg("sh");
        command.arg((n_bytes / 512).to_string()).arg(program());
        Victim::start_as(command, data)
    }

    fn start_as(mut command: Command, data: &Path) -> Result<Victim, String> {
        command.args(["serve", "--addr", "127.0.0.1:0", "--data"]).arg(data);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let addr = line.split("http://").nth(1).and_then(|rest| rest.split([' ', '/']).next());
        match addr {
            Some(addr) => Ok(Victim { addr: addr.to_owned(), child }),
            None => {
                let output = child.wait_with_output().unwrap();
                assert_eq!(output.status.code(), Some(1), "{output:?}");
                Err(String::from_utf8(output.stderr).unwrap())
            }
        }
    }

    /// The id of its process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn connect(&self) -> io::Result<Wire> {
        Wire::connect(&self.addr)
    }

    /// Sends one request, which must be answered.
    #[track_caller]
    pub(crate) fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> (u16, Value) {
        self.connect().unwrap().ask(method, path, body).unwrap()
    }

    /// Stops the server as Ctrl-C does.
    #[cfg(unix)]
    pub(crate) fn terminate(mut self) {
        use nix::sys::signal::{Signal, kill};
        kill(nix::unistd::Pid::from_raw(self.child.id() as i32), Signal::SIGTERM).unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Victim {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        // Such as the message of a panic.
        let mut errors = String::new();
        let _ = self.child.stderr.take().map(|mut pipe| pipe.read_to_string(&mut errors));
        assert!(errors.is_empty() || std::thread::panicking(), "the server said: {errors}");
    }
}

/// A client with one connection.
pub(crate) struct Wire {
    reader: BufReader<TcpStream>,
    addr: String,
}

impl Wire {
    pub(crate) fn connect(addr: &str) -> io::Result<Wire> {
        let connection = TcpStream::connect(addr)?;
        connection.set_read_timeout(Some(Duration::from_secs(60)))?;
        connection.set_nodelay(true)?;
        Ok(Wire { reader: BufReader::new(connection), addr: addr.to_owned() })
    }

    /// Sends a request. Returns the status and the body; of a stream, the data of its last event.
    pub(crate) fn ask(&mut self, method: &str, path: &str, body: Option<&Value>) -> io::Result<(u16, Value)> {
        self.send(method, path, body)?;
        self.answer()
    }

    /// Sends a request without waiting for the answer.
    pub(crate) fn send(&mut self, method: &str, path: &str, body: Option<&Value>) -> io::Result<()> {
        let body = body.map_or(String::new(), Value::to_string);
        let kind = if body.is_empty() { "" } else { "content-type: application/json\r\n" };
        let head = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\n{kind}", self.addr);
        let request = format!("{head}content-length: {}\r\n\r\n{body}", body.len());
        self.reader.get_mut().write_all(request.as_bytes())
    }

    /// Reads the answer to a request.
    pub(crate) fn answer(&mut self) -> io::Result<(u16, Value)> {
        let first = self.line()?;
        let status = first.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or(io::ErrorKind::InvalidData)?;
        let mut length = None;
        loop {
            let line = self.line()?.to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(found) = line.strip_prefix("content-length: ") {
                length = found.parse().ok();
            }
        }
        let text = match length {
            Some(length) => {
                let mut body = vec![0; length];
                self.reader.read_exact(&mut body)?;
                String::from_utf8_lossy(&body).into_owned()
            }
            None => self.last_event()?,
        };
        Ok((status, serde_json::from_str(&text).unwrap_or_else(|_| json!(text))))
    }

    fn last_event(&mut self) -> io::Result<String> {
        let mut last = String::new();
        loop {
            let line = self.line()?;
            if line == "0" {
                self.line()?;
                return Ok(last);
            }
            if let Some(data) = line.strip_prefix("data: ") {
                last = data.to_owned();
            }
        }
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        if self.reader.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(line.trim_end_matches(['\r', '\n']).to_owned())
    }
}
