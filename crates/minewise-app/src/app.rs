//! The app: answers messages step by step.

mod questions;
mod reading;
mod reviews;

use std::sync::{Mutex, MutexGuard, PoisonError};

use minewise::{Move, Rules, Seed};
use minewise_coach::Problem;
use minewise_coach::zoo::Zoo;
use serde::de::DeserializeOwned;

use crate::answer::{Answer, Content, to_json};
use crate::games::{GameCache, GameInProgress, game_after, replayed, transcript};
use crate::job::Job;
use crate::limits::{MOST_LISTED, read_player, read_rules, read_seed, read_transcript};
use crate::messages::{
    About, Damaged, Fork, Games, Message, MoveRequest, NewGame, ViewAt, WatchBegin, WatchRequest,
};
use crate::rows::{GameRow, ListedGame, Query, Rows, StoredGame, StoredMove, Write};
use reading::read;
pub use reviews::check_puzzle;
use reviews::{answer_puzzle, list_puzzles, review};

/// The app. It caches the games that were used last; everything else is in the database of the caller.
pub struct App {
    zoo: &'static Zoo,
    cache: Mutex<GameCache>,
}

/// The time and entropy of a step.
#[derive(Clone, Copy, Debug)]
pub struct Env {
    /// The time in milliseconds since 1970.
    pub now_ms: u64,
    /// Unpredictable random numbers.
    pub entropy: [u64; 2],
}

impl Env {
    /// Returns an unpredictable id.
    pub fn id(&self) -> String {
        format!("{:016x}", self.entropy[0])
    }

    /// Returns an unpredictable seed of 53 bits, the most that JavaScript numbers represent exactly.
    pub fn seed(&self) -> Seed {
        Seed(self.entropy[1] >> 11)
    }

    fn seed_or(&self, asked: Option<&str>) -> Result<Seed, Problem> {
        asked.filter(|text| !text.trim().is_empty()).map_or_else(|| Ok(self.seed()), read_seed)
    }
}

/// The results of earlier steps of a message.
#[derive(Debug, Default)]
pub struct StepInputs {
    /// The rows that were requested.
    pub rows: Option<Rows>,
    /// The result of the job that was requested, as JSON.
    pub job_result: Option<String>,
}

/// The next thing that a message needs.
pub enum Next {
    /// These rows must be loaded.
    Load(Query),
    /// This job must be run, which takes a while. The first event is sent at once.
    Work {
        /// The first event of a stream: its kind, and its JSON.
        begin: Option<(&'static str, String)>,
        /// The job.
        job: Job,
    },
    /// Nothing more: the rows to write, and the answer.
    Finish(Finish),
}

/// The last step of a message. Once its rows are durable, [`App::finish`] returns the answer.
pub struct Finish {
    /// The rows to write, in one transaction.
    pub writes: Vec<Write>,
    answer: Answer,
    game: Option<Box<GameInProgress>>,
}

impl From<Answer> for Next {
    /// Creates the last step of a message that writes nothing.
    fn from(answer: Answer) -> Next {
        Next::Finish(Finish { writes: Vec::new(), answer, game: None })
    }
}

impl App {
    /// Creates an app with the players of a zoo.
    pub fn new(zoo: &'static Zoo) -> App {
        App { zoo, cache: Mutex::default() }
    }

    /// Returns the next thing that a message needs, given the results of its earlier steps.
    ///
    /// # Errors
    /// Returns an error if the message has no answer.
    pub fn step(&self, message: &Message, inputs: &StepInputs, env: &Env) -> Result<Next, Problem> {
        match message {
            Message::About => Ok(Answer::json(&About::current())?.into()),
            Message::ListGames => list_games(inputs),
            Message::NewGame(asked) => new_game(asked, env),
            Message::ImportGame(asked) => import_game(&asked.transcript, env),
            Message::Game { id } => self.game(id, inputs),
            Message::RemoveGame { id } => remove_game(id, inputs),
            Message::Move { id, asked } => self.make_move(id, asked, inputs, env),
            Message::Fork { id, asked } => fork(id, asked, inputs, env),
            Message::ViewAt { id, at } => view_at(id, *at, inputs),
            Message::Transcript { id } => match stored(id, inputs)? {
                Ok(stored) => Ok(Answer::text(transcript(stored)?).into()),
                Err(load) => Ok(load),
            },
            Message::Review { id } => review(id, inputs, env),
            Message::ListPuzzles { game } => list_puzzles(game.clone(), inputs),
            Message::AnswerPuzzle { game, at, asked } => answer_puzzle(game, *at, asked, inputs),
            Message::Analyze(asked) => self.analyze(asked, inputs),
            Message::Cell(asked) => self.cell(asked, inputs),
            Message::Read { name, bytes } => Ok(Answer::json(&read(name.as_deref(), bytes)?)?.into()),
            Message::Watch(asked) => self.watch(asked, inputs, env),
        }
    }

