//! Damage of every kind, and which records survive it.

use std::fs;

use serde::Deserialize;

use super::*;
use crate::store::files::with_ending;
use crate::testing::folder;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Note {
    text: String,
}

fn note(text: &str) -> Note {
    Note { text: text.to_owned() }
}

fn texts(journal: &Journal) -> Vec<String> {
    journal.records::<Note>().unwrap().map(|record| record.unwrap().content.text).collect()
}

/// Creates a journal with three lines in a folder of its own, and closes it.
fn three_lines(name: &str) -> PathBuf {
    let path = folder(name).join("notes.jsonl");
    let mut journal = Journal::open(&path).unwrap();
    ["one", "two", "three"].iter().for_each(|text| _ = journal.append(&note(text)).unwrap());
    path
}

#[test]
fn lines_are_read_as_they_were_written() {
    let path = three_lines("journal-lines");
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().nth(1), Some("{\"check\":\"24c3fa09\",\"text\":\"two\"}"));
    assert_eq!(texts(&Journal::open(&path).unwrap()), ["one", "two", "three"]);
    let places: Vec<_> = read::<Note>(&Source::file(&path)).unwrap().map(|record| record.unwrap()).collect();
    assert_eq!((places[1].line, places[1].offset), (2, text.find('\n').unwrap() as u64 + 1));
}

#[test]
fn an_incomplete_last_line_is_removed_and_appending_continues() {
    let path = three_lines("journal-cut");
    let whole = fs::read(&path).unwrap();
    let n_kept = whole.iter().rposition(|&byte| byte == b'{').unwrap();
    for n_bytes in n_kept + 1..whole.len() {
        fs::write(&path, &whole[..n_bytes]).unwrap();
        let read: Vec<_> =
            read::<Note>(&Source::file(&path)).unwrap().map(|record| record.unwrap().line).collect();
        assert_eq!(read, [1, 2], "a reader skips it");
        let mut journal = Journal::open(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), &whole[..n_kept]);
        journal.append(&note("three")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), whole, "{n_bytes}");
    }
    let mut lost_power = whole[..n_kept + 4].to_vec();
    lost_power.extend([0; 40]);
    fs::write(&path, &lost_power).unwrap();
    assert_eq!(texts(&Journal::open(&path).unwrap()), ["one", "two"]);
}

#[track_caller]
fn check_refused(name: &str, content: &[u8], line: u64) {
    let path = folder(name).join("notes.jsonl");
    fs::write(&path, content).unwrap();
    let error = Journal::open(&path).unwrap_err();
    let message = "damaged, or not a record of this program; nothing was changed";
    assert_eq!(error.to_string(), format!("`{}`, line {line}: {message}", path.display()));
    assert!(error.is_bad_input());
    assert_eq!(fs::read(&path).unwrap(), content);
}

#[test]
fn any_other_damage_is_reported_and_nothing_is_changed() {
    let whole = fs::read(three_lines("journal-damage")).unwrap();
    // One bit of each byte of the first line. Damage at the end of the last line would look like an incomplete line.
    let n_first = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    for idx in 0..n_first {
        let mut content = whole.clone();
        content[idx] ^= 1;
        check_refused("journal-damage", &content, 1);
    }
    check_refused("journal-foreign", b"[package]\nname = \"x\"\n", 1);
    check_refused("journal-foreign", b"no end", 1);
    check_refused("journal-foreign", b"\n", 1);
    check_refused("journal-foreign", &[whole.as_slice(), b"more"].concat(), 4);
    check_refused("journal-foreign", &vec![b'a'; MOST_LINE_BYTES as usize + 1], 1);
}

#[test]
fn a_record_of_another_kind_is_reported() {
    #[derive(Debug, Deserialize)]
    struct Other {
        #[allow(dead_code, reason = "never read, because no record has it")]
        number: u64,
    }
    let path = three_lines("journal-other");
    let error = read::<Other>(&Source::file(&path)).unwrap().next().unwrap().unwrap_err();
    let expected = "line 1: not a record of this study: missing field `number` at line 1 column 14";
    assert!(error.to_string().ends_with(expected), "{error}");
}

#[test]
fn only_one_process_can_append_at_a_time() {
    let path = three_lines("journal-lock");
    let journal = Journal::open(&path).unwrap();
    let error = Journal::open(&path).unwrap_err();
    let name = path.display();
    assert_eq!(error.to_string(), format!("another run is writing `{name}`; wait until it ends, or stop it"));
    assert!(!error.is_bad_input());
    drop(journal);
    assert!(Journal::open(&path).is_ok());
}

#[test]
fn lines_can_be_put_in_another_order_and_more_can_follow() {
    let path = three_lines("journal-order");
    let mut journal = Journal::open(&path).unwrap();
    let offsets: Vec<u64> =
        read::<Note>(&Source::file(&path)).unwrap().map(|record| record.unwrap().offset).collect();
    journal.rearrange([offsets[2], offsets[0]]).unwrap();
    journal.append(&note("four")).unwrap();
    assert_eq!(texts(&journal), ["three", "one", "four"]);
    drop(journal);
    assert_eq!(texts(&Journal::open(&path).unwrap()), ["three", "one", "four"]);
    assert!(!with_ending(&path, "new").exists());
}
