//! Surveys of a few views, into folders.

use std::fs;
use std::path::{Path, PathBuf};

use super::*;
use crate::store::folder::{Folder, RECORDS};
use crate::store::journal::{self, Journal};
use crate::store::source::Source;
use crate::testing::{self, conduct};

fn survey(kind: SurveyKind, rules: &[&str], n_views: u64) -> Survey {
    let rules: Vec<Rules> = rules.iter().map(|rules| rules.parse().unwrap()).collect();
    Survey::new(kind, &rules, Some(n_views), Seed(7)).unwrap()
}

/// Makes a survey in a folder of this name, and returns its findings.
fn make(survey: &Survey, name: &str, n_threads: usize) -> (PathBuf, Vec<Findings>) {
    let folder = testing::folder(name);
    assert_eq!(conduct(survey, &folder, n_threads).unwrap(), (0, survey.n_units()));
    assert_eq!(Folder::new(&folder).report().unwrap().1.len(), 2);
    let records: Vec<SurveyRecord> = journal::read_all(&Source::file(&folder.join(RECORDS))).unwrap();
    (folder, records.into_iter().map(|record| record.findings).collect())
}

#[test]
fn results_do_not_depend_on_threads() {
    for kind in SurveyKind::ALL {
        let survey = survey(kind, &["5x4/4", "6x5/6:any@hex"], 9);
        let name = format!("survey-threads-{kind}");
        let (one, _) = make(&survey, &format!("{name}-1"), 1);
        let (two, _) = make(&survey, &format!("{name}-2"), 2);
        for file in ["study.json", RECORDS, "machine.json", "report.md", "report.html"] {
            let read = |folder: &Path| fs::read_to_string(folder.join(file)).unwrap();
            assert_eq!(read(&one), read(&two), "{file}");
        }
    }
}

#[test]
fn the_solver_and_the_census_agree() {
    let survey = survey(SurveyKind::Agreement, &["8x8/10", "6x5/6@torus"], 60);
    let (folder, found) = make(&survey, "survey-agreement", 2);
    let rows: Vec<_> = found
        .iter()
        .flat_map(|findings| match findings {
            Findings::Agreement(rows) => rows.clone(),
            _ => panic!("{findings:?}"),
        })
        .collect();
    assert_eq!(rows.len(), 4);
    for row in &rows {
        assert_eq!((row.views, row.verdicts_that_differ), (60, 0));
        assert!(row.greatest_difference < 1e-9 && row.risks > 60 && row.verdicts > row.risks, "{row:?}");
    }
    let report = fs::read_to_string(folder.join("report.md")).unwrap();
    assert!(report.contains(" verdicts on covered cells (safe, mine, open) 0 differ; of "), "{report}");
}

#[test]
fn beliefs_come_nearer_with_every_power_of_ten() {
    let survey = survey(SurveyKind::Beliefs, &["6x5/6"], 12);
    let (folder, found) = make(&survey, "survey-beliefs", 2);
    let rows: Vec<_> = found
        .iter()
        .flat_map(|findings| match findings {
            Findings::Beliefs(rows) => rows.clone(),
            _ => panic!("{findings:?}"),
        })
        .collect();
    assert_eq!(rows.len(), 10);
    for of_player in rows.chunks(5) {
        assert!(of_player.iter().all(|row| row.views == 12 && row.player == of_player[0].player));
        let errors: Vec<f64> = of_player.iter().map(|row| row.mean_error).collect();
        assert!(errors[0] > 0.05 && errors[4] < 0.01, "{errors:?}");
        assert!(errors[1..].windows(2).all(|pair| pair[1] < pair[0]), "{errors:?}");
        assert!(of_player.iter().all(|row| row.p95_error >= row.mean_error * 0.9), "{of_player:?}");
    }
    let page = fs::read_to_string(folder.join("report.html")).unwrap();
    assert_eq!(page.matches("<circle").count(), 2 * 5 + 2);
}