    /// Returns the answer of a message whose rows are durable.
    ///
    /// Messages must be finished in the order in which their rows were written, or the cache would be older than the
    /// database.
    pub fn finish(&self, finish: Finish) -> Answer {
        for write in &finish.writes {
            if let Write::RemoveGame(id) = write {
                self.cache().take(id);
            }
        }
        if let Some(game) = finish.game {
            self.cache().put(*game);
        }
        finish.answer
    }

    fn cache(&self) -> MutexGuard<'_, GameCache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn game(&self, id: &str, inputs: &StepInputs) -> Result<Next, Problem> {
        if let Some(game) = self.cache().get(id) {
            return Ok(Answer::json(&game.message())?.into());
        }
        // Not cached: a move may be on its way to the database, and the cache must never be older than the database.
        match stored(id, inputs)? {
            Ok(stored) => Ok(Answer::json(&replayed(stored.clone())?)?.into()),
            Err(load) => Ok(load),
        }
    }

    fn make_move(
        &self,
        id: &str,
        asked: &MoveRequest,
        inputs: &StepInputs,
        env: &Env,
    ) -> Result<Next, Problem> {
        let taken = self.cache().take(id);
        let was_cached = taken.is_some();
        let mut game = match taken {
            Some(game) => game,
            None => match stored(id, inputs)? {
                Ok(stored) => GameInProgress::replay(stored.clone())?,
                Err(load) => return Ok(load),
            },
        };
        let mut writes = Vec::new();
        let next = game.wanted(asked).and_then(|job| {
            match (job, &inputs.job_result) {
                (Some(job), None) => return Ok(Next::Work { begin: None, job }),
                (Some(_), Some(job_result)) => writes.push(game.take_layout(parsed(job_result)?)?),
                // This move was to be the first reveal, but while its layout was made, the game got another one.
                (None, Some(_)) => return Err(Problem::conflict(PLAYED_ELSEWHERE)),
                (None, None) => {}
            }
            let (write, moved) = game.make(asked, env.now_ms)?;
            writes.push(write);
            Ok(Answer::json(&moved)?.into())
        });
        if let Ok(Next::Finish(finish)) = next {
            return Ok(Next::Finish(Finish { writes, game: Some(Box::new(game)), ..finish }));
        }
        // An unchanged game goes back into the cache, unless it was just loaded: it may be older than a move on its way
        // to the database.
        if was_cached && writes.is_empty() {
            self.cache().put(game);
        }
        next
    }

    fn watch(&self, asked: &WatchRequest, inputs: &StepInputs, env: &Env) -> Result<Next, Problem> {
        if let Some(job_result) = &inputs.job_result {
            let content = Content::Event("end", job_result.clone());
            return Ok(Answer { is_new: false, content }.into());
        }
        let rules = read_rules(&asked.rules)?.to_string();
        let player = read_player(self.zoo, &asked.player)?.to_string();
        let seed = env.seed_or(asked.seed.as_deref())?;
        let begin = WatchBegin { rules: rules.clone(), seed: seed.to_string(), player: player.clone() };
        let begin = Some(("begin", to_json(&begin)?));
        Ok(Next::Work { begin, job: Job::Watch { rules, seed: seed.0, player } })
    }
}

/// The answer to a move of a game that has changed since.
pub const PLAYED_ELSEWHERE: &str = "the game was played on elsewhere; load it again";

/// Returns the game if it was loaded, or else the step that loads it.
fn stored<'g>(id: &str, inputs: &'g StepInputs) -> Result<Result<&'g StoredGame, Next>, Problem> {
    match &inputs.rows {
        Some(Rows::Game(Some(stored))) => Ok(Ok(stored)),
        Some(_) => Err(Problem::not_found("game")),
        None => Ok(Err(Next::Load(Query::Game(id.to_owned())))),
    }
}

fn parsed<T: DeserializeOwned>(json: &str) -> Result<T, Problem> {
    serde_json::from_str(json).map_err(Problem::failed)
}

fn list_games(inputs: &StepInputs) -> Result<Next, Problem> {
    let Some(Rows::Games(listed, damaged)) = &inputs.rows else {
        return Ok(Next::Load(Query::NewestGames(MOST_LISTED)));
    };
    let mut answer = Games { games: Vec::new(), damaged: damaged.clone() };
    for listed in listed {
        let (id, game) = match listed {
            ListedGame::Stored(stored) => (stored.row.id.as_str(), replayed(stored.clone())),
            ListedGame::Summary(summary) => ("", parsed(summary)),
        };
        match game {
            Ok(game) => answer.games.push(game),
            Err(problem) => answer.damaged.push(Damaged { id: id.to_owned(), error: problem.error }),
        }
    }
    Ok(Answer::json(&answer)?.into())
}

