//! What the app asks for to answer a message, done: rows loaded and written, jobs worked off.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use minewise_app::{
    Answer, App, Content, Env, Finish, Gathered, Job, Message, Next, Problem, Reply, ReviewProgress,
};
use minewise_coach::zoo::Zoo;

use super::store::Store;
use crate::http::stream::Events;
use crate::work::BUG;
use crate::work::pool::Pool;
use crate::work::workers::{Running, Work, Workers};

/// Everything that a request may need.
#[derive(Clone)]
pub(crate) struct Door {
    app: Arc<App>,
    pub(crate) store: Arc<Store>,
    pool: Arc<Pool>,
    pub(crate) workers: Arc<Workers>,
}

/// Where the steps of a message come to a stop.
enum Stop {
    /// At their end.
    Answer(Answer),
    /// At a job, with what was gathered before.
    Work { begin: Option<(&'static str, String)>, job: Job, gathered: Box<Gathered> },
}

/// A message that has come to its first stop.
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
        let mut gathered = Gathered::default();
        loop {
            match self.go_on(&message, gathered).await? {
                Stop::Answer(answer) => return Ok(answer),
                Stop::Work { job, gathered: before, .. } => {
                    let worked = Some(self.work(job).await?);
                    gathered = Gathered { worked, ..*before };
                }
            }
        }
    }

    /// Begins to answer a message that takes long: what makes no sense fails at once.
    pub(crate) async fn begin(&self, message: Message) -> Result<Begun, Problem> {
        let message = Arc::new(message);
        let stop = self.go_on(&message, Gathered::default()).await?;
        Ok(Begun { message, stop })
    }

    /// Answers a message that was begun by events.
    pub(crate) async fn stream(&self, begun: Begun, events: &Events) -> Result<(), Problem> {
        let Begun { message, mut stop } = begun;
        loop {
            match stop {
                Stop::Answer(Answer { content: Content::Event(kind, json), .. }) => {
                    return events.send(kind, &json).await;
                }
                Stop::Answer(_) => return Err(Problem::failed("this answer is no event")),
                Stop::Work { begin, job, gathered: before } => {
                    if let Some((kind, json)) = begin {
                        events.send(kind, &json).await?;
                    }
                    let mut running = self.workers.begin(&Work::App(job)).await?;
                    let worked = Some(listen(&mut running, events).await?);
                    stop = self.go_on(&message, Gathered { worked, ..*before }).await?;
                }
            }
        }
    }

    /// Takes steps until there is an answer or a job to do.
    ///
    /// A first step that needs no row is taken at once; only what may wait for the disk goes to a thread that may.
    async fn go_on(&self, message: &Arc<Message>, gathered: Gathered) -> Result<Stop, Problem> {
        let is_long = matches!(**message, Message::ImportGame(_) | Message::Read { .. });
        let mut first = None;
        if gathered.rows.is_none() && !is_long {
            match self.app.step(message, &gathered, &env())? {
                Next::Work { begin, job } => {
                    return Ok(Stop::Work { begin, job, gathered: Box::new(gathered) });
                }
                Next::Finish(finish) if finish.writes.is_empty() => {
                    return Ok(Stop::Answer(self.app.finish(finish)));
                }
                next => first = Some(next),
            }
        }
        let (door, message) = (self.clone(), Arc::clone(message));
        blocking(move || door.take_steps(&message, gathered, first)).await
    }

    fn take_steps(
        &self,
        message: &Message,
        mut gathered: Gathered,
        mut first: Option<Next>,
    ) -> Result<Stop, Problem> {
        loop {
            let next = match first.take() {
                Some(next) => next,
                None => self.app.step(message, &gathered, &env())?,
            };
            match next {
                Next::Load(query) => gathered.rows = Some(self.store.load(&query)?),
                Next::Work { begin, job } => {
                    return Ok(Stop::Work { begin, job, gathered: Box::new(gathered) });
                }
                Next::Finish(finish) => return self.write(finish).map(Stop::Answer),
            }
        }
    }

    fn write(&self, finish: Finish) -> Result<Answer, Problem> {
        self.store.write(&finish.writes)?;
        Ok(self.app.finish(finish))
    }

    /// Does a job; its answer.
    async fn work(&self, job: Job) -> Result<String, Problem> {
        if job.is_bounded() {
            let work = move || minewise_app::work(Zoo::shipped(), &job, &mut |_| ());
            return self.pool.run(work).await.map(|answer| answer.get().to_owned());
        }
        self.workers.answer(&Work::App(job)).await
    }
}

/// Passes on what a worker says as events, until its answer.
async fn listen(running: &mut Running, events: &Events) -> Result<String, Problem> {
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

/// Does something that may wait for the disk.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Problem::failed(BUG))?
}

/// The time and some entropy of this machine.
pub(crate) fn env() -> Env {
    let now_ms = now();
    let drawn = || getrandom::u64().unwrap_or(now_ms);
    Env { now_ms, entropy: [drawn(), drawn()] }
}

/// The time, in milliseconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}
