//! `minewise perft`: counts the distinct sequences of safe reveals.

use std::io::Write;

use anyhow::Result;
use minewise::Rules;
use minewise_coach::{Problem, read_rules};
use serde_json::json;

use crate::io::number::count;
use crate::io::options::{FormatArgs, TableFormat, rules_help};
use crate::io::progress::waiting;
use crate::io::table::{write_csv, write_markdown};
use crate::io::{print_json, words};

/// Counts the distinct sequences of reveals that hit no mine, as a check of the rules.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  minewise perft --rules 3x3/2 --depth 3")]
pub(crate) struct Args {
    #[arg(short, long, value_name = "RULES", help = rules_help("The rules of the game; the first reveal is treated as under `any`"), value_parser = read_rules)]
    rules: Rules,
    /// Maximum length of the sequences
    #[arg(short, long, value_name = "N", value_parser = count(1..=64))]
    depth: u64,
    /// Give up after this many sequences
    #[arg(long, value_name = "N", default_value = "100M", value_parser = count(1..=u64::MAX))]
    nodes: u64,
    #[command(flatten)]
    answer: FormatArgs,
}

/// Counts the sequences.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let count = || minewise::perfect::perft(args.rules, args.depth as usize, args.nodes);
    let counts = waiting("counting sequences", count).map_err(Problem::failed)?;
    let numbered = || counts.iter().enumerate().map(|(idx, count)| (idx + 1, count));
    match args.answer.format() {
        TableFormat::Json => print_json(out, &json!({ "rules": args.rules.to_string(), "counts": counts })),
        TableFormat::Csv => {
            let row = |(depth, count)| json!({ "depth": depth, "sequences": count });
            write_csv(out, &numbered().map(row).collect::<Vec<_>>(), &[])
        }
        TableFormat::Markdown => {
            let row = |(depth, count): (usize, _)| vec![depth.to_string(), words::grouped(count)];
            Ok(write_markdown(out, &["depth", "sequences"], 0, &numbered().map(row).collect::<Vec<_>>())?)
        }
        TableFormat::Table => {
            writeln!(out, "depth  {:>16}", "sequences")?;
            for (depth, count) in numbered() {
                writeln!(out, "{depth:>5}  {:>16}", words::grouped(count))?;
            }
            Ok(())
        }
    }
}
