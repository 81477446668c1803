//! Learning through the real program: killed and gone on with, it learns the same.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{check_refused, file, json};
use minewise_players::Network;

fn place(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_kill_changes_nothing() {
    let folder = place("learn-kill");
    let args = |name: &str, n_threads| {
        let out = folder.join(name).display().to_string();
        format!("learn chance --games 1300 --seed 7 --threads {n_threads} --out {out} --json")
    };
    let answer = json(&args("whole", 1), "");
    assert_eq!((answer["examples"].as_u64(), answer["explained"].is_f64()), (Some(1300), true));
    let mut child = Command::new(env!("CARGO_BIN_EXE_minewise"))
        .args(args("killed", 2).split_whitespace())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let part = folder.join("killed.part");
    let began = Instant::now();
    while !part.exists() {
        assert!(began.elapsed() < Duration::from_secs(60), "nothing is kept");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(part.exists() && !folder.join("killed").exists(), "it was killed on the way");
    json(&args("killed", 2), "");
    let (whole, killed) =
        (fs::read_to_string(folder.join("whole")), fs::read_to_string(folder.join("killed")));
    assert_eq!(whole.as_ref().unwrap(), killed.as_ref().unwrap());
    let network: Network = whole.unwrap().parse().unwrap();
    assert_eq!(network.origin(), "minewise learn chance --games 1300 --seed 7");
    assert_eq!(Some(network.id()), answer["id"].as_str());
    assert!(!part.exists(), "nothing is left behind");
}

#[test]
fn what_is_there_from_something_else_is_kept() {
    let part = file("weights.part", "something else");
    let out = part.with_extension("");
    let expected = format!("{}: this is no checkpoint of `learn chance`; move it away first", part.display());
    check_refused(&format!("learn chance --games 10 --out {}", out.display()), "", 2, &expected);
    assert_eq!(fs::read_to_string(&part).unwrap(), "something else");
}

#[test]
fn bad_arguments_get_a_sentence() {
    check_refused(
        "learn chance --games 0 --out x",
        "",
        2,
        "invalid value '0' for '--games <N>': 0 is not in 1..18446744073709551615",
    );
}

#[test]
fn a_book_is_gone_on_with_and_what_it_has_is_kept() {
    let folder = place("learn-book");
    let out = folder.join("book.txt");
    let args = format!("learn book --rules 6x5/6 --games 200 --reach 0.1 --out {} --json", out.display());
    let answer = json(&args, "");
    let whole = fs::read_to_string(&out).unwrap();
    let n_lines = whole.lines().count();
    assert!(n_lines > 2 && answer["views"] == n_lines, "{answer} {whole}");
    // The last line is measured again, and another board comes behind.
    let cut: String = whole.split_inclusive('\n').take(n_lines - 1).collect();
    fs::write(&out, cut).unwrap();
    json(&args, "");
    assert_eq!(fs::read_to_string(&out).unwrap(), whole);
    json(&args.replace("6x5/6", "6x5/7:zero"), "");
    let both = fs::read_to_string(&out).unwrap();
    assert!(both.starts_with(&whole) && both.lines().count() > n_lines);
    let _: minewise_players::Book = both.parse().unwrap();
}

#[test]
fn a_book_that_is_none_is_kept() {
    let out = file("other.txt", "something else\n");
    let expected = format!("{}: line 1 is none of a book", out.display());
    check_refused(&format!("learn book --rules 6x5/6 --out {}", out.display()), "", 2, &expected);
    let reach = "invalid value '2' for '--reach <SHARE>': it takes a share from 0 to 1";
    check_refused("learn book --rules 6x5/6 --reach 2 --out x", "", 2, reach);
}
