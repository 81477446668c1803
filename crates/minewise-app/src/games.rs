//! Games in progress: those that were used last are cached, others are replayed from their rows.

mod shared_analysis;

use std::collections::HashMap;

use minewise::game::Transcript;
use minewise::{Game, Grid, Layout, Move};
use minewise_coach::{MoveKind, Pair, Problem, TimedMove, changes};

pub use shared_analysis::SharedAnalysis;
pub(crate) use shared_analysis::ViewAnalysis;

use crate::job::{Job, ViewRequest};
use crate::limits::{read_rules, read_seed};
use crate::messages::{self, GameAt, GameEnd, MoveRequest, MoveResult};
use crate::rows::{GameRow, StoredGame, Write};

/// The maximum number of cached games.
const MOST_CACHED: usize = 64;

/// The maximum time of a game by its clock: about 31 years.
const MOST_ELAPSED_MS: u64 = 1_000_000_000_000;

/// A game in progress, or just over.
#[derive(Clone)]
pub(crate) struct GameInProgress {
    row: GameRow,
    game: Game,
    elapsed_ms: u64,
    /// The shared analysis of the view, and the number of moves that it is for; `None` until a question is asked.
    analysis: Option<(usize, SharedAnalysis)>,
}

impl GameInProgress {
    /// Replays a stored game.
    pub(crate) fn replay(stored: StoredGame) -> Result<GameInProgress, Problem> {
        let game = game_after(&stored.row, &stored.moves)?;
        let elapsed_ms = stored.moves.last().map_or(0, |made| made.elapsed_ms);
        Ok(GameInProgress { row: stored.row, game, elapsed_ms, analysis: None })
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
            elapsed_ms: self.elapsed_ms,
            created: self.row.created,
            from: self.row.origin.clone(),
            end: self.end(),
        }
    }

    /// Returns the view of the game, for a question about it.
    ///
    /// # Errors
    /// Returns an error if the question is about another view of the game.
    pub(crate) fn view_request(&mut self, asked: &GameAt) -> Result<ViewRequest, Problem> {
        let n_moves = self.game.moves().len();
        if asked.n_moves != n_moves {
            return Err(Problem::conflict(format!(
                "the question is about the game after {} moves, but it has {n_moves}; load it again",
                asked.n_moves
            )));
        }
        let position = self.game.position();
        let (at, analysis) =
            self.analysis.get_or_insert_with(|| (n_moves, SharedAnalysis::new(position.view())));
        if *at != n_moves {
            analysis.follow(position);
            *at = n_moves;
        }
        let view = format!("{:#}", position.view());
        Ok(ViewRequest { view, trust_flags: false, analysis: Some(analysis.clone()) })
    }

    fn end(&self) -> Option<GameEnd> {
        self.game.layout().map(|layout| GameEnd::of(&self.row.seed, layout))
    }

    /// Returns the job that a move has to wait for: the first reveal of a no-guess game needs a layout.
    pub(crate) fn wanted(&self, asked: &MoveRequest) -> Result<Option<Job>, Problem> {
        let is_first = self.row.no_guess && self.row.layout.is_none() && asked.kind == MoveKind::Reveal;
        if !is_first || self.game.is_over() {
            return Ok(None);
        }
        let Move::Reveal(first) = self.asked(asked)? else { return Ok(None) };
        let seed = read_seed(&self.row.seed)?.0;
        Ok(Some(Job::NoGuess { rules: self.row.rules.clone(), seed, first }))
    }

    /// Sets the layout that was found for the game. Only flags can have been set before, and they do not depend on the
    /// layout.
    pub(crate) fn take_layout(&mut self, layout: String) -> Result<Write, Problem> {
        let moves: Vec<TimedMove> = self.game.moves().iter().copied().map(TimedMove::from).collect();
        self.row.layout = Some(layout.clone());
        self.game = game_after(&self.row, &moves)?;
        Ok(Write::Layout { game: self.row.id.clone(), layout })
    }

    /// Makes a move. Returns the row to write, and the result. A move that is not allowed changes nothing.
    pub(crate) fn make(&mut self, asked: &MoveRequest) -> Result<(Write, MoveResult), Problem> {
        let made = self.asked(asked)?;
        let before = self.game.view().clone();
        let idx = self.game.moves().len();
        self.game.make(made).map_err(Problem::conflict)?;
        // The clock must not run backwards.
        self.elapsed_ms = asked.elapsed_ms.clamp(self.elapsed_ms, MOST_ELAPSED_MS.max(self.elapsed_ms));
        let moved = MoveResult {
            status: self.game.status().into(),
            n_moves: idx + 1,
            elapsed_ms: self.elapsed_ms,
            changed: changes(&before, self.game.view()),
            end: self.end(),
        };
        let made = TimedMove { made, elapsed_ms: self.elapsed_ms };
        Ok((Write::Move { game: self.row.id.clone(), idx, made }, moved))
    }

    fn asked(&self, asked: &MoveRequest) -> Result<Move, Problem> {
        let Pair(row, col) = asked.cell;
        let cell = self.game.view().grid().cell(row, col);
        let cell = cell.ok_or_else(|| Problem::bad_input(format!("there is no cell {row},{col}")))?;
        Ok(asked.kind.at(cell))
    }
}

/// Creates a stored game before its first move.
pub(crate) fn fresh(row: &GameRow) -> Result<Game, Problem> {
    match &row.layout {
        Some(layout) => Ok(Game::with_layout(&layout.parse::<Layout>().map_err(Problem::failed)?)),
        None => Ok(Game::new(&Grid::new(read_rules(&row.rules)?), read_seed(&row.seed)?)),
    }
}

/// Creates a stored game after these moves.
pub(crate) fn game_after(row: &GameRow, moves: &[TimedMove]) -> Result<Game, Problem> {
    let mut game = fresh(row)?;
    for made in moves {
        game.make(made.made).map_err(|error| Problem::failed(format!("the game is damaged: {error}")))?;
    }
    Ok(game)
}

/// Returns a finished game as text that can be replayed.
pub(crate) fn transcript(stored: &StoredGame) -> Result<String, Problem> {
    let StoredGame { row, moves } = stored;
    if !game_after(row, moves)?.is_over() {
        return Err(Problem::conflict("the game is not over, and its seed would reveal the mines"));
    }
    if row.layout.is_some() {
        return Err(Problem::no_answer("a no-guess layout does not follow from its seed alone"));
    }
    let moves = moves.iter().map(|made| made.made).collect();
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
