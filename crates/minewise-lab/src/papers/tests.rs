use super::*;

#[test]
fn a_study_is_named_without_its_date() {
    let record = RecordedStudy {
        folder: "2026-11-16-dei-rossi-table".to_owned(),
        files: Box::new(|name| Source::bytes(name, None)),
    };
    assert_eq!(record.name(), "dei-rossi-table");
}

#[test]
fn a_document_says_how_many_rows_differ_by_chance_alone() {
    let rows = Rows { sampled: 30, sampled_apart: 2, unsampled: 3, unsampled_apart: 1 };
    let sum = rows.plus(Rows { sampled: 10, ..Rows::default() });
    assert!(
        sum.sentence().starts_with("Published win rates whose number of games is known: 40. "),
        "{}",
        sum.sentence()
    );
    assert!(
        sum.sentence().contains("on 2 of them; about 2.0 would differ by chance alone"),
        "{}",
        sum.sentence()
    );
    assert_eq!(Rows::default().sentence(), "The paper states no win rate to compare ours with.");
}

#[test]
fn a_paper_whose_study_is_missing_is_refused() {
    let error = PAPERS[0].files(&[]).unwrap_err();
    assert_eq!(error.to_string(), "there is no record of the study `beliefs`");
}
