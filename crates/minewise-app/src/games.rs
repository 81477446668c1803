//! Games in progress: those that were asked for last stay at hand, others are replayed from their rows.

mod counted;

use std::collections::HashMap;

use minewise::{Game, Grid, Layout, Move, Transcript};
use minewise_coach::{Kind, Pair, Problem, TimedMove, changes};

pub use counted::Counted;
pub(crate) use counted::Known;

use crate::job::{AskedView, Job};
use crate::limits::{read_rules, read_seed};
use crate::messages::{self, End, GameAt, MoveAsked, Moved};
use crate::rows::{GameRow, StoredGame, Write};

/// How many games stay at hand.
const MOST_AT_HAND: usize = 64;

/// No game takes longer than this by its clock: about 31 years.
const MOST_ELAPSED_MS: u64 = 1_000_000_000_000;

/// A game in progress, or just over.
#[derive(Clone)]
pub(crate) struct GameInProgress {
    row: GameRow,
    game: Game,
    elapsed_ms: u64,
    /// What was counted of the view after so many moves, once somebody has asked.
    counted: Option<(usize, Counted)>,
}

impl GameInProgress {
    /// Replays a game as it was kept.
    pub(crate) fn replay(stored: StoredGame) -> Result<GameInProgress, Problem> {
        let game = game_after(&stored.row, &stored.moves)?;
        let elapsed_ms = stored.moves.last().map_or(0, |made| made.elapsed_ms);
        Ok(GameInProgress { row: stored.row, game, elapsed_ms, counted: None })
    }

    /// The game as its player may see it.
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

    /// The view of the game, for a question about it.
    ///
    /// # Errors
    /// When it is not the view that the question is about.
    pub(crate) fn asked_view(&mut self, asked: &GameAt) -> Result<AskedView, Problem> {
        let n_moves = self.game.moves().len();
        if asked.n_moves != n_moves {
            return Err(Problem::conflict(format!(
                "this asks about the game after {} moves, and it has {n_moves}; load it again",
                asked.n_moves
            )));
        }
        let position = self.game.position();
        let (at, counted) = self.counted.get_or_insert_with(|| (n_moves, Counted::new(position.view())));
        if *at != n_moves {
            counted.follow(position);
            *at = n_moves;
        }
        let view = format!("{:#}", position.view());
        Ok(AskedView { view, trust_flags: false, counted: Some(counted.clone()) })
    }

    fn end(&self) -> Option<End> {
        self.game.layout().map(|layout| End::of(&self.row.seed, layout))
    }

    /// The layout that a move has to wait for: the first reveal of a game that needs no guess.
    pub(crate) fn wanted(&self, asked: &MoveAsked) -> Result<Option<Job>, Problem> {
        let is_first = self.row.no_guess && self.row.layout.is_none() && asked.kind == Kind::Reveal;
        if !is_first || self.game.is_over() {
            return Ok(None);
        }
        let Move::Reveal(first) = self.asked(asked)? else { return Ok(None) };
        let seed = read_seed(&self.row.seed)?.0;
        Ok(Some(Job::NoGuess { rules: self.row.rules.clone(), seed, first }))
    }

    /// Takes the layout that was found for it. Only flags can have been put before, which no layout changes.
    pub(crate) fn take_layout(&mut self, layout: String) -> Result<Write, Problem> {
        let moves: Vec<TimedMove> = self.game.moves().iter().copied().map(TimedMove::from).collect();
        self.row.layout = Some(layout.clone());
        self.game = game_after(&self.row, &moves)?;
        Ok(Write::Layout { game: self.row.id.clone(), layout })
    }

    /// Makes a move: the row to write, and what it brought. A move that is not allowed changes nothing.
    pub(crate) fn make(&mut self, asked: &MoveAsked) -> Result<(Write, Moved), Problem> {
        let made = self.asked(asked)?;
        let before = self.game.view().clone();
        let idx = self.game.moves().len();
        self.game.make(made).map_err(Problem::conflict)?;
        // A clock never runs backwards.
        self.elapsed_ms = asked.elapsed_ms.clamp(self.elapsed_ms, MOST_ELAPSED_MS.max(self.elapsed_ms));
        let moved = Moved {
            status: self.game.status().into(),
            n_moves: idx + 1,
            elapsed_ms: self.elapsed_ms,
            changed: changes(&before, self.game.view()),
            end: self.end(),
        };
        let made = TimedMove { made, elapsed_ms: self.elapsed_ms };
        Ok((Write::Move { game: self.row.id.clone(), idx, made }, moved))
    }

    fn asked(&self, asked: &MoveAsked) -> Result<Move, Problem> {
        let Pair(row, col) = asked.cell;
        let cell = self.game.view().grid().cell(row, col);
        let cell = cell.ok_or_else(|| Problem::bad_input(format!("there is no cell {row},{col}")))?;
        Ok(asked.kind.at(cell))
    }
}

/// A game of the store before its first move.
pub(crate) fn fresh(row: &GameRow) -> Result<Game, Problem> {
    match &row.layout {
        Some(layout) => Ok(Game::with_layout(&layout.parse::<Layout>().map_err(Problem::failed)?)),
        None => Ok(Game::new(&Grid::new(read_rules(&row.rules)?), read_seed(&row.seed)?)),
    }
}

/// A game of the store after these moves.
pub(crate) fn game_after(row: &GameRow, moves: &[TimedMove]) -> Result<Game, Problem> {
    let mut game = fresh(row)?;
    for made in moves {
        game.make(made.made).map_err(|error| Problem::failed(format!("the game is damaged: {error}")))?;
    }
    Ok(game)
}

/// A finished game as text, by which it can be replayed.
pub(crate) fn transcript(stored: &StoredGame) -> Result<String, Problem> {
    let StoredGame { row, moves } = stored;
    if !game_after(row, moves)?.is_over() {
        return Err(Problem::conflict("the game is not over, and its seed would tell where the mines are"));
    }
    if row.layout.is_some() {
        return Err(Problem::no_answer("a layout that needs no guess does not follow from its seed alone"));
    }
    let moves = moves.iter().map(|made| made.made).collect();
    Ok(Transcript { rules: read_rules(&row.rules)?, seed: read_seed(&row.seed)?, moves }.to_string())
}

/// The games that were asked for last.
#[derive(Default)]
pub(crate) struct AtHand {
    games: HashMap<String, (u64, GameInProgress)>,
    /// Counts how often a game was put here.
    clock: u64,
}

impl AtHand {
    pub(crate) fn get(&self, id: &str) -> Option<&GameInProgress> {
        self.games.get(id).map(|(_, game)| game)
    }

    pub(crate) fn get_mut(&mut self, id: &str) -> Option<&mut GameInProgress> {
        self.games.get_mut(id).map(|(_, game)| game)
    }

    /// Hands a game out. It is put back when what was done with it is durable, so that what is here is never ahead of the
    /// store.
    pub(crate) fn take(&mut self, id: &str) -> Option<GameInProgress> {
        self.games.remove(id).map(|(_, game)| game)
    }

    pub(crate) fn put(&mut self, game: GameInProgress) {
        if self.games.len() >= MOST_AT_HAND {
            let oldest = self.games.iter().min_by_key(|(_, (put, _))| *put).map(|(id, _)| id.clone());
            oldest.and_then(|id| self.games.remove(&id));
        }
        self.clock += 1;
        self.games.insert(game.row.id.clone(), (self.clock, game));
    }
}
