//! Games being played: those of the database, and the latest of them at hand.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use minewise::{Game, Grid, Layout, Move, Rules, Seed, Status, Transcript};

use crate::limits::Ask;
use crate::problem::Problem;
use crate::store::{GameRow, MoveRow, Store, now};
use crate::wire;

/// So many games are kept at hand; others are played again from their moves.
const MOST_AT_HAND: usize = 64;

/// The games of a server.
pub(crate) struct Tables {
    store: Arc<Store>,
    at_hand: Mutex<AtHand>,
}

#[derive(Default)]
struct AtHand {
    tables: HashMap<String, (u64, Arc<Mutex<Table>>)>,
    /// Counts how often somebody asked for a game.
    clock: u64,
}

/// A game on its table.
pub(crate) struct Table {
    row: GameRow,
    game: Game,
    elapsed_ms: u64,
}

/// What a first reveal has to wait for.
pub(crate) struct Wanted {
    pub(crate) rules: Rules,
    pub(crate) seed: Seed,
    pub(crate) first: usize,
}

impl Tables {
    pub(crate) fn new(store: Arc<Store>) -> Tables {
        Tables { store, at_hand: Mutex::default() }
    }

    /// Begins a game.
    pub(crate) fn begin(&self, asked: &wire::NewGame) -> Result<wire::Game, Problem> {
        let rules = asked.rules.as_str().rules()?;
        let seed = match &asked.seed {
            Some(text) => text.trim().seed()?,
            None => drawn_seed(),
        };
        let row = new_row(&rules, seed, asked.no_guess, None, None);
        self.store.add_game(&row, &[])?;
        self.table(&row.id).map(|table| lock(&table).told())
    }

    /// Takes over a game that was played elsewhere.
    pub(crate) fn import(&self, transcript: &str) -> Result<wire::Game, Problem> {
        let transcript = transcript.transcript()?;
        transcript.replay().map_err(Problem::bad_input)?;
        let row = new_row(&transcript.rules, transcript.seed, false, None, None);
        let moves: Vec<MoveRow> =
            transcript.moves.iter().map(|&made| MoveRow { made, elapsed_ms: 0 }).collect();
        self.store.add_game(&row, &moves)?;
        self.table(&row.id).map(|table| lock(&table).told())
    }

    /// A new game with the same layout, after the first moves of another that is over: else it would tell the mines.
    pub(crate) fn fork(&self, id: &str, at: usize) -> Result<wire::Game, Problem> {
        let (row, mut game, moves) = self.replayable(id)?;
        replay(&mut game, &moves)?;
        if !game.is_over() {
            return Err(Problem::conflict(
                "the game is not over, and another of its layout would tell the mines",
            ));
        }
        if at > moves.len() {
            return Err(Problem::bad_input(format!("the game has only {} moves", moves.len())));
        }
        let rules = row.rules.as_str().rules()?;
        let seed = row.seed.as_str().seed()?;
        let row = new_row(&rules, seed, row.no_guess, row.layout, Some(row.id));
        self.store.add_game(&row, &moves[..at])?;
        self.table(&row.id).map(|table| lock(&table).told())
    }

    /// A game as its player may see it.
    pub(crate) fn told(&self, id: &str) -> Result<wire::Game, Problem> {
        self.table(id).map(|table| lock(&table).told())
    }

    /// The newest games.
    pub(crate) fn newest(&self, n_games: usize) -> Result<Vec<wire::Game>, Problem> {
        let told = |id: String| self.seat(&id).map(|table| table.told());
        self.store.newest_games(n_games)?.into_iter().map(told).collect()
    }

    /// Forgets a game.
    pub(crate) fn remove(&self, id: &str) -> Result<(), Problem> {
        self.forget(id);
        self.store.remove_game(id)
    }

    /// A game that has not begun, and the moves that were made in it.
    pub(crate) fn replayable(&self, id: &str) -> Result<(GameRow, Game, Vec<MoveRow>), Problem> {
        let (row, moves) = self.store.game(id)?;
        Ok((row.clone(), fresh(&row)?, moves))
    }

    /// The layout that a move has to wait for: the first reveal of a game that needs no guess.
    pub(crate) fn wanted(&self, id: &str, asked: &wire::MoveAsked) -> Result<Option<Wanted>, Problem> {
        let table = self.table(id)?;
        let table = lock(&table);
        let is_first = table.row.no_guess && table.row.layout.is_none() && asked.kind == wire::Kind::Reveal;
        if !is_first || table.game.is_over() {
            return Ok(None);
        }
        let Move::Reveal(first) = table.asked(asked)? else { return Ok(None) };
        Ok(Some(Wanted { rules: *table.rules(), seed: table.row.seed.as_str().seed()?, first }))
    }

    /// Gives a game the layout that was found for it, unless it got one in the meantime.
    pub(crate) fn give_layout(&self, id: &str, layout: &str) -> Result<(), Problem> {
        let table = self.table(id)?;
        let has_begun = lock(&table).row.layout.is_some();
        if !has_begun {
            self.store.set_layout(id, layout)?;
            self.forget(id);
        }
        Ok(())
    }

    /// Makes a move and keeps it.
    pub(crate) fn make(&self, id: &str, asked: &wire::MoveAsked) -> Result<wire::Moved, Problem> {
        let table = self.table(id)?;
        let mut table = lock(&table);
        let moved = table.make(asked, &self.store);
        if moved.is_err() {
            // Whatever is amiss, the database is right.
            self.forget(id);
        }
        moved
    }

