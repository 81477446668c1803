//! `minewise lab`: studies that measure players. Each study is stored in a folder of its own.

use std::io::Write;

use anyhow::Result;

mod conduct;
mod experiments;
mod export;
mod list;
mod merge;
mod papers;
mod report;
mod run;
mod studies;
mod verify;

/// Measures players: experiments, comparisons, scores, surveys and reports.
///
/// A study can be stopped or killed at any time; the same command resumes it.
#[derive(clap::Args)]
#[command(arg_required_else_help = false)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

/// The commands of the lab, each described by its arguments.
#[derive(clap::Subcommand)]
enum Command {
    Export(export::Args),
    List(list::Args),
    Merge(merge::Args),
    Papers(papers::Args),
    Report(report::Args),
    Run(run::Args),
    Verify(verify::Args),
    #[command(flatten)]
    Study(studies::Command),
}

/// The folder in which experiments are found by name.
const EXPERIMENTS: &str = "experiments";
/// The folder in which studies are stored by default.
const RUNS: &str = "runs";

/// The commands by what they are for, as the help lists them.
pub(crate) const GROUPS: &[(&str, &[&str])] = &[
    ("Experiments", &["list", "run", "merge"]),
    ("Studies", &["compare", "gain", "score", "optima", "oracle", "survey", "learners", "ablation"]),
    ("Records", &["report", "export", "verify", "papers"]),
];

/// Runs a command of the lab.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    match &args.command {
        Command::Export(args) => export::run(args, out),
        Command::List(args) => list::run(args, out),
        Command::Merge(args) => merge::run(args, out),
        Command::Papers(args) => papers::run(args, out),
        Command::Report(args) => report::run(args, out),
        Command::Run(args) => run::run(args, out),
        Command::Verify(args) => verify::run(args, out),
        Command::Study(command) => studies::run(command, out),
    }
}
