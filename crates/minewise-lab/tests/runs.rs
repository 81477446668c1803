//! Runs: which records are kept, which are refused, and what results they give.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use minewise_coach::Adjust;

use minewise_lab::{
    Bench, Folder, Manifest, ModelFiles, Progress, Record, Results, Run, RunOptions, Source, StudyStatus,
    journal,
};

const BASE: &str = r#"title = "Test"
rules = ["8x8/10", "4x4/3:any"]
players = ["random", "exact"]
games = 250
seed = 5
chunk = 40
"#;

/// Returns the path of an empty folder of this name.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    path
}

fn manifest(text: &str) -> Manifest {
    Manifest::parse(Path::new("test.toml"), text.to_owned(), ModelFiles::Read).unwrap()
}

/// Plays a manifest. Returns the numbers of games that were already recorded, and of those played now.
fn play(text: &str, folder: &Path, n_threads: usize) -> Result<(u64, u64), String> {
    let (kept, played) = (AtomicU64::new(0), AtomicU64::new(0));
    let progress = |progress| match progress {
        Progress::AlreadyDone(n_games) => kept.store(n_games, Ordering::Relaxed),
        Progress::Done(n_games) => drop(played.fetch_add(n_games, Ordering::Relaxed)),
    };
    let manifest = manifest(text);
    let stop = AtomicBool::new(false);
    let options = RunOptions { n_threads, stop: &stop, progress: &progress, commit: None, part: None };
    let ended =
        Folder::new(folder).conduct(&Run::new(&manifest), &options).map_err(|error| error.to_string())?;
    assert_eq!(ended, StudyStatus::Complete);
    Ok((kept.into_inner(), played.into_inner()))
}

fn records(folder: &Path) -> String {
    fs::read_to_string(folder.join("records.jsonl")).unwrap()
}

/// Changes each record, and writes them again with correct checksums.
fn rewrite(folder: &Path, change: impl Fn(usize, &mut Record)) {
    let path = folder.join("records.jsonl");
    let mut all: Vec<Record> =
        journal::read(&Source::file(&path)).unwrap().map(|record| record.unwrap().content).collect();
    all.iter_mut().enumerate().for_each(|(idx, record)| change(idx, record));
    fs::remove_file(&path).unwrap();
    let mut journal = journal::Journal::open(&path).unwrap();
    all.iter().for_each(|record| _ = journal.append(record).unwrap());
}

#[test]
fn records_depend_on_the_manifest_alone() {
    let (one, two, resumed) = (folder("one"), folder("two"), folder("resumed"));
    assert_eq!(play(BASE, &one, 1), Ok((0, 1000)));
    assert_eq!(play(BASE, &two, 2), Ok((0, 1000)));
    assert_eq!(records(&one), records(&two));
    // Half of the lines in another order, and a part of one more, as a kill leaves them.
    play(BASE, &resumed, 2).unwrap();
    let text = records(&one);
    let mut lines: Vec<&str> = text.lines().rev().step_by(2).collect();
    lines.push(&text.lines().nth(1).unwrap()[..100]);
    fs::write(resumed.join("records.jsonl"), lines.join("\n")).unwrap();
    let (kept, played) = play(BASE, &resumed, 2).unwrap();
    assert!(kept > 400 && kept + played == 1000, "{kept} {played}");
    assert_eq!(records(&resumed), text);
    assert_eq!(play(BASE, &resumed, 2), Ok((1000, 0)));
}

#[test]
fn a_run_grows_with_its_manifest_into_what_it_would_have_been() {
    let (grown, fresh) = (folder("grown"), folder("fresh"));
    play(BASE, &grown, 2).unwrap();
    let larger =
        BASE.replace("games = 250", "games = 330").replace("\"8x8/10\", ", "\"5x5/4\", \"8x8/10\", ");
    // Six of seven chunks of each of the four old cases are as long as before; the last one is played again.
    assert_eq!(play(&larger, &grown, 2), Ok((4 * 240, 6 * 330 - 4 * 240)));
    play(&larger, &fresh, 1).unwrap();
    assert_eq!(records(&grown), records(&fresh));
    assert_eq!(fs::read_to_string(grown.join("manifest.toml")).unwrap(), larger);
}

