//! Experiments through the real program: no record is lost by kills, concurrent runs, changes or damage.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::common::check_refused;
use serde_json::Value;

const MANIFEST: &str = r#"title = "Two small boards"
rules = ["9x9/10", "8x8/10:zero"]
players = ["random", "exact"]
games = 1000
seed = 3
chunk = 25
"#;

/// Creates a folder for a test, with this manifest in `experiments/test.toml`.
fn folder_with(name: &str, manifest: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("experiments")).unwrap();
    fs::write(folder.join("experiments/test.toml"), manifest).unwrap();
    folder
}

/// The command that runs the program in this folder, with these arguments separated by spaces.
fn command(folder: &Path, args: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_minewise"));
    command.args(args.split_whitespace()).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn start(folder: &Path, args: &str) -> Child {
    command(folder, args).spawn().unwrap()
}

#[track_caller]
fn succeed(folder: &Path, args: &str) -> String {
    let Output { status, stdout, stderr } = command(folder, args).output().unwrap();
    assert_eq!((status.code(), String::from_utf8_lossy(&stderr).as_ref()), (Some(0), ""), "{args}");
    String::from_utf8(stdout).unwrap()
}

#[track_caller]
fn check_fails(command: &mut Command, code: i32, expected: &str) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    assert_eq!(String::from_utf8_lossy(&stderr), format!("minewise: {expected}\n"));
    assert_eq!((status.code(), stdout.len()), (Some(code), 0));
}

fn records(folder: &Path) -> String {
    fs::read_to_string(folder.join("runs/test/records.jsonl")).unwrap_or_default()
}

/// The complete lines of the records.
fn whole_lines(folder: &Path) -> Vec<String> {
    let text = records(folder);
    text.split_inclusive('\n').filter(|line| line.ends_with('\n')).map(str::to_owned).collect()
}

/// The complete records in a folder, without their checksums.
fn records_in(folder: &Path, name: &str) -> Vec<Value> {
    let text = fs::read_to_string(folder.join(name).join("records.jsonl")).unwrap();
    let whole = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    let record = |line: &str| {
        let mut record: Value = serde_json::from_str(line).unwrap();
        record.as_object_mut().unwrap().remove("check");
        record
    };
    whole.map(record).collect()
}

/// Waits until a run has written this many records.
fn wait_for(folder: &Path, n_lines: usize) {
    let began = Instant::now();
    while whole_lines(folder).len() < n_lines {
        assert!(began.elapsed() < Duration::from_secs(30), "no records");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_run_prints_its_results() {
    let folder = folder_with("lab-prints", MANIFEST);
    let text = succeed(&folder, "lab run test");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines[0], lines.len()), ("Two small boards", 16));
    assert!(
        lines[2].starts_with("rules        player      games      won    95 % interval  without luck"),
        "{text}"
    );
    assert!(lines[4].starts_with("9x9/10       exact       1,000   "), "{text}");
    assert_eq!(lines[15], "The records are in `runs/test`.");
    let answer: Value = serde_json::from_str(&succeed(&folder, "lab run test --json")).unwrap();
    assert_eq!((&answer["folder"], &answer["title"]), (&"runs/test".into(), &"Two small boards".into()));
    let run = &answer["runs"][1];
    assert_eq!(
        (&run["rules"], &run["player"], &run["games"]),
        (&"9x9/10".into(), &"exact".into(), &1000.into())
    );
    let bench = "bench --rules 9x9/10 --players exact --games 1000 --seed 3 --json";
    let mut bench: Value = serde_json::from_str(&succeed(&folder, bench)).unwrap();
    bench["runs"][0]["games_per_cpu_second"] = run["games_per_cpu_second"].clone();
    assert_eq!(run, &bench["runs"][0], "the lab and the bench play the same games");
    for name in ["study.json", "manifest.toml", "records.jsonl", "timings.jsonl", "machine.json"] {
        assert!(folder.join("runs/test").join(name).exists(), "{name}");
    }
}

