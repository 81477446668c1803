//! A shell in a folder of its own, and the comparison of what commands print.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::common::{folder, program};

/// A shell in a new folder. Files that a command writes are there for the next one.
pub(super) struct Shell {
    folder: PathBuf,
}

impl Shell {
    /// Opens a shell in an empty folder of this name.
    pub(super) fn new(name: &str) -> Shell {
        Shell { folder: folder(&format!("documents-{name}")) }
    }

    /// The path of a file in the folder.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Writes a file that a command reads.
    pub(super) fn write(&self, name: &str, content: &str) {
        std::fs::write(self.path(name), content).unwrap();
    }

    /// Runs a command. Returns everything that it prints, and its exit code.
    pub(super) fn run(&self, command: &str) -> (String, i32) {
        let programs = program().parent().unwrap().to_owned();
        let others = std::env::var_os("PATH").unwrap_or_default();
        let path =
            std::env::join_paths([programs].into_iter().chain(std::env::split_paths(&others))).unwrap();
        let output = Command::new("sh")
            .args(["-c", &format!("exec 2>&1; {command}")])
            .current_dir(&self.folder)
            .env("PATH", path)
            .env("XDG_DATA_HOME", self.folder.join("data"))
            .env_remove("LC_ALL")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap_or_else(|error| panic!("{command}: {error}"));
        (text, output.status.code().unwrap_or(-1))
    }

    /// Runs a command and returns its transcript: what it prints, and its exit code if it is not 0.
    pub(super) fn transcript(&self, command: &str) -> String {
        match self.run(command) {
            (text, 0) => text,
            (text, code) => format!("{text}[exit code {code}]\n"),
        }
    }
}

/// Whether a text is the expected one, apart from times. A line `...` stands for any number of lines.
pub(super) fn matches(expected: &str, actual: &str) -> bool {
    let (expected, actual) = (without_times(expected), without_times(actual));
    lines_match(&expected.lines().collect::<Vec<_>>(), &actual.lines().collect::<Vec<_>>())
}

fn lines_match(expected: &[&str], actual: &[&str]) -> bool {
    match expected.split_first() {
        None => actual.is_empty(),
        Some((&"...", rest)) => (0..=actual.len()).any(|skipped| lines_match(rest, &actual[skipped..])),
        Some((line, rest)) => actual.first() == Some(line) && lines_match(rest, &actual[1..]),
    }
}

/// Removes what depends on the machine: the last column of tables that end with games per CPU second, and how long a game
/// took.
fn without_times(text: &str) -> String {
    let mut is_timed = false;
    let mut kept = String::new();
    for line in text.lines() {
        let line = line.trim_end_matches([' ', '|']);
        let has_time = is_timed && line.contains(' ');
        is_timed = line.ends_with("games/CPU s") || has_time;
        let line = if line.starts_with("Not finished after ") { "Not finished" } else { line };
        kept += if has_time { line.rsplit_once(' ').map_or(line, |(rest, _)| rest.trim_end()) } else { line };
        kept.push('\n');
    }
    kept
}

#[test]
fn texts_are_compared_apart_from_times_and_left_out_lines() {
    assert!(matches("a\n...\nd", "a\nb\nc\nd\n"));
    assert!(matches("a\n...\nd", "a\nd"));
    assert!(!matches("a\n...\nd", "a\nb\nd\ne"));
    assert!(!matches("a\nb", "a\nc"));
    assert!(matches(
        "player  games/CPU s\nexact  1,234\n\nend 1",
        "player  games/CPU s\nexact     99\n\nend 1"
    ));
    assert!(!matches(
        "player  games/CPU s\nexact  1,234\n\nend 1",
        "player  games/CPU s\nexact     99\n\nend 2"
    ));
    assert!(matches(
        "| player | games/CPU s |\n| --- | ---: |\n| a | 1 |",
        "| player | games/CPU s |\n| --- | ---: |\n| a | 2 |"
    ));
    assert!(!matches("won\n12", "won\n13"));
}
