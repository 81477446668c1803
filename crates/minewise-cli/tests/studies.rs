//! Every study of the lab: killed and resumed, it leaves the same records, and its folder can be reported without
//! naming the study.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::common::{check_refused, folder, json, minewise};
use minewise::{Rng, Seed};

const MANIFEST: &str = "title = \"Test\"\nrules = [\"9x9/10\", \"8x8/10:zero\"]\nplayers = [\"random\", \"exact\"]\n\
                        games = 1000\nseed = 3\nchunk = 25\n";

/// A small example of every study: the example in its help and, for `run`, an experiment of this test.
fn studies() -> Vec<(String, String)> {
    let manifest = folder("studies-manifest").join("test.toml");
    fs::write(&manifest, MANIFEST).unwrap();
    let help = minewise("lab --help", "").stdout;
    let (_, studies) = help.split_once("Studies:\n").unwrap();
    let studies = studies.lines().take_while(|line| !line.is_empty());
    let names = studies.filter_map(|line| line.split_whitespace().next()).chain(["run"]);
    let command = |name: &str| {
        if name == "run" {
            return format!("lab run {}", manifest.display());
        }
        let help = minewise(&format!("lab {name} --help"), "").stdout;
        let example = help.lines().find_map(|line| line.strip_prefix("  minewise lab "));
        let example = example.unwrap_or_else(|| panic!("the help of `lab {name}` has no example"));
        format!("lab {}", example.replace('\'', ""))
    };
    let studies: Vec<_> = names.map(|name| (name.to_owned(), command(name))).collect();
    assert_eq!(studies.len(), 9, "{studies:?}");
    studies
}

/// The arguments that run a study into a folder.
fn args(command: &str, out: &Path, n_threads: usize) -> String {
    format!("{command} --threads {n_threads} --out {}", out.display())
}

fn fresh(name: &str) -> PathBuf {
    let path = folder("studies").join(name);
    let _ = fs::remove_dir_all(&path);
    path
}

fn start(args: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_minewise"));
    command.args(args.split_whitespace()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn records(folder: &Path) -> String {
    fs::read_to_string(folder.join("records.jsonl")).unwrap_or_default()
}

/// The complete lines of the records.
fn whole_lines(folder: &Path) -> Vec<String> {
    let text = records(folder);
    text.split_inclusive('\n').filter(|line| line.ends_with('\n')).map(str::to_owned).collect()
}

#[track_caller]
fn succeed(args: &str) {
    let ran = minewise(args, "");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{args}");
}

/// Kills a study three times at random moments, and resumes it to its end. Returns its records.
fn killed(study: &str, command: &str, n_threads: usize, whole: Duration, rng: &mut Rng) -> String {
    let out = fresh(&format!("{study}-killed-{n_threads}"));
    let args = args(command, &out, n_threads);
    let mut before: Vec<String> = Vec::new();
    for _ in 0..3 {
        let mut child = start(&args);
        // At a random moment in the first half of the time that the whole study takes.
        std::thread::sleep(whole.mul_f64(rng.unit() / 2.0));
        // On Unix this is SIGKILL.
        child.kill().unwrap();
        child.wait().unwrap();
        let after = whole_lines(&out);
        assert!(before.iter().all(|line| after.contains(line)), "{study}: a record was lost");
        before = after;
    }
    succeed(&args);
    let after = records(&out);
    assert!(before.iter().all(|line| after.contains(line.as_str())), "{study}: a record was lost");
    after
}

#[test]
fn threads_and_kills_change_no_record_of_any_study() {
    let clock = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos() as u64;
    let mut rng = Rng::new(Seed(clock));
    for (study, command) in studies() {
        let alone = fresh(&format!("{study}-alone"));
        let began = Instant::now();
        succeed(&args(&command, &alone, 1));
        let whole = began.elapsed();
        let expected = records(&alone);
        assert!(expected.lines().count() >= 4, "{study}: {expected}");
        for n_threads in [1, 2] {
            let found = killed(&study, &command, n_threads, whole, &mut rng);
            assert!(found == expected, "{study}, {n_threads} threads, kills of seed {clock}");
        }
        for line in expected.lines() {
            let record: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(record["check"].as_str().map(str::len), Some(8), "{study}: {line}");
        }
    }
}

#[test]
fn every_folder_is_reported_without_naming_its_study() {
    let parent = folder("studies-reported");
    let studies = studies();
    for (study, command) in &studies {
        succeed(&args(command, &parent.join("runs").join(study), 2));
    }
    let output = Command::new(env!("CARGO_BIN_EXE_minewise"))
        .args(["lab", "report", "--json"])
        .current_dir(&parent)
        .output()
        .unwrap();
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let reports = answer["reports"].as_array().unwrap();
    assert_eq!(reports.len(), studies.len(), "{answer}");
    for report in reports {
        assert_eq!(report["complete"], true, "{report}");
        let page = parent.join(report["folder"].as_str().unwrap()).join("report.md");
        assert!(fs::read_to_string(page).unwrap().starts_with("# "), "{report}");
    }
}

#[test]
fn only_an_existing_study_can_be_resumed() {
    let out = fresh("resume");
    let args = format!("lab score --rules 3x3/2 --players exact --out {}", out.display());
    let expected = format!("there is nothing to resume in `{}`", out.display());
    check_refused(&format!("{args} --resume"), "", 2, &expected);
    assert!(!out.exists(), "nothing is written");
    succeed(&args);
    succeed(&format!("{args} --resume"));
    let expected = format!(
        "the records in `{}` belong to the study `score`, not to `oracle`; choose another folder",
        out.display()
    );
    let other = format!("lab oracle --rules 3x3/2 --games 10 --seed 1 --out {}", out.display());
    check_refused(&other, "", 2, &expected);
}

#[test]
fn scores_are_exact_and_reported_beside_the_optimum() {
    let out = fresh("score");
    let args = format!("lab score --rules 3x3/7,4x3/3 --players exact --json --out {}", out.display());
    let answer = json(&args, "");
    let scores = answer["scores"].as_array().unwrap();
    assert_eq!((scores.len(), answer["limit"].as_u64()), (2, Some(1_000_000)));
    assert_eq!((&scores[0]["layouts"], &scores[0]["optimum"]["won"]), (&"8".into(), &"2".into()));
    // With fewer boards in the same folder, only these are reported, and no record is lost.
    let fewer = json(&args.replace("3x3/7,", ""), "");
    assert_eq!(fewer["scores"], serde_json::json!([scores[1]]));
    assert_eq!(records(&out).lines().count(), 2);
}