#[test]
fn experiments_are_listed_with_how_much_is_played() {
    let folder = folder_with("lab-list", MANIFEST);
    let check = |played: &str| {
        let text = succeed(&folder, "lab list experiments");
        let expected = format!("test: Two small boards\n    4 cases of 1,000 games; {played}; ");
        assert!(text.starts_with(&expected) && text.ends_with(" of CPU time\n"), "{text}");
    };
    assert!(
        succeed(&folder, "lab list")
            .contains("\ntest: Two small boards\n    4 cases of 1,000 games; not played; ")
    );
    succeed(&folder, "lab run test --no-adjust");
    check("all played");
    fs::write(folder.join("experiments/test.toml"), MANIFEST.replace("1000", "4000")).unwrap();
    let mut answer: Value = serde_json::from_str(&succeed(&folder, "lab list experiments --json")).unwrap();
    let cpu_seconds = answer["experiments"][0]["cpu_seconds"].take().as_f64().unwrap();
    assert!(cpu_seconds > 0.0 && cpu_seconds < 60.0, "{cpu_seconds}");
    let row = serde_json::json!({ "name": "test", "title": "Two small boards", "cases": 4, "games": 4000,
                                  "played": 4000, "complete": false, "cpu_seconds": null, "untimed_cases": 0 });
    assert_eq!(answer, serde_json::json!({ "experiments": [row] }));
    fs::write(folder.join("experiments/bad.toml"), "titel = 1").unwrap();
    let output = command(&folder, "lab list experiments").output().unwrap();
    let expected =
        "minewise: `experiments/bad.toml`, line 1: there is no key `titel`; did you mean `title`?\n";
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(2), expected));
    assert!(String::from_utf8_lossy(&output.stdout).contains("; 25.0 % played; about "));
}

#[test]
fn experiments_are_embedded_and_a_file_of_the_same_name_replaces_one() {
    let folder = folder_with("lab-embedded", MANIFEST);
    let classic = |args: &str| succeed(&folder, &format!("lab run classic --no-adjust --out out{args}"));
    assert!(succeed(&folder, "lab list").contains("\nclassic: "));
    assert!(classic("-1 --games 2").starts_with("Random and exact on the classic boards\n"));
    fs::write(folder.join("experiments/classic.toml"), MANIFEST).unwrap();
    assert!(classic("-2").starts_with("Two small boards\n"));
    let wrong = "there is no experiment `tset`; did you mean `test`?";
    check_fails(&mut command(&folder, "lab run tset"), 2, wrong);
}

#[test]
fn a_run_is_made_smaller_or_larger_in_a_folder_of_its_own() {
    let folder = folder_with("lab-games", &format!("{MANIFEST}# the end\n"));
    let n_games = |args: &str, name: &str| {
        succeed(&folder, &format!("lab run test {args}"));
        let text = fs::read_to_string(folder.join("runs").join(name).join("manifest.toml")).unwrap();
        assert!(text.ends_with("chunk = 25\n# the end\n"), "only the number is changed: {text}");
        let lines = records_in(&folder, &format!("runs/{name}"));
        lines.iter().map(|record| record["tally"]["games"].as_u64().unwrap()).sum::<u64>()
    };
    assert_eq!(n_games("--games 30", "test-30-games"), 4 * 30);
    assert_eq!(n_games("--quick", "test-20-games"), 4 * 20);
    assert_eq!(n_games("", "test"), 4 * 1000);
    assert_eq!(command(&folder, "lab run test --quick --games 7").output().unwrap().status.code(), Some(2));
}

#[test]
fn an_interrupted_run_has_nearly_as_many_games_of_each_case() {
    let folder = folder_with("lab-balanced", &MANIFEST.replace("1000", "100000"));
    let mut child = start(&folder, "lab run test --threads 1");
    wait_for(&folder, 10);
    child.kill().unwrap();
    child.wait().unwrap();
    let mut counts = std::collections::HashMap::new();
    for record in records_in(&folder, "runs/test") {
        *counts.entry(format!("{} {}", record["rules"], record["player"])).or_insert(0u64) += 1;
    }
    let (least, most) = (counts.values().min().unwrap(), counts.values().max().unwrap());
    assert!(counts.len() == 4 && most - least <= 1, "{counts:?}");
}

