//! Answers messages: does what the app asks for, which is loading rows, writing rows, and running jobs.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use minewise_app::{
    Answer, App, Content, Env, Finish, Job, Message, Next, Problem, Reply, ReviewProgress, StepInputs,
};
use minewise_coach::zoo::Zoo;

use super::store::Store;
use crate::http::stream::Events;
use crate::work::BUG;
use crate::work::pool::Pool;
use crate::work::workers::{Running, Work, Workers};

/// The app, with all that it needs to answer a request: the store, a thread pool and worker processes.
#[derive(Clone)]
pub(crate) struct Door {
    app: Arc<App>,
    pub(crate) store: Arc<Store>,
    pool: Arc<Pool>,
    pub(crate) workers: Arc<Workers>,
}

/// The point at which the steps of a message stop.
enum Stop {
    /// The message is answered.
    Answer(Answer),
    /// A job has to be run first. `inputs` holds what was loaded before.
    Work { begin: Option<(&'static str, String)>, job: Job, inputs: Box<StepInputs> },
}

/// A message whose steps have reached their first stop.
pub(crate) struct Begun {
    message: Arc<Message>,
    stop: Stop,
}

impl Door {
    pub(crate) fn new(store: Store, workers: Workers) -> Door {
        Door {
            app: Arc::new(App::new(Zoo::shipped())),
            store: Arc::new(store),
            pool: Arc::new(Pool::new()),
            workers: Arc::new(workers),
        }
    }

    /// Answers a message.
    pub(crate) async fn ask(&self, message: Message) -> Result<Answer, Problem> {
        let message = Arc::new(message);
        let mut inputs = StepInputs::default();
        loop {
            match self.advance(&message, inputs).await? {
                Stop::Answer(answer) => return Ok(answer),
                Stop::Work { job, inputs: before, .. } => {
                    let worked = Some(self.work(job).await?);
                    inputs = StepInputs { job_result: worked, ..*before };
                }
            }
        }
    }

    /// Begins to answer a message that takes long. A malformed message fails here, before the stream begins.
    pub(crate) async fn begin(&self, message: Message) -> Result<Begun, Problem> {
        let message = Arc::new(message);
        let stop = self.advance(&message, StepInputs::default()).await?;
        Ok(Begun { message, stop })
    }

    /// Answers a message that was begun, by a stream of events.
    pub(crate) async fn stream(&self, begun: Begun, events: &Events) -> Result<(), Problem> {
        let Begun { message, mut stop } = begun;
        loop {
            match stop {
                Stop::Answer(Answer { content: Content::Event(kind, json), .. }) => {
                    return events.send(kind, &json).await;
                }
                Stop::Answer(_) => return Err(Problem::failed("this answer is not an event")),
                Stop::Work { begin, job, inputs: before } => {
                    if let Some((kind, json)) = begin {
                        events.send(kind, &json).await?;
                    }
                    let mut running = self.workers.begin(&Work::App(job)).await?;
                    let worked = Some(forward(&mut running, events).await?);
                    stop = self.advance(&message, StepInputs { job_result: worked, ..*before }).await?;
                }
            }
        }
    }

    /// Takes steps until there is an answer, or a job to run.
    ///
    /// If the first step needs no rows, it is taken here. Steps that may wait for the disk run on a thread that may
    /// block.
    async fn advance(&self, message: &Arc<Message>, inputs: StepInputs) -> Result<Stop, Problem> {
        let is_long = matches!(**message, Message::ImportGame(_) | Message::Read { .. });
        let mut first = None;
        if inputs.rows.is_none() && !is_long {
            match self.app.step(message, &inputs, &env())? {
                Next::Work { begin, job } => {
                    return Ok(Stop::Work { begin, job, inputs: Box::new(inputs) });
                }
                Next::Finish(finish) if finish.writes.is_empty() => {
                    return Ok(Stop::Answer(self.app.finish(finish)));
                }
                next => first = Some(next),
            }
        }
        let (door, message) = (self.clone(), Arc::clone(message));
        blocking(move || door.take_steps(&message, inputs, first)).await
    }

    fn take_steps(
        &self,
        message: &Message,
        mut inputs: StepInputs,
        mut first: Option<Next>,
    ) -> Result<Stop, Problem> {
        loop {
            let next = match first.take() {
                Some(next) => next,
                None => self.app.step(message, &inputs, &env())?,
            };
            match next {
                Next::Load(query) => inputs.rows = Some(self.store.load(&query)?),
                Next::Work { begin, job } => {
                    return Ok(Stop::Work { begin, job, inputs: Box::new(inputs) });
                }
                Next::Finish(finish) => return self.write(finish).map(Stop::Answer),
            }
        }
    }

    fn write(&self, finish: Finish) -> Result<Answer, Problem> {
        // Until the app has the change too, nobody else may write: its cache must not fall behind.
        let _written = self.store.write(&finish.writes)?;
        Ok(self.app.finish(finish))
    }

    /// Runs a job: on a thread if that is quick, otherwise in a process. Returns its answer.
    async fn work(&self, job: Job) -> Result<String, Problem> {
        if let Some(view) = job.bounded_view() {
            let quick = job.clone();
            let work = move || minewise_app::work(Zoo::shipped(), &quick, &mut |_| ());
            if let Some(answer) = self.pool.run(view, work).await? {
                return Ok(answer.get().to_owned());
            }
        }
        self.workers.answer(&Work::App(job)).await
    }
}

/// Forwards the replies of a worker as events. Returns its answer.
async fn forward(running: &mut Running, events: &Events) -> Result<String, Problem> {
    loop {
        match running.next().await? {
            Reply::Progress { done, total } => {
                events.send_as_json("progress", &ReviewProgress { done, total }).await?;
            }
            Reply::Part(step) => events.send("step", step.get()).await?,
            Reply::Done(answer) => return Ok(answer.get().to_owned()),
            Reply::Problem { problem, .. } => return Err(problem),
        }
    }
}

/// Runs something that may wait for the disk, on a thread that may block.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let stopped = |error: tokio::task::JoinError| {
        if error.is_panic() { Problem::failed(BUG) } else { Problem::busy("the server is being stopped") }
    };
    tokio::task::spawn_blocking(work).await.map_err(stopped)?
}

/// The current time, and some entropy.
pub(crate) fn env() -> Env {
    let now_ms = now();
    let drawn = || getrandom::u64().unwrap_or(now_ms);
    Env { now_ms, entropy: [drawn(), drawn()] }
}

/// The current time in milliseconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}
