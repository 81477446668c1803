//! `minewise lab ablation`: Mio with and without its techniques.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use minewise::Rules;
use minewise_lab::Ablation;
use serde_json::json;

use super::{RUNS, tell_files};
use crate::io::options::n_threads;
use crate::io::progress::progress_bar_of;

/// Has Mio learn by each of its four settings, and plays by what it learned.
///
/// Stop or kill it at any moment: the same command goes on.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The boards that examples are taken from and games are played on
    #[arg(long, value_name = "R", default_value = "8x8/10:any")]
    rules: Rules,
    /// How many samples each setting learns from
    #[arg(long, value_name = "N", default_value = "5", value_parser = clap::value_parser!(u64).range(1..=1_000))]
    samples: u64,
    /// The most rounds of active learning
    #[arg(long, value_name = "N", default_value = "30", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    rounds: u64,
    /// Clauses that a search tests, at most
    #[arg(long, value_name = "N", default_value = "4000", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    clauses: u64,
    /// How many games are played by the rules of each sample
    #[arg(long, value_name = "N", default_value = "10000", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// The first sample; each of the following ones has the next number
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u32,
    /// The folder for what comes of it [default: runs/ablation]
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
    let ablation = Ablation {
        rules: args.rules,
        n_samples: args.samples,
        rounds: args.rounds,
        clauses: args.clauses,
        n_games: args.games,
        seed: u64::from(args.seed),
    };
    let folder = args.out.clone().unwrap_or_else(|| Path::new(RUNS).join("ablation"));
    let bar = progress_bar_of(0, "trials", "ablation".to_owned());
    let commit = option_env!("MINEWISE_COMMIT");
    let study = ablation.write(&folder, commit, n_threads(args.threads), &|n_done, n_trials| {
        bar.set_length(n_trials);
        bar.set_position(n_done);
    });
    bar.finish_and_clear();
    tell_files(study, &folder, json!({}), args.json, out)
}
