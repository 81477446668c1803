//! The report of a run.

pub(crate) mod figures;
pub(crate) mod pairs;
pub(crate) mod published;
pub(crate) mod summary;
pub(crate) mod uses;

use minewise_coach::Problem;

use crate::play::arena::{LossChoice, Phase};
use crate::play::chunk::Outcome;
use crate::play::manifest::{KnownFigure, Manifest};
use crate::report::Pages;
use crate::report::document::{Block, Document, Table};
use crate::report::format::{NO_VALUE, decimal, duration, grouped, interval, percent, speed};
use crate::store::folder::{MANIFEST, StudyFile};
use crate::store::source::Files;
use crate::store::text_file::ModelFiles;
use crate::studies::run::results::Results;
use summary::Summary;

/// Makes the report of the run in these files.
pub(crate) fn pages(_: &StudyFile, files: &Files<'_>, models: ModelFiles) -> Result<Pages, Problem> {
    Pages::of_results(&Results::of_files(Manifest::of(&files(MANIFEST), models)?, files)?)
}

impl Pages {
    /// Makes the report of a run.
    ///
    /// # Errors
    /// Returns an error if its records cannot be read or are damaged.
    pub fn of_results(results: &Results) -> Result<Pages, Problem> {
        let mut pages = Pages::of_document(report(results)?, results.is_complete());
        pages.add("timings", &timings(results));
        Ok(pages.with_figures(&Summary::of(results)))
    }
}

/// Makes the report of results. It depends only on the records.
fn report(results: &Results) -> Result<Document, Problem> {
    let mut blocks = introduction(results);
    blocks.push(Block::Heading("Win rates"));
    blocks.extend(figures::all(results));
    blocks.push(Block::Table(results_table(results)));
    blocks.push(Block::Table(course_table(results)));
    blocks.push(Block::Text(legend(results)));
    blocks.push(Block::Heading("Where games were lost"));
    blocks.push(Block::Table(losses_table(results)));
    blocks.push(Block::Text(
        "Shares of the lost games. Opening: before a 0 was revealed. Endgame: at least nine tenths of the cells \
         without a mine were revealed. Forced: no cell was certainly safe."
            .to_owned(),
    ));
    if let Some(estimate) = &results.estimate {
        blocks.push(Block::Heading("Luck"));
        blocks.push(Block::Table(luck_table(results)));
        blocks.push(Block::Text(format!(
            "Luck is the value of the numbers shown minus their expected value, in percentage points of the chance to \
             win, measured with the estimate {estimate}. Its expectation is 0. The share of luck that explains the \
             results best is subtracted from them. Variance ratio: how many times more games the plain win rate needs \
             for the same precision."
        )));
    }
    if let Some(table) = pairs::table(results)? {
        blocks.push(Block::Heading("Players compared"));
        blocks.push(Block::Text(
            "Each player is compared with the best one under the same rules, game by game on the same layouts. Points: \
             the difference of their win rates in percentage points."
                .to_owned(),
        ));
        blocks.push(Block::Table(table));
    }
    blocks.extend(published::section(results));
    blocks.extend(uses::section(results));
    if !results.manifest.known.is_empty() {
        blocks.push(Block::Heading("Highest known win rates"));
        blocks.push(Block::Table(known_table(results)));
    }
    blocks.push(Block::Link { page: "timings", text: "Times are on a separate page." });
    Ok(Document { title: results.manifest.title.clone(), blocks })
}

