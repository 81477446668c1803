//! `minewise lab run`: plays an experiment into a folder, or goes on with it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use minewise_lab::{Ended, Manifest, ModelFiles, Progress, Results, Run};
use serde::Serialize;
use signal_hook::consts::{SIGINT, SIGTERM};

use super::{manifest_path, usual_folder};
use crate::io::options::{LuckArgs, n_threads};
use crate::io::outcomes::{OutcomeTable, RunAnswer, write_uses};
use crate::io::progress::progress_bar;
use crate::io::refusal::Refusal;
use crate::io::{print_json, words};

/// Plays experiments into folders of records; what is already there is kept.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The experiments: files, or names of files in `experiments/`
    #[arg(value_name = "MANIFEST", required = true)]
    manifests: Vec<PathBuf>,
    /// The folder for the records of a single experiment [default: `runs/` and its name]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How many threads [default: as many as the machine runs at once]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    luck: LuckArgs,
    /// Print JSON, a line for each experiment
    #[arg(long)]
    json: bool,
}

/// What other tools read of an experiment.
#[derive(Serialize)]
struct Answer {
    manifest: String,
    title: String,
    folder: String,
    runs: Vec<RunAnswer>,
}

/// Plays the experiments one after the other. All of them are read before the first game.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    if args.out.is_some() && args.manifests.len() > 1 {
        return Err(Refusal::bad_input("`--out` is the folder of a single experiment").into());
    }
    let mut experiments = Vec::new();
    for name in &args.manifests {
        let path = manifest_path(name);
        let mut manifest = Manifest::read(&path, ModelFiles::Read).map_err(Refusal::from)?;
        manifest.plan.measure.adjust = args.luck.over(manifest.plan.measure.adjust);
        experiments.push((path, manifest));
    }
    let stop = stop_on_signals()?;
    for (path, manifest) in &experiments {
        let folder = args.out.clone().unwrap_or_else(|| usual_folder(path));
        play(args, manifest, &folder, &stop)?;
        let results = Results::read(&folder).map_err(Refusal::from)?;
        if args.json {
            print_json(out, &answer(path, &folder, &results))?;
        } else {
            write(out, &folder, &results)?;
        }
        out.flush()?;
    }
    Ok(())
}

/// A flag that is set when the program is asked to end. Asked twice, it ends at once, which loses nothing either.
fn stop_on_signals() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // The order matters: the first signal finds the flag not yet set.
        signal_hook::flag::register_conditional_shutdown(signal, 1, Arc::clone(&stop))
            .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&stop)))
            .context("cannot listen to signals")?;
    }
    Ok(stop)
}

/// Plays with a progress bar, if somebody is there to see it.
fn play(args: &Args, manifest: &Manifest, folder: &Path, stop: &AtomicBool) -> Result<(), Refusal> {
    let n_games = manifest.plan.n_games_in_all();
    let bar = progress_bar(n_games, manifest.title.clone());
    let progress = |progress| match progress {
        Progress::Kept(n_games) => {
            bar.set_position(n_games);
            bar.reset_eta();
        }
        Progress::Played(n_games) => bar.inc(n_games),
    };
    let run = Run {
        manifest,
        folder,
        commit: option_env!("MINEWISE_COMMIT"),
        n_threads: n_threads(args.threads),
        stop,
        progress: &progress,
    };
    let ended = run.play();
    bar.finish_and_clear();
    match ended? {
        Ended::Complete => Ok(()),
        Ended::Stopped => {
            let n_kept = manifest.n_played_in(folder)?;
            let (kept, all) = (words::grouped(&n_kept.to_string()), words::grouped(&n_games.to_string()));
            Err(Refusal::failed(format!(
                "stopped with {kept} of {all} games in `{}`; the same command goes on from there",
                folder.display()
            )))
        }
    }
}

fn answer(path: &Path, folder: &Path, results: &Results) -> Answer {
    let seed = results.manifest.plan.seed.0;
    Answer {
        manifest: path.display().to_string(),
        title: results.manifest.title.clone(),
        folder: folder.display().to_string(),
        runs: results.outcomes.iter().map(|outcome| RunAnswer::new(outcome, seed)).collect(),
    }
}

fn write(out: &mut impl Write, folder: &Path, results: &Results) -> Result<()> {
    writeln!(out, "{}\n", results.manifest.title)?;
    let table = OutcomeTable::new(results.outcomes.iter().map(|outcome| &outcome.case));
    table.write_head(out)?;
    for outcome in &results.outcomes {
        table.write(out, outcome)?;
    }
    write_uses(out, &results.outcomes)?;
    Ok(writeln!(out, "\nThe records are in `{}`.", folder.display())?)
}
