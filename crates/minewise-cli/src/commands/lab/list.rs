//! `minewise lab list`: lists the experiments, and how much of each is played.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use minewise_coach::Problem;
use minewise_lab::{CaseTimes, Source, TimeEstimate};
use serde::Serialize;

use super::RUNS;
use super::experiments::{Experiment, is_manifest, names};
use crate::io::options::{FormatArgs, TableFormat};
use crate::io::refusal::Refusals;
use crate::io::table::{write_csv, write_markdown};
use crate::io::{print_json, words};

/// Lists the experiments, how much of each is played, and how long it takes.
///
/// The time is an estimate from the times of the same players under the same rules: of the runs in runs/, and of the
/// committed records that the program was built with, on the machines that played them. It leaves out the time of
/// measuring luck.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  minewise lab list
  minewise lab list --format csv")]
pub(crate) struct Args {
    /// A folder of manifests [default: those in experiments/ and those embedded in the program]
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    answer: FormatArgs,
}

/// One experiment in the list.
#[derive(Serialize)]
struct Row {
    name: String,
    title: String,
    cases: usize,
    /// Number of games of each case.
    games: u64,
    /// Number of games played in all cases; `None` if the records belong to another manifest.
    played: Option<u64>,
    /// Whether all games are played.
    complete: bool,
    /// Estimate of the CPU time of all games, in seconds, without the cases that were never timed.
    cpu_seconds: f64,
    /// Number of cases that were never timed.
    untimed_cases: usize,
}

/// Lists the manifests that can be read, and reports the others at the end.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let times = times();
    let mut rows = Vec::new();
    let mut refusals = Refusals::default();
    let experiments: Vec<Result<Experiment, Problem>> = match &args.folder {
        Some(folder) => manifests(folder)?.iter().map(|path| Experiment::read(path)).collect(),
        None => names().iter().map(|name| Experiment::named(name)).collect(),
    };
    for experiment in experiments {
        match experiment {
            Ok(experiment) => rows.push(row(&experiment, &times)),
            Err(error) => refusals.push(&error),
        }
    }
    match args.answer.format() {
        TableFormat::Json => print_json(out, &serde_json::json!({ "experiments": rows }))?,
        TableFormat::Csv => write_csv(out, &rows, &["name", "title"])?,
        TableFormat::Markdown => {
            let heads = ["experiment", "title", "cases", "games of each", "played", "CPU time"];
            let cells: Vec<Vec<String>> = rows.iter().map(Row::cells).collect();
            write_markdown(out, &heads, 2, &cells)?;
        }
        TableFormat::Table => rows.iter().try_for_each(|row| write_row(out, row))?,
    }
    Ok(refusals.into_result()?)
}

/// The manifests of a folder, sorted by name.
fn manifests(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
    let cannot = |error| Problem::bad_input(format!("cannot read `{}`: {error}", folder.display()));
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        if is_manifest(&path) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// The times of all runs in `runs/` and of the committed records.
fn times() -> CaseTimes {
    let mut times = CaseTimes::default();
    for folder in std::fs::read_dir(RUNS).into_iter().flatten().flatten() {
        times.add(&Source::file(&folder.path().join("timings.jsonl")));
    }
    for timings in minewise_web::committed_timings() {
        times.add(&Source::bytes("timings.jsonl", Some(&timings)));
    }
    times
}

fn row(experiment: &Experiment, times: &CaseTimes) -> Row {
    let manifest = &experiment.manifest;
    let played = manifest.n_played_in(&experiment.folder()).ok();
    let TimeEstimate { cpu_time, n_untimed } = times.estimate(&manifest.plan);
    Row {
        name: experiment.name(),
        title: manifest.title.clone(),
        cases: manifest.plan.cases.len(),
        games: manifest.plan.n_games,
        played,
        complete: played == Some(manifest.plan.n_games_in_all()),
        cpu_seconds: cpu_time.as_secs_f64(),
        untimed_cases: n_untimed,
    }
}

impl Row {
    /// The cells of the row in a table.
    fn cells(&self) -> Vec<String> {
        let Row { name, title, cases, games, .. } = self;
        let time = time_text(self.cpu_seconds, self.untimed_cases, *cases);
        vec![
            format!("`{name}`"),
            title.clone(),
            cases.to_string(),
            words::grouped(games),
            self.played_text(),
            time,
        ]
    }

    /// How much of the experiment is played, in words.
    fn played_text(&self) -> String {
        match self.played {
            _ if self.complete => "all played".to_owned(),
            Some(0) => "not played".to_owned(),
            Some(played) => {
                let share = played as f64 / (self.cases as u64 as f64 * self.games as f64);
                format!("{} played", words::percent(share))
            }
            None => "the records in its folder belong to another manifest".to_owned(),
        }
    }
}

/// `classic: Random and exact on the classic boards` and, below it, how much is played.
fn write_row(out: &mut impl Write, row: &Row) -> Result<()> {
    let Row { name, title, cases, games, .. } = row;
    let time = time_text(row.cpu_seconds, row.untimed_cases, *cases);
    let (played, cases, games) = (row.played_text(), words::count(*cases, "case"), words::grouped(games));
    Ok(writeln!(out, "{name}: {title}\n    {cases} of {games} games; {played}; {time}")?)
}

/// `about 12 minutes of CPU time`, `at least 3 seconds of CPU time; 2 cases were never timed`.
fn time_text(seconds: f64, n_untimed: usize, n_cases: usize) -> String {
    if n_untimed == n_cases {
        return "never timed".to_owned();
    }
    let (amount, unit) = match seconds {
        seconds if seconds < 90.0 => (seconds, "second"),
        seconds if seconds < 5400.0 => (seconds / 60.0, "minute"),
        seconds => (seconds / 3600.0, "hour"),
    };
    let time = words::count((amount.ceil() as usize).max(1), unit);
    match n_untimed {
        0 => format!("about {time} of CPU time"),
        _ => format!("at least {time} of CPU time, {} never timed", words::count(n_untimed, "case")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_rounded_up_and_say_what_they_leave_out() {
        assert_eq!(time_text(0.01, 0, 2), "about 1 second of CPU time");
        assert_eq!(time_text(90.0, 0, 2), "about 2 minutes of CPU time");
        assert_eq!(time_text(86_400.0, 1, 2), "at least 24 hours of CPU time, 1 case never timed");
        assert_eq!(time_text(0.0, 2, 2), "never timed");
    }
}
