//! Learning through the real program: killed and resumed, it learns the same.

use std::fs;

use crate::common::{check_refused, file, folder, json, kill_at, minewise};
use minewise_players::Network;

#[test]
fn a_kill_changes_nothing() {
    let folder = folder("learn-kill");
    let args = |name: &str, n_threads| {
        let out = folder.join(name).display().to_string();
        format!("learn chance --games 1300 --seed 7 --threads {n_threads} --out {out} --json")
    };
    let answer = json(&args("whole", 1), "");
    assert_eq!((answer["examples"].as_u64(), answer["explained"].is_f64()), (Some(1300), true));
    let part = folder.join("killed.part");
    kill_at(&args("killed", 2), &part);
    assert!(part.exists() && !folder.join("killed").exists(), "it was killed before its end");
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
fn a_checkpoint_of_something_else_is_refused_and_kept() {
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
        "`--games 0`: expected a whole number, at least 1, such as 500, 10k or 1e4",
    );
}

#[test]
fn an_opening_is_measured() {
    let answer = json("learn opening --rules 4x4/4 --games 3000 --json", "");
    // Perfect play begins at an edge, as `optimal` shows.
    assert_eq!((&answer["rules"], &answer["cell"]), (&"4x4/4".into(), &serde_json::json!([0, 1])));
    assert!((answer["win"].as_f64().unwrap() - 0.704).abs() < 0.03, "{answer}");
    let text = minewise("learn opening --rules 4x4/4 --games 3000", "").stdout;
    assert!(text.starts_with("4x4/4 0,1 0.7"), "{text}");
}

#[test]
fn a_promise_is_learned_and_a_foreign_checkpoint_is_kept() {
    let folder = folder("learn-promise");
    let args = |name: &str, games: u64| {
        let out = folder.join(name).display().to_string();
        format!("learn promise --games {games} --out {out} --json")
    };
    let answer = json(&args("whole", 10), "");
    assert_eq!(answer["examples"], 10);
    let text = fs::read_to_string(folder.join("whole")).unwrap();
    assert!(text.starts_with("# minewise learn promise --games 10 --seed 0\nsurvived "), "{text}");
    let promise: minewise_players::Promise = text.parse().unwrap();
    assert!(text.ends_with(&promise.to_string()), "{text}");
    fs::write(folder.join("other.part"), "something else").unwrap();
    let part = folder.join("other.part");
    let expected =
        format!("{}: this is no checkpoint of `learn promise`; move it away first", part.display());
    check_refused(&args("other", 10), "", 2, &expected);
}
