//! An experiment that several machines share: parts, and what merging them gives.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::common::{folder, json, kill_at, minewise};

const MANIFEST: &str = "\
title = \"Two small boards\"
rules = [\"5x4/3\", \"6x5/6@torus\"]
players = [\"exact\", \"random\"]
games = 95
seed = 7
chunk = 10
";

/// A folder with an experiment, and the commands on it.
struct Lab {
    folder: PathBuf,
    manifest: PathBuf,
}

impl Lab {
    fn new(name: &str, manifest: &str) -> Lab {
        let folder = folder(name);
        let path = folder.join("test.toml");
        fs::write(&path, manifest).unwrap();
        Lab { manifest: path, folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn command(&self, options: &str, out: &str) -> String {
        format!("lab run {} {options} --out {}", self.manifest.display(), self.path(out).display())
    }

    #[track_caller]
    fn run(&self, options: &str, out: &str) {
        let ran = minewise(&self.command(options, out), "");
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    }

    fn merge_command(&self, parts: &[&str], out: &str) -> String {
        let parts: Vec<String> = parts.iter().map(|part| self.path(part).display().to_string()).collect();
        format!("lab merge {} --out {}", parts.join(" "), self.path(out).display())
    }

    /// Runs the experiment in two parts, and asserts that merging them gives what one run gives.
    #[track_caller]
    fn check_halves(&self, options: &str) {
        self.run(options, "whole");
        self.run(&format!("{options} --part 1/2"), "one");
        self.run(&format!("{options} --part 2/2"), "two");
        assert_eq!(minewise(&self.merge_command(&["one", "two"], "merged"), "").code, 0);
        check_equal(&self.path("whole"), &self.path("merged"));
    }

    #[track_caller]
    fn check_refused(&self, parts: &[&str], out: &str, code: i32, expected: &str) {
        let ran = minewise(&self.merge_command(parts, out), "");
        let expected = expected.replace("DIR", &self.folder.display().to_string());
        assert_eq!((ran.code, ran.stderr), (code, format!("minewise: {expected}\n")));
    }
}

/// Asserts that two folders hold the same records, in the same order, with the same report.
#[track_caller]
fn check_equal(one: &Path, other: &Path) {
    for name in ["records.jsonl", "study.json", "manifest.toml"] {
        assert!(fs::read(one.join(name)).unwrap() == fs::read(other.join(name)).unwrap(), "{name}");
    }
    for folder in [one, other] {
        assert_eq!(minewise(&format!("lab report {}", folder.display()), "").code, 0);
    }
    for name in ["report.md", "report.json"] {
        assert_eq!(
            fs::read_to_string(one.join(name)).unwrap(),
            fs::read_to_string(other.join(name)).unwrap()
        );
    }
}

#[test]
fn merged_parts_are_what_one_machine_would_have_written() {
    let lab = Lab::new("parts", MANIFEST);
    lab.run("", "whole");
    for part in 1..=3 {
        lab.run(&format!("--part {part}/3 --threads 2"), &format!("part-{part}"));
    }
    let n_lines =
        |name: &str| fs::read_to_string(lab.path(name).join("records.jsonl")).unwrap().lines().count();
    let counts = ["whole", "part-1", "part-2", "part-3"].map(n_lines);
    assert_eq!(counts, [40, 14, 13, 13]);

    let merge = lab.merge_command(&["part-3", "part-1", "part-2"], "merged");
    let whole = json(&format!("{} --json", lab.command("", "whole")), "");
    let merged = json(&format!("{merge} --json"), "");
    for key in ["games", "wins", "adjusted_win_rate", "fingerprint"] {
        assert_eq!(merged["runs"][1][key], whole["runs"][1][key], "{key}");
    }
    check_equal(&lab.path("whole"), &lab.path("merged"));
    let timings =
        |name: &str| fs::read_to_string(lab.path(name).join("timings.jsonl")).unwrap().lines().count();
    assert_eq!((timings("merged"), timings("whole")), (40, 40));

    // Merging again changes nothing.
    assert_eq!(minewise(&merge, "").code, 0);
    check_equal(&lab.path("whole"), &lab.path("merged"));
    assert_eq!(timings("merged"), 40);
}

#[test]
fn what_is_missing_is_named_and_can_be_merged_or_played_later() {
    let lab = Lab::new("parts-missing", MANIFEST);
    lab.run("", "whole");
    lab.run("--part 1/2", "one");
    lab.run("--part 2/2", "two");
    let missing = "20 of 40 records are missing in `DIR/merged`: games 0 to 9 of `random` on `5x4/3`; games 10 to 19 \
                   of `random` on `5x4/3`; games 20 to 29 of `random` on `5x4/3`; 17 more";
    lab.check_refused(&["one"], "merged", 1, missing);
    assert_eq!(minewise(&lab.merge_command(&["two"], "merged"), "").code, 0);
    check_equal(&lab.path("whole"), &lab.path("merged"));

    lab.check_refused(&["one"], "played", 1, &missing.replace("/merged", "/played"));
    lab.run("", "played");
    check_equal(&lab.path("whole"), &lab.path("played"));
}

#[test]
fn a_part_is_resumed_after_a_kill_and_can_have_nothing_to_do() {
    let manifest = MANIFEST.replace("games = 95", "games = 2000");
    let lab = Lab::new("parts-killed", &manifest);
    lab.run("", "whole");
    kill_at(&lab.command("--part 1/2", "one"), &lab.path("one").join("machine.json"));
    lab.run("--part 1/2", "one");
    lab.run("--part 2/2", "two");
    assert_eq!(minewise(&lab.merge_command(&["one", "two"], "merged"), "").code, 0);
    check_equal(&lab.path("whole"), &lab.path("merged"));

    lab.run("--part 900/1000", "empty");
    assert_eq!(fs::read_to_string(lab.path("empty").join("records.jsonl")).unwrap().lines().count(), 0);
    assert_eq!(minewise(&lab.merge_command(&["empty", "one", "two"], "again"), "").code, 0);
    check_equal(&lab.path("whole"), &lab.path("again"));
}

#[test]
fn parts_without_luck_and_experiments_of_all_layouts_are_merged_too() {
    let lab = Lab::new("parts-kinds", MANIFEST);
    lab.check_halves("--no-adjust");

    let all = "title = \"Scores\"\nrules = [\"4x3/2\", \"3x3/2\"]\nplayers = [\"exact\", \"random\"]\nlayouts = \"all\"\nplayer_seeds = 3\n";
    let lab = Lab::new("parts-scores", all);
    lab.check_halves("");
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let lab = Lab::new("parts-refused", MANIFEST);
    lab.run("--part 1/2", "one");
    lab.run("--part 2/2", "two");
    fs::write(&lab.manifest, MANIFEST.replace("games = 95", "games = 96")).unwrap();
    lab.run("--part 2/2", "other");
    lab.check_refused(
        &["one", "other"],
        "merged",
        2,
        "the study in `DIR/other` is another one: its manifest differs from that of the first folder",
    );
    fs::write(&lab.manifest, MANIFEST.replace("seed = 7", "seed = 8")).unwrap();
    lab.run("--part 2/2", "seed");
    lab.check_refused(
        &["one", "seed"],
        "merged",
        2,
        "the records in `DIR/seed` were made with `seed = 8`, not with 7; choose another folder",
    );
    lab.check_refused(&["one", "nowhere"], "merged", 2, "there is no study in `DIR/nowhere`");
    assert!(!lab.path("merged").exists());

    // The same games with another result: one of the two is wrong.
    let path = lab.path("one").join("machine.json");
    let mut machine: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    machine["commit"] = "0123".into();
    let known = fs::read_to_string(&path).unwrap();
    fs::write(&path, machine.to_string()).unwrap();
    let ran = minewise(&lab.merge_command(&["one", "two"], "merged"), "");
    assert!(ran.stderr.contains("/one` was made by minewise 0.1.0 (commit 0123), and `"), "{}", ran.stderr);
    assert_eq!((ran.code, lab.path("merged").exists()), (2, false));
    fs::write(&path, known).unwrap();

    for part in ["0/2", "3/2", "2", "x/y"] {
        let ran = minewise(&lab.command(&format!("--part {part}"), "bad"), "");
        assert_eq!(ran.code, 2);
        assert!(ran.stderr.contains("expected a part such as 2/8: the second of eight"), "{}", ran.stderr);
    }
}

#[test]
fn two_records_of_the_same_games_must_be_equal() {
    let lab = Lab::new("parts-twice", MANIFEST);
    lab.run("--part 1/2", "one");
    let other = MANIFEST.replace("players = [\"exact\", \"random\"]", "players = [\"exact\", \"random\"] ");
    fs::write(&lab.manifest, &other).unwrap();
    lab.run("--part 1/2", "two");
    fs::copy(lab.path("one").join("manifest.toml"), lab.path("two").join("manifest.toml")).unwrap();
    // Give one game of the first record of `two` to another: the sums no longer agree, as after a change of a player.
    let records = lab.path("two").join("records.jsonl");
    let text = fs::read_to_string(&records).unwrap();
    let (first, rest) = text.split_once('\n').unwrap();
    let (_, fields) = first.split_once(',').unwrap();
    let field = "\"first\":\"";
    let (before, after) = fields.split_once(field).unwrap();
    let digit = if after.starts_with('0') { "1" } else { "0" };
    let json = format!("{{{before}{field}{digit}{}", &after[1..]);
    let line = format!("{{\"check\":\"{:08x}\",{}", crc32(json.as_bytes()), &json[1..]);
    fs::write(&records, format!("{line}\n{rest}")).unwrap();
    let ran = minewise(&lab.merge_command(&["one", "two"], "merged"), "");
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr.contains("/two/records.jsonl`, line 1: another folder has another record of games 0 to 9 of `exact` on `5x4/3`"),
        "{}",
        ran.stderr
    );
}

/// The checksum of records, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 };
    !bytes.iter().fold(u32::MAX, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), step))
}
