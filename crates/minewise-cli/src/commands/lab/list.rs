//! `minewise lab list`: lists the experiments, and how much of each is played.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use minewise_coach::Problem;
use minewise_lab::{Manifest, ModelFiles};
use serde::Serialize;

use super::{EXPERIMENTS, default_folder};
use crate::io::options::JsonArg;
use crate::io::refusal::Refusals;
use crate::io::{print_json, words};

/// Lists the experiments, and how much of each is played.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder that holds the manifests
    #[arg(value_name = "DIR", default_value = EXPERIMENTS)]
    folder: PathBuf,
    #[command(flatten)]
    answer: JsonArg,
}

/// One experiment in the list.
#[derive(Serialize)]
struct Row {
    name: String,
    title: String,
    cases: usize,
    /// Number of games of each case.
    games: u64,
    /// Number of games played in all cases; `None` if the records belong to another manifest.
    played: Option<u64>,
    /// Whether all games are played.
    complete: bool,
}

/// Lists the manifests that can be read, and reports the others at the end.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let mut rows = Vec::new();
    let mut refusals = Refusals::default();
    for path in manifests(&args.folder)? {
        match Manifest::read(&path, ModelFiles::Read) {
            Ok(manifest) => rows.push(row(&path, &manifest)),
            Err(error) => refusals.push(&error),
        }
    }
    if args.answer.json {
        print_json(out, &serde_json::json!({ "experiments": rows }))?;
    } else {
        rows.iter().try_for_each(|row| write_row(out, row))?;
    }
    Ok(refusals.into_result()?)
}

/// The manifests of a folder, sorted by name.
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
    let played = manifest.n_played_in(&default_folder(path)).ok();
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
        None => "the records in its folder belong to another manifest".to_owned(),
    };
    let (cases, games) = (words::count(*cases, "case"), words::grouped(games));
    Ok(writeln!(out, "{name}: {title}\n    {cases} of {games} games; {played}")?)
}
