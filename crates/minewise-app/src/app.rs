//! The app: one step after the other, from a message to its answer.

mod questions;
mod reading;
mod reviews;

use std::sync::{Mutex, MutexGuard, PoisonError};

use minewise::{Rules, Seed};
use minewise_coach::zoo::Zoo;
use minewise_coach::{Problem, TimedMove};
use serde::de::DeserializeOwned;

use crate::answer::{Answer, Content, written};
use crate::games::{AtHand, GameInProgress, game_after, transcript};
use crate::job::Job;
use crate::limits::{MOST_LISTED, read_player, read_rules, read_seed, read_transcript};
use crate::messages::{About, Begin, Fork, Games, Message, MoveAsked, NewGame, ViewAt, WatchAsked};
use crate::rows::{GameRow, Query, Rows, StoredGame, Write};
use reading::read;
use reviews::{answer_puzzle, list_puzzles, review};

/// The app. It keeps the games that were asked for last; all else is in its store.
pub struct App {
    zoo: &'static Zoo,
    at_hand: Mutex<AtHand>,
}

/// What the app takes from the world at each step.
#[derive(Clone, Copy, Debug)]
pub struct Env {
    /// Milliseconds since 1970.
    pub now_ms: u64,
    /// Numbers that nobody can foresee.
    pub entropy: [u64; 2],
}

impl Env {
    /// A name that nobody can foresee.
    pub fn id(&self) -> String {
        format!("{:016x}", self.entropy[0])
    }

    /// A seed that nobody can foresee, of as many bits as a page's numbers hold exactly, which is more than enough.
    pub fn seed(&self) -> Seed {
        Seed(self.entropy[1] >> 11)
    }

    fn seed_or(&self, asked: Option<&str>) -> Result<Seed, Problem> {
        asked.filter(|text| !text.trim().is_empty()).map_or_else(|| Ok(self.seed()), read_seed)
    }
}

/// What was gathered for a message so far.
#[derive(Debug, Default)]
pub struct Gathered {
    /// The rows that were asked for.
    pub rows: Option<Rows>,
    /// The answer of the job that was asked for, as JSON.
    pub worked: Option<String>,
}

/// What a message takes next.
pub enum Next {
    /// These rows.
    Load(Query),
    /// The answer of this job, which takes a while; what stands before it is said at once.
    Work {
        /// The first event of a stream: its kind, and JSON.
        begin: Option<(&'static str, String)>,
        /// The job.
        job: Job,
    },
    /// Nothing more: rows to write and then the answer.
    Finish(Finish),
}

/// The end of a message. Once its rows are durable, [`App::finish`] gives the answer.
pub struct Finish {
    /// The rows to write, all or none.
    pub writes: Vec<Write>,
    answer: Answer,
    game: Option<Box<GameInProgress>>,
}

impl From<Answer> for Next {
    /// An answer that writes nothing.
    fn from(answer: Answer) -> Next {
        Next::Finish(Finish { writes: Vec::new(), answer, game: None })
    }
}

impl App {
    /// An app whose players are those of a zoo.
    pub fn new(zoo: &'static Zoo) -> App {
        App { zoo, at_hand: Mutex::default() }
    }

    /// What a message takes next, after all that was gathered for it.
    ///
    /// # Errors
    /// When it has no answer.
    pub fn step(&self, message: &Message, gathered: &Gathered, env: &Env) -> Result<Next, Problem> {
        match message {
            Message::About => Ok(Answer::json(&About::this())?.into()),
            Message::ListGames => list_games(gathered),
            Message::NewGame(asked) => new_game(asked, env),
            Message::ImportGame(asked) => import_game(&asked.transcript, env),
            Message::Game { id } => self.game(id, gathered),
            Message::RemoveGame { id } => self.remove_game(id, gathered),
            Message::Move { id, asked } => self.make_move(id, asked, gathered),
            Message::Fork { id, asked } => fork(id, asked, gathered, env),
            Message::ViewAt { id, at } => view_at(id, *at, gathered),
            Message::Transcript { id } => match stored(id, gathered)? {
                Ok(stored) => Ok(Answer::text(transcript(stored)?).into()),
                Err(load) => Ok(load),
            },
            Message::Review { id } => review(id, gathered, env),
            Message::ListPuzzles { game } => list_puzzles(game.clone(), gathered),
            Message::AnswerPuzzle { game, at, asked } => answer_puzzle(game, *at, asked, gathered),
            Message::Analyze(asked) => self.analyze(asked, gathered),
            Message::Cell(asked) => self.cell(asked, gathered),
            Message::Read { name, bytes } => Ok(Answer::json(&read(name.as_deref(), bytes)?)?.into()),
            Message::Watch(asked) => self.watch(asked, gathered, env),
        }
    }

    /// Gives the answer of a message whose rows are durable.
    pub fn finish(&self, finish: Finish) -> Answer {
        if let Some(game) = finish.game {
            self.at_hand().put(*game);
        }
        finish.answer
    }

    fn at_hand(&self) -> MutexGuard<'_, AtHand> {
        self.at_hand.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn game(&self, id: &str, gathered: &Gathered) -> Result<Next, Problem> {
        if let Some(game) = self.at_hand().get(id) {
            return Ok(Answer::json(&game.message())?.into());
        }
        // Not put at hand: a move may be on its way to the store, and what is at hand must never be behind it.
        match stored(id, gathered)? {
            Ok(stored) => Ok(Answer::json(&GameInProgress::replay(stored.clone())?.message())?.into()),
            Err(load) => Ok(load),
        }
    }

