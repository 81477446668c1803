//! Commands in documents: examples print what the document shows, and all others exist with their options.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::console::{Shell, matches};
use crate::common::minewise;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The documents of the repository, as paths from its root. The changelog speaks of the past.
fn documents() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::new(), "docs".into()];
    folders.extend(["docs/decisions", "docs/screenshots"].map(PathBuf::from));
    folders.extend(
        std::fs::read_dir(root().join("crates"))
            .unwrap()
            .map(|entry| Path::new("crates").join(entry.unwrap().file_name())),
    );
    for folder in folders {
        for entry in std::fs::read_dir(root().join(&folder)).unwrap() {
            let path = folder.join(entry.unwrap().file_name());
            if path.extension().is_some_and(|extension| extension == "md")
                && path != Path::new("CHANGELOG.md")
            {
                found.push(path);
            }
        }
    }
    assert!(found.len() > 30, "{found:?}");
    found
}

/// Runs the `console` blocks of a document. Returns the document with what the commands print now, and how many there are.
fn rerun(text: &str, shell: &Shell) -> (String, usize) {
    let (mut new, mut n_commands) = (String::new(), 0);
    let mut lines = text.lines().peekable();
    let mut is_console = false;
    while let Some(line) = lines.next() {
        new += &format!("{line}\n");
        is_console = match line {
            "```console" => true,
            "```" => false,
            _ => is_console,
        };
        let Some(command) = line.strip_prefix("$ ").filter(|_| is_console) else { continue };
        let mut command = command.to_owned();
        while let Some(more) = lines.next_if(|_| command.ends_with('\\')) {
            new += &format!("{more}\n");
            command += &format!("\n{more}");
        }
        let mut expected = String::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ") && *line != "```") {
            expected += &format!("{line}\n");
        }
        let actual = shell.transcript(&command);
        // A blank line between two commands belongs to neither.
        let gap = if lines.peek().is_some_and(|line| line.starts_with("$ ")) { "\n" } else { "" };
        new += &if matches(expected.trim_end(), actual.trim_end()) { expected } else { actual + gap };
        n_commands += 1;
    }
    (new, n_commands)
}

#[test]
fn examples_in_documents_print_what_the_documents_show() {
    let mut n_commands = 0;
    for path in documents() {
        let text = std::fs::read_to_string(root().join(&path)).unwrap();
        let shell = Shell::new(&path.display().to_string().replace(['/', '.'], "-"));
        let (new, n) = rerun(&text, &shell);
        n_commands += n;
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(root().join(&path), new).unwrap();
        } else if new != text {
            let changed = new.lines().zip(text.lines()).find(|(new, old)| new != old);
            panic!("an example in {} has changed: {changed:#?}", path.display());
        }
    }
    assert!(n_commands >= 10, "{n_commands}");
}

/// The commands in a document: in lines of code, and in blocks.
fn commands(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_block = false;
    for line in text.lines() {
        if line.starts_with("```") {
            is_block = !is_block;
        } else if is_block {
            let line = line.trim_start_matches("$ ").trim_start_matches("target/release/");
            found.extend(line.starts_with("minewise ").then(|| line.to_owned()));
        } else {
            let spans = line.split('`').skip(1).step_by(2);
            found.extend(spans.filter(|span| span.starts_with("minewise ")).map(str::to_owned));
        }
    }
    found
}

/// The help of the command at the beginning of a line, such as `lab run` of `lab run classic`.
fn help_of(words: &[&str], known: &mut BTreeMap<String, Option<String>>) -> String {
    (0..=words.len().min(2))
        .rev()
        .find_map(|n| {
            let path = words[..n].join(" ");
            let help = known.entry(path.clone()).or_insert_with(|| {
                let ran = minewise(&format!("{path} --help"), "");
                let is_it = ran.stdout.contains(format!("Usage: minewise {path}").trim_end());
                (ran.code == 0 && is_it).then_some(ran.stdout)
            });
            help.clone()
        })
        .unwrap()
}

#[test]
fn every_command_in_a_document_exists_with_its_options() {
    let mut known = BTreeMap::new();
    let mut n_commands = 0;
    // The options of commands that exist only in programs built with `--features train`.
    let is_built = |command: &str| !command.contains("learn cnn") && !command.contains("learn dqn");
    for path in documents() {
        let text = std::fs::read_to_string(root().join(&path)).unwrap();
        for command in commands(&text).into_iter().filter(|command| is_built(command)) {
            let place = format!("{}: `{command}`", path.display());
            let command = command.split(" | ").next().unwrap().split(" > ").next().unwrap();
            let words: Vec<&str> =
                command.split_whitespace().skip(1).map(|word| word.trim_matches(['[', ']'])).collect();
            let is_name = |word: &&&str| word.starts_with(|first: char| first.is_ascii_lowercase());
            let path: Vec<&str> = words.iter().take_while(is_name).copied().collect();
            let help = help_of(&path, &mut known);
            if let Some(first) = path
                .first()
                .filter(|&&first| first != "help" && help.starts_with("Plays, explains and measures"))
            {
                panic!("{place}: there is no command `{first}`");
            }
            for option in words.iter().filter(|word| word.starts_with('-') && word.len() > 1) {
                let option = option.split('=').next().unwrap();
                let is_there = help.split([' ', ',', '\n']).any(|word| word == option);
                assert!(is_there, "{place}: there is no option `{option}`");
            }
            n_commands += 1;
        }
    }
    assert!(n_commands >= 50, "{n_commands}");
}
