//! Tests of `lab survey`.

use std::path::{Path, PathBuf};

use crate::common::{check_refused, json, minewise, sentences};

/// The path of a folder that does not exist yet.
fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("survey").join(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

#[test]
fn a_survey_writes_its_records_and_its_report() {
    let folder = fresh("models");
    let survey = format!("lab survey models --rules 4x4/5,6x5/6@hex --views 20 --out {}", folder.display());
    let answer = json(&format!("{survey} --json"), "");
    assert_eq!((&answer["survey"], &answer["files"].as_array().unwrap().len()), (&"models".into(), &2));
    assert_eq!((&answer["views"], &answer["seed"]), (&20.into(), &1.into()));
    let found = std::fs::read_to_string(folder.join("records.jsonl")).unwrap();
    let found: serde_json::Value = serde_json::from_str(found.lines().nth(1).unwrap()).unwrap();
    assert_eq!(found["findings"]["models"][0]["rules"], "6x5/6@hex");
    let report = std::fs::read_to_string(folder.join("report.md")).unwrap();
    assert!(report.starts_with("# Models where sat is stuck\n"), "{report}");
    assert!(std::fs::read_to_string(folder.join("report.html")).unwrap().contains("<svg"));
    // The report can be written again without repeating the survey.
    std::fs::remove_file(folder.join("report.md")).unwrap();
    assert_eq!(minewise(&format!("lab report {}", folder.display()), "").code, 0);
    assert_eq!(std::fs::read_to_string(folder.join("report.md")).unwrap(), report);
    let expected = format!(
        "the records in `{}` were made with `views = 20`, not with 30; choose another folder",
        folder.display()
    );
    check_refused(&survey.replace("--views 20", "--views 30"), "", 2, &expected);
}

#[test]
fn a_bad_survey_gets_a_sentence() {
    let folder = fresh("refused");
    for (args, expected) in [
        ("models --views 0", "a survey needs 1 to 100000 views, found 0"),
        ("models --views 100001", "a survey needs 1 to 100000 views, found 100001"),
        ("agreement --rules 51x50/9", "a survey takes views of at most 2500 cells, but `51x50/9` has 2550"),
        ("beliefs --rules 3x3/0 --views 1", "`3x3/0` has too few suitable views: 0 in 1024 games of `exact`"),
    ] {
        check_refused(&format!("lab survey {args} --out {}", folder.display()), "", 2, expected);
    }
    for args in
        ["lab survey", "lab survey modles", "lab survey models --rules 3x3/9", "lab survey models --views x"]
    {
        let ran = minewise(args, "");
        assert_eq!((ran.code, sentences(&ran.stderr).len(), ran.stdout.as_str()), (2, 1, ""), "{args}");
    }
    let ran = minewise("lab survey modles", "");
    assert!(ran.stderr.contains("did you mean `models`?"), "{}", ran.stderr);
    let ran = minewise("lab survey models --views 1 --rules 4x4/5 --out Cargo.toml", "");
    assert_eq!((ran.code, sentences(&ran.stderr).len()), (1, 1), "{}", ran.stderr);
}
