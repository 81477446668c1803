//! `minewise lab`: experiments, and what players are worth.

mod compare;
mod score;

use std::io::Write;

use anyhow::Result;

/// Measures players: experiments, comparisons, scores and reports.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

/// The commands, each described by its arguments.
#[derive(clap::Subcommand)]
enum Command {
    Compare(compare::Args),
    Score(score::Args),
}

/// Does what is asked of the lab.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    match &args.command {
        Command::Compare(args) => compare::run(args, out),
        Command::Score(args) => score::run(args, out),
    }
}
