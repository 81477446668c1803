//! Comparisons and gains: the same answer whatever the threads and kills, and one sentence for all that is wrong.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::common::{check_refused, json, minewise};
use minewise::{Rng, Seed};

/// A folder of this name that is not there.
fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compare").join(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

/// A comparison that is not clear after all its games: it waits for differences far too small for them.
fn endless(folder: &Path, n_threads: usize) -> String {
    let out = folder.display();
    format!(
        "lab compare exact random --rules 8x6/9 --games 5000 --alpha 0.000001 --difference 0.000001 \
         --threads {n_threads} --out {out}"
    )
}

fn lines(folder: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join("compare.jsonl")).unwrap_or_default();
    // The last one may be cut short by a kill.
    text.split_inclusive('\n').filter(|line| line.ends_with('\n')).map(str::to_owned).collect()
}

#[test]
fn threads_and_kills_change_nothing() {
    let alone = fresh("alone");
    let expected = minewise(&endless(&alone, 1), "");
    assert_eq!((expected.code, expected.stderr.as_str()), (0, ""));
    assert!(expected.stdout.contains("on the same 5,000 seeds"), "{}", expected.stdout);
    assert!(expected.stdout.contains("After 5,000 games each it is not clear"), "{}", expected.stdout);
    let clock = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos() as u64;
    let mut rng = Rng::new(Seed(clock));
    let killed = fresh("killed");
    for _ in 0..3 {
        let before = lines(&killed);
        let mut child = Command::new(env!("CARGO_BIN_EXE_minewise"))
            .args(endless(&killed, 2).split_whitespace())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(rng.below(250) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        let after = lines(&killed);
        assert!(after.starts_with(&before), "a record was lost, seed {clock}");
    }
    let before = lines(&killed);
    let resumed = minewise(&endless(&killed, 2), "");
    assert_eq!((resumed.code, resumed.stderr.as_str()), (0, ""), "seed {clock}");
    assert_eq!(resumed.stdout, expected.stdout, "seed {clock}");
    assert!(lines(&killed).starts_with(&before), "a record was lost, seed {clock}");
    let (mut ours, mut theirs) = (lines(&killed), lines(&alone));
    ours.sort();
    theirs.sort();
    assert_eq!(ours, theirs, "seed {clock}");
}

#[test]
fn a_comparison_tells_who_is_better_in_json() {
    let folder = fresh("json");
    let answer =
        json(&format!("lab compare random exact --rules 5x4/4 --json --out {}", folder.display()), "");
    assert_eq!((&answer["verdict"], &answer["games"]), (&"second".into(), &500.into()));
    let counts = ["both", "only_first", "only_second", "neither"].map(|key| answer[key].as_u64().unwrap());
    assert_eq!(counts.iter().sum::<u64>(), 500);
    let mean = (counts[1] as f64 - counts[2] as f64) / 500.0;
    assert!((answer["plain"]["mean"].as_f64().unwrap() - mean).abs() < 1e-9);
    for kind in ["plain", "adjusted"] {
        let ends = |key: &str| [0, 1].map(|idx| answer[kind][key][idx].as_f64().unwrap());
        let ([low, high], [once_low, once_high]) = (ends("interval"), ends("ci95"));
        assert!(low < once_low && once_low < once_high && once_high < high, "{answer}");
    }
    let text = answer["text"].as_str().unwrap();
    assert!(text.starts_with("exact is better than random, by "), "{text}");
    assert!(text.ends_with("; such a verdict is wrong with a chance of at most 5 %."), "{text}");
}

#[test]
fn bad_comparisons_get_one_sentence() {
    let out = fresh("bad");
    for (args, expected) in [
        ("--alpha 0", "--alpha and --difference take numbers between 0 and 1"),
        ("--difference 1", "--alpha and --difference take numbers between 0 and 1"),
        ("--alpha nan", "--alpha and --difference take numbers between 0 and 1"),
        ("--games 0", "invalid value '0' for '--games <MAX>': 0 is not in 1..=1000000000000"),
    ] {
        let args = format!("lab compare exact random --rules 5x4/4 {args} --out {}", out.display());
        check_refused(&args, "", 2, expected);
        assert!(!out.exists(), "nothing is written");
    }
}

#[test]
fn records_of_something_else_are_refused_and_kept() {
    let folder = fresh("foreign");
    let compare = |rules: &str| {
        let out = folder.display();
        format!("lab compare exact random --rules {rules} --games 500 --threads 1 --out {out}")
    };
    assert_eq!(minewise(&compare("5x4/4"), "").code, 0);
    let path = folder.join("compare.jsonl");
    let records = std::fs::read(&path).unwrap();
    let ran = minewise(&compare("5x4/3"), "");
    assert_eq!((ran.code, ran.stderr.lines().count(), ran.stdout.as_str()), (2, 1, ""));
    assert!(
        ran.stderr.contains("line 1: a batch of another comparison, whose rules is `5x4/4`"),
        "{}",
        ran.stderr
    );
    assert_eq!(std::fs::read(&path).unwrap(), records);
    std::fs::write(&path, "hello\n").unwrap();
    let ran = minewise(&compare("5x4/4"), "");
    assert_eq!((ran.code, ran.stderr.lines().count(), ran.stdout.as_str()), (2, 1, ""));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "hello\n");
}

#[test]
fn a_gain_is_told_in_words_and_in_json() {
    let folder = fresh("gain");
    let args = |n_games: u64| {
        let out = folder.display();
        format!("lab gain search exact --rules 6x5/7 --games {n_games} --tries 5 --out {out}")
    };
    let said = minewise(&args(100), "");
    assert_eq!((said.code, said.stderr.as_str()), (0, ""));
    assert!(said.stdout.starts_with("6x5/7: 100 games of search, from 1 on.\n"), "{}", said.stdout);
    let answer = json(&format!("{} --json", args(200)), "");
    assert_eq!((&answer["games"], &answer["tries"]), (&200.into(), &5.into()));
    let [low, high] = [0, 1].map(|idx| answer["gain"]["ci95"][idx].as_f64().unwrap());
    let mean = answer["gain"]["mean"].as_f64().unwrap();
    assert!(0.0 < low && low < mean && mean < high && high < 0.3, "{answer}");
    assert!(answer["differing"].as_u64().unwrap() > 50, "{answer}");
    let path = folder.join("gain.jsonl");
    let expected = format!(
        "`{}`, line 1: a game of another measurement; choose another folder with --out",
        path.display()
    );
    check_refused(&args(100).replace("6x5/7", "6x5/8"), "", 2, &expected);
}
