//! `minewise lab`: studies that measure players. Each study is stored in a folder of its own.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;

mod conduct;
mod list;
mod papers;
mod report;
mod run;
mod studies;

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
    List(list::Args),
    Papers(papers::Args),
    Report(report::Args),
    Run(run::Args),
    #[command(flatten)]
    Study(studies::Command),
}

/// The folder in which experiments are found by name.
const EXPERIMENTS: &str = "experiments";
/// The folder in which studies are stored by default.
const RUNS: &str = "runs";

/// Runs a command of the lab.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    match &args.command {
        Command::List(args) => list::run(args, out),
        Command::Papers(args) => papers::run(args, out),
        Command::Report(args) => report::run(args, out),
        Command::Run(args) => run::run(args, out),
        Command::Study(command) => studies::run(command, out),
    }
}

/// The file of an experiment: a path, or a bare name in `experiments/`.
fn manifest_path(name: &Path) -> PathBuf {
    let is_bare = name.components().count() == 1 && name.extension().is_none_or(|ending| ending != "toml");
    if is_bare { Path::new(EXPERIMENTS).join(with_toml(name)) } else { name.to_owned() }
}

/// `classic` becomes `classic.toml`.
fn with_toml(name: &Path) -> PathBuf {
    let mut name = name.as_os_str().to_owned();
    name.push(".toml");
    PathBuf::from(name)
}

/// The default folder for the records of the experiment in this file.
fn default_folder(manifest: &Path) -> PathBuf {
    Path::new(RUNS).join(manifest.file_stem().unwrap_or(manifest.as_os_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_experiment_is_named_or_given_by_its_path() {
        for (name, path, folder) in [
            ("classic", "experiments/classic.toml", "runs/classic"),
            ("v1.5", "experiments/v1.5.toml", "runs/v1.5"),
            ("classic.toml", "classic.toml", "runs/classic"),
            ("some/where", "some/where", "runs/where"),
        ] {
            let found = manifest_path(Path::new(name));
            assert_eq!(
                (found.as_path(), default_folder(&found).as_path()),
                (Path::new(path), Path::new(folder))
            );
        }
    }
}
