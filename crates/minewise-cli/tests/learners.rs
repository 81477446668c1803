//! The learners of Gardea, Koontz & Silva 2015 through the real program: trained, killed, resumed, and played.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{check_refused, file, folder, json, kill_at, minewise, sentences};

/// Trains a learner once without interruption and once with a kill, and asserts that both give the same model. Returns
/// the model file.
fn check_kill(learner: &str, player: &str) -> PathBuf {
    let folder = folder(&format!("learners-{player}"));
    let args = |name: &str, n_threads| {
        format!("learn {learner} --seed 3 --threads {n_threads} --out {} --json", folder.join(name).display())
    };
    let answer = json(&args("whole", 1), "");
    let part = folder.join("killed.part");
    kill_at(&args("killed", 2), &part);
    let other = args("killed", 2).replace("--seed 3", "--seed 4").replace(" --json", "");
    let refused = minewise(&other, "");
    let error = refused.stderr;
    assert!(error.contains("killed.part: this checkpoint is of "), "{error}");
    assert!(error.trim_end().ends_with("; move it away first") && error.lines().count() == 1, "{error}");
    assert_eq!(json(&args("killed", 2), "")["id"], answer["id"]);
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(read("whole"), read("killed"));
    let remark = read("whole").lines().nth(1).unwrap().to_owned();
    assert!(remark.starts_with(&format!("# minewise learn {player} --rules 4x4/3 ")), "{remark}");
    assert!(format!("{remark} ").contains(" --seed 3 "), "{remark}");
    assert!(!part.exists(), "nothing is left behind");
    folder.join("whole")
}

/// Asserts that a model wins more than this share of games.
fn check_plays(model: &Path, player: &str, least: f64) {
    let bench = format!(
        "bench --rules 4x4/3 --players {player}(model={}) --games 1000 --seed 1 --json",
        model.display()
    );
    let played = json(&bench, "");
    let rate = played["runs"][0]["win_rate"].as_f64().unwrap();
    assert!(rate > least, "{played}");
}

#[test]
fn a_classifier_is_trained_despite_a_kill() {
    let model = check_kill("classifier --rules 4x4/3 --window 7 --games 1500", "classifier");
    check_plays(&model, "classifier", 0.6);
}

#[test]
fn a_regression_is_trained_despite_a_kill() {
    let model = check_kill("regression --rules 4x4/3 --most-views 600 --games 1500", "regression");
    check_plays(&model, "regression", 0.6);
}

#[test]
fn a_table_is_trained_despite_a_kill() {
    let model = check_kill("q-table --rules 4x4/3 --games 150000", "q-table");
    check_plays(&model, "q-table", 0.8);
}

#[cfg(feature = "train")]
#[test]
fn networks_are_trained_despite_kills() {
    for (learner, n_games) in [("cnn", 3000), ("dqn", 1500)] {
        let args =
            |n_games: u64| format!("{learner} --rules 4x4/3 --games {n_games} --channels 4 --layers 1");
        let taught = check_kill(&args(n_games), learner);
        let untaught = taught.with_file_name("untaught");
        json(&format!("learn {} --seed 3 --out {} --json", args(1), untaught.display()), "");
        let weights = |path: PathBuf| -> Vec<String> {
            let text = fs::read_to_string(path).unwrap();
            text.lines().filter(|line| line.starts_with("weights")).map(str::to_owned).collect()
        };
        assert!(weights(taught) != weights(untaught), "{learner} learned nothing");
    }
}

#[cfg(not(feature = "train"))]
#[test]
fn networks_are_trained_only_by_programs_built_for_it() {
    for learner in ["cnn", "dqn"] {
        let args = format!("learn {learner} --rules 4x4/3 --games 10 --out nowhere");
        let expected =
            "this program was built without support for training networks; build it with `--features train`";
        check_refused(&args, "", 1, expected);
    }
}

