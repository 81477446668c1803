//! The SQLite database in the user's data folder: games, reviews, puzzles and experiments.
//!
//! Every move is written before it is answered, so that no crash of the program loses it.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use minewise::Move;
use minewise_app::{GameRow, Problem, Puzzle, Query, Rows, StoredGame, Write};
use minewise_coach::{Label, TimedMove};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::door::now;

/// The schema changes of each version. A database of an earlier version gets all later changes.
const VERSIONS: [&str; 1] = ["
    CREATE TABLE games (
        id TEXT PRIMARY KEY,
        created INTEGER NOT NULL,
        rules TEXT NOT NULL,
        seed TEXT NOT NULL,
        no_guess INTEGER NOT NULL,
        layout TEXT,
        origin TEXT
    );
    CREATE INDEX games_by_age ON games (created);
    CREATE TABLE moves (
        game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        idx INTEGER NOT NULL,
        kind TEXT NOT NULL,
        cell INTEGER NOT NULL,
        elapsed_ms INTEGER NOT NULL,
        PRIMARY KEY (game, idx)
    ) WITHOUT ROWID;
    CREATE TABLE reviews (
        game TEXT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
        program TEXT NOT NULL,
        review TEXT NOT NULL
    );
    CREATE TABLE puzzles (
        game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        at INTEGER NOT NULL,
        created INTEGER NOT NULL,
        view TEXT NOT NULL,
        label TEXT NOT NULL,
        lost REAL NOT NULL,
        solved INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (game, at)
    ) WITHOUT ROWID;
    CREATE TABLE experiments (
        id TEXT PRIMARY KEY,
        created INTEGER NOT NULL
    );
"];

/// The database of the user's data.
pub(crate) struct Store {
    connection: Mutex<Connection>,
    folder: PathBuf,
}

impl Store {
    /// Opens the database in a folder, or creates it.
    ///
    /// # Errors
    /// A sentence, if the folder cannot be created, the database cannot be opened, or a later version of the program
    /// has written it.
    pub(crate) fn open(folder: &Path) -> Result<Store, String> {
        let path = folder.join("minewise.sqlite");
        let cannot = |error: &dyn std::fmt::Display| format!("cannot open `{}`: {error}", path.display());
        std::fs::create_dir_all(folder)
            .map_err(|error| format!("cannot create the folder `{}`: {error}", folder.display()))?;
        let mut connection = Connection::open(&path).map_err(|error| cannot(&error))?;
        let version = prepare(&mut connection).map_err(|error| cannot(&error))?;
        if version > VERSIONS.len() {
            return Err(cannot(&"it was written by a later version of Minewise"));
        }
        Ok(Store { connection: Mutex::new(connection), folder: folder.to_owned() })
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The folder for the records of an experiment.
    pub(crate) fn experiment_folder(&self, id: &str) -> PathBuf {
        self.folder.join("experiments").join(id)
    }

    /// Loads rows.
    pub(crate) fn load(&self, query: &Query) -> Result<Rows, Problem> {
        load(&self.connection(), query).map_err(problem)
    }

    /// Writes all rows or none. They are durable when this returns.
    pub(crate) fn write(&self, writes: &[Write]) -> Result<(), Problem> {
        if writes.is_empty() {
            return Ok(());
        }
        let mut connection = self.connection();
        let transaction = connection.transaction().map_err(problem)?;
        for write in writes {
            write_row(&transaction, write).map_err(problem)?;
        }
        transaction.commit().map_err(problem)
    }

    /// Adds an experiment, whose manifest is in its folder.
    pub(crate) fn add_experiment(&self, id: &str) -> Result<(), Problem> {
        let sql = "INSERT INTO experiments (id, created) VALUES (?, ?)";
        self.connection().execute(sql, params![id, now()]).map(drop).map_err(problem)
    }

    /// All experiments with the time of their creation, newest first.
    pub(crate) fn experiments(&self) -> Result<Vec<(String, u64)>, Problem> {
        experiments(&self.connection()).map_err(problem)
    }

    /// The time when an experiment was created.
    pub(crate) fn experiment(&self, id: &str) -> Result<u64, Problem> {
        let sql = "SELECT created FROM experiments WHERE id = ?";
        let found = self.connection().query_row(sql, [id], |row| row.get(0)).optional();
        found.map_err(problem)?.ok_or_else(|| Problem::not_found("experiment"))
    }

    /// Removes an experiment from the database.
    pub(crate) fn remove_experiment(&self, id: &str) -> Result<(), Problem> {
        let sql = "DELETE FROM experiments WHERE id = ?";
        self.connection().execute(sql, [id]).map(drop).map_err(problem)
    }
}

/// Configures the connection and updates the tables. Returns the version of the database.
fn prepare(connection: &mut Connection) -> rusqlite::Result<usize> {
    // Another server may use the same database; a write then waits for it instead of failing.
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // With a write-ahead log, NORMAL loses nothing when the program is killed. Only a power failure could lose the last
    // commits, and FULL would cost a sync of the disk for every move.
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let version: usize = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if version > VERSIONS.len() {
        return Ok(version);
    }
    for tables in &VERSIONS[version..] {
        transaction.execute_batch(tables)?;
    }
    transaction.pragma_update(None, "user_version", VERSIONS.len())?;
    transaction.commit()?;
    Ok(VERSIONS.len())
}

/// Loads rows.
fn load(connection: &Connection, query: &Query) -> rusqlite::Result<Rows> {
    Ok(match query {
        Query::Game(id) => Rows::Game(game(connection, id)?),
        Query::NewestGames(most) => {
            let mut statement = connection
                .prepare_cached("SELECT id FROM games ORDER BY created DESC, rowid DESC LIMIT ?")?;
            let ids: Vec<String> =
                statement.query_map([most], |row| row.get(0))?.collect::<Result<_, _>>()?;
            let games = ids.iter().filter_map(|id| game(connection, id).transpose());
            Rows::Games(games.collect::<Result<_, _>>()?)
        }
        Query::Review { game: id, program } => {
            let known = connection.query_row(
                "SELECT review FROM reviews WHERE game = ? AND program = ?",
                [id.as_str(), program],
                |row| row.get(0),
            );
            Rows::Review(game(connection, id)?, known.optional()?)
        }
        Query::Puzzles { game, most } => {
            let mut statement = connection.prepare_cached(&format!(
                "{PUZZLES} WHERE ?1 IS NULL OR game = ?1 ORDER BY puzzles.created DESC, game, at LIMIT ?2"
            ))?;
            let puzzles = statement.query_map(params![game, most], puzzle_row)?;
            Rows::Puzzles(puzzles.collect::<Result<_, _>>()?)
        }
        Query::Puzzle { game, at } => {
            let sql = format!("{PUZZLES} WHERE game = ? AND at = ?");
            Rows::Puzzle(connection.query_row(&sql, params![game, at], puzzle_row).optional()?)
        }
    })
}

fn experiments(connection: &Connection) -> rusqlite::Result<Vec<(String, u64)>> {
    let sql = "SELECT id, created FROM experiments ORDER BY created DESC, rowid DESC";
    let mut statement = connection.prepare_cached(sql)?;
    statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

fn write_row(connection: &Connection, write: &Write) -> rusqlite::Result<()> {
    match write {
        Write::Game(StoredGame { row, moves }) => {
            connection.execute(
                "INSERT INTO games (id, created, rules, seed, no_guess, layout, origin) VALUES (?, ?, ?, ?, ?, ?, ?)",
                params![row.id, row.created, row.rules, row.seed, row.no_guess, row.layout, row.origin],
            )?;
            for (idx, made) in moves.iter().enumerate() {
                insert_move(connection, &row.id, idx, made)?;
            }
        }
        Write::Layout { game, layout } => {
            let sql = "UPDATE games SET layout = ? WHERE id = ? AND layout IS NULL";
            connection.execute(sql, params![layout, game])?;
        }
        Write::Move { game, idx, made } => insert_move(connection, game, *idx, made)?,
        Write::RemoveGame(id) => _ = connection.execute("DELETE FROM games WHERE id = ?", [id])?,
        Write::Review { game, program, review } => {
            let sql = "INSERT OR REPLACE INTO reviews (game, program, review) VALUES (?, ?, ?)";
            connection.execute(sql, params![game, program, review])?;
        }
        Write::Puzzle { puzzle, created } => {
            connection.execute(
                "INSERT INTO puzzles (game, at, created, view, label, lost) VALUES (?, ?, ?, ?, ?, ?)
                 ON CONFLICT DO UPDATE SET label = excluded.label, lost = excluded.lost",
                params![puzzle.game, puzzle.at, created, puzzle.view, puzzle.label.name(), puzzle.lost],
            )?;
        }
        Write::Solved { game, at } => {
            connection
                .execute("UPDATE puzzles SET solved = 1 WHERE game = ? AND at = ?", params![game, at])?;
        }
    }
    Ok(())
}

fn insert_move(connection: &Connection, game: &str, idx: usize, made: &TimedMove) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT INTO moves (game, idx, kind, cell, elapsed_ms) VALUES (?, ?, ?, ?, ?)")?
        .execute(params![game, idx, made.made.letter(), made.made.cell(), made.elapsed_ms])?;
    Ok(())
}

/// The query for puzzles, without its condition.
const PUZZLES: &str = "SELECT game, at, rules, view, label, lost, solved
                       FROM puzzles JOIN games ON games.id = game";

/// Loads a game and its moves.
fn game(connection: &Connection, id: &str) -> rusqlite::Result<Option<StoredGame>> {
    let mut statement = connection.prepare_cached("SELECT * FROM games WHERE id = ?")?;
    let Some(row) = statement.query_row([id], game_row).optional()? else { return Ok(None) };
    let mut statement =
        connection.prepare_cached("SELECT kind, cell, elapsed_ms FROM moves WHERE game = ? ORDER BY idx")?;
    let moves = statement.query_map([id], move_row)?.collect::<Result<_, _>>()?;
    Ok(Some(StoredGame { row, moves }))
}

fn game_row(row: &Row<'_>) -> rusqlite::Result<GameRow> {
    Ok(GameRow {
        id: row.get("id")?,
        created: row.get("created")?,
        rules: row.get("rules")?,
        seed: row.get("seed")?,
        no_guess: row.get("no_guess")?,
        layout: row.get("layout")?,
        origin: row.get("origin")?,
    })
}

fn move_row(row: &Row<'_>) -> rusqlite::Result<TimedMove> {
    let (letter, cell, elapsed_ms): (String, usize, u64) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let unknown = || rusqlite::Error::InvalidColumnType(0, "kind".to_owned(), rusqlite::types::Type::Text);
    Ok(TimedMove { made: Move::of_letter(&letter, cell).ok_or_else(unknown)?, elapsed_ms })
}

fn puzzle_row(row: &Row<'_>) -> rusqlite::Result<Puzzle> {
    Ok(Puzzle {
        game: row.get(0)?,
        at: row.get(1)?,
        rules: row.get(2)?,
        view: row.get(3)?,
        label: serde_json::from_value(row.get::<_, String>(4)?.into()).unwrap_or(Label::Unknown),
        lost: row.get(5)?,
        solved: row.get(6)?,
    })
}

#[expect(clippy::needless_pass_by_value, reason = "used by name in `map_err`")]
fn problem(error: rusqlite::Error) -> Problem {
    if error.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation) {
        return Problem::conflict("the game was played on elsewhere; load it again");
    }
    Problem::failed(format!("the database failed: {error}"))
}

#[cfg(test)]
mod tests;