    fn table(&self, id: &str) -> Result<Arc<Mutex<Table>>, Problem> {
        if let Some(table) = lock(&self.at_hand).take(id) {
            return Ok(table);
        }
        let table = Arc::new(Mutex::new(self.seat(id)?));
        Ok(lock(&self.at_hand).put(id, table))
    }

    /// Plays a game of the database again.
    fn seat(&self, id: &str) -> Result<Table, Problem> {
        let (row, mut game, moves) = self.replayable(id)?;
        replay(&mut game, &moves)?;
        let elapsed_ms = moves.last().map_or(0, |made| made.elapsed_ms);
        Ok(Table { row, game, elapsed_ms })
    }

    fn forget(&self, id: &str) {
        lock(&self.at_hand).tables.remove(id);
    }
}

impl AtHand {
    fn take(&mut self, id: &str) -> Option<Arc<Mutex<Table>>> {
        self.clock += 1;
        let (asked, table) = self.tables.get_mut(id)?;
        *asked = self.clock;
        Some(Arc::clone(table))
    }

    /// Puts a table at hand, unless somebody else was first.
    fn put(&mut self, id: &str, table: Arc<Mutex<Table>>) -> Arc<Mutex<Table>> {
        if self.tables.len() >= MOST_AT_HAND {
            let oldest = self.tables.iter().min_by_key(|(_, (asked, _))| *asked).map(|(id, _)| id.clone());
            oldest.and_then(|id| self.tables.remove(&id));
        }
        self.clock += 1;
        let (_, table) = self.tables.entry(id.to_owned()).or_insert((self.clock, table));
        Arc::clone(table)
    }
}

impl Table {
    fn rules(&self) -> &Rules {
        self.game.view().grid().rules()
    }

    fn told(&self) -> wire::Game {
        wire::Game {
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

    fn end(&self) -> Option<wire::End> {
        self.game.layout().map(|layout| wire::End::of(&self.row.seed, layout))
    }

    fn asked(&self, asked: &wire::MoveAsked) -> Result<Move, Problem> {
        let wire::Pair(row, col) = asked.cell;
        let cell = self.game.view().grid().cell(row, col);
        let cell = cell.ok_or_else(|| Problem::bad_input(format!("there is no cell {row},{col}")))?;
        Ok(asked.kind.at(cell))
    }

    fn make(&mut self, asked: &wire::MoveAsked, store: &Store) -> Result<wire::Moved, Problem> {
        let made = self.asked(asked)?;
        let before = self.game.view().clone();
        let idx = self.game.moves().len();
        self.game.make(made).map_err(Problem::conflict)?;
        // A clock never runs backwards.
        let elapsed_ms = asked.elapsed_ms.clamp(self.elapsed_ms, MOST_ELAPSED_MS.max(self.elapsed_ms));
        store.add_move(&self.row.id, idx, &MoveRow { made, elapsed_ms })?;
        self.elapsed_ms = elapsed_ms;
        Ok(wire::Moved {
            status: self.game.status().into(),
            n_moves: idx + 1,
            elapsed_ms,
            changed: minewise_coach::changes(&before, self.game.view()),
            end: self.end(),
        })
    }
}

/// No game takes longer than this by its clock: about 31 years.
const MOST_ELAPSED_MS: u64 = 1_000_000_000_000;

/// Makes moves of the database again.
pub(crate) fn replay(game: &mut Game, moves: &[MoveRow]) -> Result<(), Problem> {
    for made in moves {
        game.make(made.made).map_err(|error| Problem::failed(format!("the game is damaged: {error}")))?;
    }
    Ok(())
}

/// A game of the database before its first move.
fn fresh(row: &GameRow) -> Result<Game, Problem> {
    let rules = row.rules.as_str().rules()?;
    match &row.layout {
        Some(layout) => {
            let layout: Layout = layout.parse().map_err(Problem::failed)?;
            Ok(Game::with_layout(&layout))
        }
        None => Ok(Game::new(&Grid::new(rules), row.seed.as_str().seed()?)),
    }
}

/// A finished game as text, by which it can be played again; none if its layout does not follow from its seed.
pub(crate) fn transcript(row: &GameRow, moves: &[MoveRow], status: Status) -> Result<String, Problem> {
    if status == Status::On {
        return Err(Problem::conflict("the game is not over, and its seed would tell where the mines are"));
    }
    if row.layout.is_some() {
        return Err(Problem::no_answer("a layout that needs no guess does not follow from its seed alone"));
    }
    let moves = moves.iter().map(|made| made.made).collect();
    Ok(Transcript { rules: row.rules.as_str().rules()?, seed: row.seed.as_str().seed()?, moves }.to_string())
}

fn new_row(
    rules: &Rules,
    seed: Seed,
    no_guess: bool,
    layout: Option<String>,
    origin: Option<String>,
) -> GameRow {
    GameRow {
        id: drawn_id(),
        created: now(),
        rules: rules.to_string(),
        seed: seed.to_string(),
        no_guess,
        layout,
        origin,
    }
}

/// A seed that nobody can foresee.
pub(crate) fn drawn_seed() -> Seed {
    // Of as many bits as a page's numbers hold exactly, which is more than enough.
    Seed(getrandom::u64().unwrap_or_else(|_| now()) >> 11)
}

/// A name that nobody can foresee.
pub(crate) fn drawn_id() -> String {
    format!("{:016x}", getrandom::u64().unwrap_or_else(|_| now()))
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
