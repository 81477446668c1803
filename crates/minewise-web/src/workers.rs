//! Processes of this program that do what may take long; ended when nobody waits for their answer any more.

use std::path::PathBuf;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde::de::DeserializeOwned;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::job::{Job, Reply};
use crate::problem::Problem;
use crate::tables::lock;

/// So many work at once on what somebody waits for, and so many on experiments.
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

    /// Begins a job.
    pub(crate) async fn begin(self: &Arc<Workers>, job: &Job) -> Result<Running, Problem> {
        let is_experiment = matches!(job, Job::Experiment { .. });
        let turns = if is_experiment { &self.experiments } else { &self.turns };
        let turn = tokio::time::timeout(MOST_WAIT, Arc::clone(turns).acquire_owned()).await;
        let Ok(Ok(turn)) = turn else {
            return Err(Problem::busy("everybody is at work on something else; try again in a moment"));
        };
        let mut line = serde_json::to_vec(job).map_err(Problem::failed)?;
        line.push(b'\n');
        let idle = lock(&self.idle).pop();
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

    /// Does a job that somebody waits for, within a minute.
    pub(crate) async fn answer<T: DeserializeOwned>(self: &Arc<Workers>, job: &Job) -> Result<T, Problem> {
        let mut running = self.begin(job).await?;
        let thought = async {
            loop {
                if let Reply::Done(answer) = running.next().await? {
                    return serde_json::from_value(answer).map_err(Problem::failed);
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
        if matches!(reply, Reply::Done(_) | Reply::Problem(_)) {
            let worker = self.worker.take();
            lock(&self.workers.idle).extend(worker);
        }
        match reply {
            Reply::Problem(sentence) => Err(Problem::no_answer(sentence)),
            reply => Ok(reply),
        }
    }
}
