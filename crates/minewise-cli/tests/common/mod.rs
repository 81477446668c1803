//! Runs the real binary: arguments and input in, exit code and output out.

pub(crate) mod http;
#[allow(dead_code, reason = "only attacks use it")]
pub(crate) mod victim;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// The program under test: the one just built, or another build that `MINEWISE_ATTACKED` names.
pub(crate) fn program() -> PathBuf {
    let other = std::env::var_os("MINEWISE_ATTACKED");
    other.map_or_else(|| env!("CARGO_BIN_EXE_minewise").into(), PathBuf::from)
}

/// The result of running the binary.
pub(crate) struct Ran {
    /// The exit code.
    pub(crate) code: i32,
    /// The output.
    pub(crate) stdout: String,
    /// The error output.
    pub(crate) stderr: String,
}

/// Runs `minewise` with these arguments, separated by spaces, and this input.
pub(crate) fn minewise(args: &str, stdin: impl AsRef<[u8]>) -> Ran {
    let mut child = Command::new(program())
        .args(args.split_whitespace())
        // A test must never find, or leave, anything in the data of the person who runs it.
        .env("XDG_DATA_HOME", Path::new(env!("CARGO_TARGET_TMPDIR")).join("data-home"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut pipe = child.stdin.take().expect("its input is a pipe");
    let input = stdin.as_ref().to_vec();
    // The program may end before it has read everything, so a failed write is not an error.
    let writer = std::thread::spawn(move || drop(pipe.write_all(&input)));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("writing does not panic");
    Ran {
        code: output.status.code().expect("it exits by itself"),
        stdout: String::from_utf8(output.stdout).expect("it prints text"),
        stderr: String::from_utf8(output.stderr).expect("its errors are text"),
    }
}

/// Runs the binary, which must succeed, and returns the one JSON document that it prints.
#[track_caller]
pub(crate) fn json(args: &str, stdin: impl AsRef<[u8]>) -> Value {
    let ran = minewise(args, stdin);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{args}");
    assert_eq!(ran.stdout.matches('\n').count(), 1, "{args}: one document on one line");
    serde_json::from_str(&ran.stdout).expect("it is JSON")
}

/// The sentences on stderr. After an error of the command line, the usage and the way to the help follow; these are left
/// out.
pub(crate) fn sentences(stderr: &str) -> Vec<&str> {
    let lines: Vec<&str> = stderr.lines().collect();
    match lines[..] {
        [sentence, usage, help]
            if usage.starts_with("Usage: minewise") && help.starts_with("Try `minewise") =>
        {
            vec![sentence]
        }
        _ => lines,
    }
}

/// Asserts that a run fails with this code and exactly this sentence on stderr, and prints nothing.
#[track_caller]
pub(crate) fn check_refused(args: &str, stdin: impl AsRef<[u8]>, code: i32, expected: &str) {
    let ran = minewise(args, stdin);
    assert_eq!(sentences(&ran.stderr), [format!("minewise: {expected}")], "{args}");
    assert_eq!((ran.code, ran.stdout.as_str()), (code, ""), "{args}");
}

/// Creates a file with this name and content, for the binary to read.
pub(crate) fn file(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).expect("the temporary folder can be written");
    path
}

/// Creates an empty folder with this name, for the binary to write to.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("the temporary folder can be written");
    path
}

/// Runs `minewise` with these arguments until a file exists, and kills it: on Unix by SIGKILL.
#[track_caller]
pub(crate) fn kill_at(args: &str, file: &Path) {
    let mut child = Command::new(program())
        .args(args.split_whitespace())
        .stdout(Stdio::null())
        .spawn()
        .expect("the binary runs");
    let began = Instant::now();
    while !file.exists() {
        assert!(began.elapsed() < Duration::from_secs(120), "{args}: no file was written");
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}
