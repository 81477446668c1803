//! The report of an ablation of Mio.

use std::time::Duration;

use minewise_coach::Problem;
use minewise_learn::mio::Setting;

use super::{Conditions, LearningTime, Trial, claims};
use crate::report::Pages;
use crate::report::document::{Block, Document, Table};
use crate::report::format::{decimal, duration, grouped, interval, percent};
use crate::stats::statistics::wilson;
use crate::store::folder::{RECORDS, StudyFile, TIMINGS};
use crate::store::journal;
use crate::store::source::Files;
use crate::store::text_file::ModelFiles;

/// Makes the report of the trials in these files.
pub(crate) fn pages(study: &StudyFile, files: &Files<'_>, _: ModelFiles) -> Result<Pages, Problem> {
    let (trials, timings): (Vec<Trial>, _) = (journal::read_all(&files(RECORDS))?, files(TIMINGS));
    let times = if timings.exists() { journal::read_all(&timings)? } else { Vec::new() };
    let n_samples = study.settings.get("samples").and_then(serde_json::Value::as_u64).unwrap_or(0);
    let is_beyond = study.settings.get("beyond").and_then(serde_json::Value::as_bool).unwrap_or(false);
    let n_settings = Setting::ALL.len() as u64;
    let n_trials = if is_beyond { n_samples * (n_settings + 2) + 1 } else { n_samples * n_settings };
    let is_complete = trials.len() as u64 >= n_trials;
    Ok(Pages::of_document(&report(&trials, &times), is_complete))
}

/// Makes the report of the trials of all settings.
fn report(trials: &[Trial], times: &[LearningTime]) -> Document {
    let mut blocks = vec![Block::Text(
        "Each setting learns rules about safe cells from several samples. AL is active learning, GS is greedy search, \
         M is macros. Without active learning, a setting gets as many random examples as AL+GS+M was shown on the same \
         sample. A search is cut when it has tested the maximum number of clauses. Accuracy: the share of cells of \
         fresh views that the rules classify correctly as certainly safe or not. Wrong: the share that they call \
         certainly safe and that are not. Games are played with these rules, the shipped rules about mines, and random \
         guesses."
            .to_owned(),
    )];
    let heads = vec![
        "setting",
        "samples",
        "examples",
        "clauses per search",
        "searches cut",
        "rules",
        "accuracy",
        "wrong",
        "win rate",
        "95 %",
    ];
    let rows = Setting::ALL.iter().filter_map(|setting| row(setting.name(), trials)).collect();
    blocks.push(Block::Table(Table { heads, n_word_columns: 1, rows }));
    blocks.push(Block::Heading("Claims of the paper"));
    blocks.push(claims::table(trials));
    blocks.extend(uses(trials));
    blocks.push(Block::Heading("Every trial"));
    let heads = vec![
        "setting",
        "conditions",
        "sample",
        "examples",
        "clauses",
        "searches",
        "cut",
        "rules",
        "accuracy",
        "wrong",
        "win rate",
    ];
    blocks.push(Block::Table(Table {
        heads,
        n_word_columns: 2,
        rows: trials.iter().map(trial_row).collect(),
    }));
    for setting in Setting::ALL {
        let first = of(setting.name(), trials).min_by_key(|trial| trial.sample);
        if let Some(trial) = first {
            blocks.push(Block::Text(format!(
                "The rules that {} learned on sample {}:",
                trial.setting, trial.sample
            )));
            blocks.push(Block::List(trial.rules.clone()));
        }
    }
    blocks.push(Block::Heading("Computing time"));
    let heads = vec!["setting", "conditions", "CPU time per sample"];
    let all = [Conditions::Table2, Conditions::Unlimited, Conditions::AllExamples];
    let each = all.into_iter().flat_map(|conditions| Setting::ALL.map(|setting| (setting, conditions)));
    let rows = each.filter_map(|(setting, conditions)| time_row(setting.name(), conditions, times)).collect();
    blocks.push(Block::Table(Table { heads, n_word_columns: 2, rows }));
    Document { title: "Mio with and without its techniques".to_owned(), blocks }
}