#[test]
fn records_are_exported_as_tables() {
    let folder = folder_with("lab-export", &MANIFEST.replace("1000", "50"));
    succeed(&folder, "lab run test --no-adjust");
    let json = succeed(&folder, "lab export runs/test --format jsonl");
    let records = records_in(&folder, "runs/test");
    let exported: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(exported, records);
    let csv = succeed(&folder, "lab export runs/test");
    let heading = csv.lines().next().unwrap();
    assert!(heading.contains(",player,") && heading.contains(",tally.wins,"), "{heading}");
    assert_eq!(csv.lines().count(), 1 + records.len());
    check_fails(&mut command(&folder, "lab export experiments"), 2, "there is no study in `experiments`");
}

#[test]
fn a_run_is_verified_and_a_record_that_cannot_be_reproduced_is_named() {
    let folder = folder_with("lab-verify", &MANIFEST.replace("1000", "100"));
    for args in ["", " --no-adjust --out plain"] {
        succeed(&folder, &format!("lab run test{args}"));
    }
    let verified =
        "Played 16 of 16 records again, in the order of seed 7.\nAll of them gave the same bytes.\n";
    assert_eq!(succeed(&folder, "lab verify runs/test --seed 7"), verified);
    assert_eq!(succeed(&folder, "lab verify plain --seed 7"), verified);
    let mut lines = whole_lines(&folder);
    let mut record = records_in(&folder, "runs/test").swap_remove(4);
    record["first"] = "0000000000000001".into();
    lines[4] = minewise_lab::journal::line(&record).unwrap();
    fs::write(folder.join("runs/test/records.jsonl"), lines.concat()).unwrap();
    let output = command(&folder, "lab verify runs/test --json --seed 8").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "minewise: 1 record could not be reproduced\n");
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    let expected = serde_json::json!({ "seed": 8, "records": 16, "played": 16,
                                       "different": ["line 5: `exact` on `9x9/10` from seed 3"] });
    assert_eq!((output.status.code(), answer), (Some(1), expected));
    check_refused("lab verify nowhere", "", 2, "there is no `nowhere/study.json`, which every study has");
}

#[test]
fn a_run_without_adjustment_needs_another_folder() {
    let folder = folder_with("lab-adjust", MANIFEST);
    let answer: Value = serde_json::from_str(&succeed(&folder, "lab run test --no-adjust --json")).unwrap();
    assert!(answer["runs"][1]["adjusted_win_rate"].is_null());
    let refused =
        "the records in `runs/test` are not adjusted for luck, and this run would be; choose another folder";
    check_fails(&mut command(&folder, "lab run test"), 2, refused);
    succeed(&folder, "lab run test --out adjusted");
}

#[test]
fn only_one_run_at_a_time_writes_a_folder() {
    let folder = folder_with("lab-two", &MANIFEST.replace("1000", "100000"));
    let mut first = start(&folder, "lab run test --threads 1");
    wait_for(&folder, 1);
    let expected = "another run is writing `runs/test/records.jsonl`; wait until it ends, or stop it";
    check_fails(&mut command(&folder, "lab run test"), 1, expected);
    first.kill().unwrap();
    first.wait().unwrap();
}

