//! `minewise lab merge`: puts the parts of an experiment together that several machines have played.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use minewise_coach::Problem;
use minewise_lab::{Folder, Layouts, Merged, Run, Scores, Study, experiment_in};

use super::conduct::print_report;
use super::run::print_results;
use crate::io::options::{JsonArg, TableFormat};
use crate::io::progress::waiting;
use crate::io::words;

/// Puts the parts of an experiment together that several machines have played.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  minewise lab run classic --quick --part 1/2
  minewise lab run classic --quick --part 2/2
  minewise lab merge runs/classic-1000-games-part-*-of-2 --out runs/classic-1000-games

The merged records are, byte for byte, those that one machine would have written. Missing records are named; merge their \
parts later, or play them with `lab run`.")]
pub(crate) struct Args {
    /// The folders of the parts
    #[arg(value_name = "DIR", required = true)]
    parts: Vec<PathBuf>,
    /// How to print the results of games
    #[arg(short, long, value_name = "FORMAT", conflicts_with = "json", default_value = "table")]
    format: TableFormat,
    /// The folder for the whole experiment; it can have some of the records already
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    answer: JsonArg,
}

/// The maximum number of missing pieces that are named.
const MOST_NAMED: usize = 3;

/// Merges the parts, and prints the results if nothing is missing.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let folder = Folder::new(&args.out);
    let parts: Vec<Folder> = args.parts.iter().map(|part| Folder::new(part)).collect();
    let manifest = experiment_in(&parts[0])?;
    if manifest.plan.layouts == Layouts::All {
        let scores = Scores::of_manifest(&manifest);
        merge(&scores, &folder, &parts)?;
        return print_report(&scores, &folder, &args.answer, out);
    }
    merge(&Run::new(&manifest), &folder, &parts)?;
    print_results(&folder.manifest(), folder.path(), args.format, &args.answer, out)
}

/// Merges the parts of a study.
fn merge<S: Study>(study: &S, folder: &Folder, parts: &[Folder]) -> Result<(), Problem> {
    let Merged { missing, n_pieces, .. } = waiting("merging", || folder.merge(study, parts))?;
    if missing.is_empty() {
        return Ok(());
    }
    let mut named: Vec<String> = missing.iter().take(MOST_NAMED).map(|&idx| study.piece_name(idx)).collect();
    if missing.len() > MOST_NAMED {
        named.push(format!("{} more", words::grouped(missing.len() - MOST_NAMED)));
    }
    Err(Problem::failed(format!(
        "{} of {} records are missing in `{}`: {}",
        words::grouped(missing.len()),
        words::grouped(n_pieces),
        folder.path().display(),
        named.join("; ")
    )))
}