fn of<'a>(setting: &'a str, trials: &'a [Trial]) -> impl Iterator<Item = &'a Trial> + Clone {
    let is_own = move |trial: &&Trial| trial.setting == setting && trial.conditions == Conditions::Table2;
    trials.iter().filter(is_own)
}

/// Returns a table of how often the best setting's rules were used in play, all of them and not only the paper's.
fn uses(trials: &[Trial]) -> Vec<Block> {
    let best = claims::of(trials, Setting::ActiveGreedyMacros, Conditions::Table2);
    // Older records do not have them.
    let Some(trial) = best.iter().find(|trial| !trial.uses.is_empty()) else { return Vec::new() };
    let n_moves: u64 = trial.uses.values().sum();
    let row = |(name, &n): (&String, &u64)| {
        let clause = name.strip_prefix("S-").and_then(|number| number.parse::<usize>().ok());
        let clause = clause.and_then(|number| trial.rules.get(number - 1)).cloned().unwrap_or_default();
        vec![name.clone(), clause, grouped(n), percent(n as f64 / n_moves.max(1) as f64)]
    };
    let text = format!(
        "How often {} games used each rule that {} learned on sample {}. A mark counts as a move, as in the paper.",
        grouped(trial.games),
        trial.setting,
        trial.sample
    );
    let rows = trial.uses.iter().map(row).collect();
    let table = Block::table(&["rule", "clause", "uses", "share of moves"], 2, rows);
    vec![Block::Heading("Rules used in play"), Block::Text(text), table]
}

/// Returns the conditions of a trial in words.
fn words(conditions: Conditions) -> &'static str {
    match conditions {
        Conditions::Table2 => "as in the paper's Table 2",
        Conditions::Unlimited => "no limit of clauses",
        Conditions::AllExamples => "all examples at once",
    }
}

fn row(setting: &str, trials: &[Trial]) -> Option<Vec<String>> {
    let own = of(setting, trials);
    let n_samples = own.clone().count();
    let sum = |what: fn(&Trial) -> u64| own.clone().map(what).sum::<u64>();
    let mean = |what: fn(&Trial) -> f64| own.clone().map(what).sum::<f64>() / n_samples as f64;
    let (wins, games) = (sum(|trial| trial.wins), sum(|trial| trial.games));
    (n_samples > 0).then(|| {
        vec![
            setting.to_owned(),
            n_samples.to_string(),
            decimal(mean(|trial| (trial.positive + trial.negative) as f64)),
            decimal(sum(|trial| trial.clauses) as f64 / sum(|trial| trial.searches).max(1) as f64),
            percent(sum(|trial| trial.cut) as f64 / sum(|trial| trial.searches).max(1) as f64),
            decimal(mean(|trial| trial.rules.len() as f64)),
            percent(mean(|trial| trial.fresh.accuracy())),
            percent(mean(wrong)),
            percent(wins as f64 / games.max(1) as f64),
            interval(wilson(wins, games)),
        ]
    })
}

/// Returns the share of cells that the rules call safe although they are not certainly safe.
fn wrong(trial: &Trial) -> f64 {
    trial.fresh.wrong as f64 / trial.fresh.cells.max(1) as f64
}

fn trial_row(trial: &Trial) -> Vec<String> {
    vec![
        trial.setting.clone(),
        words(trial.conditions).to_owned(),
        trial.sample.to_string(),
        format!("{} + {}", trial.positive, trial.negative),
        trial.clauses.to_string(),
        trial.searches.to_string(),
        trial.cut.to_string(),
        trial.rules.len().to_string(),
        percent(trial.fresh.accuracy()),
        percent(wrong(trial)),
        percent(trial.wins as f64 / trial.games.max(1) as f64),
    ]
}

fn time_row(setting: &str, conditions: Conditions, times: &[LearningTime]) -> Option<Vec<String>> {
    let own = times.iter().filter(|time| time.setting == setting && time.conditions == conditions);
    let n_samples = own.clone().count() as u64;
    let sum: u64 = own.map(|time| time.cpu_ns).sum();
    let mean = duration(Duration::from_nanos(sum / n_samples.max(1)));
    (n_samples > 0).then(|| vec![setting.to_owned(), words(conditions).to_owned(), mean])
}