#[test]
fn the_order_of_cells_changes_the_work_and_not_the_layouts() {
    let survey = survey(SurveyKind::Orders, &["5x5/8", "9x9/10"], 20);
    let (folder, found) = make(&survey, "survey-orders", 2);
    let rows: Vec<_> = found
        .iter()
        .flat_map(|findings| match findings {
            Findings::Orders(rows) => rows.clone(),
            _ => panic!("{findings:?}"),
        })
        .collect();
    let [beside, least, most, large @ ..] = &rows[..] else { panic!("{rows:?}") };
    assert!(beside.layouts == least.layouts && least.layouts == most.layouts, "{rows:?}");
    assert!(beside.steps.sum() < least.steps.sum(), "{rows:?}");
    assert!(large.iter().all(|row| row.unlisted == 20), "{rows:?}");
    let report = fs::read_to_string(folder.join("report.md")).unwrap();
    assert!(report.contains("| 5x5/8 | least constrained first | 20 |"), "{report}");
}

#[test]
fn models_are_counted_where_the_solver_is_stuck() {
    let survey = survey(SurveyKind::Models, &["4x4/5", "8x8/10"], 80);
    let (folder, found) = make(&survey, "survey-models", 2);
    let rows: Vec<_> = found
        .iter()
        .flat_map(|findings| match findings {
            Findings::Models(rows) => rows.clone(),
            _ => panic!("{findings:?}"),
        })
        .collect();
    for row in &rows {
        assert_eq!((row.views, row.joint.total() + row.uncounted), (80, 80));
        assert_eq!(row.split.total(), row.joint.total());
        let median = |distribution: &Distribution| distribution.quantile(0.5, row.views).unwrap();
        assert!(median(&row.joint) >= median(&row.split) && median(&row.joint) >= 2.0, "{row:?}");
    }
    let report = fs::read_to_string(folder.join("report.md")).unwrap();
    assert!(report.contains("| 4x4/5 | whole frontier | 80 | "), "{report}");
}

#[test]
fn impossible_surveys_are_refused() {
    let new = |rules: &str, n_views| {
        Survey::new(SurveyKind::Models, &[rules.parse().unwrap()], Some(n_views), Seed(1))
            .unwrap_err()
            .to_string()
    };
    assert_eq!(new("4x4/5", 0), "a survey needs 1 to 100000 views, found 0");
    assert_eq!(new("100x100/9", 1), "a survey takes views of at most 2500 cells, but `100x100/9` has 10000");
    assert_eq!(
        "belief".parse::<SurveyKind>().unwrap_err(),
        "there is no survey `belief`; did you mean `beliefs`?"
    );
    let folder = testing::folder("survey-refused");
    let easy = survey(SurveyKind::Models, &["4x3/0"], 1);
    let error = conduct(&easy, &folder, 2).unwrap_err();
    assert!(error.is_bad_input());
    assert_eq!(
        error.to_string(),
        "`4x3/0` has too few suitable views: 0 in 1024 games of `sat(count=on,regions=split)`"
    );
}

#[test]
fn a_damaged_survey_is_reported() {
    let (folder, found) = make(&survey(SurveyKind::Models, &["4x4/5"], 2), "survey-damaged", 1);
    let Findings::Models(mut rows) = found[0].clone() else { panic!("{found:?}") };
    rows[0].uncounted += 1;
    let other = survey(SurveyKind::Models, &["4x4/5", "5x5/5"], 2);
    for findings in [Findings::Models(rows), Findings::Beliefs(Vec::new())] {
        fs::remove_file(folder.join(RECORDS)).unwrap();
        let wrong = SurveyRecord { rules: "4x4/5".to_owned(), findings };
        Journal::open(&folder.join(RECORDS)).unwrap().append(&wrong).unwrap();
        for error in [Folder::new(&folder).report().unwrap_err(), conduct(&other, &folder, 1).unwrap_err()] {
            let expected = "line 1: damaged: the numbers of this record disagree";
            assert!(error.is_bad_input() && error.to_string().ends_with(expected), "{error}");
        }
    }
    fs::write(folder.join("study.json"), "{}").unwrap();
    let error = Folder::new(&folder).report().unwrap_err().to_string();
    assert!(error.contains("study.json` does not describe a study: missing field `study`"), "{error}");
}
