//! Processes of this program that do what may take long; ended when nobody waits for their answer any more.

use std::path::PathBuf;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use minewise_app::{Problem, Reply};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

pub(crate) use super::worker::Work;

/// How many work at once on what somebody waits for, and how many on experiments.
const MOST_AT_ONCE: usize = 4;
const MOST_EXPERIMENTS: usize = 1;
/// Nobody waits longer than this for a worker to have time.
const MOST_WAIT: Duration = Duration::from_secs(20);
/// Nobody waits longer than this for a single answer.
const MOST_THOUGHT: Duration = Duration::from_secs(60);

/// Workers, started when they are needed and kept for the next job.
pub(crate) struct Workers {
    /// The program that works when told to `worker`.
    program: PathBuf,
    idle: Mutex<Vec<Worker>>,
    turns: Arc<Semaphore>,
    experiments: Arc<Semaphore>,
}

struct Worker {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

/// A job under way. Dropped before its end, it is cancelled.
pub(crate) struct Running {
    workers: Arc<Workers>,
    worker: Option<Worker>,
    _turn: OwnedSemaphorePermit,
}

impl Workers {
    /// Workers of a program.
    pub(crate) fn new(program: PathBuf) -> Workers {
        Workers {
            program,
            idle: Mutex::default(),
            turns: Arc::new(Semaphore::new(MOST_AT_ONCE)),
            experiments: Arc::new(Semaphore::new(MOST_EXPERIMENTS)),
        }
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Worker>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a job.
    pub(crate) async fn begin(self: &Arc<Workers>, work: &Work) -> Result<Running, Problem> {
        let is_experiment = matches!(work, Work::Experiment { .. });
        let turns = if is_experiment { &self.experiments } else { &self.turns };
        let turn = tokio::time::timeout(MOST_WAIT, Arc::clone(turns).acquire_owned()).await;
        let Ok(Ok(turn)) = turn else {
            return Err(Problem::busy("everybody is at work on something else; try again in a moment"));
        };
        let mut line = serde_json::to_vec(work).map_err(Problem::failed)?;
        line.push(b'\n');
        let idle = self.idle().pop();
        let worker = idle.map_or_else(|| self.start(), Ok)?;
        // It is held as running from here on, so that it ends well even if nobody waits any more while it is told its job.
        let mut running = Running { workers: Arc::clone(self), worker: Some(worker), _turn: turn };
        if running.tell(&line).await.is_err() {
            // An idle worker may have been ended from outside; a new one has not.
            running.worker = Some(self.start()?);
            running.tell(&line).await.map_err(|error| cannot_work(&error))?;
        }
        Ok(running)
    }

    /// Does a job that somebody waits for, within a minute; its answer as JSON.
    pub(crate) async fn answer(self: &Arc<Workers>, work: &Work) -> Result<String, Problem> {
        let mut running = self.begin(work).await?;
        let thought = async {
            loop {
                if let Reply::Done(answer) = running.next().await? {
                    return Ok(answer.get().to_owned());
                }
            }
        };
        let seconds = MOST_THOUGHT.as_secs();
        let too_long = |_| Problem::busy(format!("that took more than {seconds} seconds and was given up"));
        tokio::time::timeout(MOST_THOUGHT, thought).await.map_err(too_long)?
    }

    fn start(&self) -> Result<Worker, Problem> {
        let mut child = Command::new(&self.program)
            .arg("worker")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| cannot_work(&error))?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(input), Some(output)) => {
                Ok(Worker { child, input, output: BufReader::new(output).lines() })
            }
            _ => Err(Problem::failed("a worker has no input or output")),
        }
    }
}

fn cannot_work(error: &std::io::Error) -> Problem {
    Problem::failed(format!("cannot start a worker: {error}"))
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(mut worker) = self.worker.take() {
            // Waited for, or the system would keep its name.
            tokio::spawn(async move { worker.child.kill().await });
        }
    }
}

impl Running {
    /// Tells the worker a line.
    async fn tell(&mut self, line: &[u8]) -> std::io::Result<()> {
        let worker = self.worker.as_mut().ok_or(std::io::ErrorKind::NotFound)?;
        worker.input.write_all(line).await
    }

    /// What the worker says next. After `Done` there is nothing more.
    pub(crate) async fn next(&mut self) -> Result<Reply, Problem> {
        let worker = self.worker.as_mut().ok_or_else(|| Problem::failed("the job is done"))?;
        let line = worker.output.next_line().await;
        let Ok(Some(line)) = line else {
            return Err(Problem::failed("this job met a bug in Minewise, or was ended from outside"));
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

    use minewise_app::Job;

    use super::*;

    /// Workers that are a shell script: it answers each line as the script says.
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
    async fn a_problem_comes_back_whole_and_leaves_the_worker_idle() {
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
    async fn a_worker_that_dies_at_work_is_a_sentence() {
        let folder = crate::testing::Folder::new("workers-dies");
        let workers = scripted(folder.path(), "exit");
        let problem = workers.answer(&job()).await.unwrap_err();
        assert_eq!(problem.error, "this job met a bug in Minewise, or was ended from outside");
        assert_eq!(workers.idle().len(), 0);
    }

    #[tokio::test]
    async fn a_job_that_nobody_waits_for_any_more_ends_its_worker_and_frees_its_turn() {
        let folder = crate::testing::Folder::new("workers-cancelled");
        let workers = scripted(folder.path(), "sleep 60");
        for _ in 0..2 * MOST_AT_ONCE {
            drop(workers.begin(&job()).await.unwrap());
        }
        assert_eq!(workers.turns.available_permits(), MOST_AT_ONCE);
        assert_eq!(workers.idle().len(), 0);
    }
}
