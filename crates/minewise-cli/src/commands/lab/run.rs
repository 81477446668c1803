//! `minewise lab run`: plays experiments, or resumes them.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use minewise_coach::Problem;
use minewise_lab::{Folder, Layouts, Manifest, ModelFiles, Results, Run, Scores};
use serde::Serialize;

use super::conduct::{print_report, stop_on_signals, work};
use super::{default_folder, manifest_path};
use crate::io::options::{LuckArgs, StudyArgs};
use crate::io::outcomes::{OutcomeTable, RunAnswer, write_uses};
use crate::io::print_json;

/// Plays experiments and stores their records; games that are already recorded are not played again.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The experiments: files, or names of files in `experiments/`
    #[arg(value_name = "MANIFEST", required = true)]
    manifests: Vec<PathBuf>,
    #[command(flatten)]
    luck: LuckArgs,
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
    let mut experiments = Vec::new();
    for name in &args.manifests {
        let path = manifest_path(name);
        let mut manifest = Manifest::read(&path, ModelFiles::Read)?;
        manifest.plan.adjust = args.luck.adjust_or(manifest.plan.adjust);
        experiments.push((path, manifest));
    }
    let stop = stop_on_signals()?;
    for (path, manifest) in &experiments {
        let folder = args.common.out.clone().unwrap_or_else(|| default_folder(path));
        if manifest.plan.layouts == Layouts::All {
            let scores = Scores::of_manifest(manifest);
            work(&scores, &Folder::new(&folder), manifest.title.clone(), &args.common, &stop)?;
            print_report(&scores, &Folder::new(&folder), &args.common, out)?;
            continue;
        }
        work(&Run::new(manifest), &Folder::new(&folder), manifest.title.clone(), &args.common, &stop)?;
        let results = Results::read(&folder)?;
        if args.common.answer.json {
            print_json(out, &answer(path, &folder, &results))?;
        } else {
            write(out, &folder, &results)?;
        }
        out.flush()?;
    }
    Ok(())
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
    write_uses(out, &results.outcomes)?;
    Ok(writeln!(out, "\nThe records are in `{}`.", folder.display())?)
}
