//! `minewise lab optima`: perfect play on whole boards.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use minewise::{Limits, Rules};
use minewise_lab::Optima;
use serde_json::json;

use super::{RUNS, tell_files};
use crate::io::options::n_threads;
use crate::io::progress::progress_bar_of;

/// Computes perfect play on whole boards, for all starts, and keeps what it finds in a folder.
///
/// Stop or kill it at any moment: the same command goes on.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The boards: a list such as `4x4/4,5x5/15`
    #[arg(long, value_name = "R,…", value_delimiter = ',', required = true)]
    rules: Vec<Rules>,
    /// The folder for what is found [default: runs/optima]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Give up beyond this many nodes for a board and thread
    #[arg(long, value_name = "N", default_value = "1000000000000", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Remember what takes so many MiB of memory, all threads together, and forget what is beyond
    #[arg(long, value_name = "MIB", default_value = "4096", value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    memory: u64,
    /// How many threads [default: as many as the machine runs at once]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Solves boards, with a progress bar if somebody is there to see it.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let n_bytes = usize::try_from(args.memory << 20).unwrap_or(usize::MAX);
    let optima = Optima { rules: args.rules.clone(), limits: Limits { n_nodes: args.nodes, n_bytes } };
    let folder = args.out.clone().unwrap_or_else(|| Path::new(RUNS).join("optima"));
    let bar = progress_bar_of(0, "openings", "optima".to_owned());
    let commit = option_env!("MINEWISE_COMMIT");
    let study = optima.write(&folder, commit, n_threads(args.threads), &|n_done, n_pieces| {
        bar.set_length(n_pieces as u64);
        bar.set_position(n_done as u64);
    });
    bar.finish_and_clear();
    tell_files(study, &folder, json!({}), args.json, out)
}
