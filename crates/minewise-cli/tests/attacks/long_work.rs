//! No view keeps the program busy for minutes, even if nothing is certain and every step ahead takes a second to count.
//! A study whose pieces take hours ends soon after Ctrl-C.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::common::http::empty_folder;
use crate::common::program;

#[test]
fn a_tangled_view_without_a_safe_cell_is_analysed_in_seconds() {
    // Four seconds of CPU time, and fourteen before there was a limit. A process that takes ten is killed.
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -t 10; exec \"$0\" analyze --json --player 'search(level=fast)'"])
        .arg(program())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(include_bytes!("../../../../golden/positions/no-safe-cell.view"))
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{:?}", output.status);
    let answer = String::from_utf8_lossy(&output.stdout);
    assert!(answer.contains("\"safe\":[],"), "the view has a safe cell: {answer}");
}

#[test]
fn a_study_ends_soon_after_ctrl_c() {
    let folder = empty_folder("attack-study");
    // A single piece plays all 177,100 layouts.
    let line = "lab score --rules 5x5/6 --players search(level=normal) --limit 200000 --out";
    let mut command = Command::new(program());
    command.args(line.split(' ')).arg(&folder).stdout(Stdio::null()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    // It writes this just before it begins to play.
    while !folder.join("study.json").exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_secs(1));
    let stopped = Instant::now();
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(stopped.elapsed() < Duration::from_secs(5), "{:?}", stopped.elapsed());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.starts_with("minewise: stopped "), "{errors}");
}
