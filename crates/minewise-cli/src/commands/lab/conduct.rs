//! Runs any study with a progress bar, until it is done or stopped.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use anyhow::{Context, Result};
use minewise_coach::Problem;
use minewise_lab::{Folder, Part, Progress, RunOptions, Study, StudyStatus};
use serde_json::Value;
use signal_hook::consts::{SIGINT, SIGTERM};

use super::RUNS;
use crate::io::options::{JsonArg, StudyArgs};
use crate::io::progress::progress_bar_of;
use crate::io::{print_json, words};

/// The time that a study has to end by itself after Ctrl-C. A piece may take hours, and people expect to be obeyed.
const GRACE: Duration = Duration::from_secs(1);

/// Runs a study, writes its report, and prints the beginning of the report. The folder is named after `name` unless
/// `--out` names another one.
pub(super) fn conduct(study: &impl Study, name: &str, args: &StudyArgs, out: &mut impl Write) -> Result<()> {
    let folder = Folder::new(&args.out.clone().unwrap_or_else(|| default_folder(name)));
    let stop = stop_on_signals()?;
    work(study, &folder, name.to_owned(), args, None, &stop)?;
    print_report(study, &folder, &args.answer, out)
}

/// Writes the report of a study into its folder, and prints the beginning of it.
pub(super) fn print_report(
    study: &impl Study,
    folder: &Folder,
    answer: &JsonArg,
    out: &mut impl Write,
) -> Result<()> {
    let (pages, files) = folder.report()?;
    let path = folder.path().display();
    if !answer.json {
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

/// Does what is missing of a study, or of a part of it, with a progress bar if stderr is a terminal.
pub(super) fn work<S: Study>(
    study: &S,
    folder: &Folder,
    title: String,
    args: &StudyArgs,
    part: Option<Part>,
    stop: &AtomicBool,
) -> Result<(), Problem> {
    let path = folder.path().display();
    if args.resume && !folder.holds_a_study() {
        return Err(Problem::bad_input(format!("there is nothing to resume in `{path}`")));
    }
    // The parts are nearly equal.
    let n_units = study.n_units() / part.map_or(1, |part| part.numbers().1);
    let bar = progress_bar_of(n_units, S::UNITS, title);
    let progress = |progress| match progress {
        Progress::AlreadyDone(n_units) => {
            bar.set_position(n_units);
            // Units from an earlier run took no time now, so they must not count in the estimated speed.
            bar.reset_eta();
        }
        Progress::Done(n_units) => bar.inc(n_units),
    };
    let commit = option_env!("MINEWISE_COMMIT");
    let options = RunOptions { n_threads: args.threads.n_threads(), stop, progress: &progress, commit, part };
    let give_up = || {
        bar.finish_and_clear();
        // If stderr is closed, there is nobody to say it to.
        let _ = writeln!(
            std::io::stderr(),
            "minewise: stopped in the middle of a piece; the pieces before it are in `{path}`, and the same command \
             resumes it"
        );
        std::process::exit(1);
    };
    let ended = with_grace(stop, give_up, || folder.conduct(study, &options));
    bar.finish_and_clear();
    match ended? {
        StudyStatus::Complete | StudyStatus::PartComplete => Ok(()),
        StudyStatus::Stopped(n_kept) => {
            let (kept, all) = (words::grouped(n_kept), words::grouped(n_units));
            Err(Problem::failed(format!(
                "stopped with {kept} of {all} {} in `{path}`; the same command resumes it",
                S::UNITS
            )))
        }
    }
}

/// Does some work. If it goes on for longer than [`GRACE`] after `stop` was set, `give_up` ends the program: what is not
/// recorded by then is lost, but no record is.
fn with_grace<T>(stop: &AtomicBool, give_up: impl FnOnce() + Send, work: impl FnOnce() -> T) -> T {
    let (ended, is_ended) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let goes_on = |time| is_ended.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
            while goes_on(Duration::from_millis(20)) {
                if stop.load(Ordering::Relaxed) {
                    if goes_on(GRACE) {
                        give_up();
                    }
                    return;
                }
            }
        });
        let result = work();
        drop(ended);
        result
    })
}

/// Returns a flag that is set by SIGINT or SIGTERM. A second signal ends the program at once, which loses no record
/// either.
pub(super) fn stop_on_signals() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // The order matters: at the first signal, the shutdown must find the flag still unset.
        signal_hook::flag::register_conditional_shutdown(signal, 1, Arc::clone(&stop))
            .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&stop)))
            .context("cannot listen to signals")?;
    }
    Ok(stop)
}

/// The default folder for a study with this name.
fn default_folder(name: &str) -> PathBuf {
    let letter = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    Path::new(RUNS).join(name.chars().map(letter).take(200).collect::<String>())
}
