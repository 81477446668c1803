//! `minewise perft`: counts the distinct sequences of safe reveals.

use std::io::Write;

use anyhow::Result;
use minewise::Rules;
use minewise_coach::Problem;

use crate::io::options::JsonArg;
use crate::io::{print_json, words};

/// Counts the distinct sequences of reveals that hit no mine, as a check of the rules.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The rules of the game; the first reveal is treated as under `any`
    #[arg(long, value_name = "R")]
    rules: Rules,
    /// Maximum length of the sequences
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u8).range(1..=64))]
    depth: u8,
    /// Give up after this many sequences
    #[arg(long, value_name = "N", default_value = "100000000", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    #[command(flatten)]
    answer: JsonArg,
}

/// Counts the sequences.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let counts =
        minewise::perfect::perft(args.rules, usize::from(args.depth), args.nodes).map_err(Problem::failed)?;
    if args.answer.json {
        return print_json(out, &serde_json::json!({ "rules": args.rules.to_string(), "counts": counts }));
    }
    writeln!(out, "depth  {:>16}", "sequences")?;
    for (idx, count) in counts.iter().enumerate() {
        writeln!(out, "{:>5}  {:>16}", idx + 1, words::grouped(count))?;
    }
    Ok(())
}
