//! Screens of the terminal in documents are those that the program draws.

use std::path::Path;

use crate::terminal::pty::Terminal;

/// The size of the screens: small enough for a page.
const SIZE: (u16, u16) = (80, 17);

/// What the program draws after these keys, without the time. At a `…` the screen has to come to rest.
fn screen(args: &str, keys: &str) -> String {
    let mut terminal = Terminal::new(SIZE, args);
    terminal.wait_for_text("time 0:00");
    for keys in keys.split('…') {
        terminal.press(keys);
        let mut text = String::new();
        while text != terminal.text() || text.contains("reviewing") {
            text = terminal.text();
            terminal.settle();
            terminal.settle();
        }
    }
    let is_time = |letter: char| letter.is_ascii_digit() || letter == ':';
    let line = |line: &str| match line.split_once("time ") {
        Some((before, after)) => format!("{before}time 0:00{}", after.trim_start_matches(is_time).trim_end()),
        None => line.trim_end().to_owned(),
    };
    let text = terminal.text();
    text.lines().map(line).collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

#[test]
fn the_screens_in_the_documents_are_those_of_the_program() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/commands.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let (mut new, mut n_screens) = (String::new(), 0);
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once("<!-- screen of: ") {
        let (caption, after) = after.split_once(" -->\n```text\n").unwrap();
        let (_, after) = after.split_once("```\n").unwrap();
        let (args, keys) = caption.split_once("; keys: ").unwrap();
        let screen = screen(args, keys.trim_matches('`'));
        new += &format!("{before}<!-- screen of: {caption} -->\n```text\n{screen}\n```\n");
        rest = after;
        n_screens += 1;
    }
    new += rest;
    assert!(n_screens >= 3, "{n_screens}");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        return std::fs::write(path, new).unwrap();
    }
    assert!(new == text, "a screen has changed:\n{new}");
}
