//! `minewise lab papers`: writes a document for each paper from the records.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use minewise_coach::Problem;
use minewise_lab::{PAPERS, recorded_studies, write_atomically};
use serde_json::json;

use crate::io::options::JsonArg;
use crate::io::print_json;
use crate::io::progress::waiting;

/// Writes a document for each paper from the records: its figures beside ours.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  minewise lab papers --records record --out docs/papers")]
pub(crate) struct Args {
    /// The folder of the recorded studies
    #[arg(long, value_name = "DIR", default_value = "record")]
    records: PathBuf,
    /// The folder for the documents and their plots
    #[arg(long, value_name = "DIR", default_value = "docs/papers")]
    out: PathBuf,
    #[command(flatten)]
    answer: JsonArg,
}

/// Writes the documents.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let records = waiting("reading the records", || recorded_studies(&args.records))?;
    std::fs::create_dir_all(&args.out)
        .map_err(|error| Problem::file("create the folder", &args.out, &error))?;
    let mut written = Vec::new();
    for paper in PAPERS {
        for (name, text) in paper.files(&records)? {
            let path = args.out.join(name);
            write_atomically(&path, text.as_bytes())?;
            written.push(path.display().to_string());
        }
    }
    if args.answer.json {
        print_json(out, &json!({ "files": written }))?;
    } else {
        writeln!(out, "{}", written.join("\n"))?;
    }
    Ok(())
}
