//! Worker processes for long work. A worker is killed when the request for its answer is dropped.

use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use minewise_app::{Job, Problem, Reply};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

pub(crate) use super::worker::Work;

/// The maximum number of jobs at once, without experiments and overdue jobs.
const MOST_AT_ONCE: usize = 4;
/// The maximum number of overdue jobs at once: bounded ones that took too long on a thread. They take the most memory.
const MOST_OVERDUE: usize = 2;
/// The maximum number of players that are watched at once. They last long, so they leave room for other jobs.
const MOST_WATCHES: usize = MOST_AT_ONCE / 2;
/// How long a player is watched at most.
const WATCH_TIMEOUT: Duration = Duration::from_secs(600);
/// The maximum number of experiments at once.
const MOST_EXPERIMENTS: usize = 1;
/// How long a job waits for a free worker.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(20);
/// How long a single answer may take.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

/// The worker processes, started when needed and kept for the next job.
pub(crate) struct Workers {
    /// The program that is started with the argument `worker`.
    program: PathBuf,
    idle: Mutex<Vec<Worker>>,
    turns: Arc<Semaphore>,
    overdue: Arc<Semaphore>,
    watches: Arc<Semaphore>,
    watch_timeout: Duration,
    experiments: Arc<Semaphore>,
}

struct Worker {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

/// A running job. Dropping it before its end cancels it.
pub(crate) struct Running {
    workers: Arc<Workers>,
    worker: Option<Worker>,
    /// When the job is cancelled; `None` if it may take as long as it needs.
    deadline: Option<Instant>,
    _turn: OwnedSemaphorePermit,
    _watch: Option<OwnedSemaphorePermit>,
}

impl Workers {
    /// Creates an empty set of workers, which will run `program`.
    pub(crate) fn new(program: PathBuf) -> Workers {
        Workers {
            program,
            idle: Mutex::default(),
            turns: Arc::new(Semaphore::new(MOST_AT_ONCE)),
            overdue: Arc::new(Semaphore::new(MOST_OVERDUE)),
            watches: Arc::new(Semaphore::new(MOST_WATCHES)),
            watch_timeout: WATCH_TIMEOUT,
            experiments: Arc::new(Semaphore::new(MOST_EXPERIMENTS)),
        }
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Worker>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a job.
    pub(crate) async fn begin(self: &Arc<Workers>, work: &Work) -> Result<Running, Problem> {
        let (turns, is_watch) = match work {
            Work::Experiment { .. } => (&self.experiments, false),
            Work::App(job) if job.bounded_view().is_some() => (&self.overdue, false),
            Work::App(job) => (&self.turns, matches!(job, Job::Watch { .. })),
        };
        let watch = if is_watch {
            let sentence =
                format!("only {MOST_WATCHES} players can be watched at once; try again when one is done");
            Some(queue(&self.watches).await.ok_or_else(|| Problem::busy(sentence))?)
        } else {
            None
        };
        let turn = queue(turns).await;
        let turn = turn.ok_or_else(|| Problem::busy("all workers are busy; try again in a moment"))?;
        let deadline = is_watch.then(|| Instant::now() + self.watch_timeout);
        let mut line = serde_json::to_vec(work).map_err(Problem::failed)?;
        line.push(b'\n');
        let idle = self.idle().pop();
        let worker = idle.map_or_else(|| self.start(), Ok)?;
        // `Running` owns the worker before the job is sent, so that the worker is killed if this future is dropped
        // while it is being sent.
        let mut running =
            Running { workers: Arc::clone(self), worker: Some(worker), deadline, _turn: turn, _watch: watch };
        if running.send(&line).await.is_err() {
            // An idle worker may have died in the meantime, so a new one is tried.
            running.worker = Some(self.start()?);
            running.send(&line).await.map_err(|error| cannot_start(&error))?;
        }
        Ok(running)
    }

    /// Runs a job that must be answered within [`ANSWER_TIMEOUT`]. Returns its answer as JSON.
    pub(crate) async fn answer(self: &Arc<Workers>, work: &Work) -> Result<String, Problem> {
        let mut running = self.begin(work).await?;
        let answer = async {
            loop {
                if let Reply::Done(answer) = running.next().await? {
                    return Ok(answer.get().to_owned());
                }
            }
        };
        let seconds = ANSWER_TIMEOUT.as_secs();
        let too_long = |_| Problem::busy(format!("this took more than {seconds} seconds and was cancelled"));
        tokio::time::timeout(ANSWER_TIMEOUT, answer).await.map_err(too_long)?
    }

    fn start(&self) -> Result<Worker, Problem> {
        // Workers compute for seconds or minutes, so they leave the processor to whatever is answered in milliseconds.
        // Not at the lowest priority: beside another busy program, a hint would never come.
        let mut politely = Command::new("nice");
        politely.args(["-n", "10"]).arg(&self.program);
        let started = spawn(politely).or_else(|error| match error.kind() {
            // There is no such program on other systems than Unix.
            io::ErrorKind::NotFound => spawn(Command::new(&self.program)),
            _ => Err(error),
        });
        let mut child = started.map_err(|error| cannot_start(&error))?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(input), Some(output)) => {
                Ok(Worker { child, input, output: BufReader::new(output).lines() })
            }
            _ => Err(Problem::failed("a worker has no input or output")),
        }
    }
}

