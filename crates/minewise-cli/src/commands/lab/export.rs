//! `minewise lab export`: prints the records of a study as a table for other programs.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::ValueEnum;
use minewise_coach::Problem;
use minewise_lab::{ExportFormat, Folder, export};

/// Prints the records of a study for other programs, one row per record.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  minewise lab export runs/classic-20-games > records.csv")]
pub(crate) struct Args {
    /// The folder of the study
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The format to print
    #[arg(short, long, value_name = "FORMAT", default_value = "csv")]
    format: Format,
}

/// The format of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Comma-separated values; nested fields are columns such as `tally.wins`
    Csv,
    /// A JSON object per line
    Jsonl,
}

/// Prints the records.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let format = match args.format {
        Format::Csv => ExportFormat::Csv,
        Format::Jsonl => ExportFormat::Jsonl,
    };
    let folder = Folder::new(&args.folder);
    if !folder.holds_a_study() {
        return Err(Problem::bad_input(format!("there is no study in `{}`", folder.path().display())).into());
    }
    Ok(export(&folder.files(), format, out)?)
}