    fn remove_game(&self, id: &str, gathered: &Gathered) -> Result<Next, Problem> {
        if let Err(load) = stored(id, gathered)? {
            return Ok(load);
        }
        self.at_hand().take(id);
        let writes = vec![Write::RemoveGame(id.to_owned())];
        Ok(Next::Finish(Finish { writes, answer: Answer::json(&())?, game: None }))
    }

    fn make_move(&self, id: &str, asked: &MoveAsked, gathered: &Gathered) -> Result<Next, Problem> {
        let taken = self.at_hand().take(id);
        let was_at_hand = taken.is_some();
        let mut game = match taken {
            Some(game) => game,
            None => match stored(id, gathered)? {
                Ok(stored) => GameInProgress::replay(stored.clone())?,
                Err(load) => return Ok(load),
            },
        };
        let mut writes = Vec::new();
        let next = game.wanted(asked).and_then(|job| {
            match (job, &gathered.worked) {
                (Some(job), None) => return Ok(Next::Work { begin: None, job }),
                (Some(_), Some(worked)) => writes.push(game.take_layout(parsed(worked)?)?),
                (None, _) => {}
            }
            let (write, moved) = game.make(asked)?;
            writes.push(write);
            Ok(Answer::json(&moved)?.into())
        });
        if let Ok(Next::Finish(finish)) = next {
            return Ok(Next::Finish(Finish { writes, game: Some(Box::new(game)), ..finish }));
        }
        // Unchanged, it stays at hand. What was loaded does not: it may be behind a move on its way to the store.
        if was_at_hand && writes.is_empty() {
            self.at_hand().put(game);
        }
        next
    }

    fn watch(&self, asked: &WatchAsked, gathered: &Gathered, env: &Env) -> Result<Next, Problem> {
        if let Some(worked) = &gathered.worked {
            let content = Content::Event("end", worked.clone());
            return Ok(Answer { is_new: false, content }.into());
        }
        let rules = read_rules(&asked.rules)?.to_string();
        let player = read_player(self.zoo, &asked.player)?.to_string();
        let seed = env.seed_or(asked.seed.as_deref())?;
        let begin = Begin { rules: rules.clone(), seed: seed.to_string(), player: player.clone() };
        let begin = Some(("begin", written(&begin)?));
        Ok(Next::Work { begin, job: Job::Watch { rules, seed: seed.0, player } })
    }
}

/// A game that was loaded; else what loads it.
fn stored<'g>(id: &str, gathered: &'g Gathered) -> Result<Result<&'g StoredGame, Next>, Problem> {
    match &gathered.rows {
        Some(Rows::Game(Some(stored))) => Ok(Ok(stored)),
        Some(_) => Err(Problem::not_found("game")),
        None => Ok(Err(Next::Load(Query::Game(id.to_owned())))),
    }
}

fn parsed<T: DeserializeOwned>(json: &str) -> Result<T, Problem> {
    serde_json::from_str(json).map_err(Problem::failed)
}

fn list_games(gathered: &Gathered) -> Result<Next, Problem> {
    let Some(Rows::Games(stored)) = &gathered.rows else {
        return Ok(Next::Load(Query::NewestGames(MOST_LISTED)));
    };
    let message = |stored: &StoredGame| Ok(GameInProgress::replay(stored.clone())?.message());
    let games = stored.iter().map(message).collect::<Result<_, Problem>>()?;
    Ok(Answer::json(&Games { games })?.into())
}

fn new_game(asked: &NewGame, env: &Env) -> Result<Next, Problem> {
    let rules = read_rules(&asked.rules)?;
    let seed = asked.seed.as_deref().map_or_else(|| Ok(env.seed()), read_seed)?;
    begin(new_row(&rules, seed, env), asked.no_guess, Vec::new())
}

fn import_game(text: &str, env: &Env) -> Result<Next, Problem> {
    let transcript = read_transcript(text)?;
    transcript.replay().map_err(Problem::bad_input)?;
    let moves = transcript.moves.iter().copied().map(TimedMove::from).collect();
    begin(new_row(&transcript.rules, transcript.seed, env), false, moves)
}

/// A new game with the same layout, after the first moves of another that is over: else it would tell the mines.
fn fork(id: &str, asked: &Fork, gathered: &Gathered, env: &Env) -> Result<Next, Problem> {
    let StoredGame { row, moves } = match stored(id, gathered)? {
        Ok(stored) => stored,
        Err(load) => return Ok(load),
    };
    if !game_after(row, moves)?.is_over() {
        return Err(Problem::conflict(
            "the game is not over, and another of its layout would tell the mines",
        ));
    }
    let first = moves.get(..asked.at).ok_or_else(|| too_few(moves))?;
    let new = new_row(&read_rules(&row.rules)?, read_seed(&row.seed)?, env);
    let new = GameRow { layout: row.layout.clone(), origin: Some(row.id.clone()), ..new };
    begin(new, row.no_guess, first.to_vec())
}

fn too_few(moves: &[TimedMove]) -> Problem {
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

fn begin(row: GameRow, no_guess: bool, moves: Vec<TimedMove>) -> Result<Next, Problem> {
    let stored = StoredGame { row: GameRow { no_guess, ..row }, moves };
    let game = GameInProgress::replay(stored.clone())?;
    let answer = Answer::new(&game.message())?;
    Ok(Next::Finish(Finish { writes: vec![Write::Game(stored)], answer, game: Some(Box::new(game)) }))
}

fn view_at(id: &str, at: usize, gathered: &Gathered) -> Result<Next, Problem> {
    let StoredGame { row, moves } = match stored(id, gathered)? {
        Ok(stored) => stored,
        Err(load) => return Ok(load),
    };
    let game = game_after(row, moves.get(..at).ok_or_else(|| too_few(moves))?)?;
    Ok(Answer::json(&ViewAt { view: format!("{:#}", game.view()) })?.into())
}

#[cfg(test)]
mod tests;
