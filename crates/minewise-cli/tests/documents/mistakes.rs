//! Mistakes that people make on the command line, with the answers: `golden/mistakes.md`.

use std::path::Path;

use super::console::Shell;

/// What the files that the mistakes are about contain.
const FILES: [(&str, &str); 5] = [
    ("view.txt", "5x3/2 1..../...../.....\n"),
    ("empty.txt", ""),
    ("game.txt", "9x9/10 seed 1\nr 4,4\nr 4,4\n"),
    ("no-moves.txt", "9x9/10 seed 1\n"),
    ("test.toml", "title = \"A test\"\nrules = [\"9x9/10\"]\nplayers = [\"exact\"]\n"),
];

/// A row of the table: the command, and the answer.
fn row(command: &str, shell: &Shell) -> String {
    let (text, code) = shell.run(command);
    assert!(code == 1 || code == 2, "{command}: exit code {code}: {text}");
    let mut lines = text.lines();
    let answer = lines.next().unwrap_or_default();
    let answer = answer.strip_prefix("minewise: ").unwrap_or_else(|| panic!("{command}: {text}"));
    // After a mistake in the options, the usage and the way to the help follow.
    let more: Vec<&str> = lines.collect();
    let has_usage =
        more.len() == 2 && more[0].starts_with("Usage: minewise") && more[1].starts_with("Try `minewise");
    assert!(more.is_empty() || has_usage, "{command}: {text}");
    let help = if has_usage { more[1] } else { "" };
    let cell = |text: &str| text.replace('|', "\\|");
    format!("| `{}` | {} | {} |", cell(command), cell(answer), cell(help.trim_end_matches(" for more.")))
}

#[test]
fn a_hundred_mistakes_get_the_answers_in_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/mistakes.md");
    let table = std::fs::read_to_string(&path).unwrap();
    let shell = Shell::new("mistakes");
    for (name, content) in FILES {
        shell.write(name, content);
    }
    let mut n_rows = 0;
    let mut rerun = |line: &str| {
        let Some((command, _)) = line.strip_prefix("| `").and_then(|rest| rest.split_once("` |")) else {
            return line.to_owned();
        };
        n_rows += 1;
        row(&command.replace("\\|", "|"), &shell)
    };
    let actual: Vec<String> = table.lines().map(&mut rerun).collect();
    assert!(n_rows >= 100, "{n_rows}");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        return std::fs::write(path, actual.join("\n") + "\n").unwrap();
    }
    for (expected, actual) in table.lines().zip(&actual) {
        assert_eq!(expected, actual);
    }
}
