//! `minewise lab report`: what the records of runs and surveys tell, as pages.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use minewise_lab::Report;
use serde_json::json;

use super::RUNS;
use crate::io::print_json;
use crate::io::refusal::{Refusal, Refusals};

/// Writes reports of runs and surveys from their records: Markdown, and HTML with plots.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folders of the runs and surveys [default: all in runs/]
    #[arg(value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Writes a report into each folder; one that cannot be reported does not stop the others.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let folders = if args.folders.is_empty() { all_runs(Path::new(RUNS))? } else { args.folders.clone() };
    let mut refusals = Refusals::default();
    let mut answers = Vec::new();
    for folder in &folders {
        let report = match Report::write(folder) {
            Ok(report) => report,
            Err(error) => {
                refusals.keep(Refusal::from(error));
                continue;
            }
        };
        let files: Vec<String> = report.files.iter().map(|file| file.display().to_string()).collect();
        if args.json {
            let folder = folder.display().to_string();
            answers.push(json!({ "folder": folder, "files": files, "complete": report.is_complete }));
        } else {
            let unfinished = if report.is_complete { "" } else { " (the run is not finished)" };
            writeln!(out, "{}{unfinished}", files.join("\n"))?;
        }
    }
    if args.json {
        print_json(out, &json!({ "reports": answers }))?;
    }
    Ok(refusals.into_result()?)
}

/// The folders in `runs/` that a report can be written of, in the order of their names.
fn all_runs(runs: &Path) -> Result<Vec<PathBuf>, Refusal> {
    let cannot = |error| Refusal::bad_input(format!("cannot read the folder `{}`: {error}", runs.display()));
    let mut folders = Vec::new();
    for entry in std::fs::read_dir(runs).map_err(cannot)? {
        let folder = entry.map_err(cannot)?.path();
        if ["manifest.toml", "survey.json", "pieces.jsonl", "trials.jsonl"]
            .iter()
            .any(|name| folder.join(name).is_file())
        {
            folders.push(folder);
        }
    }
    if folders.is_empty() {
        return Err(Refusal::bad_input(format!("there is no run in `{}`", runs.display())));
    }
    folders.sort();
    Ok(folders)
}