/// Makes the page of times, which differ from run to run.
fn timings(results: &Results) -> Document {
    let time = |time: Option<std::time::Duration>| time.map_or_else(|| NO_VALUE.to_owned(), duration);
    let row = |outcome: &Outcome| {
        let timing = &outcome.timing;
        vec![
            outcome.case.rules.to_string(),
            outcome.case.player.to_string(),
            grouped(timing.games),
            timing.games_per_cpu_second().map_or_else(|| NO_VALUE.to_owned(), speed),
            time(timing.mean_game()),
            time(timing.median_game()),
            time(timing.longest_game()),
            time(timing.median_move()),
            time(timing.p99_move()),
            time(timing.longest_move()),
        ]
    };
    let heads = vec![
        "rules",
        "player",
        "games",
        "games per CPU second",
        "mean game",
        "median game",
        "longest game",
        "median move",
        "99 % of moves",
        "longest move",
    ];
    let rows = results.outcomes.iter().map(row).collect();
    let mut blocks = vec![
        Block::Text(
            "CPU time of the players and their games, without the time for measuring guesses and luck. Moves are timed \
             in some of the games. The median and the longest game are known only if each game was timed \
             separately; a median is at most 13 % too high."
                .to_owned(),
        ),
        Block::Table(Table { heads, n_word_columns: 2, rows }),
    ];
    blocks.extend(published::times(results));
    blocks.push(Block::Link { page: "report", text: "The results" });
    Document { title: format!("{}: timings", results.manifest.title), blocks }
}

fn introduction(results: &Results) -> Vec<Block> {
    let plan = &results.manifest.plan;
    let mut blocks = Vec::new();
    if !results.is_complete() {
        let (n_incomplete, n_all) = (results.incomplete().count(), results.outcomes.len());
        blocks.push(Block::Warning(format!(
            "This run is not finished: {n_incomplete} of {n_all} rows have fewer than {} games. The figures are those \
             of the games played so far.",
            grouped(plan.n_games)
        )));
    }
    blocks.extend(results.manifest.question.clone().map(Block::Text));
    let last = plan.seed.0.wrapping_add(plan.n_games - 1);
    blocks.push(Block::Text(format!(
        "{} games of each player under each set of rules, on the same layouts: seeds {} to {last}.",
        grouped(plan.n_games),
        plan.seed
    )));
    blocks
}

fn results_table(results: &Results) -> Table {
    let row = |outcome: &Outcome| {
        let tally = &outcome.tally;
        let adjusted = tally.adjusted();
        let or_none = |text: Option<String>| text.unwrap_or_else(|| NO_VALUE.to_owned());
        vec![
            outcome.case.rules.to_string(),
            outcome.case.player.to_string(),
            grouped(tally.games),
            percent(tally.win_rate()),
            interval(tally.win_rate_ci95()),
            or_none(adjusted.map(|mean| percent(mean.mean))),
            or_none(adjusted.map(|mean| interval(mean.ci95))),
        ]
    };
    let heads = vec!["rules", "player", "games", "won", "95 %", "without luck", "95 %"];
    Table { heads, n_word_columns: 2, rows: results.outcomes.iter().map(row).collect() }
}

/// Returns how the games went, apart from the win rates so that no table is wider than the page.
fn course_table(results: &Results) -> Table {
    let has_free = has_free_guesses(results);
    let row = |outcome: &Outcome| {
        let tally = &outcome.tally;
        let free = || tally.free_guesses.map_or_else(|| NO_VALUE.to_owned(), grouped);
        let mut cells = vec![
            outcome.case.rules.to_string(),
            outcome.case.player.to_string(),
            percent(tally.uncovered_share()),
            decimal(tally.mean_guesses()),
            decimal(tally.mean_risk()),
            decimal(tally.mean_reveals()),
            grouped(tally.given_up),
        ];
        cells.extend(has_free.then(free));
        cells
    };
    let mut heads = vec!["rules", "player", "uncovered", "guesses", "risk", "reveals", "given up"];
    heads.extend(has_free.then_some("free guesses"));
    Table { heads, n_word_columns: 2, rows: results.outcomes.iter().map(row).collect() }
}

/// Checks whether free guesses were counted in some of the games. Older records do not have them.
fn has_free_guesses(results: &Results) -> bool {
    results.outcomes.iter().any(|outcome| outcome.tally.free_guesses.is_some())
}

