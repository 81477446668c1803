//! `minewise lab learners`: the figures of 001.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use minewise_lab::Learners;
use serde_json::json;

use super::{RUNS, tell_files};
use crate::io::options::n_threads;
use crate::io::progress::progress_bar_of;

/// Teaches the learners of 001 on boards of several sizes and mines, and has each play.
///
/// Stop or kill it at any moment: the same command goes on.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many games each plays after it has learned
    #[arg(long, value_name = "N", default_value = "10000", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// The most games that any is taught on
    #[arg(long, value_name = "N", default_value = "10000000", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    most_taught: u64,
    /// Which games they are taught on, and play
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u32,
    /// The folder for what comes of it [default: runs/learners]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How many threads [default: as many as the machine runs at once]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Makes all trials, with a progress bar if somebody is there to see it.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let learners =
        Learners { n_games: args.games, most_taught: args.most_taught, seed: u64::from(args.seed) };
    let folder = args.out.clone().unwrap_or_else(|| Path::new(RUNS).join("learners"));
    let bar = progress_bar_of(0, "trials", "learners".to_owned());
    let commit = option_env!("MINEWISE_COMMIT");
    let study = learners.write(&folder, commit, n_threads(args.threads), &|n_done, n_trials, what| {
        bar.set_length(n_trials);
        bar.set_position(n_done);
        bar.set_message(what.to_owned());
    });
    bar.finish_and_clear();
    tell_files(study, &folder, json!({}), args.json, out)
}
