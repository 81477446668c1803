//! No view keeps the program busy for minutes, even if nothing is certain and every step ahead takes a second to count.

use std::io::Write;
use std::process::{Command, Stdio};

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