fn legend(results: &Results) -> String {
    let free = if has_free_guesses(results) {
        " Free guesses: the number of guesses in all games that were made although some cell was certainly safe."
    } else {
        ""
    };
    let luck = match &results.estimate {
        Some(_) => " Without luck: an estimate of the same win rate with less noise; see below.",
        None => "",
    };
    format!(
        "Intervals are 95 % confidence intervals: Wilson's for the share won, the normal approximation for all others. \
         Uncovered: the share of cells without a mine that were revealed. Guesses, risk (the sum of the risks of all \
         guesses) and reveals are means per game.{free}{luck}"
    )
}

/// Returns the highest known win rates beside the best of ours.
pub(crate) fn known_table(results: &Results) -> Table {
    let row = |known: &KnownFigure| {
        let best = results.outcomes.iter().filter(|outcome| outcome.case.rules == known.rules);
        let best = best.filter(|outcome| outcome.tally.games > 0).max_by(|one, other| {
            let rate = |outcome: &Outcome| outcome.tally.best_estimate().0;
            rate(one).total_cmp(&rate(other))
        });
        let share = |outcome: &Outcome| percent(outcome.tally.best_estimate().0 / known.win_rate);
        vec![
            known.rules.to_string(),
            known.by.clone(),
            known.source.clone(),
            best.map_or_else(|| NO_VALUE.to_owned(), |outcome| outcome.case.player.to_string()),
            percent(known.win_rate),
            best.map_or_else(|| NO_VALUE.to_owned(), |outcome| percent(outcome.tally.best_estimate().0)),
            best.map_or_else(|| NO_VALUE.to_owned(), share),
        ]
    };
    let heads = vec!["rules", "by", "source", "best here", "known", "best here", "share"];
    Table { heads, n_word_columns: 4, rows: results.manifest.known.iter().map(row).collect() }
}

fn luck_table(results: &Results) -> Table {
    let row = |outcome: &Outcome| {
        let tally = &outcome.tally;
        let or_none = |text: Option<String>| text.unwrap_or_else(|| NO_VALUE.to_owned());
        vec![
            outcome.case.rules.to_string(),
            outcome.case.player.to_string(),
            or_none(tally.mean_luck().map(|luck| decimal(100.0 * luck.mean))),
            or_none(tally.mean_luck().map(|luck| interval(luck.ci95))),
            or_none(tally.luck_adjusted().map(|adjusted| decimal(adjusted.share))),
            or_none(tally.variance_ratio().map(decimal)),
        ]
    };
    let heads = vec!["rules", "player", "mean luck", "95 %", "share subtracted", "variance ratio"];
    Table { heads, n_word_columns: 2, rows: results.outcomes.iter().map(row).collect() }
}

fn losses_table(results: &Results) -> Table {
    let phases = [Phase::Opening, Phase::Middle, Phase::Endgame];
    let choices = [LossChoice::Forced, LossChoice::Free, LossChoice::Unmeasured];
    let row = |outcome: &Outcome| {
        let losses = &outcome.tally.losses;
        let share = |counts: &mut dyn Iterator<Item = u64>| {
            percent(counts.sum::<u64>() as f64 / losses.total() as f64)
        };
        let mut row =
            vec![outcome.case.rules.to_string(), outcome.case.player.to_string(), grouped(losses.total())];
        row.extend(phases.map(|phase| share(&mut choices.iter().map(|&choice| losses.of(phase, choice)))));
        row.extend(choices.map(|choice| share(&mut phases.iter().map(|&phase| losses.of(phase, choice)))));
        row
    };
    let heads = vec![
        "rules",
        "player",
        "lost",
        "opening",
        "middle",
        "endgame",
        "forced",
        "not forced",
        "not measured",
    ];
    Table { heads, n_word_columns: 2, rows: results.outcomes.iter().map(row).collect() }
}

#[cfg(test)]
mod tests;
