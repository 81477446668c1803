//! Checks of the prose: papers by author and year, and no return of words that readers stumbled over.

use std::path::Path;
use std::process::Command;

/// All text files of the repository by their paths, without data, pictures, lock files and this file.
fn texts() -> Vec<(String, String)> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let output = Command::new("git").arg("ls-files").current_dir(root).output().expect("git runs");
    let paths = String::from_utf8(output.stdout).unwrap();
    let is_prose = |path: &&str| {
        let endings = [".rs", ".ts", ".tsx", ".mjs", ".css", ".html", ".md", ".toml"];
        endings.iter().any(|ending| path.ends_with(ending)) && !path.ends_with("tests/prose.rs")
    };
    let read = |path: &str| Some((path.to_owned(), std::fs::read_to_string(root.join(path)).ok()?));
    let texts: Vec<(String, String)> = paths.lines().filter(is_prose).filter_map(read).collect();
    assert!(texts.len() > 500, "{}", texts.len());
    texts
}

/// Asserts that no line of any text is one of those that `is_meant` finds.
#[track_caller]
fn check_no_line(what: &str, is_meant: impl Fn(&str) -> bool) {
    for (path, text) in texts() {
        for (idx, line) in text.lines().enumerate() {
            assert!(!is_meant(line), "{path}:{}: {what}: {line}", idx + 1);
        }
    }
}

/// Whether a line cites a paper by one of the numbers from 000 to 004.
fn cites_by_number(line: &str) -> bool {
    ["000", "001", "002", "003", "004"].iter().any(|number| {
        ["§", "Table", "Algorithm"].iter().any(|part| line.contains(&format!("{number} {part}")))
            || line.contains(&format!("paper {number}"))
    })
}

#[test]
fn papers_are_cited_by_author_and_year() {
    assert!(
        cites_by_number("the classifier (001 §III-B.1)") && !cites_by_number("Gardea et al. 2015, §III-B.1")
    );
    check_no_line("cite by author and year, as docs/papers.md does", cites_by_number);
}

#[test]
fn nothing_is_named_told() {
    let named = ["fn told", "let told", "fn tell(", "fn said", "let said"];
    check_no_line("name a thing for what it is", |line| named.iter().any(|name| line.contains(name)));
}

#[test]
fn phrases_that_readers_stumbled_over_stay_away() {
    let phrases = [
        "what came of",
        "so many games",
        "gone on with",
        "each as likely",
        "; none if ",
        "unless told otherwise",
    ];
    check_no_line("say it in plain English", |line| {
        let lower = line.to_lowercase();
        phrases.iter().any(|phrase| lower.contains(phrase))
    });
}
