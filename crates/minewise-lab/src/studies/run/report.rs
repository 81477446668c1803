//! The report of a run.

mod figures;
mod pairs;
mod published;
pub(crate) mod summary;
mod uses;

use minewise_coach::Problem;

use crate::play::arena::{LossChoice, Phase};
use crate::play::chunk::Outcome;
use crate::play::manifest::{Known, Manifest};
use crate::report::Pages;
use crate::report::document::{Block, Document, Table};
use crate::report::words::{NONE, decimal, duration, grouped, interval, percent, speed};
use crate::store::folder::{About, MANIFEST};
use crate::store::source::Files;
use crate::store::text_file::ModelFiles;
use crate::studies::run::results::Results;
use summary::Summary;

/// The report of the run that these files are of.
pub(crate) fn pages(_about: &About, files: &Files<'_>, models: ModelFiles) -> Result<Pages, Problem> {
    Pages::of_results(&Results::of_files(Manifest::of(&files(MANIFEST), models)?, files)?)
}

impl Pages {
    /// The report of a run.
    ///
    /// # Errors
    /// When its records cannot be read or are damaged.
    pub fn of_results(results: &Results) -> Result<Pages, Problem> {
        let mut pages = Pages::of_document(&report(results)?, results.is_complete());
        pages.add("timings", &timings(results));
        Ok(pages.with_figures(&Summary::of(results)))
    }
}

/// The report of results: a function of the records alone.
fn report(results: &Results) -> Result<Document, Problem> {
    let mut blocks = introduction(results);
    blocks.push(Block::Heading("Won"));
    blocks.extend(figures::all(results));
    blocks.push(Block::Table(results_table(results)));
    blocks.push(Block::Text(legend(results)));
    blocks.push(Block::Heading("Where games were lost"));
    blocks.push(Block::Table(losses_table(results)));
    blocks.push(Block::Text(
        "In shares of the games lost. Opening: before a 0 was revealed. Endgame: nine tenths of the cells without a \
         mine were revealed. Forced: no cell was certainly safe."
            .to_owned(),
    ));
    if let Some(estimate) = &results.estimate {
        blocks.push(Block::Heading("Luck"));
        blocks.push(Block::Table(luck_table(results)));
        blocks.push(Block::Text(format!(
            "Luck is what the numbers shown were worth beyond what was to be expected, in points of the chance to win, \
             by the estimate {estimate}. On average it is 0. Of it the share that explains the results best is taken \
             out of them. Variance ratio: as many times more games would the plain rate need to be as sure."
        )));
    }
    if let Some(table) = pairs::table(results)? {
        blocks.push(Block::Heading("Player beside player"));
        blocks.push(Block::Text(
            "On the same layouts, each beside the one that won the most under the same rules: by how many points the \
             best won more."
                .to_owned(),
        ));
        blocks.push(Block::Table(table));
    }
    if let Some(table) = published::table(results) {
        blocks.push(Block::Heading("Beside published figures"));
        blocks.push(Block::Text(
            "Ours differs where the 95 % interval of the difference, made of both intervals (Newcombe 1998), leaves 0. \
             Ours is the win rate without luck where that is surer."
                .to_owned(),
        ));
        blocks.push(Block::List(published::sentences(results)));
        blocks.push(Block::Table(table));
    }
    blocks.extend(uses::section(results));
    if !results.manifest.known.is_empty() {
        blocks.push(Block::Heading("The most that is known"));
        blocks.push(Block::Table(known_table(results)));
    }
    blocks.push(Block::Link { page: "timings", text: "How long it took stands on a page of its own." });
    Ok(Document { title: results.manifest.title.clone(), blocks })
}