#[test]
fn files_that_are_not_models_get_one_sentence() {
    let q_table = "minewise q-table 1\nrules 4x4/3\nalgorithm standard\nsymmetry on\nstates 1\n";
    let huge = "minewise q-table 1\nrules 2000x2000/3\nalgorithm standard\nsymmetry on\nstates 99999999999\n";
    let cases = [
        ("classifier", "minewise rules 1\n", "it does not begin with `minewise classifier 1`"),
        ("regression", "", "it does not begin with `minewise regression 1`"),
        ("q-table", "minewise q-table 1\n", "it ends before the line `rules …`"),
        ("q-table", q_table, "it ends before the line `state …`"),
        ("q-table", huge, "line 2: a table is for at most 64 cells"),
        ("cnn", "minewise network 9\n", "it does not begin with `minewise network 1`"),
        (
            "dqn",
            "minewise network 1\nsays worth\nchannels 4000000000\n",
            "line 3: `channels` must be from 1 to 128",
        ),
    ];
    for (player, text, expected) in cases {
        let path = file(&format!("bad.{player}"), text);
        let args =
            format!("bench --rules 4x4/3 --players {player}(model={}) --games 1 --seed 1", path.display());
        let refused = minewise(&args, "");
        let error = refused.stderr;
        assert_eq!(refused.code, 2, "{error}");
        assert!(error.contains(expected) && sentences(&error).len() == 1, "{player}: {error}");
    }
}

#[test]
fn tables_of_large_boards_are_refused() {
    let expected = "a table can be learned for boards of at most 64 cells, and `9x9/10` has more";
    check_refused("learn q-table --rules 9x9/10 --games 10 --out nowhere", "", 2, expected);
}

#[test]
fn the_study_of_learners_has_all_figures_and_learners() {
    let folder = folder("learners-figures").join("figures");
    let args = format!("lab learners --games 20 --most-taught 10 --seed 4 --out {} --json", folder.display());
    let answer = json(&args, "");
    assert_eq!(answer["files"].as_array().unwrap().len(), 2);
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let (trials, report) = (read("records.jsonl"), read("report.md"));
    assert!(report.starts_with("# The learners of Gardea, Koontz & Silva 2015\n"), "{report}");
    for figure in ["iterations", "sizes", "mines", "windows"] {
        assert!(trials.contains(&format!("\"figure\":\"{figure}\"")), "{figure}");
    }
    for learner in ["classifier", "regression", "q-table", "csp", "exact", "cnn", "dqn"] {
        assert!(trials.contains(&format!("\"learner\":\"{learner}")), "{learner}");
    }
    let other = args.replace("--games 20", "--games 30").replace(" --json", "");
    let expected = format!(
        "the records in `{}` were made with `games = 20`, not with 30; choose another folder",
        folder.display()
    );
    check_refused(&other, "", 2, &expected);
}

#[test]
fn players_say_that_they_were_not_taught_a_board() {
    let played = minewise("bench --rules 5x4/4,9x9/10 --players q-table,regression --games 3 --seed 1", "");
    let command = |learner: &str, rules: &str| {
        format!("teach it {rules} with `minewise learn {learner} --rules {rules} --games N --out FILE`.")
    };
    let guess = |learner: &str, rules: &str, remedy: &str| {
        format!("Every move of {learner} on {rules} is a guess, as it was taught only 4x4/3; {remedy}\n")
    };
    let expected = [
        guess("q-table", "5x4/4", &command("q-table", "5x4/4")),
        guess("regression", "5x4/4", &command("regression", "5x4/4")),
        guess("q-table", "9x9/10", "9x9/10 is too large for it."),
        guess("regression", "9x9/10", &command("regression", "9x9/10")),
    ];
    assert_eq!((played.code, &played.stderr), (0, &expected.concat()));
    assert_eq!(minewise("bench --rules 4x4/3 --players q-table --games 3 --seed 1", "").stderr, "");
    let asked = minewise("analyze - --player regression --json", "5x4/4 1..../...../...../.....");
    assert_eq!(asked.stderr, expected[1]);
    let quiet = minewise("analyze - --player regression --json -q", "5x4/4 1..../...../...../.....");
    assert_eq!((quiet.stderr.as_str(), &quiet.stdout), ("", &asked.stdout));
    let analysis: serde_json::Value = serde_json::from_str(&asked.stdout).unwrap();
    for study in [
        "compare q-table exact --rules 5x4/4 --games 250",
        "score --rules 5x4/4 --players exact,q-table --limit 20k",
    ] {
        let out = folder("not-taught").join("study");
        let ran = minewise(&format!("lab {study} --out {}", out.display()), "");
        assert_eq!((ran.code, &ran.stderr), (0, &expected[0]), "{study}");
    }
    let reason = analysis["choice"]["reason"].to_string();
    assert!(reason.contains("taught only 4x4/3"), "{reason}");
}
