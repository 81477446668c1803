//! What is committed: every experiment can be read, and every report says what its records tell.

use std::fs;
use std::path::{Path, PathBuf};

use minewise_lab::{Manifest, ModelFiles, Optima, Report};

fn folder(name: &str) -> Vec<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    let mut found: Vec<PathBuf> = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    found
}

#[test]
fn every_experiment_can_be_read() {
    let experiments = folder("experiments");
    assert!(experiments.len() >= 7, "{}", experiments.len());
    for path in experiments {
        let read = Manifest::read(&path, ModelFiles::Read);
        assert!(read.is_ok(), "{}", read.unwrap_err());
    }
}

/// What an experiment says of perfect play is what the solved boards say that it names.
#[test]
fn every_known_figure_is_that_of_its_record() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut n_checked = 0;
    for path in folder("experiments") {
        let known = Manifest::read(&path, ModelFiles::Read).unwrap().known;
        for figure in known.iter().filter(|figure| figure.source.starts_with("record/")) {
            let solved = Optima::best_first_cells(&root.join(&figure.source)).unwrap();
            let (_, best) = solved.iter().find(|(rules, _)| *rules == figure.rules).unwrap();
            assert!((best.value() - figure.win_rate).abs() < 1e-7, "{}: {figure:?}", path.display());
            n_checked += 1;
        }
    }
    assert!(n_checked >= 2, "{n_checked}");
}

/// Writes the reports again from copies of the records. If their wording was changed, `minewise lab report record/*/`
/// brings the committed ones up to date.
#[test]
fn every_report_says_what_its_records_tell() {
    let copies = Path::new(env!("CARGO_TARGET_TMPDIR")).join("committed");
    let _ = fs::remove_dir_all(&copies);
    let mut n_reports = 0;
    for record in folder("record").into_iter().filter(|path| path.join("manifest.toml").exists()) {
        let copy = copies.join(record.file_name().unwrap());
        fs::create_dir_all(&copy).unwrap();
        for name in ["manifest.toml", "records.jsonl", "timings.jsonl"] {
            fs::copy(record.join(name), copy.join(name)).unwrap();
        }
        assert!(Report::write(&copy).unwrap().is_complete, "{}", record.display());
        for name in ["report.md", "report.html", "report.json", "timings.md", "timings.html"] {
            let read = |folder: &Path| fs::read_to_string(folder.join(name)).unwrap();
            assert!(
                read(&copy) == read(&record),
                "{} is not what the records tell",
                record.join(name).display()
            );
        }
        n_reports += 1;
    }
    assert!(n_reports >= 12, "{n_reports}");
}

/// The same for surveys, solved boards and trials, from copies of what they found.
#[test]
fn every_other_report_says_what_was_found() {
    let copies = Path::new(env!("CARGO_TARGET_TMPDIR")).join("committed-findings");
    let _ = fs::remove_dir_all(&copies);
    let mut n_reports = 0;
    for found in ["survey.json", "pieces.jsonl", "trials.jsonl", "lessons.jsonl"] {
        for record in folder("record").into_iter().filter(|path| path.join(found).exists()) {
            let copy = copies.join(record.file_name().unwrap());
            fs::create_dir_all(&copy).unwrap();
            fs::copy(record.join(found), copy.join(found)).unwrap();
            Report::write(&copy).unwrap();
            for name in ["report.md", "report.html"] {
                let read = |folder: &Path| fs::read_to_string(folder.join(name)).unwrap();
                assert!(
                    read(&copy) == read(&record),
                    "{} is not what was found",
                    record.join(name).display()
                );
            }
            n_reports += 1;
        }
    }
    assert!(n_reports >= 7, "{n_reports}");
}
