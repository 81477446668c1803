//! The report of oracles.

use minewise_coach::Problem;
use serde::Serialize;
use serde_json::json;

use super::{BEGINNER_WIN_RATE, N_PER_RECORD, OracleSettings, OracleTally, Record};
use crate::report::Pages;
use crate::report::document::{Block, Document};
use crate::report::format::{decimal, grouped, interval, percent};
use crate::store::folder::{RECORDS, StudyFile};
use crate::store::journal;
use crate::store::source::Files;
use crate::store::text_file::ModelFiles;

/// The figures of one ratio under one set of rules, for other tools. Rates are fractions.
#[derive(Serialize)]
struct Case {
    rules: String,
    ratio: f64,
    seed: u64,
    games: u64,
    wins: u64,
    win_rate: f64,
    win_rate_ci95: (f64, f64),
    uncovered: f64,
    reveals_per_game: f64,
}

/// Makes the report of the oracles in these files.
pub(crate) fn pages(study: &StudyFile, files: &Files<'_>, _: ModelFiles) -> Result<Pages, Problem> {
    let settings: OracleSettings = study.settings()?;
    let records: Vec<Record> = journal::read_all(&files(RECORDS))?;
    let mut cases = Vec::new();
    for rules in &settings.rules {
        cases.extend(settings.ratios.iter().map(|&ratio| case(&settings, rules, ratio, &records)));
    }
    let is_complete = cases.iter().all(|case| case.games == settings.games);
    let figures = json!({ "oracles": cases, "beginner_win_rate": BEGINNER_WIN_RATE });
    Ok(Pages::of_document(document(&cases), is_complete).with_figures(&figures))
}

/// Adds up the games of one oracle. If several records cover the same games, the longest counts.
fn case(settings: &OracleSettings, rules: &str, ratio: f64, records: &[Record]) -> Case {
    let is_own = |record: &&Record| record.rules == rules && record.ratio == ratio;
    let mut sum = OracleTally::default();
    for first in (0..settings.games).step_by(N_PER_RECORD as usize) {
        let (seed, most) = (settings.seed.wrapping_add(first), settings.games - first);
        let own = records.iter().filter(is_own).filter(|record| record.seed == seed);
        let longest = own.filter(|record| record.tally.games <= most).max_by_key(|record| record.tally.games);
        longest.into_iter().for_each(|record| sum.add(&record.tally));
    }
    Case {
        rules: rules.to_owned(),
        ratio,
        seed: settings.seed,
        games: sum.games,
        wins: sum.wins,
        win_rate: sum.win_rate(),
        win_rate_ci95: sum.win_rate_ci95(),
        uncovered: sum.uncovered_share(),
        reveals_per_game: sum.mean_reveals(),
    }
}

fn document(cases: &[Case]) -> Document {
    let row = |case: &Case| {
        vec![
            case.rules.clone(),
            case.ratio.to_string(),
            grouped(case.games),
            percent(case.win_rate),
            interval(case.win_rate_ci95),
            percent(case.uncovered),
            decimal(case.reveals_per_game),
        ]
    };
    let heads = ["rules", "ratio", "games", "won", "95 %", "uncovered", "reveals per game"];
    let blocks = vec![
        Block::Text(
            "An oracle looks up the mines for a share of its moves (the ratio), and guesses otherwise."
                .to_owned(),
        ),
        Block::table(&heads, 1, cases.iter().map(row).collect()),
        Block::Text(format!(
            "For comparison, Gardea, Koontz & Silva 2015 state that an average beginner wins {} on 8x8.",
            percent(BEGINNER_WIN_RATE)
        )),
    ];
    Document { title: "What lookups are worth".to_owned(), blocks }
}
