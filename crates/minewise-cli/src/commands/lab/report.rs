//! `minewise lab report`: writes the reports of studies from their records.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use minewise_coach::Problem;
use minewise_lab::Folder;
use serde_json::json;

use super::RUNS;
use crate::io::options::JsonArg;
use crate::io::print_json;
use crate::io::progress::progress_bar_of;
use crate::io::refusal::Refusals;

/// Writes the reports of studies from their records: Markdown, and HTML with plots.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  minewise lab report runs/classic-20-games")]
pub(crate) struct Args {
    /// The folders of the studies [default: all in runs/]
    #[arg(value_name = "DIR")]
    folders: Vec<PathBuf>,
    #[command(flatten)]
    answer: JsonArg,
}

/// Writes a report into each folder. A folder that cannot be reported does not stop the others.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let folders = if args.folders.is_empty() { all_runs(Path::new(RUNS))? } else { args.folders.clone() };
    let mut refusals = Refusals::default();
    let mut answers = Vec::new();
    let bar = progress_bar_of(folders.len() as u64, "reports", "writing".to_owned());
    for folder in &folders {
        bar.inc(1);
        let (report, files) = match Folder::new(folder).report() {
            Ok(report) => report,
            Err(error) => {
                refusals.push(&error);
                continue;
            }
        };
        let files: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
        if args.answer.json {
            let folder = folder.display().to_string();
            answers.push(json!({ "folder": folder, "files": files, "complete": report.is_complete }));
        } else {
            let unfinished = if report.is_complete { "" } else { " (not finished)" };
            writeln!(out, "{}{unfinished}", files.join("\n"))?;
        }
    }
    bar.finish_and_clear();
    if args.answer.json {
        print_json(out, &json!({ "reports": answers }))?;
    }
    Ok(refusals.into_result()?)
}

/// The folders in `runs/` that hold a study, sorted by name.
fn all_runs(runs: &Path) -> Result<Vec<PathBuf>, Problem> {
    let cannot = |error| Problem::bad_input(format!("cannot read the folder `{}`: {error}", runs.display()));
    let mut folders = Vec::new();
    for entry in std::fs::read_dir(runs).map_err(cannot)? {
        let folder = entry.map_err(cannot)?.path();
        if Folder::new(&folder).holds_a_study() {
            folders.push(folder);
        }
    }
    if folders.is_empty() {
        return Err(Problem::bad_input(format!("there is no study in `{}`", runs.display())));
    }
    folders.sort();
    Ok(folders)
}
