//! The report of oracles.

use minewise_coach::Problem;
use serde::Serialize;
use serde_json::json;

use super::{Asked, BEGINNER_WIN_RATE, N_PER_RECORD, Peeked, Record};
use crate::report::Pages;
use crate::report::document::{Block, Document};
use crate::report::words::{decimal, grouped, interval, percent};
use crate::store::folder::{About, RECORDS};
use crate::store::journal;
use crate::store::source::Files;
use crate::store::text_file::ModelFiles;

/// What other tools read of one ratio under one set of rules. Rates are fractions.
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

/// The report of the oracles that these files are of.
pub(crate) fn pages(about: &About, files: &Files<'_>, _: ModelFiles) -> Result<Pages, Problem> {
    let asked: Asked = about.settings()?;
    let records: Vec<Record> = journal::read_all(&files(RECORDS))?;
    let mut cases = Vec::new();
    for rules in &asked.rules {
        cases.extend(asked.ratios.iter().map(|&ratio| case(&asked, rules, ratio, &records)));
    }
    let is_complete = cases.iter().all(|case| case.games == asked.games);
    let figures = json!({ "oracles": cases, "beginner_win_rate": BEGINNER_WIN_RATE });
    Ok(Pages::of_document(&document(&cases), is_complete).with_figures(&figures))
}

/// Adds up the games of one oracle; of records of the same games, the longest counts.
fn case(asked: &Asked, rules: &str, ratio: f64, records: &[Record]) -> Case {
    let is_own = |record: &&Record| record.rules == rules && record.ratio == ratio;
    let mut sum = Peeked::default();
    for first in (0..asked.games).step_by(N_PER_RECORD as usize) {
        let (seed, most) = (asked.seed.wrapping_add(first), asked.games - first);
        let own = records.iter().filter(is_own).filter(|record| record.seed == seed);
        let longest =
            own.filter(|record| record.peeked.games <= most).max_by_key(|record| record.peeked.games);
        longest.into_iter().for_each(|record| sum.add(&record.peeked));
    }
    Case {
        rules: rules.to_owned(),
        ratio,
        seed: asked.seed,
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
    let heads = ["rules", "ratio", "games", "won", "95 %", "uncovered", "reveals a game"];
    let blocks = vec![
        Block::Text(
            "An oracle looks up where the mines are at a ratio of its moves, and guesses otherwise."
                .to_owned(),
        ),
        Block::table(&heads, 1, cases.iter().map(row).collect()),
        Block::Text(format!(
            "Beside them, after 001: an average beginner wins {} on 8x8.",
            percent(BEGINNER_WIN_RATE)
        )),
    ];
    Document { title: "How far lookups go".to_owned(), blocks }
}
