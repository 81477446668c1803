//! The worker: the same program, running in a process of its own.
//!
//! It reads jobs from standard input, one line of JSON each, and answers with lines on standard output; the last line
//! for a job is `done` or `problem`. Work can thus be cancelled at any moment by killing the process.

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use minewise_app::{Job, Problem, Reply, work as run_job};
use minewise_coach::zoo::Zoo;
use minewise_lab::{Folder, Manifest, ModelFiles, Progress, Run, RunOptions};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

/// The work that a worker can do.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Work {
    /// A job of the app.
    App(Job),
    /// Plays an experiment into its folder.
    Experiment { folder: PathBuf },
}

/// The minimum time between two progress replies.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// Runs the jobs from standard input until it is closed.
///
/// # Errors
/// If the answers cannot be written.
pub fn work(out: &mut impl Write) -> io::Result<()> {
    for line in lines_of_stdin() {
        let mut sent: Option<Instant> = None;
        let mut failure = Ok(());
        let mut send = |reply: Reply| {
            let is_progress = matches!(reply, Reply::Progress { .. });
            if failure.is_ok()
                && (!is_progress || sent.is_none_or(|sent| sent.elapsed() >= PROGRESS_INTERVAL))
            {
                sent = Some(Instant::now());
                failure = write_line(out, &reply);
            }
        };
        let answer = match serde_json::from_str(&line) {
            Err(error) => Err(Problem::bad_input(format!("not a job: {error}"))),
            Ok(Work::App(job)) => run_job(Zoo::shipped(), &job, &mut send),
            Ok(Work::Experiment { folder }) => play_experiment(&folder, &mut send),
        };
        failure?;
        let last =
            answer.map_or_else(|problem| Reply::Problem { fault: problem.fault, problem }, Reply::Done);
        write_line(out, &last)?;
    }
    Ok(())
}

fn write_line(out: &mut impl Write, reply: &Reply) -> io::Result<()> {
    serde_json::to_writer(&mut *out, reply)?;
    writeln!(out)?;
    out.flush()
}

/// The lines of standard input. When it is closed, the process ends even in the middle of a job: the server has gone.
fn lines_of_stdin() -> mpsc::IntoIter<String> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        for line in io::stdin().lock().lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
        std::process::exit(0);
    });
    receiver.into_iter()
}

/// Plays an experiment into its folder, or resumes it.
fn play_experiment(folder: &Path, send: &mut dyn FnMut(Reply)) -> Result<Box<RawValue>, Problem> {
    let manifest = Manifest::read(&folder.join("manifest.toml"), ModelFiles::Refused);
    let manifest = manifest.map_err(Problem::no_answer)?;
    let total = manifest.plan.n_games_in_all();
    let n_played = AtomicU64::new(0);
    let has_begun = AtomicBool::new(false);
    let progress = |progress| match progress {
        Progress::AlreadyDone(n_games) => {
            n_played.store(n_games, Ordering::Relaxed);
            has_begun.store(true, Ordering::Release);
        }
        Progress::Done(n_games) => _ = n_played.fetch_add(n_games, Ordering::Relaxed),
    };
    let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
    // This flag is never set: to stop the experiment, the server kills the process.
    let stop = AtomicBool::new(false);
    let (run, folder) = (Run::new(&manifest), Folder::new(folder));
    let options = RunOptions { n_threads, stop: &stop, progress: &progress, commit: None, part: None };
    let ended = Mutex::new(None);
    // `send` cannot be shared between threads, so the games are played on another thread while this one sends progress.
    std::thread::scope(|scope| {
        let player = scope.spawn(|| {
            *ended.lock().expect("only this thread locks it") = Some(folder.conduct(&run, &options));
        });
        while !player.is_finished() {
            std::thread::sleep(Duration::from_millis(20));
            // Before that, it is not known how many games an earlier run has left.
            if has_begun.load(Ordering::Acquire) {
                send(Reply::Progress { done: n_played.load(Ordering::Relaxed), total });
            }
        }
    });
    if let Some(Err(error)) = ended.into_inner().expect("no thread has panicked") {
        return Err(Problem::no_answer(error));
    }
    to_raw_value(&()).map_err(Problem::failed)
}
