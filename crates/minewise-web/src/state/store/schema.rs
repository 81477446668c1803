//! The tables of the database, and how an older database gets them.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::backup::Backup;
use rusqlite::{Connection, Transaction, TransactionBehavior, params};

use super::read;
use crate::state::folder::{open_private, sync_folder};

/// The schema changes of each version. A database of an earlier version gets all later changes.
pub(crate) const VERSIONS: [&str; 2] = [
    "
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
",
    "
    ALTER TABLE moves RENAME COLUMN elapsed_ms TO page_ms;
    ALTER TABLE moves ADD COLUMN server_ms INTEGER;
    ALTER TABLE games ADD COLUMN summary TEXT;
",
];

/// Configures the connection and updates the tables, after a copy of the database was put aside. Returns the version
/// of the database, which is later than ours if a later program has written it; then nothing was changed.
pub(super) fn prepare(connection: &mut Connection, path: &Path) -> Result<usize, String> {
    let failed = |error: rusqlite::Error| error.to_string();
    configure(connection).map_err(failed)?;
    let found = version(connection).map_err(failed)?;
    if found >= VERSIONS.len() {
        return Ok(found);
    }
    if found > 0 {
        copy_aside(connection, path, found + 1)
            .map_err(|error| format!("it cannot be copied before it is updated: {error}"))?;
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate);
    let transaction = transaction.map_err(failed)?;
    update(&transaction, found).map_err(failed)?;
    transaction.commit().map_err(failed)?;
    Ok(VERSIONS.len())
}

fn configure(connection: &Connection) -> rusqlite::Result<()> {
    // `minewise data` may read the database at the same time; a write then waits for it instead of failing.
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // With NORMAL, a power failure could lose the last moves that were answered. FULL syncs the disk for every move.
    connection.pragma_update(None, "synchronous", "FULL")?;
    // Otherwise macOS only hands the data to the disk, which may still lose it.
    connection.pragma_update(None, "fullfsync", true)?;
    connection.pragma_update(None, "foreign_keys", true)
}

/// The version of a database; 0 if it is new.
pub(crate) fn version(connection: &Connection) -> rusqlite::Result<usize> {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0))
}

/// Updates the tables from a version to the current one.
fn update(transaction: &Transaction<'_>, from: usize) -> rusqlite::Result<()> {
    for changes in &VERSIONS[from..] {
        transaction.execute_batch(changes)?;
    }
    if (1..2).contains(&from) {
        add_summaries(transaction)?;
    }
    transaction.pragma_update(None, "user_version", VERSIONS.len())
}

/// Adds the summaries of long games. Damaged games stay as they are.
fn add_summaries(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    let mut statement = transaction.prepare("SELECT game FROM moves WHERE idx = 1000")?;
    let ids: Vec<String> = statement.query_map([], |row| row.get(0))?.filter_map(Result::ok).collect();
    for id in ids {
        let Ok(Some(stored)) = read::game(transaction, &id) else { continue };
        if let Ok(Some(summary)) = minewise_app::summary_of(stored) {
            transaction.execute("UPDATE games SET summary = ? WHERE id = ?", params![summary, id])?;
        }
    }
    Ok(())
}

/// Copies the database, including what is only in its write-ahead log, to a file beside it.
fn copy_aside(connection: &Connection, path: &Path, version: usize) -> Result<(), String> {
    let beside = |ending: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    };
    // First under another name, so that a copy with the right name is complete.
    let partial = beside(".partial");
    copy(connection, &partial).map_err(|error| error.to_string())?;
    let mut copied = beside(&format!(".before-version-{version}"));
    for again in 2.. {
        if !copied.exists() {
            break;
        }
        // From an earlier attempt. It may hold what is no longer in the database.
        copied = beside(&format!(".before-version-{version}-{again}"));
    }
    let is_durable = open_private(&partial)
        .and_then(|file| file.sync_all())
        .and_then(|()| std::fs::rename(&partial, &copied))
        .and_then(|()| path.parent().map_or(Ok(()), sync_folder));
    is_durable.map_err(|error| error.to_string())
}

fn copy(connection: &Connection, to: &Path) -> Result<(), Box<dyn std::error::Error>> {
    if to.exists() {
        std::fs::remove_file(to)?;
    }
    open_private(to)?;
    let mut to = Connection::open(to)?;
    // All pages in one step, so that it is one state of the database.
    Backup::new(connection, &mut to)?.step(-1)?;
    // The copy is one file, without a log beside it.
    to.pragma_update(None, "journal_mode", "DELETE")?;
    Ok(())
}
