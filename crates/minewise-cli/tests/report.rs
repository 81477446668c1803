//! Tests of `lab report` and `lab papers`.

use std::path::{Path, PathBuf};

use crate::common::{json, minewise, sentences};

fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("report").join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// Plays a small experiment. Returns the folder of the run.
fn play(folder: &Path) -> PathBuf {
    let manifest = folder.join("small.toml");
    let text =
        "title = \"Small\"\nrules = [\"5x4/4\"]\nplayers = [\"random\", \"exact\"]\ngames = 50\nseed = 1\n";
    std::fs::write(&manifest, text).unwrap();
    let run = folder.join("run");
    let played = minewise(&format!("lab run {} --out {}", manifest.display(), run.display()), "");
    assert_eq!((played.code, played.stderr.as_str()), (0, ""));
    run
}

#[test]
fn a_report_is_written_beside_the_records() {
    let run = play(&fresh("written"));
    let answer = json(&format!("lab report {} --json", run.display()), "");
    let report = &answer["reports"][0];
    assert_eq!(report["complete"], true);
    let files: Vec<&str> =
        report["files"].as_array().unwrap().iter().map(|file| file.as_str().unwrap()).collect();
    assert_eq!(files.len(), 5);
    for file in files {
        let text = std::fs::read_to_string(file).unwrap();
        assert!(text.contains("Small") && text.contains("5x4/4") && text.contains("exact"), "{file}");
    }
}

#[test]
fn a_folder_without_a_run_is_refused_and_the_others_are_reported() {
    let folder = fresh("none");
    let run = play(&folder);
    let ran = minewise(&format!("lab report {} {}", folder.display(), run.display()), "");
    assert_eq!((ran.code, sentences(&ran.stderr).len(), ran.stdout.lines().count()), (2, 1, 5));
    assert!(ran.stderr.contains("study.json"), "{}", ran.stderr);
    assert!(run.join("report.html").is_file() && !folder.join("report.html").exists());
}

#[test]
fn without_a_folder_there_must_be_runs() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_minewise"))
        .args(["lab", "report"])
        .current_dir(fresh("empty"))
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1));
    assert!(error.starts_with("minewise: cannot read the folder `runs`: "), "{error}");
}

#[test]
fn papers_are_written_from_the_committed_records() {
    let (records, out) = (Path::new(env!("CARGO_MANIFEST_DIR")).join("../../record"), fresh("papers"));
    let answer =
        json(&format!("lab papers --records {} --out {} --json", records.display(), out.display()), "");
    let files = answer["files"].as_array().unwrap();
    let n_pages = files.iter().filter(|file| file.as_str().unwrap().ends_with(".md")).count();
    assert_eq!(n_pages, 5);
    let page = std::fs::read_to_string(out.join("dei-rossi.md")).unwrap();
    assert!(page.starts_with("# Dei Rossi: our figures beside theirs\n"), "{page}");
}

#[test]
fn papers_need_records_of_their_studies() {
    let (records, out) = (fresh("no-records"), fresh("no-papers"));
    let ran = minewise(&format!("lab papers --records {} --out {}", records.display(), out.display()), "");
    assert_eq!((ran.code, ran.stderr.as_str()), (2, "minewise: there is no record of the study `beliefs`\n"));
}
