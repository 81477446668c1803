//! The examples in the help of all commands: each runs, and prints what `golden/examples.md` shows.

use std::path::Path;

use super::console::{Shell, matches};
use crate::common::minewise;

/// The examples that are not run here, with the reason.
const NOT_RUN: [(&str, &str); 10] = [
    ("minewise serve", "serves until it is stopped: `serve.rs`"),
    ("minewise serve --port 8080", "the same"),
    (
        "minewise learn cnn --rules 9x9/10 --games 10k --out model.network",
        "needs `--features train`: `learners.rs`",
    ),
    ("minewise learn dqn --rules 9x9/10 --games 10k --out model.network", "the same"),
    ("minewise data check", "needs games stored by the web app: `attacks/damaged_data.rs`"),
    ("minewise data export > games.jsonl", "the same"),
    ("minewise play --rules expert", "draws a seed: `terminal.rs`"),
    ("minewise play", "draws a seed: `terminal.rs`"),
    ("minewise play --transcript game.txt && minewise review game.txt", "needs a person: `terminal.rs`"),
    ("minewise play --resume", "needs a game that was played in a terminal: `terminal.rs`"),
];

/// The maximum number of lines of an answer that are kept.
const MOST_LINES: usize = 40;

/// The command of this path and all commands below it, each with its help.
fn commands(path: &str, found: &mut Vec<(String, String)>) {
    let help = minewise(&format!("{path} --help"), "").stdout;
    let (list, _) = help.split_once("\nOptions:").unwrap();
    let is_name = |word: &&str| word.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-');
    let names: Vec<String> = list
        .lines()
        .filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')))
        .filter_map(|line| line.split_whitespace().next().filter(is_name).map(str::to_owned))
        .filter(|name| name != "help" && list.contains(":\n") && !list.contains("Arguments:"))
        .collect();
    found.push((path.to_owned(), help));
    for name in names {
        commands(format!("{path} {name}").trim(), found);
    }
}

/// The examples in a help text. One of several lines ends where its quotes are closed.
fn examples(help: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let (_, text) = help.split_once("\nExample").unwrap_or_default();
    for line in text.lines().skip(1).map_while(|line| line.strip_prefix("  ")) {
        match found.last_mut().filter(|last| last.matches('\'').count() % 2 == 1) {
            Some(last) => *last += &format!("\n{line}"),
            None => found.push(line.to_owned()),
        }
    }
    found
}

/// The commands that write a file or a folder for others come first.
fn order(path: &str) -> usize {
    ["generate", "lab run"].iter().position(|first| *first == path).unwrap_or(2)
}

/// The beginning of an answer, short enough for a document. Of one with times in its rows, that is the first line.
fn cut(example: &str, answer: &str) -> String {
    let has_times = example.contains("--format csv") || example.starts_with("minewise lab list");
    let lines: Vec<&str> = answer.lines().collect();
    match lines.len() {
        0 => String::new(),
        _ if has_times => format!("{}\n...\n", lines[0]),
        1..=MOST_LINES => format!("{}\n", lines.join("\n").trim_end()),
        _ => format!("{}\n...\n", lines[..MOST_LINES - 10].join("\n")),
    }
}

/// All examples with their answers, as a document.
fn transcript() -> String {
    let mut all = Vec::new();
    commands("", &mut all);
    assert!(all.len() > 35, "{}", all.len());
    all.sort_by_key(|(path, _)| order(path));
    let shell = Shell::new("help");
    shell.write("game.txt", "9x9/10 seed 14\nr 5,8\nr 4,1\nr 5,7\nr 7,4\nr 2,8\n");
    // `lab papers` reads the records of the repository.
    let record = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../record");
    std::os::unix::fs::symlink(record, shell.path("record")).unwrap();
    let mut text = "# The examples of the help\n\nWhat each example prints. Made by \
                    `UPDATE_GOLDEN=1 cargo test -p minewise-cli --test main documents`.\n"
        .to_owned();
    for (path, help) in all {
        let examples = examples(&help);
        assert!(!examples.is_empty() || help.contains("<COMMAND>"), "the help of `{path}` has no example");
        text += &format!("\n## {}\n", format!("minewise {path}").trim_end());
        for example in examples {
            if NOT_RUN.iter().any(|(command, _)| *command == example) {
                continue;
            }
            let (answer, code) = shell.run(&example);
            assert_eq!(code, 0, "{example}: {answer}");
            text += &format!("\n```console\n$ {example}\n{}```\n", cut(&example, &answer));
        }
    }
    text
}

#[test]
fn the_examples_of_the_help_print_what_is_recorded() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/examples.md");
    let actual = transcript();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        return std::fs::write(path, actual).unwrap();
    }
    let expected = std::fs::read_to_string(path).unwrap();
    if !matches(&expected, &actual) {
        let changed =
            expected.lines().zip(actual.lines()).find(|(old, new)| old != new && !matches(old, new));
        panic!("golden/examples.md has changed: {changed:#?}");
    }
}