fn spawn(mut command: Command) -> io::Result<Child> {
    command
        .arg("worker")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
}

/// Waits for a turn; `None` if it takes too long.
async fn queue(turns: &Arc<Semaphore>) -> Option<OwnedSemaphorePermit> {
    tokio::time::timeout(QUEUE_TIMEOUT, Arc::clone(turns).acquire_owned()).await.ok()?.ok()
}

fn cannot_start(error: &io::Error) -> Problem {
    Problem::failed(format!("cannot start a worker: {error}"))
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(mut worker) = self.worker.take() {
            // `kill` also waits for the process, or it would stay behind as a zombie.
            tokio::spawn(async move { worker.child.kill().await });
        }
    }
}

impl Running {
    /// Sends a line to the worker.
    async fn send(&mut self, line: &[u8]) -> io::Result<()> {
        let worker = self.worker.as_mut().ok_or(io::ErrorKind::NotFound)?;
        worker.input.write_all(line).await
    }

    /// Waits for the next reply of the worker. `Done` is the last one.
    pub(crate) async fn next(&mut self) -> Result<Reply, Problem> {
        let worker = self.worker.as_mut().ok_or_else(|| Problem::failed("the job is done"))?;
        let line = match self.deadline {
            None => worker.output.next_line().await,
            Some(deadline) => {
                let line = tokio::time::timeout_at(deadline, worker.output.next_line()).await;
                line.map_err(|_| {
                    let minutes = WATCH_TIMEOUT.as_secs() / 60;
                    Problem::busy(format!("a player can be watched for at most {minutes} minutes"))
                })?
            }
        };
        let Ok(Some(line)) = line else {
            return Err(Problem::failed("this job met a bug in Minewise, or its process was killed"));
        };
        let reply = serde_json::from_str(&line).map_err(Problem::failed)?;
        if matches!(reply, Reply::Done(_) | Reply::Problem { .. }) {
            let worker = self.worker.take();
            self.workers.idle().extend(worker);
        }
        match reply {
            Reply::Problem { fault, problem } => Err(Problem { fault, ..problem }),
            reply => Ok(reply),
        }
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    use minewise_coach::Pair;

    use super::*;

    /// Workers that run a shell script for each line.
    fn scripted(folder: &Path, script: &str) -> Arc<Workers> {
        let path = folder.join("worker");
        let text = format!("#!/bin/sh\nwhile read -r line; do\n{script}\ndone\n");
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        Arc::new(Workers::new(path))
    }

    fn job() -> Work {
        Work::App(Job::NoGuess { rules: "9x9/10".to_owned(), seed: 1, first: 0 })
    }

    #[tokio::test]
    async fn a_worker_is_kept_for_the_next_job() {
        let folder = crate::testing::Folder::new("workers-kept");
        let workers = scripted(
            folder.path(),
            "n=$((n+1)); echo '{\"progress\":{\"done\":1,\"total\":2}}'; echo \"{\\\"done\\\":$n}\"",
        );
        assert_eq!(workers.answer(&job()).await.unwrap(), "1");
        assert_eq!(workers.answer(&job()).await.unwrap(), "2");
        assert_eq!(workers.idle().len(), 1);
    }

    #[tokio::test]
    async fn a_problem_is_returned_completely_and_leaves_the_worker_idle() {
        let folder = crate::testing::Folder::new("workers-problem");
        let reply = r#"{"problem":{"fault":"Conflict","problem":{"error":"not now"}}}"#;
        let workers = scripted(folder.path(), &format!("echo '{reply}'"));
        assert_eq!(workers.answer(&job()).await.unwrap_err(), Problem::conflict("not now"));
        assert_eq!(workers.idle().len(), 1);
    }

    #[tokio::test]
    async fn a_worker_that_died_is_replaced() {
        let folder = crate::testing::Folder::new("workers-died");
        let workers = scripted(folder.path(), "echo '{\"done\":7}'; exit");
        assert_eq!(workers.answer(&job()).await.unwrap(), "7");
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert_eq!(workers.answer(&job()).await.unwrap(), "7");
    }

    #[tokio::test]
    async fn a_worker_that_dies_during_a_job_gives_a_sentence() {
        let folder = crate::testing::Folder::new("workers-dies");
        let workers = scripted(folder.path(), "exit");
        let problem = workers.answer(&job()).await.unwrap_err();
        assert_eq!(problem.error, "this job met a bug in Minewise, or its process was killed");
        assert_eq!(workers.idle().len(), 0);
    }

    fn watch() -> Work {
        Work::App(Job::Watch { rules: "9x9/10".to_owned(), seed: 1, player: "exact".to_owned() })
    }

    #[tokio::test]
    async fn watched_players_leave_half_of_the_turns_to_other_jobs() {
        let folder = crate::testing::Folder::new("workers-watches");
        let workers = scripted(folder.path(), "echo '{\"done\":7}'; sleep 60");
        let mut watches = Vec::new();
        for _ in 0..MOST_WATCHES {
            watches.push(workers.begin(&watch()).await.unwrap());
        }
        let third = tokio::time::timeout(Duration::from_millis(100), workers.begin(&watch())).await;
        assert!(third.is_err() && workers.turns.available_permits() == MOST_AT_ONCE - MOST_WATCHES);
        assert_eq!(workers.answer(&job()).await.unwrap(), "7");
        watches.clear();
        assert!(workers.begin(&watch()).await.is_ok());
    }

    #[tokio::test]
    async fn overdue_jobs_leave_all_turns_to_other_jobs() {
        let folder = crate::testing::Folder::new("workers-overdue");
        let workers = scripted(folder.path(), "echo '{\"done\":7}'; sleep 60");
        let tangled = Job::Judge { view: "4x1/1 1...".to_owned(), cell: Pair(0, 1) };
        let overdue = Work::App(tangled);
        let mut running = Vec::new();
        for _ in 0..MOST_OVERDUE {
            running.push(workers.begin(&overdue).await.unwrap());
        }
        let next = tokio::time::timeout(Duration::from_millis(100), workers.begin(&overdue)).await;
        assert!(next.is_err() && workers.turns.available_permits() == MOST_AT_ONCE);
        assert_eq!(workers.answer(&job()).await.unwrap(), "7");
    }

    #[tokio::test]
    async fn a_watched_player_that_takes_too_long_gives_a_sentence() {
        let folder = crate::testing::Folder::new("workers-long");
        let mut workers = scripted(folder.path(), "sleep 60");
        Arc::get_mut(&mut workers).unwrap().watch_timeout = Duration::from_millis(50);
        let mut running = workers.begin(&watch()).await.unwrap();
        let problem = running.next().await.unwrap_err();
        assert_eq!(problem.error, "a player can be watched for at most 10 minutes");
        drop(running);
        assert_eq!((workers.watches.available_permits(), workers.idle().len()), (MOST_WATCHES, 0));
    }

    #[tokio::test]
    async fn a_dropped_job_kills_its_worker_and_frees_its_turn() {
        let folder = crate::testing::Folder::new("workers-cancelled");
        let workers = scripted(folder.path(), "sleep 60");
        for _ in 0..2 * MOST_AT_ONCE {
            drop(workers.begin(&job()).await.unwrap());
        }
        assert_eq!(workers.turns.available_permits(), MOST_AT_ONCE);
        assert_eq!(workers.idle().len(), 0);
    }
}
