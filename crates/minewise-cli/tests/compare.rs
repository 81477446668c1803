//! Comparisons and gains: their answers, and one sentence for each bad input.

use std::path::{Path, PathBuf};

use crate::common::{check_refused, json, minewise, sentences};

/// The path of a folder that does not exist yet.
fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compare").join(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

#[test]
fn a_comparison_names_the_better_player_in_json() {
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
    assert!(text.ends_with("; the chance that this verdict is wrong is at most 5 %."), "{text}");
}

#[test]
fn bad_comparisons_get_one_sentence() {
    let out = fresh("bad");
    for (args, expected) in [
        ("--alpha 0", "--alpha and --difference must be numbers between 0 and 1"),
        ("--difference 1", "--alpha and --difference must be numbers between 0 and 1"),
        ("--alpha nan", "--alpha and --difference must be numbers between 0 and 1"),
        (
            "--games 0",
            "`--games 0`: expected a whole number from 1 to 1,000,000,000,000, such as 500, 10k or 1e4",
        ),
    ] {
        let args = format!("lab compare exact random --rules 5x4/4 {args} --out {}", out.display());
        check_refused(&args, "", 2, expected);
        assert!(!out.exists(), "nothing is written");
    }
}

#[test]
fn records_of_another_study_are_refused_and_kept() {
    let folder = fresh("foreign");
    let compare = |rules: &str| {
        let out = folder.display();
        format!("lab compare exact random --rules {rules} --games 500 --threads 1 --out {out}")
    };
    assert_eq!(minewise(&compare("5x4/4"), "").code, 0);
    let path = folder.join("records.jsonl");
    let records = std::fs::read(&path).unwrap();
    let ran = minewise(&compare("5x4/3"), "");
    assert_eq!((ran.code, sentences(&ran.stderr).len(), ran.stdout.as_str()), (2, 1, ""));
    assert!(ran.stderr.contains("were made with `rules = \"5x4/4\"`, not with \"5x4/3\""), "{}", ran.stderr);
    assert_eq!(std::fs::read(&path).unwrap(), records);
    std::fs::write(&path, "hello\n").unwrap();
    let ran = minewise(&compare("5x4/4"), "");
    assert_eq!((ran.code, sentences(&ran.stderr).len(), ran.stdout.as_str()), (2, 1, ""));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "hello\n");
}

#[test]
fn a_gain_is_reported_in_text_and_in_json() {
    let folder = fresh("gain");
    let args = |n_games: u64| {
        let out = folder.display();
        format!("lab gain search exact --rules 6x5/7 --games {n_games} --tries 5 --out {out}")
    };
    let ran = minewise(&args(100), "");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.starts_with("6x5/7: 100 games of search, starting at seed 1.\n"), "{}", ran.stdout);
    let answer = json(&format!("{} --json", args(200)), "");
    assert_eq!((&answer["games"], &answer["tries"]), (&200.into(), &5.into()));
    let [low, high] = [0, 1].map(|idx| answer["gain"]["ci95"][idx].as_f64().unwrap());
    let mean = answer["gain"]["mean"].as_f64().unwrap();
    assert!(0.0 < low && low < mean && mean < high && high < 0.3, "{answer}");
    assert!(answer["differing"].as_u64().unwrap() > 50, "{answer}");
    let expected = format!(
        "the records in `{}` were made with `rules = \"6x5/7\"`, not with \"6x5/8\"; choose another folder",
        folder.display()
    );
    check_refused(&args(100).replace("6x5/7", "6x5/8"), "", 2, &expected);
}
