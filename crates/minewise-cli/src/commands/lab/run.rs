//! `minewise lab run`: plays experiments, or resumes them.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use minewise_coach::Problem;
use minewise_lab::{Folder, Layouts, Part, Results, Run, Scores};
use serde::Serialize;

use super::conduct::{print_report, stop_on_signals, work};
use super::experiments::Experiment;
use crate::io::number::count;
use crate::io::options::{JsonArg, LuckArgs, StudyArgs, TableFormat};
use crate::io::outcomes::{OutcomeTable, RunAnswer, write_outcomes_csv, write_outcomes_markdown, write_uses};
use crate::io::{print_json, warn_if_not_taught};

/// Plays experiments, or resumes them, and stores their records.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  minewise lab run classic --games 20
  minewise lab run classic --quick
  minewise lab run classic --quick --part 2/8")]
pub(crate) struct Args {
    /// The experiments: files, or names as `lab list` prints them
    #[arg(value_name = "MANIFEST", required = true)]
    manifests: Vec<PathBuf>,
    /// Number of games of each case, in place of that of the manifest
    #[arg(short = 'n', long, value_name = "N", value_parser = count(1..=u64::MAX))]
    games: Option<u64>,
    /// Play a hundredth of the games, but at least 20 of each case
    #[arg(long, conflicts_with = "games")]
    quick: bool,
    /// Play only a part, such as 2/8 for the second of eight. Several machines can share an experiment in this way; `lab
    /// merge` puts their folders together
    #[arg(long, value_name = "I/N")]
    part: Option<Part>,
    #[command(flatten)]
    luck: LuckArgs,
    /// How to print the results of games
    #[arg(short, long, value_name = "FORMAT", conflicts_with = "json", default_value = "table")]
    format: TableFormat,
    #[command(flatten)]
    common: StudyArgs,
}

/// An experiment in JSON.
#[derive(Serialize)]
struct Answer {
    manifest: String,
    title: String,
    folder: String,
    runs: Vec<RunAnswer>,
}

/// Plays the experiments one after another. All manifests are read before the first game is played.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    if args.common.out.is_some() && args.manifests.len() > 1 {
        return Err(Problem::bad_input("`--out` can be used with a single experiment only").into());
    }
    let experiments: Vec<(Experiment, PathBuf)> =
        args.manifests.iter().map(|name| find(name, args)).collect::<Result<_, Problem>>()?;
    for case in experiments.iter().flat_map(|(experiment, _)| &experiment.manifest.plan.cases) {
        warn_if_not_taught(&case.player, &case.rules);
    }
    let stop = stop_on_signals()?;
    for (Experiment { path, manifest }, folder) in &experiments {
        if manifest.plan.layouts == Layouts::All {
            let (scores, folder) = (Scores::of_manifest(manifest), Folder::new(folder));
            work(&scores, &folder, manifest.title.clone(), &args.common, args.part, &stop)?;
            print_report(&scores, &folder, &args.common.answer, out)?;
            continue;
        }
        let run = Run::new(manifest);
        work(&run, &Folder::new(folder), manifest.title.clone(), &args.common, args.part, &stop)?;
        print_results(path, folder, args.format, &args.common.answer, out)?;
    }
    Ok(())
}

/// Prints the results in the folder of a run.
pub(super) fn print_results(
    manifest: &Path,
    folder: &Path,
    format: TableFormat,
    json: &JsonArg,
    out: &mut impl Write,
) -> Result<()> {
    let results = Results::read(folder)?;
    match if json.json { TableFormat::Json } else { format } {
        TableFormat::Json => print_json(out, &answer(manifest, folder, &results))?,
        TableFormat::Table => write(out, folder, &results)?,
        TableFormat::Csv => write_outcomes_csv(out, &results.outcomes, results.manifest.plan.seed.0)?,
        TableFormat::Markdown => write_outcomes_markdown(out, &results.outcomes)?,
    }
    Ok(out.flush()?)
}

/// Finds an experiment and the folder for its records. With another number of games it gets another folder, since the
/// manifest in it is another one.
fn find(name: &Path, args: &Args) -> Result<(Experiment, PathBuf), Problem> {
    let mut experiment = Experiment::find(name)?;
    experiment.manifest.plan.adjust = args.luck.adjust_or(experiment.manifest.plan.adjust);
    let mut folder = experiment.folder();
    let n_games = experiment.manifest.plan.n_games;
    let wanted = if args.quick { Some((n_games / 100).max(20).min(n_games)) } else { args.games };
    if let Some(n_games) = wanted {
        experiment.manifest = experiment.manifest.with_games(&experiment.path, n_games)?;
        folder.set_file_name(format!("{}-{n_games}-games", experiment.name()));
    }
    if let Some((number, of)) = args.part.map(|part| part.numbers()) {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        folder.set_file_name(format!("{name}-part-{number}-of-{of}"));
    }
    Ok((experiment, args.common.out.clone().unwrap_or(folder)))
}

fn answer(path: &Path, folder: &Path, results: &Results) -> Answer {
    let seed = results.manifest.plan.seed.0;
    Answer {
        manifest: path.display().to_string(),
        title: results.manifest.title.clone(),
        folder: folder.display().to_string(),
        runs: results.outcomes.iter().map(|outcome| RunAnswer::new(outcome, seed)).collect(),
    }
}

fn write(out: &mut impl Write, folder: &Path, results: &Results) -> Result<()> {
    writeln!(out, "{}\n", results.manifest.title)?;
    let table = OutcomeTable::new(results.outcomes.iter().map(|outcome| &outcome.case));
    table.write_head(out)?;
    for outcome in &results.outcomes {
        table.write(out, outcome)?;
    }
    OutcomeTable::write_notes(out)?;
    write_uses(out, &results.outcomes)?;
    Ok(writeln!(out, "\nThe records are in `{}`.", folder.display())?)
}
