//! A referee in another language: `referee.py` counts small views by brute force and compares every count and risk.

use std::process::Command;

use crate::common::program;

#[test]
fn a_referee_in_python_finds_every_count_and_risk_the_same() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/referee.py");
    let ran = Command::new("python3").arg(script).arg(program()).args(["25", "1000"]).output();
    // Python is no requirement of the tests, but where there is one, it must agree.
    let Ok(ran) = ran else { return assert!(Command::new("python3").output().is_err()) };
    let (found, wrong) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(found.starts_with("1000 views agree"), "{found}{wrong}");
}
