//! `minewise lab list`: the experiments there are, and how much of each is played.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use minewise_coach::Problem;
use minewise_lab::{Manifest, ModelFiles};
use serde::Serialize;

use super::{EXPERIMENTS, usual_folder};
use crate::io::options::JsonArg;
use crate::io::refusal::Refusals;
use crate::io::{print_json, words};

/// Lists the experiments, and how much of each is played.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder of the manifests
    #[arg(value_name = "DIR", default_value = EXPERIMENTS)]
    folder: PathBuf,
    #[command(flatten)]
    answer: JsonArg,
}

/// What there is to say of an experiment.
#[derive(Serialize)]
struct Row {
    name: String,
    title: String,
    cases: usize,
    /// Of each case.
    games: u64,
    /// Of all cases together; `None` if the records are not of this manifest.
    played: Option<u64>,
    /// Whether all are played.
    complete: bool,
}

/// Lists what can be read, and says at the end what cannot.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let mut rows = Vec::new();
    let mut refusals = Refusals::default();
    for path in manifests(&args.folder)? {
        match Manifest::read(&path, ModelFiles::Read) {
            Ok(manifest) => rows.push(row(&path, &manifest)),
            Err(error) => refusals.keep(&error),
        }
    }
    if args.answer.json {
        print_json(out, &serde_json::json!({ "experiments": rows }))?;
    } else {
        rows.iter().try_for_each(|row| write_row(out, row))?;
    }
    Ok(refusals.into_result()?)
}

/// The manifests of a folder, by name.
fn manifests(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
    let cannot = |error| Problem::bad_input(format!("cannot read `{}`: {error}", folder.display()));
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

fn row(path: &Path, manifest: &Manifest) -> Row {
    let played = manifest.n_played_in(&usual_folder(path)).ok();
    Row {
        name: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        title: manifest.title.clone(),
        cases: manifest.plan.cases.len(),
        games: manifest.plan.n_games,
        played,
        complete: played == Some(manifest.plan.n_games_in_all()),
    }
}

/// `classic: Random and exact on the classic boards` and, below it, how much is played.
fn write_row(out: &mut impl Write, row: &Row) -> Result<()> {
    let Row { name, title, cases, games, played, complete } = row;
    let played = match played {
        _ if *complete => "all played".to_owned(),
        Some(0) => "not played".to_owned(),
        Some(played) => {
            let share = *played as f64 / (*cases as u64 as f64 * *games as f64);
            format!("{} played", words::percent(share))
        }
        None => "the records there are not of this manifest".to_owned(),
    };
    let (cases, games) = (words::count(*cases, "case"), words::grouped(games));
    Ok(writeln!(out, "{name}: {title}\n    {cases} of {games} games; {played}")?)
}
