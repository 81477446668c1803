//! What is committed: every experiment can be read, and every report says what its records tell.

use std::fs;
use std::path::{Path, PathBuf};

use minewise_lab::{Manifest, ModelFiles, Optima, Pages, Source};

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

/// Makes every report again. If their wording was changed, `minewise lab report record/*/` brings the committed ones up
/// to date.
#[test]
fn every_report_says_what_its_records_tell() {
    let (mut n_runs, mut n_others) = (0, 0);
    for record in folder("record").into_iter().filter(|path| path.join("report.md").exists()) {
        let pages = Pages::of(&|name| Source::file(&record.join(name)), ModelFiles::Refused).unwrap();
        let is_run = record.join("manifest.toml").exists();
        assert!(pages.is_complete || !is_run, "{}", record.display());
        for (name, text) in &pages.texts {
            let path = record.join(name);
            // Pages with plots are made of the records when they are asked for.
            let is_told = name.ends_with(".html") || fs::read_to_string(&path).unwrap() == *text;
            assert!(is_told && !text.is_empty(), "{} is not what the records tell", path.display());
        }
        *if is_run { &mut n_runs } else { &mut n_others } += 1;
    }
    assert!(n_runs >= 12 && n_others >= 7, "{n_runs} {n_others}");
}
