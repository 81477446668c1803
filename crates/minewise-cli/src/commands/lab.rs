//! `minewise lab`: experiments played into folders of records, and what players are worth.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use minewise_lab::Report;
use serde_json::Value;

use crate::io::print_json;
use crate::io::refusal::Refusal;

mod ablation;
mod compare;
mod gain;
mod learners;
mod list;
mod optima;
mod oracle;
mod report;
mod run;
mod score;
mod survey;

/// Measures players: experiments, comparisons, scores, surveys and reports.
#[derive(clap::Args)]
#[command(arg_required_else_help = false)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

/// What the lab can do, each described by its arguments.
#[derive(clap::Subcommand)]
enum Command {
    Ablation(ablation::Args),
    Compare(Box<compare::Args>),
    Gain(Box<gain::Args>),
    Learners(learners::Args),
    List(list::Args),
    Optima(optima::Args),
    Oracle(oracle::Args),
    Report(report::Args),
    Run(run::Args),
    Score(score::Args),
    Survey(survey::Args),
}

/// Where experiments are looked for by name, and where their records are kept.
const EXPERIMENTS: &str = "experiments";
const RUNS: &str = "runs";

/// Does what is asked of the lab.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    match &args.command {
        Command::Ablation(args) => ablation::run(args, out),
        Command::Compare(args) => compare::run(args, out),
        Command::Gain(args) => gain::run(args, out),
        Command::Learners(args) => learners::run(args, out),
        Command::List(args) => list::run(args, out),
        Command::Optima(args) => optima::run(args, out),
        Command::Oracle(args) => oracle::run(args, out),
        Command::Report(args) => report::run(args, out),
        Command::Run(args) => run::run(args, out),
        Command::Score(args) => score::run(args, out),
        Command::Survey(args) => survey::run(args, out),
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

/// Writes the report of what a study found into its folder, and prints its files; `more` stands beside them in JSON.
fn tell_files(
    study: Result<(), minewise_lab::Error>,
    folder: &Path,
    more: Value,
    is_json: bool,
    out: &mut impl Write,
) -> Result<()> {
    let report = study.and_then(|()| Report::write(folder)).map_err(Refusal::from)?;
    let files: Vec<String> = report.files.iter().map(|file| file.display().to_string()).collect();
    if !is_json {
        return Ok(writeln!(out, "{}", files.join("\n"))?);
    }
    let mut answer = more;
    answer["folder"] = folder.display().to_string().into();
    answer["files"] = files.into();
    print_json(out, &answer)
}

/// The usual folder for the records of something with this name.
fn folder_named(name: &str) -> PathBuf {
    let letter = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    Path::new(RUNS).join(name.chars().map(letter).take(200).collect::<String>())
}

/// The usual folder for the records of the experiment in this file.
fn usual_folder(manifest: &Path) -> PathBuf {
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
                (found.as_path(), usual_folder(&found).as_path()),
                (Path::new(path), Path::new(folder))
            );
        }
    }
}
