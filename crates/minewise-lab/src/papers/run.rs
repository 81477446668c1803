//! The section of an experiment in the document of a paper.

use minewise_coach::Problem;

use super::provenance::Provenance;
use super::{Rows, Section};
use crate::play::chunk::Outcome;
use crate::report::document::{Block, Document, Table};
use crate::report::format::{NO_VALUE, decimal, duration, grouped, interval, percent, speed};
use crate::studies::run::report::published::{self, Comparison, comparisons};
use crate::studies::run::report::{self, figures, known_table, uses};
use crate::studies::run::results::Results;

/// The most rows of a table of pairs of players; the report of the run has the longer ones.
const MOST_PAIRS: usize = 20;

/// Makes the section of an experiment.
pub(super) fn section(name: &str, results: &Results, provenance: &Provenance) -> Result<Section, Problem> {
    let title = results.manifest.title.clone();
    if !results.is_complete() {
        return Err(Problem::bad_input(format!("the experiment `{title}` is not finished")));
    }
    let plan = &results.manifest.plan;
    let mut blocks: Vec<Block> = results.manifest.question.clone().map(Block::Text).into_iter().collect();
    blocks.push(provenance.origin());
    let luck = match &results.estimate {
        Some(_) => " Win rates are adjusted for luck where that makes their interval narrower.",
        None => "",
    };
    blocks.push(Block::Text(format!(
        "{} games of each player under each set of rules, on the same layouts.{luck}",
        grouped(plan.n_games)
    )));
    blocks.extend(comparison(results));
    // An experiment about times has too few games for a plot of win rates.
    let is_about_times = comparisons(results).next().is_none() && published::times_table(results).is_some();
    if !is_about_times {
        blocks.extend(figures::all(results));
    }
    blocks.push(Block::Heading("All players"));
    blocks.push(Block::Table(players_table(results)));
    if !results.manifest.known.is_empty() {
        blocks.push(Block::Heading("Highest known win rates"));
        blocks.push(Block::Table(without_source(known_table(results))));
    }
    if !is_about_times {
        blocks.extend(pairs(results)?);
        blocks.extend(uses::published_section(results));
    }
    let mut times = vec![Block::Text(provenance.machine(&title))];
    if let Some(table) = published::times_table(results) {
        times.extend([Block::Text(published::ABOUT_TIMES.to_owned()), Block::Table(table)]);
    }
    times.push(Block::Table(times_table(results)));
    Ok(Section { name: name.to_owned(), document: Document { title, blocks }, times, rows: rows(results) })
}

/// Returns each player beside the best one, game by game; empty if the table would be long.
fn pairs(results: &Results) -> Result<Vec<Block>, Problem> {
    let table = report::pairs::table(results)?.filter(|table| table.rows.len() <= MOST_PAIRS);
    let about = "Each player beside the best one under the same rules.".to_owned();
    Ok(table.map_or_else(Vec::new, |table| {
        vec![Block::Heading("Game by game, on the same layouts"), Block::Text(about), Block::Table(table)]
    }))
}

/// Leaves out the sources of the highest known win rates, which the report of the run has: they make the table too wide.
fn without_source(mut table: Table) -> Table {
    if let Some(column) = table.heads.iter().position(|head| *head == "source") {
        table.heads.remove(column);
        table.n_word_columns -= 1;
        table.rows.iter_mut().for_each(|row| drop(row.remove(column)));
    }
    table
}

/// Returns ours beside theirs, with a sentence for each row on which they differ.
fn comparison(results: &Results) -> Vec<Block> {
    let rows: Vec<Vec<String>> = comparisons(results).map(|found| row(&found)).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let heads = vec!["player", "theirs by", "rules", "ours", "95 %", "theirs", "95 %", "games"];
    let mut blocks = vec![
        Block::Heading("Ours beside theirs"),
        Block::Table(Table { heads, n_word_columns: 3, rows }),
        Block::Text("Games: the number of theirs, where it is stated.".to_owned()),
    ];
    let apart: Vec<String> =
        comparisons(results).filter(Comparison::differs).map(|found| found.sentence()).collect();
    if !apart.is_empty() {
        blocks.push(Block::List(apart));
    }
    blocks
}

fn row(found: &Comparison) -> Vec<String> {
    let figure = found.figure;
    let (ours, ours_ci95) = found.ours.unwrap_or((f64::NAN, (f64::NAN, f64::NAN)));
    vec![
        figure.player.to_string(),
        figure.by.clone(),
        figure.rules.to_string(),
        percent(ours),
        interval(ours_ci95),
        found.theirs(),
        figure.ci95().map_or_else(|| NO_VALUE.to_owned(), interval),
        figure.games.map_or_else(|| NO_VALUE.to_owned(), grouped),
    ]
}

fn players_table(results: &Results) -> Table {
    let row = |outcome: &Outcome| {
        let tally = &outcome.tally;
        let (rate, ci95) = tally.best_estimate();
        vec![
            outcome.case.rules.to_string(),
            outcome.case.player.to_string(),
            percent(rate),
            interval(ci95),
            percent(tally.uncovered_share()),
            decimal(tally.mean_guesses()),
        ]
    };
    let heads = vec!["rules", "player", "won", "95 %", "uncovered", "guesses"];
    Table { heads, n_word_columns: 2, rows: results.outcomes.iter().map(row).collect() }
}

/// Returns how long our players take.
fn times_table(results: &Results) -> Table {
    let row = |outcome: &Outcome| {
        let timing = &outcome.timing;
        vec![
            outcome.case.rules.to_string(),
            outcome.case.player.to_string(),
            timing.games_per_cpu_second().map_or_else(|| NO_VALUE.to_owned(), speed),
            timing.mean_game().map_or_else(|| NO_VALUE.to_owned(), duration),
        ]
    };
    let heads = vec!["rules", "player", "games per CPU second", "mean game"];
    Table { heads, n_word_columns: 2, rows: results.outcomes.iter().map(row).collect() }
}

/// Counts the published win rates beside ours.
fn rows(results: &Results) -> Rows {
    let mut rows = Rows::default();
    for found in comparisons(results) {
        let apart = usize::from(found.differs());
        let (n_rows, n_apart) = match found.figure.ci95() {
            Some(_) => (&mut rows.sampled, &mut rows.sampled_apart),
            None => (&mut rows.unsampled, &mut rows.unsampled_apart),
        };
        *n_rows += 1;
        *n_apart += apart;
    }
    rows
}
