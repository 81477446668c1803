//! What a worker does: it is this very program in a process of its own.
//!
//! It reads jobs from its standard input, a line of JSON each, and answers with lines on its standard output; the last one
//! of a job is `done` or `problem`. So work can be cancelled at any moment, in the midst of a thought, by ending the
//! process.

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use minewise_app::{Job, Problem, Reply, work as work_off};
use minewise_coach::zoo::Zoo;
use minewise_lab::{Crew, Folder, Manifest, ModelFiles, Progress, Run};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

/// What a worker is asked for.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Work {
    /// A job of the app.
    App(Job),
    /// An experiment played into its folder.
    Experiment { folder: PathBuf },
}

/// How often progress is sent.
const OFTEN: Duration = Duration::from_millis(100);

/// Does jobs as they come, until nobody asks any more.
///
/// # Errors
/// When the answers cannot be written.
pub fn work(out: &mut impl Write) -> io::Result<()> {
    for line in lines_of_stdin() {
        let mut sent: Option<Instant> = None;
        let mut failure = Ok(());
        let mut say = |reply: Reply| {
            let is_progress = matches!(reply, Reply::Progress { .. });
            if failure.is_ok() && (!is_progress || sent.is_none_or(|sent| sent.elapsed() >= OFTEN)) {
                sent = Some(Instant::now());
                failure = write_line(out, &reply);
            }
        };
        let answer = match serde_json::from_str(&line) {
            Err(error) => Err(Problem::bad_input(format!("not a job: {error}"))),
            Ok(Work::App(job)) => work_off(Zoo::shipped(), &job, &mut say),
            Ok(Work::Experiment { folder }) => play_experiment(&folder, &mut say),
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

/// The lines of the standard input. When it ends, so does the process, whatever it is doing: whoever asked is gone.
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
fn play_experiment(folder: &Path, say: &mut dyn FnMut(Reply)) -> Result<Box<RawValue>, Problem> {
    let manifest = Manifest::read(&folder.join("manifest.toml"), ModelFiles::Refused);
    let manifest = manifest.map_err(Problem::no_answer)?;
    let total = manifest.plan.n_games_in_all();
    let n_played = AtomicU64::new(0);
    let progress = |progress| match progress {
        Progress::Kept(n_games) => n_played.store(n_games, Ordering::Relaxed),
        Progress::Done(n_games) => _ = n_played.fetch_add(n_games, Ordering::Relaxed),
    };
    let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
    // Whoever does not want it any more ends the process.
    let stop = AtomicBool::new(false);
    let (run, folder) = (Run::new(&manifest), Folder::new(folder));
    let crew = Crew { n_threads, stop: &stop, progress: &progress, commit: None };
    let ended = Mutex::new(None);
    std::thread::scope(|scope| {
        let player =
            scope.spawn(|| *ended.lock().expect("nobody else holds it") = Some(folder.conduct(&run, &crew)));
        while !player.is_finished() {
            std::thread::sleep(Duration::from_millis(20));
            say(Reply::Progress { done: n_played.load(Ordering::Relaxed), total });
        }
    });
    if let Some(Err(error)) = ended.into_inner().expect("nobody panicked") {
        return Err(Problem::no_answer(error));
    }
    to_raw_value(&()).map_err(Problem::failed)
}
