//! Games in progress: those that were used last are cached, others are replayed from their rows.

mod clock;
mod shared_analysis;

use std::collections::HashMap;

use minewise::game::Transcript;
use minewise::{Game, Grid, Layout, Move};
use minewise_coach::{Pair, Problem, TimedMove, changes};

use clock::GameClock;

pub use shared_analysis::SharedAnalysis;
pub(crate) use shared_analysis::ViewAnalysis;

use crate::answer::to_json;
use crate::app::PLAYED_ELSEWHERE;
use crate::job::{Job, ViewRequest};
use crate::limits::{read_rules, read_seed};
use crate::messages::{self, GameAt, GameEnd, MoveRequest, MoveResult};
use crate::rows::{GameRow, StoredGame, StoredMove, Write};

/// The maximum number of cached games.
const MOST_CACHED: usize = 64;

/// A game with more moves than this is too long to replay it for every list, so its summary is stored with it. Games
/// that people play are shorter; replaying them finds any damage.
const LONG: usize = 1000;

/// A game in progress, or just over.
#[derive(Clone)]
pub(crate) struct GameInProgress {
    row: GameRow,
    game: Game,
    clock: GameClock,
    /// The shared analysis of the view, and the number of moves that it is for; `None` until a question is asked.
    analysis: Option<(usize, SharedAnalysis)>,
}

impl GameInProgress {
    /// Replays a stored game.
    pub(crate) fn replay(stored: StoredGame) -> Result<GameInProgress, Problem> {
        let game = game_after(&stored.row, &stored.moves)?;
        Ok(GameInProgress { row: stored.row, game, clock: GameClock::after(&stored.moves), analysis: None })
    }

    /// Returns the game as its player may see it.
    pub(crate) fn message(&self) -> messages::Game {
        messages::Game {
            id: self.row.id.clone(),
            rules: self.row.rules.clone(),
            no_guess: self.row.no_guess,
            view: format!("{:#}", self.game.view()),
            status: self.game.status().into(),
            n_moves: self.game.moves().len(),
            elapsed_ms: self.clock.elapsed_ms(),
            page_ms: self.clock.page_ms(),
            created: self.row.created,
            from: self.row.origin.clone(),
            end: self.end(),
        }
    }

    /// Returns the summary of a long game, which lists show instead of replaying it.
    pub(crate) fn summary(&self) -> Result<Option<String>, Problem> {
        let is_long = self.game.moves().len() > LONG;
        is_long.then(|| to_json(&self.message())).transpose()
    }

    /// Returns the view of the game, for a question about it; `None` if the question is about another view of the game.
    pub(crate) fn view_request(&mut self, asked: &GameAt) -> Option<ViewRequest> {
        let n_moves = self.game.moves().len();
        if asked.n_moves != n_moves {
            return None;
        }
        let position = self.game.position();
        let (at, analysis) =
            self.analysis.get_or_insert_with(|| (n_moves, SharedAnalysis::new(position.view())));
        if *at != n_moves {
            analysis.follow(position);
            *at = n_moves;
        }
        let view = format!("{:#}", position.view());
        Some(ViewRequest { view, trust_flags: false, analysis: Some(analysis.clone()) })
    }

    fn end(&self) -> Option<GameEnd> {
        self.game.layout().map(|layout| GameEnd::of(&self.row.seed, layout))
    }

    /// Returns the job that a move has to wait for: the first reveal of a no-guess game needs a layout.
    ///
    /// # Errors
    /// Returns an error if the move is not allowed: a layout is made only for a cell that will be revealed.
    pub(crate) fn wanted(&self, asked: &MoveRequest) -> Result<Option<Job>, Problem> {
        if !self.row.no_guess || self.row.layout.is_some() {
            return Ok(None);
        }
        let made = self.asked(asked)?;
        self.game.clone().make(made).map_err(Problem::conflict)?;
        let Move::Reveal(first) = made else { return Ok(None) };
        let seed = read_seed(&self.row.seed)?.0;
        Ok(Some(Job::NoGuess { rules: self.row.rules.clone(), seed, first }))
    }

    /// Sets the layout that was found for the game. Only flags can have been set before, and they do not depend on the
    /// layout.
    pub(crate) fn take_layout(&mut self, layout: String) -> Result<Write, Problem> {
        let flags = self.game.moves().to_vec();
        self.row.layout = Some(layout.clone());
        self.game = replay(&self.row, flags)?;
        Ok(Write::Layout { game: self.row.id.clone(), layout })
    }

    /// Makes a move. Returns the row to write, and the result. A move that is not allowed changes nothing.
    pub(crate) fn make(&mut self, asked: &MoveRequest, now_ms: u64) -> Result<(Write, MoveResult), Problem> {
        let made = self.asked(asked)?;
        let before = self.game.view().clone();
        let idx = self.game.moves().len();
        self.game.make(made).map_err(Problem::conflict)?;
        let (page_ms, server_ms) = self.clock.tick(asked.elapsed_ms, now_ms);
        let moved = MoveResult {
            status: self.game.status().into(),
            n_moves: idx + 1,
            elapsed_ms: self.clock.elapsed_ms(),
            page_ms,
            changed: changes(&before, self.game.view()),
            end: self.end(),
        };
        let made = StoredMove { made, page_ms, server_ms: Some(server_ms) };
        Ok((Write::Move { game: self.row.id.clone(), idx, made, summary: self.summary()? }, moved))
    }

