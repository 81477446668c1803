use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use super::*;
use crate::play::record::Record;
use crate::store::journal;
use crate::store::source::Source;
use crate::store::text_file::ModelFiles;
use crate::studies::run::Run;
use crate::testing::folder;
use crate::{Folder, Progress, RunOptions};

/// A small experiment with everything that a report can have.
const MANIFEST: &str = r#"
title = "Small boards & <large> ones"
question = "What is counting worth?"
rules = ["4x3/3", "5x4/{mines}:zero"]
players = ["random", "exact"]
games = 60
seed = 5
chunk = 16
[vary]
mines = [2, 4]
[[published]]
rules = "4x3/3"
player = "exact"
win_rate = 0.2
games = 500
by = "Smith"
source = "a | table"
[[published]]
rules = "4x3/3"
player = "random"
win_rate = 0.5
by = "Jones"
source = "a page that states no games"
"#;

fn manifest() -> Manifest {
    Manifest::parse(Path::new("small.toml"), MANIFEST.to_owned(), ModelFiles::Read).unwrap()
}

/// Plays the experiment into a folder. Stops after a few games if `most_games` is small.
fn play(folder: &Path, n_threads: usize, most_games: u64) {
    let manifest = manifest();
    let stop = AtomicBool::new(false);
    let progress = |progress: Progress| {
        if matches!(progress, Progress::Done(_)) && most_games < 1000 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let options = RunOptions { n_threads, stop: &stop, progress: &progress, commit: None, part: None };
    Folder::new(folder).conduct(&Run::new(&manifest), &options).unwrap();
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn a_report_is_as_it_was_recorded() {
    let folder = folder("report-golden");
    play(&folder, 2, u64::MAX);
    let (report, _) = Folder::new(&folder).report().unwrap();
    assert!(report.is_complete);
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/reports");
    // `UPDATE_GOLDEN=1 cargo test -p minewise-lab report` writes the files again.
    for name in ["report.md", "report.html"] {
        let written = read(&folder, name);
        let path = golden.join(name.replace("report", "small"));
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::create_dir_all(&golden).unwrap();
            std::fs::write(&path, &written).unwrap();
        }
        let recorded = std::fs::read_to_string(&path).unwrap();
        assert!(written == recorded, "`{}` differs from the report:\n{written}", path.display());
    }
}

#[test]
fn equal_records_give_equal_reports_whatever_the_times() {
    let (one, other) = (folder("report-one"), folder("report-other"));
    play(&one, 1, u64::MAX);
    play(&other, 3, u64::MAX);
    std::fs::remove_file(other.join("timings.jsonl")).unwrap();
    for folder in [&one, &other] {
        Folder::new(folder).report().unwrap();
    }
    assert_eq!(read(&one, "records.jsonl"), read(&other, "records.jsonl"));
    for name in ["report.md", "report.html"] {
        assert_eq!(read(&one, name), read(&other, name), "{name}");
    }
    assert_ne!(read(&one, "timings.md"), read(&other, "timings.md"));
    // Again, over the existing files.
    let before = read(&one, "report.html");
    Folder::new(&one).report().unwrap();
    assert_eq!(read(&one, "report.html"), before);
}

#[test]
fn a_manifest_in_memory_gives_the_same_report() {
    let folder = folder("report-bytes");
    play(&folder, 2, u64::MAX);
    Folder::new(&folder).report().unwrap();
    let plan = manifest().plan;
    let chunks = (0..plan.n_chunks()).map(|idx| Record::play(&plan, plan.chunk(idx)));
    let records: String = chunks.map(|record| journal::line(&record).unwrap()).collect();
    assert_eq!(records, read(&folder, "records.jsonl"));
    let files = |name: &str| {
        let text = match name {
            "study.json" => Some(r#"{"study":"run","settings":{}}"#),
            "manifest.toml" => Some(MANIFEST),
            "records.jsonl" => Some(records.as_str()),
            _ => None,
        };
        Source::bytes(name, text.map(str::as_bytes))
    };
    let pages = Pages::of(&files, ModelFiles::Refused).unwrap();
    for name in ["report.md", "report.html", "report.json"] {
        assert_eq!(pages.text(name), Some(read(&folder, name).as_str()), "{name}");
    }
    let none = Pages::of(&|name| Source::bytes(name, None), ModelFiles::Refused).unwrap_err();
    assert_eq!(none.to_string(), "there is no `study.json`, which every study has");
}

#[test]
fn counts_of_players_are_compared_with_published_counts() {
    let folder = folder("report-uses");
    play(&folder, 2, u64::MAX);
    let mut results = Results::read(&folder).unwrap();
    let counts = |counts: &[(&str, u64)]| counts.iter().map(|&(name, n)| (name.to_owned(), n)).collect();
    results.outcomes[1].tally.uses = counts(&[("S-1", 3), ("S-2", 120_000)]);
    results.outcomes[2].tally.uses = counts(&[("*", 0)]);
    // In 500 games.
    results.manifest.published[0].uses = counts(&[("S-1", 169), ("S-3", 5)]);
    let pages = Pages::of_results(&results).unwrap();
    let page = pages.text("report.md").unwrap();
    let (_, section) = page.split_once("## Counts kept by the players\n\n").unwrap();
    let (table, _) = section.split_once("\n\n").unwrap();
    let expected = [
        "| rules | player | name | count | per 1,000 games | published |",
        "| --- | --- | --- | ---: | ---: | ---: |",
        "| 4x3/3 | exact | S-1 | 3 | 50.0 | 338.0 |",
        "| 4x3/3 | exact | S-2 | 120,000 | 2,000,000.0 | – |",
        "| 4x3/3 | exact | S-3 | 0 | 0.0 | 10.0 |",
        "| 5x4/2:zero | random | \\* | 0 | 0.0 | – |",
    ];
    assert_eq!(table, expected.join("\n"));
}

#[test]
fn published_counts_alone_are_not_shown() {
    let folder = folder("report-no-uses");
    play(&folder, 1, u64::MAX);
    let mut results = Results::read(&folder).unwrap();
    results.manifest.published[0].uses = [("S-1".to_owned(), 169)].into();
    assert!(
        !Pages::of_results(&results)
            .unwrap()
            .text("report.md")
            .unwrap()
            .contains("Counts kept by the players")
    );
}

#[test]
fn a_run_that_is_not_finished_says_so_first() {
    let folder = folder("report-unfinished");
    play(&folder, 1, 1);
    let (report, _) = Folder::new(&folder).report().unwrap();
    assert!(!report.is_complete);
    let text = read(&folder, "report.md");
    let third = text.lines().nth(2).unwrap();
    assert!(third.starts_with("**This run is not finished: "), "{text}");
    assert!(read(&folder, "report.html").contains("<p class=\"warning\">This run is not finished: "));
    assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
}

#[test]
fn a_folder_without_a_run_is_refused() {
    let folder = folder("report-none");
    let error = Folder::new(&folder).report().unwrap_err();
    assert!(error.to_string().contains("study.json"), "{error}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "nothing is written");
}
