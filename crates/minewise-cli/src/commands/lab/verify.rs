//! `minewise lab verify`: plays random chunks of a run again, and compares the records byte by byte.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;
use minewise::Seed;
use minewise_coach::Problem;
use minewise_lab::Verification;
use serde_json::json;

use crate::commands::play::random_seed;
use crate::io::number::count;
use crate::io::options::JsonArg;
use crate::io::progress::progress_bar_of;
use crate::io::{print_json, words};

/// Plays some chunks of a run again, and checks that their records are the same bytes.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  minewise lab verify runs/classic-20-games --seconds 5 --seed 1")]
pub(crate) struct Args {
    /// The folder of the run
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// For how many seconds to play
    #[arg(long, value_name = "N", default_value = "60", value_parser = count(1..=86_400))]
    seconds: u64,
    /// Seed of the order in which chunks are played [default: random]
    #[arg(short, long, value_name = "SEED", value_parser = count(0..=u64::MAX))]
    seed: Option<u64>,
    #[command(flatten)]
    answer: JsonArg,
}

/// Verifies a run. Records that differ make the command fail.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let seed = args.seed.map_or_else(random_seed, Ok)?;
    // This is a check for people, so a limit of time is fine: it decides how much is checked, and not the result.
    let (start, limit) = (Instant::now(), Duration::from_secs(args.seconds));
    let bar = progress_bar_of(args.seconds, "seconds", "verifying".to_owned());
    let is_over = || {
        bar.set_position(start.elapsed().as_secs());
        start.elapsed() >= limit
    };
    let verified = Verification::of(&args.folder, Seed(seed), &is_over);
    bar.finish_and_clear();
    let Verification { n_records, n_equal, different } = verified?;
    let n_played = n_equal + different.len();
    if args.answer.json {
        print_json(
            out,
            &json!({ "seed": seed, "records": n_records, "played": n_played, "different": different }),
        )?;
    } else {
        let (played, all) = (words::grouped(n_played), words::count(n_records, "record"));
        writeln!(out, "Played {played} of {all} again, in the order of seed {seed}.")?;
        different.iter().try_for_each(|line| writeln!(out, "Differs: {line}."))?;
    }
    if !different.is_empty() {
        let n_different = words::count(different.len(), "record");
        return Err(Problem::failed(format!("{n_different} could not be reproduced")).into());
    }
    if n_played == 0 && n_records > 0 {
        let wrong = "no record could be played again in this time; give it more with --seconds";
        return Err(Problem::failed(wrong).into());
    }
    if !args.answer.json {
        writeln!(out, "All of them gave the same bytes.")?;
    }
    Ok(())
}