    /// Reads a move, and checks that it is about the game as it is now.
    fn asked(&self, asked: &MoveRequest) -> Result<Move, Problem> {
        if asked.n_moves.is_some_and(|n_moves| n_moves != self.game.moves().len()) {
            return Err(Problem::conflict(PLAYED_ELSEWHERE));
        }
        let Pair(row, col) = asked.cell;
        let cell = self.game.view().grid().cell(row, col);
        let cell = cell.ok_or_else(|| Problem::bad_input(format!("there is no cell {row},{col}")))?;
        Ok(asked.kind.at(cell))
    }
}

/// What is wrong with a game that is not as it was stored. Not the fault of the request, nor of the server.
fn damaged(error: impl std::fmt::Display) -> Problem {
    Problem::no_answer(format!("the game is damaged: {error}"))
}

/// Creates a stored game before its first move.
pub(crate) fn fresh(row: &GameRow) -> Result<Game, Problem> {
    let rules = read_rules(&row.rules).map_err(|problem| damaged(problem.error))?;
    let seed = read_seed(&row.seed).map_err(|problem| damaged(problem.error))?;
    let Some(layout) = &row.layout else { return Ok(Game::new(&Grid::new(rules), seed)) };
    let layout: Layout = layout.parse().map_err(damaged)?;
    if *layout.grid().rules() != rules {
        return Err(damaged(format!("its layout is of {}, its rules are {rules}", layout.grid().rules())));
    }
    Ok(Game::with_layout(&layout))
}

/// Creates a stored game after these moves.
pub(crate) fn game_after(row: &GameRow, moves: &[StoredMove]) -> Result<Game, Problem> {
    replay(row, moves.iter().map(|made| made.made))
}

fn replay(row: &GameRow, moves: impl IntoIterator<Item = Move>) -> Result<Game, Problem> {
    let mut game = fresh(row)?;
    for (idx, made) in moves.into_iter().enumerate() {
        game.make_again(made)
            .map_err(|error| damaged(format!("move {idx} is not allowed, because {error}")))?;
    }
    Ok(game)
}

/// Returns a stored game as its player may see it.
///
/// # Errors
/// Returns an error if the game is damaged.
pub fn replayed(stored: StoredGame) -> Result<messages::Game, Problem> {
    Ok(GameInProgress::replay(stored)?.message())
}

/// Returns the summary to store with a game; `None` if the game is not a long one.
///
/// # Errors
/// Returns an error if the game is damaged.
pub fn summary_of(stored: StoredGame) -> Result<Option<String>, Problem> {
    GameInProgress::replay(stored)?.summary()
}

/// Returns the moves with the times that the game had taken, by the clock of the server.
pub(crate) fn timed(moves: &[StoredMove]) -> impl Iterator<Item = TimedMove> {
    let mut clock = GameClock::default();
    moves.iter().map(move |made| {
        clock.add(made);
        TimedMove { made: made.made, elapsed_ms: clock.elapsed_ms() }
    })
}

/// Returns a finished game as text that can be replayed.
pub(crate) fn transcript(stored: &StoredGame) -> Result<String, Problem> {
    let StoredGame { row, moves } = stored;
    let game = game_after(row, moves)?;
    if !game.is_over() {
        return Err(Problem::conflict("the game is not over, and its seed would reveal the mines"));
    }
    let moves = game.moves().to_vec();
    let seeded = GameRow { layout: None, ..row.clone() };
    let is_same = replay(&seeded, moves.iter().copied()).is_ok_and(|again| again.layout() == game.layout());
    if !is_same {
        return Err(Problem::no_answer("the layout of this game does not follow from its seed alone"));
    }
    Ok(Transcript::new(read_rules(&row.rules)?, read_seed(&row.seed)?, moves).to_string())
}

/// A cache of the games that were used last.
#[derive(Default)]
pub(crate) struct GameCache {
    games: HashMap<String, (u64, GameInProgress)>,
    /// The number of times that a game was put into the cache.
    clock: u64,
}

impl GameCache {
    pub(crate) fn get(&self, id: &str) -> Option<&GameInProgress> {
        self.games.get(id).map(|(_, game)| game)
    }

    pub(crate) fn get_mut(&mut self, id: &str) -> Option<&mut GameInProgress> {
        self.games.get_mut(id).map(|(_, game)| game)
    }

    /// Removes a game from the cache. It is put back when its changes are durable, so that the cache is never ahead of
    /// the database.
    pub(crate) fn take(&mut self, id: &str) -> Option<GameInProgress> {
        self.games.remove(id).map(|(_, game)| game)
    }

    pub(crate) fn put(&mut self, game: GameInProgress) {
        if self.games.len() >= MOST_CACHED {
            let oldest = self.games.iter().min_by_key(|(_, (put, _))| *put).map(|(id, _)| id.clone());
            oldest.and_then(|id| self.games.remove(&id));
        }
        self.clock += 1;
        self.games.insert(game.row.id.clone(), (self.clock, game));
    }
}
