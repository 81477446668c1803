//! Committed files: every experiment can be read, and every report matches its records.

use std::fs;
use std::path::{Path, PathBuf};

use minewise_lab::{Manifest, ModelFiles, Optima, PAPERS, Pages, Results, Source, recorded_studies};

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

/// Returns the path of a folder of the repository.
fn root(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// Makes the document of every paper again. `minewise lab papers` updates the committed ones.
#[test]
fn every_document_of_a_paper_matches_the_records() {
    let records = recorded_studies(&root("record")).unwrap();
    let mut names = Vec::new();
    for (name, text) in PAPERS.iter().flat_map(|paper| paper.files(&records).unwrap()) {
        let committed = fs::read_to_string(root("docs/papers").join(&name)).unwrap_or_default();
        assert!(committed == text, "docs/papers/{name} does not match the records");
        names.push(name);
    }
    let committed = folder("docs/papers");
    assert_eq!(committed.len(), names.len(), "there are files that no paper has: {committed:?}");
}

/// A table is at most as wide as a page, without the escapes and the spaces around its first and last cell.
#[test]
fn no_table_of_a_document_is_wider_than_a_page() {
    for path in folder("docs/papers").iter().filter(|path| path.extension().is_some_and(|end| end == "md")) {
        let text = fs::read_to_string(path).unwrap().replace("\\", "");
        for row in text.lines().filter(|line| line.starts_with('|')) {
            assert!(row.chars().count() <= 102, "{}: {row}", path.display());
        }
    }
}

/// Where ours differs from what a paper reports, the manifest says why.
#[test]
fn every_difference_from_a_paper_is_explained() {
    let mut n_compared = 0;
    for record in folder("record").into_iter().filter(|path| path.join("manifest.toml").exists()) {
        let name = record.file_name().unwrap().to_string_lossy().into_owned();
        if PAPERS.iter().any(|paper| name["2026-11-18-".len()..].starts_with(paper.name)) {
            let results = Results::read(&record).unwrap();
            n_compared += results.manifest.published.len();
            assert_eq!(results.unexplained(), Vec::<String>::new(), "{name}");
        }
    }
    assert!(n_compared >= 60, "{n_compared}");
}

/// The manifest of a record is that of its experiment, so that what is said of the experiment holds for the record.
#[test]
fn every_recorded_manifest_is_that_of_its_experiment() {
    for record in folder("record").into_iter().filter(|path| path.join("manifest.toml").exists()) {
        let name = record.file_name().unwrap().to_string_lossy().into_owned();
        let experiment = root("experiments").join(&name["2026-11-18-".len()..]).with_extension("toml");
        let recorded = fs::read_to_string(record.join("manifest.toml")).unwrap();
        assert!(fs::read_to_string(&experiment).unwrap() == recorded, "{name} and {}", experiment.display());
    }
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
