//! The SQLite database in the user's data folder: games, reviews, puzzles and experiments.
//!
//! Every move is on the disk before it is answered, so that neither a crash of the program nor a power failure loses
//! it. What is promised is in `docs/data.md`.

pub(crate) mod read;
pub(crate) mod schema;

use std::fs::File;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use minewise_app::{PLAYED_ELSEWHERE, Problem, Query, Rows, StoredGame, StoredMove, Write};
use rusqlite::{Connection, ErrorCode, OptionalExtension, params};

use super::door::now;
use super::folder::{self, DATABASE, EXPERIMENTS};
use read::{Readable, problem};
use schema::VERSIONS;

/// The database of the user's data.
pub(crate) struct Store {
    connection: Mutex<Connection>,
    folder: PathBuf,
    /// Open as long as the store is, which keeps other servers off the folder.
    _lock: File,
}

/// Keeps others from writing.
pub(crate) type Written<'s> = MutexGuard<'s, Connection>;

impl Store {
    /// Opens the database in a folder, or creates it. `addr` tells a second server who uses the folder.
    ///
    /// # Errors
    /// A sentence, if the folder cannot be created, another server uses it, the database cannot be opened, or a later
    /// version of the program has written it.
    pub(crate) fn open(folder: &Path, addr: SocketAddr) -> Result<Store, String> {
        let lock = folder::open(folder, addr)?;
        let path = folder.join(DATABASE);
        let cannot = |error: &dyn std::fmt::Display| format!("cannot open `{}`: {error}", path.display());
        let mut connection = Connection::open(&path).map_err(|error| cannot(&error))?;
        let version = schema::prepare(&mut connection, &path).map_err(|error| cannot(&error))?;
        if version > VERSIONS.len() {
            return Err(cannot(&"it was written by a later version of Minewise"));
        }
        Ok(Store { connection: Mutex::new(connection), folder: folder.to_owned(), _lock: lock })
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The folder for the records of an experiment.
    pub(crate) fn experiment_folder(&self, id: &str) -> PathBuf {
        self.folder.join(EXPERIMENTS).join(id)
    }

    /// Loads rows.
    pub(crate) fn load(&self, query: &Query) -> Result<Rows, Problem> {
        read::load(&self.connection(), query)
    }

    /// Writes all rows or none. They are durable when this returns, and nothing else is written until the returned
    /// guard is dropped.
    pub(crate) fn write(&self, writes: &[Write]) -> Result<Option<Written<'_>>, Problem> {
        if writes.is_empty() {
            return Ok(None);
        }
        let mut connection = self.connection();
        let transaction = connection.transaction().map_err(not_written)?;
        for write in writes {
            write_row(&transaction, write).map_err(not_written)?;
        }
        transaction.commit().map_err(not_written)?;
        Ok(Some(connection))
    }

    /// Adds an experiment, whose manifest is in its folder.
    pub(crate) fn add_experiment(&self, id: &str) -> Result<(), Problem> {
        let sql = "INSERT INTO experiments (id, created) VALUES (?, ?)";
        self.connection().execute(sql, params![id, now()]).map(drop).map_err(not_written)
    }

    /// All experiments with the time of their creation, newest first, and those that cannot be read.
    pub(crate) fn experiments(&self) -> Result<Readable<(String, u64)>, Problem> {
        read::experiments(&self.connection())
    }

    /// The time when an experiment was created.
    pub(crate) fn experiment(&self, id: &str) -> Result<u64, Problem> {
        let sql = "SELECT created FROM experiments WHERE id = ?";
        // A damaged time must not keep anyone from deleting the experiment.
        let created = |row: &rusqlite::Row<'_>| Ok(row.get(0).unwrap_or_default());
        let found = self.connection().query_row(sql, [id], created).optional();
        found.map_err(problem)?.ok_or_else(|| Problem::not_found("experiment"))
    }

    /// Removes an experiment from the database.
    pub(crate) fn remove_experiment(&self, id: &str) -> Result<(), Problem> {
        let sql = "DELETE FROM experiments WHERE id = ?";
        self.connection().execute(sql, [id]).map(drop).map_err(not_written)
    }
}

fn write_row(connection: &Connection, write: &Write) -> rusqlite::Result<()> {
    match write {
        Write::Game { stored: StoredGame { row, moves }, summary } => {
            connection.execute(
                "INSERT INTO games (id, created, rules, seed, no_guess, layout, origin, summary)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                params![
                    row.id,
                    row.created,
                    row.rules,
                    row.seed,
                    row.no_guess,
                    row.layout,
                    row.origin,
                    summary
                ],
            )?;
            for (idx, made) in moves.iter().enumerate() {
                insert_move(connection, &row.id, idx, made)?;
            }
        }
        Write::Layout { game, layout } => {
            let sql = "UPDATE games SET layout = ? WHERE id = ? AND layout IS NULL";
            if connection.execute(sql, params![layout, game])? == 0 {
                // The game has another layout already, or is deleted.
                return Err(rusqlite::Error::StatementChangedRows(0));
            }
        }
        Write::Move { game, idx, made, summary } => {
            insert_move(connection, game, *idx, made)?;
            if summary.is_some() {
                let sql = "UPDATE games SET summary = ? WHERE id = ?";
                connection.prepare_cached(sql)?.execute(params![summary, game])?;
            }
        }
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

fn insert_move(connection: &Connection, game: &str, idx: usize, made: &StoredMove) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO moves (game, idx, kind, cell, page_ms, server_ms) VALUES (?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![game, idx, made.made.letter(), made.made.cell(), made.page_ms, made.server_ms])?;
    Ok(())
}

/// Says why nothing was written.
fn not_written(error: rusqlite::Error) -> Problem {
    match error.sqlite_error_code() {
        Some(ErrorCode::ConstraintViolation) => Problem::conflict(PLAYED_ELSEWHERE),
        _ if matches!(error, rusqlite::Error::StatementChangedRows(0)) => Problem::conflict(PLAYED_ELSEWHERE),
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => problem(error),
        _ => Problem::failed(format!("nothing was stored, because the database failed: {error}")),
    }
}

#[cfg(test)]
mod tests;
