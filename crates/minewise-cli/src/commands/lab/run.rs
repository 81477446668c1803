//! `minewise lab run`: plays experiments, or resumes them.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use minewise_coach::Problem;
use minewise_lab::{Folder, Layouts, Results, Run, Scores};
use serde::Serialize;

use super::conduct::{print_report, stop_on_signals, work};
use super::experiments::Experiment;
use crate::io::number::count;
use crate::io::options::{LuckArgs, StudyArgs, TableFormat};
use crate::io::outcomes::{OutcomeTable, RunAnswer, write_as, write_uses};
use crate::io::{print_json, warn_if_not_taught};

/// Plays experiments, or resumes them, and stores their records.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  minewise lab run classic --games 20
  minewise lab run classic --quick")]
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
            work(&scores, &folder, manifest.title.clone(), &args.common, &stop)?;
            print_report(&scores, &folder, &args.common, out)?;
            continue;
        }
        work(&Run::new(manifest), &Folder::new(folder), manifest.title.clone(), &args.common, &stop)?;
        let results = Results::read(folder)?;
        let format = if args.common.answer.json { TableFormat::Json } else { args.format };
        match format {
            TableFormat::Json => print_json(out, &answer(path, folder, &results))?,
            TableFormat::Table => write(out, folder, &results)?,
            format => write_as(format, out, &results.outcomes, results.manifest.plan.seed.0)?,
        }
        out.flush()?;
    }
    Ok(())
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