/// Deletes a game, even a damaged one.
fn remove_game(id: &str, inputs: &StepInputs) -> Result<Next, Problem> {
    match &inputs.rows {
        None => Ok(Next::Load(Query::HasGame(id.to_owned()))),
        Some(Rows::HasGame(true)) => {
            let writes = vec![Write::RemoveGame(id.to_owned())];
            Ok(Next::Finish(Finish { writes, answer: Answer::json(&())?, game: None }))
        }
        Some(_) => Err(Problem::not_found("game")),
    }
}

fn new_game(asked: &NewGame, env: &Env) -> Result<Next, Problem> {
    let rules = read_rules(&asked.rules)?;
    let seed = asked.seed.as_deref().map_or_else(|| Ok(env.seed()), read_seed)?;
    begin(new_row(&rules, seed, env), asked.no_guess, Vec::new())
}

fn import_game(text: &str, env: &Env) -> Result<Next, Problem> {
    let transcript = read_transcript(text)?;
    transcript.replay().map_err(Problem::bad_input)?;
    let stored = |&made| StoredMove { made, page_ms: 0, server_ms: None };
    let moves = transcript.moves.iter().map(stored).collect();
    begin(new_row(&transcript.rules, transcript.seed, env), false, moves)
}

/// Creates a game with the same layout, after the first moves of another one. That game must be over, because otherwise
/// the new one would reveal its mines.
fn fork(id: &str, asked: &Fork, inputs: &StepInputs, env: &Env) -> Result<Next, Problem> {
    let StoredGame { row, moves } = match stored(id, inputs)? {
        Ok(stored) => stored,
        Err(load) => return Ok(load),
    };
    let game = game_after(row, moves)?;
    let Some(layout) = game.layout() else {
        return Err(Problem::conflict(
            "the game is not over, and another game with its layout would reveal the mines",
        ));
    };
    let first = moves.get(..asked.at).ok_or_else(|| too_few(moves))?;
    let new = new_row(&read_rules(&row.rules)?, read_seed(&row.seed)?, env);
    let new = GameRow { layout: Some(format!("{layout:#}")), origin: Some(row.id.clone()), ..new };
    // The layout needs no guess from the cell that was revealed first, but perhaps from others.
    let no_guess = row.no_guess && first.iter().any(|made| matches!(made.made, Move::Reveal(_)));
    begin(new, no_guess, continued(first, env.now_ms))
}

/// The first moves of another game, as if the last of them had just been made: its time until then counts, but not the
/// time since.
fn continued(moves: &[StoredMove], now_ms: u64) -> Vec<StoredMove> {
    let last = moves.last().and_then(|made| made.server_ms).unwrap_or_default();
    let shifted = |server_ms: u64| now_ms.saturating_sub(last.saturating_sub(server_ms));
    let continued = |made: &StoredMove| StoredMove { server_ms: made.server_ms.map(shifted), ..*made };
    moves.iter().map(continued).collect()
}

fn too_few(moves: &[StoredMove]) -> Problem {
    Problem::bad_input(format!("the game has only {} moves", moves.len()))
}

fn new_row(rules: &Rules, seed: Seed, env: &Env) -> GameRow {
    GameRow {
        id: env.id(),
        created: env.now_ms,
        rules: rules.to_string(),
        seed: seed.to_string(),
        no_guess: false,
        layout: None,
        origin: None,
    }
}

fn begin(row: GameRow, no_guess: bool, moves: Vec<StoredMove>) -> Result<Next, Problem> {
    let stored = StoredGame { row: GameRow { no_guess, ..row }, moves };
    let game = GameInProgress::replay(stored.clone())?;
    let answer = Answer::new(&game.message())?;
    let writes = vec![Write::Game { stored, summary: game.summary()? }];
    Ok(Next::Finish(Finish { writes, answer, game: Some(Box::new(game)) }))
}

fn view_at(id: &str, at: usize, inputs: &StepInputs) -> Result<Next, Problem> {
    let StoredGame { row, moves } = match stored(id, inputs)? {
        Ok(stored) => stored,
        Err(load) => return Ok(load),
    };
    let game = game_after(row, moves.get(..at).ok_or_else(|| too_few(moves))?)?;
    Ok(Answer::json(&ViewAt { view: format!("{:#}", game.view()) })?.into())
}

#[cfg(test)]
mod tests;
