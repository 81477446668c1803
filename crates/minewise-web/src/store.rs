//! What people made, kept in an SQLite database in their data folder: games, reviews, puzzles, experiments.
//!
//! Every move is written before it is answered, so that whatever happens to the program, nothing is lost.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use minewise::Move;
use minewise_coach::Label;
use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::problem::Problem;
use crate::wire;

/// Tables as they were in each version; a database of an earlier one gets the later ones.
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

/// The database.
pub(crate) struct Store {
    connection: Mutex<Connection>,
    folder: PathBuf,
}

/// A game as it is kept.
#[derive(Clone, Debug)]
pub(crate) struct GameRow {
    pub(crate) id: String,
    pub(crate) created: u64,
    pub(crate) rules: String,
    pub(crate) seed: String,
    pub(crate) no_guess: bool,
    /// Where the mines are, if that does not follow from the seed and the first cell alone.
    pub(crate) layout: Option<String>,
    /// The game that it was played on from.
    pub(crate) origin: Option<String>,
}

/// A move as it is kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveRow {
    pub(crate) made: Move,
    pub(crate) elapsed_ms: u64,
}

impl Store {
    /// Opens the database in a folder, or makes it.
    ///
    /// # Errors
    /// When the folder cannot be made, or the database not be opened or is of a later program: in a sentence.
    pub(crate) fn open(folder: &Path) -> Result<Store, String> {
        let path = folder.join("minewise.sqlite");
        let cannot = |error: &dyn std::fmt::Display| format!("cannot open `{}`: {error}", path.display());
        std::fs::create_dir_all(folder)
            .map_err(|error| format!("cannot make the folder `{}`: {error}", folder.display()))?;
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

    /// Where the records of an experiment are kept.
    pub(crate) fn experiment_folder(&self, id: &str) -> PathBuf {
        self.folder.join("experiments").join(id)
    }

    /// Keeps a new game with the moves that it begins with.
    pub(crate) fn add_game(&self, row: &GameRow, moves: &[MoveRow]) -> Result<(), Problem> {
        let mut connection = self.connection();
        let transaction = connection.transaction()?;
        transaction.execute(
            "INSERT INTO games (id, created, rules, seed, no_guess, layout, origin) VALUES (?, ?, ?, ?, ?, ?, ?)",
            params![row.id, row.created, row.rules, row.seed, row.no_guess, row.layout, row.origin],
        )?;
        for (idx, made) in moves.iter().enumerate() {
            insert_move(&transaction, &row.id, idx, made)?;
        }
        Ok(transaction.commit()?)
    }

    /// Keeps a move; refused if there is one of that number already.
    pub(crate) fn add_move(&self, game: &str, idx: usize, made: &MoveRow) -> Result<(), Problem> {
        Ok(insert_move(&self.connection(), game, idx, made)?)
    }

    /// Keeps the layout that was found for a game.
    pub(crate) fn set_layout(&self, game: &str, layout: &str) -> Result<(), Problem> {
        self.connection().execute("UPDATE games SET layout = ? WHERE id = ?", params![layout, game])?;
        Ok(())
    }

    /// A game and its moves.
    pub(crate) fn game(&self, id: &str) -> Result<(GameRow, Vec<MoveRow>), Problem> {
        let connection = self.connection();
        let row = connection
            .query_row("SELECT * FROM games WHERE id = ?", [id], game_row)
            .optional()?
            .ok_or_else(|| Problem::not_found("game"))?;
        let mut statement = connection
            .prepare_cached("SELECT kind, cell, elapsed_ms FROM moves WHERE game = ? ORDER BY idx")?;
        let moves = statement.query_map([id], move_row)?.collect::<Result<_, _>>()?;
        Ok((row, moves))
    }

    /// The games that were begun last, newest first.
    pub(crate) fn newest_games(&self, n_games: usize) -> Result<Vec<String>, Problem> {
        let connection = self.connection();
        let mut statement =
            connection.prepare_cached("SELECT id FROM games ORDER BY created DESC, rowid DESC LIMIT ?")?;
        let ids = statement.query_map([n_games], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(ids)
    }

    /// Forgets a game and all that belongs to it, because a person asked for that.
    pub(crate) fn remove_game(&self, id: &str) -> Result<(), Problem> {
        match self.connection().execute("DELETE FROM games WHERE id = ?", [id])? {
            0 => Err(Problem::not_found("game")),
            _ => Ok(()),
        }
    }

    /// A review that this program made before.
    pub(crate) fn review(&self, game: &str, program: &str) -> Result<Option<wire::GameReview>, Problem> {
        let text: Option<String> = self
            .connection()
            .query_row("SELECT review FROM reviews WHERE game = ? AND program = ?", [game, program], |row| {
                row.get(0)
            })
            .optional()?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
    }

    /// Keeps a review and its mistakes as puzzles; those solved before stay so.
    pub(crate) fn add_review(
        &self,
        review: &wire::GameReview,
        program: &str,
        puzzles: &[wire::Puzzle],
    ) -> Result<(), Problem> {
        let text = serde_json::to_string(review).map_err(Problem::failed)?;
        let mut connection = self.connection();
        let transaction = connection.transaction()?;
        transaction.execute(
            "INSERT OR REPLACE INTO reviews (game, program, review) VALUES (?, ?, ?)",
            params![review.game, program, text],
        )?;
        for puzzle in puzzles {
            transaction.execute(
                "INSERT INTO puzzles (game, at, created, view, label, lost) VALUES (?, ?, ?, ?, ?, ?)
                 ON CONFLICT DO UPDATE SET label = excluded.label, lost = excluded.lost",
                params![puzzle.game, puzzle.at, now(), puzzle.view, puzzle.label.name(), puzzle.lost],
            )?;
        }
        Ok(transaction.commit()?)
    }

    /// The puzzles of a game, or those made last of all games.
    pub(crate) fn puzzles(&self, game: Option<&str>, n_puzzles: usize) -> Result<Vec<wire::Puzzle>, Problem> {
        let connection = self.connection();
        let mut statement = connection.prepare_cached(
            "SELECT game, at, rules, view, label, lost, solved FROM puzzles JOIN games ON games.id = game
             WHERE ?1 IS NULL OR game = ?1 ORDER BY puzzles.created DESC, game, at LIMIT ?2",
        )?;
        let puzzles = statement.query_map(params![game, n_puzzles], puzzle_row)?.collect::<Result<_, _>>()?;
        Ok(puzzles)
    }

    /// One puzzle.
    pub(crate) fn puzzle(&self, game: &str, at: usize) -> Result<wire::Puzzle, Problem> {
        let found = self
            .connection()
            .query_row(
                "SELECT game, at, rules, view, label, lost, solved FROM puzzles JOIN games ON games.id = game
                 WHERE game = ? AND at = ?",
                params![game, at],
                puzzle_row,
            )
            .optional()?;
        found.ok_or_else(|| Problem::not_found("puzzle"))
    }

    /// Remembers that a puzzle was solved.
    pub(crate) fn set_solved(&self, game: &str, at: usize) -> Result<(), Problem> {
        self.connection()
            .execute("UPDATE puzzles SET solved = 1 WHERE game = ? AND at = ?", params![game, at])?;
        Ok(())
    }

    /// Remembers an experiment, whose manifest is in its folder.
    pub(crate) fn add_experiment(&self, id: &str) -> Result<(), Problem> {
        self.connection()
            .execute("INSERT INTO experiments (id, created) VALUES (?, ?)", params![id, now()])?;
        Ok(())
    }

    /// All experiments with when they were begun, newest first.
    pub(crate) fn experiments(&self) -> Result<Vec<(String, u64)>, Problem> {
        let connection = self.connection();
        let mut statement = connection
            .prepare_cached("SELECT id, created FROM experiments ORDER BY created DESC, rowid DESC")?;
        let found =
            statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
        Ok(found)
    }

    /// When an experiment was begun.
    pub(crate) fn experiment(&self, id: &str) -> Result<u64, Problem> {
        let found = self
            .connection()
            .query_row("SELECT created FROM experiments WHERE id = ?", [id], |row| row.get(0))
            .optional()?;
        found.ok_or_else(|| Problem::not_found("experiment"))
    }

    /// Forgets an experiment, because a person asked for that.
    pub(crate) fn remove_experiment(&self, id: &str) -> Result<(), Problem> {
        self.connection().execute("DELETE FROM experiments WHERE id = ?", [id])?;
        Ok(())
    }
}

/// Sets the database up, and brings its tables up to date; the version that it has then.
fn prepare(connection: &mut Connection) -> rusqlite::Result<usize> {
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
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

/// The time, in milliseconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

fn insert_move(connection: &Connection, game: &str, idx: usize, made: &MoveRow) -> rusqlite::Result<()> {
    let (kind, cell) = match made.made {
        Move::Reveal(cell) => ("r", cell),
        Move::Flag(cell) => ("f", cell),
        Move::Chord(cell) => ("c", cell),
    };
    connection
        .prepare_cached("INSERT INTO moves (game, idx, kind, cell, elapsed_ms) VALUES (?, ?, ?, ?, ?)")?
        .execute(params![game, idx, kind, cell, made.elapsed_ms])?;
    Ok(())
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

fn move_row(row: &Row<'_>) -> rusqlite::Result<MoveRow> {
    let (kind, cell, elapsed_ms): (String, usize, u64) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let made = match kind.as_str() {
        "f" => Move::Flag(cell),
        "c" => Move::Chord(cell),
        _ => Move::Reveal(cell),
    };
    Ok(MoveRow { made, elapsed_ms })
}

fn puzzle_row(row: &Row<'_>) -> rusqlite::Result<wire::Puzzle> {
    Ok(wire::Puzzle {
        game: row.get(0)?,
        at: row.get(1)?,
        rules: row.get(2)?,
        view: row.get(3)?,
        label: Label::of_name(&row.get::<_, String>(4)?).unwrap_or(Label::Unknown),
        lost: row.get(5)?,
        solved: row.get(6)?,
    })
}

impl From<rusqlite::Error> for Problem {
    fn from(error: rusqlite::Error) -> Problem {
        if error.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation) {
            return Problem::conflict("the game was played on elsewhere; load it again");
        }
        Problem::failed(format!("the database of games failed: {error}"))
    }
}
