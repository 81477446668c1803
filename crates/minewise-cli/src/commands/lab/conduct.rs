//! How the program conducts any study: with a progress bar, until it is done or somebody stops it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use minewise_coach::Problem;
use minewise_lab::{Crew, Ended, Folder, Progress, Study};
use serde_json::Value;
use signal_hook::consts::{SIGINT, SIGTERM};

use super::RUNS;
use crate::io::options::StudyArgs;
use crate::io::progress::progress_bar_of;
use crate::io::{print_json, words};

/// Conducts a study, writes its report, and prints what the report begins with. `usual` names its folder if nobody does.
pub(super) fn conduct(study: &impl Study, usual: &str, args: &StudyArgs, out: &mut impl Write) -> Result<()> {
    let folder = Folder::new(&args.out.clone().unwrap_or_else(|| folder_named(usual)));
    let stop = stop_on_signals()?;
    work(study, &folder, usual.to_owned(), args, &stop)?;
    let (pages, files) = folder.report()?;
    let path = folder.path().display();
    if !args.answer.json {
        return Ok(write!(out, "{}\nThe records and the report are in `{path}`.\n", pages.lead)?);
    }
    let mut answer = Value::Object(study.settings());
    if let (Some(answer), Some(Value::Object(figures))) = (answer.as_object_mut(), pages.figures()) {
        answer.extend(figures);
    }
    answer["folder"] = path.to_string().into();
    answer["files"] = files.iter().map(|file| file.display().to_string()).collect();
    print_json(out, &answer)
}

/// Does what is missing of a study, with a progress bar if somebody is there to see it.
pub(super) fn work<S: Study>(
    study: &S,
    folder: &Folder,
    title: String,
    args: &StudyArgs,
    stop: &AtomicBool,
) -> Result<(), Problem> {
    let path = folder.path().display();
    if args.resume && !folder.holds_a_study() {
        return Err(Problem::bad_input(format!("there is nothing to resume in `{path}`")));
    }
    let n_units = study.n_units();
    let bar = progress_bar_of(n_units, S::UNITS, title);
    let progress = |progress| match progress {
        Progress::Kept(n_units) => {
            bar.set_position(n_units);
            bar.reset_eta();
        }
        Progress::Done(n_units) => bar.inc(n_units),
    };
    let commit = option_env!("MINEWISE_COMMIT");
    let crew = Crew { n_threads: args.threads.n_threads(), stop, progress: &progress, commit };
    let ended = folder.conduct(study, &crew);
    bar.finish_and_clear();
    match ended? {
        Ended::Complete => Ok(()),
        Ended::Stopped(n_kept) => {
            let (kept, all) = (words::grouped(n_kept), words::grouped(n_units));
            Err(Problem::failed(format!(
                "stopped with {kept} of {all} {} in `{path}`; the same command resumes it",
                S::UNITS
            )))
        }
    }
}

/// A flag that is set when the program is asked to end. Asked twice, it ends at once, which loses nothing either.
pub(super) fn stop_on_signals() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // The order matters: the first signal finds the flag not yet set.
        signal_hook::flag::register_conditional_shutdown(signal, 1, Arc::clone(&stop))
            .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&stop)))
            .context("cannot listen to signals")?;
    }
    Ok(stop)
}

/// The usual folder for a study with this name.
fn folder_named(name: &str) -> PathBuf {
    let letter = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    Path::new(RUNS).join(name.chars().map(letter).take(200).collect::<String>())
}