/// Checks that a changed manifest is refused with this message, and that no file is touched.
#[track_caller]
fn check_refused(folder: &Path, text: &str, expected: &str) {
    let before = (records(folder), fs::read(folder.join("manifest.toml")).unwrap());
    let error = play(text, folder, 1).unwrap_err();
    assert_eq!(error.replace(&folder.display().to_string(), "F"), expected);
    assert!((records(folder), fs::read(folder.join("manifest.toml")).unwrap()) == before);
}

#[test]
fn a_changed_manifest_never_mixes_with_old_records() {
    let folder = folder("changed");
    play(BASE, &folder, 2).unwrap();
    let check = |old: &str, new: &str, expected: &str| {
        assert!(BASE.contains(old));
        let expected = format!("the records in `F` {expected}; choose another folder");
        check_refused(&folder, &BASE.replace(old, new), &expected);
    };
    check("seed = 5", "seed = 6", "were made with `seed = 5`, not with 6");
    check("seed = 5", "seed = 5\nplayer_seed = 2", "were made with `player_seed = 1`, not with 2");
    check("chunk = 40", "chunk = 50", "were made with `chunk = 40`, not with 50");
    check("\"8x8/10\", ", "", "belong to games on `8x8/10`, which the manifest does not have");
    check("\"random\", ", "", "belong to games of `random` on `8x8/10`, which the manifest does not have");
    check(
        "games = 250",
        "games = 200",
        "belong to 40 games from seed 205, which are beyond those of the manifest",
    );
    check("chunk = 40", "chunk = 40\nadjust = \"off\"", "are adjusted for luck, and this run would not be");
}

#[test]
fn a_changed_program_never_mixes_with_old_records() {
    let larger = BASE.replace("games = 250", "games = 300");
    let with = |name: &str, change: fn(usize, &mut Record)| {
        let folder = folder(name);
        play(BASE, &folder, 2).unwrap();
        rewrite(&folder, change);
        folder
    };
    let changed = with("changed-estimate", |_, record| record.estimate = Some("older".to_owned()));
    let expected = format!(
        "the records in `F` are adjusted by the estimate `older`, and this program has `{}`; choose another folder",
        Adjust::Quick.estimate().unwrap()
    );
    check_refused(&changed, BASE, &expected);
    let changed = with("changed-model", |_, record| record.model = Some("abc".to_owned()));
    let expected =
        "the records in `F` were made with another model of the player `random`; choose another folder";
    check_refused(&changed, BASE, expected);
    let changed = with("changed-play", |idx, record| record.first ^= u64::from(idx == 7));
    let expected =
        "the player `exact` no longer plays as in the records on `8x8/10` in `F`; choose another folder";
    check_refused(&changed, &larger, expected);
    // A finished run has nothing to add, so the player is not checked again.
    assert_eq!(play(BASE, &changed, 1), Ok((1000, 0)));
}

#[test]
fn damaged_records_are_reported_and_left_as_they_are() {
    let damaged = |name: &str, change: fn(usize, &mut Record), expected: &str| {
        let folder = folder(name);
        play(BASE, &folder, 2).unwrap();
        rewrite(&folder, change);
        check_refused(&folder, BASE, &format!("`F/records.jsonl`, line 3: {expected}"));
        let error = Results::read(&folder).map(|_| ()).unwrap_err().to_string();
        assert!(error.ends_with(expected), "{error}");
    };
    let disagree = "damaged: the numbers of this record disagree";
    damaged("damaged-wins", |idx, record| record.tally.wins += u64::from(idx == 2), disagree);
    damaged("damaged-games", |idx, record| record.tally.games -= u64::from(idx == 2), disagree);
    let bits = |idx: usize, record: &mut Record| {
        if idx == 2 {
            record.wins = serde_json::from_str("\"ffffffffff\"").unwrap();
        }
    };
    damaged("damaged-bits", bits, disagree);
}

#[test]
fn records_beyond_the_manifest_beside_them_are_damaged() {
    let folder = folder("beyond");
    play(BASE, &folder, 2).unwrap();
    let smaller = BASE.replace("games = 250", "games = 240");
    fs::write(folder.join("manifest.toml"), &smaller).unwrap();
    let beyond = "10 games from seed 245, which are beyond those of the manifest";
    check_refused(&folder, &smaller, &format!("`F/records.jsonl`, line 7: damaged: it belongs to {beyond}"));
    assert_eq!(play(BASE, &folder, 2), Ok((1000, 0)), "a larger manifest has all of them");
}

