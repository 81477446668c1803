//! Committed files: every experiment can be read, and every report matches its records.

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

/// The known figures of experiments agree with the solved boards that they name as their source.
#[test]
fn every_known_figure_matches_its_record() {
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

/// Makes every report again. If their wording has changed, `minewise lab report record/*/` updates the committed ones.
#[test]
fn every_report_matches_its_records() {
    let (mut n_runs, mut n_others) = (0, 0);
    for record in folder("record").into_iter().filter(|path| path.join("report.md").exists()) {
        let pages = Pages::of(&|name| Source::file(&record.join(name)), ModelFiles::Refused).unwrap();
        let is_run = record.join("manifest.toml").exists();
        assert!(pages.is_complete || !is_run, "{}", record.display());
        for (name, text) in &pages.texts {
            let path = record.join(name);
            // HTML pages are not committed, but made from the records on demand.
            let is_current = name.ends_with(".html") || fs::read_to_string(&path).unwrap() == *text;
            assert!(is_current && !text.is_empty(), "{} does not match its records", path.display());
        }
        *if is_run { &mut n_runs } else { &mut n_others } += 1;
    }
    assert!(n_runs >= 12 && n_others >= 7, "{n_runs} {n_others}");
}
