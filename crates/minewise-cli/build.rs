//! Passes the commit to the program that is built, which prints it with its version and writes it into its records.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=../../crates");
    // Embedded in the program.
    println!("cargo::rerun-if-changed=../../experiments");
    println!("cargo::rerun-if-changed=../../Cargo.lock");
    let Some(commit) = git(&["rev-parse", "HEAD"]) else { return };
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    let is_changed = git(&["status", "--porcelain", "--", "..", "../../Cargo.lock"])
        .is_none_or(|changes| !changes.is_empty());
    let changes = if is_changed { " and changes" } else { "" };
    println!("cargo::rustc-env=MINEWISE_COMMIT={commit}{changes}");
    let version = env!("CARGO_PKG_VERSION");
    if let Some(short) = git(&["show", "--no-patch", "--format=%h %cs", "HEAD"]) {
        println!("cargo::rustc-env=MINEWISE_VERSION={version} ({short}{changes})");
    }
}

/// Returns the output of git, or `None` if there is no git or no repository.
fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