#[cfg(unix)]
#[test]
fn a_stopped_run_leaves_complete_records_and_says_how_to_resume() {
    use nix::sys::signal::{Signal, kill};
    let folder = folder_with("lab-stop", &MANIFEST.replace("1000", "100000"));
    let child = start(&folder, "lab run test --threads 2");
    wait_for(&folder, 3);
    kill(nix::unistd::Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    let output = child.wait_with_output().unwrap();
    let n_games = 25 * whole_lines(&folder).len();
    let n_games = if n_games < 1000 {
        n_games.to_string()
    } else {
        format!("{},{:03}", n_games / 1000, n_games % 1000)
    };
    let expected = format!(
        "minewise: stopped with {n_games} of 400,000 games in `runs/test`; the same command resumes it\n"
    );
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap()), (Some(1), expected));
    assert!(records(&folder).ends_with('\n'));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_loses_no_record() {
    let folder = folder_with("lab-full", MANIFEST);
    let program = env!("CARGO_BIN_EXE_minewise");
    // Files are limited to 16 KiB; a longer write fails with an error instead of a signal.
    let script = format!("ulimit -f 16; trap '' XFSZ; exec {program} lab run test");
    let mut limited = Command::new("bash");
    limited.args(["-c", &script]).current_dir(&folder);
    check_fails(&mut limited, 1, "cannot write `runs/test/records.jsonl`: File too large");
    let kept = whole_lines(&folder);
    assert!(kept.len() > 5 && records(&folder) == kept.concat(), "the last line is complete");
    succeed(&folder, "lab run test");
    assert!(kept.iter().all(|line| records(&folder).contains(line)));
    let unlimited = folder_with("lab-not-full", MANIFEST);
    succeed(&unlimited, "lab run test");
    assert!(records(&folder) == records(&unlimited));
}

#[test]
fn damaged_and_foreign_records_are_reported_and_left_unchanged() {
    let folder = folder_with("lab-damaged", &MANIFEST.replace("1000", "100"));
    succeed(&folder, "lab run test");
    let path = folder.join("runs/test/records.jsonl");
    let text = records(&folder);
    let check = |content: &str, line: usize| {
        fs::write(&path, content).unwrap();
        let wrong = "damaged, or not a record of this program; nothing was changed";
        let expected = format!("`runs/test/records.jsonl`, line {line}: {wrong}");
        check_fails(&mut command(&folder, "lab run test"), 2, &expected);
        assert!(records(&folder) == content);
    };
    check(&text.replacen("\"random\"", "\"exact\"", 1), 1);
    check(&text.replace("exact", "exat"), text.lines().position(|line| line.contains("exact")).unwrap() + 1);
    check("rules,player,won\n", 1);
    check(&(text.clone() + "a note\n"), text.lines().count() + 1);
    // An incomplete last line, as a kill leaves it, is cut off.
    fs::write(&path, &text[..text.len() - 20]).unwrap();
    succeed(&folder, "lab run test");
    assert!(records(&folder) == text);
}

#[test]
fn folders_that_cannot_be_written_are_named() {
    let folder = folder_with("lab-readonly", MANIFEST);
    let args = "lab run test --out experiments/test.toml";
    check_fails(
        &mut command(&folder, args),
        1,
        "cannot create the folder `experiments/test.toml`: File exists",
    );
    let closed = folder.join("closed");
    fs::create_dir(&closed).unwrap();
    let mut permissions = fs::metadata(&closed).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&closed, permissions).unwrap();
    // A user who may write everywhere, such as root, may write here too.
    if fs::write(closed.join("try"), "").is_err() {
        let expected = "cannot write `closed/records.jsonl.lock`: Permission denied";
        check_fails(&mut command(&folder, "lab run test --out closed"), 1, expected);
    }
}

#[test]
fn bad_experiments_get_a_sentence() {
    let folder = folder_with("lab-bad", &MANIFEST.replace("\"exact\"", "\"exat\""));
    let check = |args: &str, expected: &str| check_fails(&mut command(&folder, args), 2, expected);
    check(
        "lab run test",
        "`experiments/test.toml`, line 3: there is no player `exat`; did you mean `exact`?",
    );
    check("lab run nothing.toml", "cannot read `nothing.toml`: No such file or directory");
    check("lab run a b --out c", "`--out` can be used with a single experiment only");
    check("lab list nowhere", "cannot read `nowhere`: No such file or directory");
    check_refused(
        "lab",
        "",
        2,
        "`minewise lab` needs a command: `export`, `list`, `merge`, `papers`, `report`, `run`, `verify`, `ablation`, `compare`, `gain`, `learners`, `optima`, `oracle`, `score`, `survey`",
    );
}