/// How long the games took, which is another time each time.
fn timings(results: &Results) -> Document {
    let time = |time: Option<std::time::Duration>| time.map_or_else(|| NONE.to_owned(), duration);
    let row = |outcome: &Outcome| {
        let timing = &outcome.timing;
        vec![
            outcome.case.rules.to_string(),
            outcome.case.player.to_string(),
            grouped(timing.games),
            timing.games_per_cpu_second().map_or_else(|| NONE.to_owned(), speed),
            time(timing.mean_game()),
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
        "games a CPU second",
        "mean game",
        "longest game",
        "median move",
        "99 % of moves",
        "longest move",
    ];
    let rows = results.outcomes.iter().map(row).collect();
    let blocks = vec![
        Block::Text(
            "CPU time of the players and their games alone; measuring guesses and luck is left out. Moves are timed \
             in some of the games; the longest game is told where each was timed apart."
                .to_owned(),
        ),
        Block::Table(Table { heads, n_word_columns: 2, rows }),
        Block::Link { page: "report", text: "The results" },
    ];
    Document { title: format!("{}: timings", results.manifest.title), blocks }
}

fn introduction(results: &Results) -> Vec<Block> {
    let plan = &results.manifest.plan;
    let mut blocks = Vec::new();
    if !results.is_complete() {
        let (n_incomplete, n_all) = (results.incomplete().count(), results.outcomes.len());
        blocks.push(Block::Warning(format!(
            "This run is not finished: {n_incomplete} of {n_all} rows have fewer games than the {} that were asked \
             for. The figures are those of the games played so far.",
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
    let has_free = has_free_guesses(results);
    let row = |outcome: &Outcome| {
        let tally = &outcome.tally;
        let adjusted = tally.adjusted();
        let or_none = |text: Option<String>| text.unwrap_or_else(|| NONE.to_owned());
        let free = has_free.then(|| or_none(tally.free_guesses.map(grouped)));
        let mut cells = vec![
            outcome.case.rules.to_string(),
            outcome.case.player.to_string(),
            grouped(tally.games),
            percent(tally.win_rate()),
            interval(tally.win_rate_ci95()),
            or_none(adjusted.map(|mean| percent(mean.mean))),
            or_none(adjusted.map(|mean| interval(mean.ci95))),
            percent(tally.uncovered_share()),
            decimal(tally.mean_guesses()),
            decimal(tally.mean_risk()),
            decimal(tally.mean_reveals()),
            grouped(tally.given_up),
        ];
        cells.extend(free);
        cells
    };
    let mut heads = vec![
        "rules",
        "player",
        "games",
        "won",
        "95 %",
        "without luck",
        "95 %",
        "uncovered",
        "guesses",
        "risk",
        "reveals",
        "given up",
    ];
    heads.extend(has_free.then_some("free guesses"));
    Table { heads, n_word_columns: 2, rows: results.outcomes.iter().map(row).collect() }
}

/// Whether guesses made beside safe cells were counted in some of the games. Older records do not tell.
fn has_free_guesses(results: &Results) -> bool {
    results.outcomes.iter().any(|outcome| outcome.tally.free_guesses.is_some())
}

fn legend(results: &Results) -> String {
    let free = if has_free_guesses(results) {
        " Free guesses: those of all games together that were made although some cell was certainly safe."
    } else {
        ""
    };
    let luck = match &results.estimate {
        Some(_) => " Without luck: the same rate, told more surely; see below.",
        None => "",
    };
    format!(
        "Intervals are 95 %: Wilson's for the share won, the normal one for all others. Uncovered: the share of cells \
         without a mine that were revealed. Guesses, the sum of their risks, and reveals are of a game on average.{free}{luck}"
    )
}

fn known_table(results: &Results) -> Table {
    let row = |known: &Known| {
        let best = results.outcomes.iter().filter(|outcome| outcome.case.rules == known.rules);
        let best = best.filter(|outcome| outcome.tally.games > 0).max_by(|one, other| {
            let rate = |outcome: &Outcome| outcome.tally.surest().0;
            rate(one).total_cmp(&rate(other))
        });
        let share = |outcome: &Outcome| percent(outcome.tally.surest().0 / known.win_rate);
        vec![
            known.rules.to_string(),
            known.by.clone(),
            known.source.clone(),
            best.map_or_else(|| NONE.to_owned(), |outcome| outcome.case.player.to_string()),
            percent(known.win_rate),
            best.map_or_else(|| NONE.to_owned(), |outcome| percent(outcome.tally.surest().0)),
            best.map_or_else(|| NONE.to_owned(), share),
        ]
    };
    let heads = vec!["rules", "by", "source", "best here", "known", "best here", "share"];
    Table { heads, n_word_columns: 4, rows: results.manifest.known.iter().map(row).collect() }
}

fn luck_table(results: &Results) -> Table {
    let row = |outcome: &Outcome| {
        let tally = &outcome.tally;
        let or_none = |text: Option<String>| text.unwrap_or_else(|| NONE.to_owned());
        vec![
            outcome.case.rules.to_string(),
            outcome.case.player.to_string(),
            or_none(tally.mean_luck().map(|luck| decimal(100.0 * luck.mean))),
            or_none(tally.mean_luck().map(|luck| interval(luck.ci95))),
            or_none(tally.luckless().map(|luckless| decimal(luckless.share))),
            or_none(tally.variance_ratio().map(decimal)),
        ]
    };
    let heads = vec!["rules", "player", "mean luck", "95 %", "share taken out", "variance ratio"];
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