#[test]
fn a_stopped_run_has_only_complete_records() {
    let folder = folder("stopped");
    let manifest = manifest(BASE);
    let (stop, n_played) = (AtomicBool::new(false), AtomicU64::new(0));
    let progress = |progress| {
        if let Progress::Done(n_games) = progress
            && n_played.fetch_add(n_games, Ordering::Relaxed) >= 200
        {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let options = RunOptions { n_threads: 2, stop: &stop, progress: &progress, commit: None, part: None };
    let ended = Folder::new(&folder).conduct(&Run::new(&manifest), &options).unwrap();
    let results = Results::read(&folder).unwrap();
    assert!(!results.is_complete() && results.incomplete().count() >= 3);
    let n_kept: u64 = results.outcomes.iter().map(|outcome| outcome.tally.games).sum();
    assert!((160..300).contains(&n_kept), "{n_kept}");
    assert_eq!(ended, StudyStatus::Stopped(n_kept));
    assert_eq!(manifest.n_played_in(&folder).unwrap(), n_kept);
    assert_eq!(play(BASE, &folder, 2), Ok((n_kept, 1000 - n_kept)));
}

#[test]
fn records_without_a_study_file_are_refused() {
    let folder = folder("no-study");
    play(BASE, &folder, 2).unwrap();
    fs::remove_file(folder.join("study.json")).unwrap();
    let error = play(BASE, &folder, 2).unwrap_err();
    let expected = format!("there is no `{}`", folder.join("study.json").display());
    assert!(error.starts_with(&expected), "{error}");
}

#[test]
fn results_are_those_of_games_played_directly() {
    let folder = folder("results");
    play(BASE, &folder, 2).unwrap();
    let results = Results::read(&folder).unwrap();
    assert!(results.is_complete() && results.incomplete().next().is_none());
    for (idx, outcome) in results.outcomes.iter().enumerate() {
        let (rules, player) = (outcome.case.rules, outcome.case.player.clone());
        let bench =
            Bench { rules, player, n_games: 250, seed: results.manifest.plan.seed, adjust: Adjust::Quick };
        assert_eq!(outcome.tally, bench.play(1, &|_| ()).tally);
        assert_eq!(outcome.timing.games, 250);
        let records: Vec<Record> = results.records(idx).unwrap().map(Result::unwrap).collect();
        let seeds: Vec<u64> = records.iter().map(|record| record.seed).collect();
        assert_eq!(seeds, [5, 45, 85, 125, 165, 205, 245]);
        let n_wins: usize = records.iter().map(|record| record.wins.iter().filter(|&won| won).count()).sum();
        assert_eq!(n_wins as u64, outcome.tally.wins);
    }
    let pairs: Vec<_> = results.pairs(0, 1).unwrap().map(Result::unwrap).collect();
    assert_eq!(pairs.len(), 7);
    assert!(pairs.iter().all(|(one, other)| one.seed == other.seed && one.player != other.player));
}

#[test]
fn a_run_that_grows_counts_each_game_once_while_it_grows() {
    let folder = folder("growing");
    play(BASE, &folder, 2).unwrap();
    let short = records(&folder);
    let larger = BASE.replace("games = 250", "games = 270");
    play(&larger, &folder, 2).unwrap();
    // Stopped when only the first case had its longer record, after the old ones.
    let longer = records(&folder).lines().nth(6).unwrap().to_owned();
    fs::write(folder.join("records.jsonl"), format!("{short}{longer}\n")).unwrap();
    let results = Results::read(&folder).unwrap();
    let games: Vec<u64> = results.outcomes.iter().map(|outcome| outcome.tally.games).collect();
    assert_eq!(games, [270, 250, 250, 250]);
    assert_eq!(results.incomplete().collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(play(&larger, &folder, 2), Ok((4 * 240 + 30, 3 * 30)));
}

#[test]
fn every_committed_experiment_can_be_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
    let mut n_read = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            Manifest::read(&path, ModelFiles::Read).unwrap_or_else(|error| panic!("{error}"));
            n_read += 1;
        }
    }
    assert!(n_read > 0);
}

#[test]
fn the_experiment_in_the_documentation_can_be_read() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/experiments.md");
    let page = fs::read_to_string(page).unwrap();
    let text = page.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    assert_eq!(manifest(text).plan.cases.len(), 8);
}
