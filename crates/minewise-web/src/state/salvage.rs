//! Reads everything in a data folder, however damaged: to check it, and to export it. Changes nothing.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use minewise_app::{Game, GameReview, Problem, check_puzzle, replayed};
use minewise_lab::{Manifest, ModelFiles, Results};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags, Row};
use serde::Serialize;
use serde_json::{Value, json};

use super::folder::{DATABASE, EXPERIMENTS, create_folder};
use super::store::read::{self, text_of};
use super::store::schema::{VERSIONS, version};

/// What was found in a data folder.
#[derive(Debug, Default, Serialize)]
pub struct Findings {
    /// The number of games, including damaged ones.
    pub games: usize,
    /// The number of their moves.
    pub moves: usize,
    /// The number of reviews.
    pub reviews: usize,
    /// The number of puzzles.
    pub puzzles: usize,
    /// The number of experiments.
    pub experiments: usize,
    /// What is damaged.
    pub damaged: Vec<Damage>,
}

/// Something damaged.
#[derive(Debug, Serialize)]
pub struct Damage {
    /// What it is: `database`, `game`, `review`, `puzzle` or `experiment`.
    pub kind: &'static str,
    /// Its id, as far as it can be read.
    pub id: String,
    /// What is wrong with it, as a sentence.
    pub error: String,
}

/// Checks everything in a data folder: the database, every row, every game by replaying it, and every experiment.
///
/// # Errors
/// A sentence, if there is no database in the folder, or a later version of the program has written it.
pub fn check(folder: &Path) -> Result<Findings, Problem> {
    salvage(folder, true, &mut |_| Ok(()))
}

/// Calls `each` with everything in a data folder that can be read: every game, review, puzzle and experiment.
///
/// # Errors
/// A sentence, if there is no database in the folder, a later version of the program has written it, or `each` fails.
pub fn export(folder: &Path, each: &mut dyn FnMut(Value) -> io::Result<()>) -> Result<Findings, Problem> {
    salvage(folder, false, each)
}

/// Reads the manifest of an experiment that was created here, and its results: `None` before its first game.
///
/// # Errors
/// A sentence, if the experiment is damaged.
pub(crate) fn read_results(folder: &Path) -> Result<(Manifest, Option<Results>), Problem> {
    let damaged = |problem: Problem| read::damaged("experiment", problem.error);
    let manifest = Manifest::read(&folder.join("manifest.toml"), ModelFiles::Refused).map_err(damaged)?;
    if !folder.join("records.jsonl").exists() {
        return Ok((manifest, None));
    }
    let results = Results::of(manifest.clone(), folder).map_err(damaged)?;
    Ok((manifest, Some(results)))
}

fn salvage(
    folder: &Path,
    is_thorough: bool,
    each: &mut dyn FnMut(Value) -> io::Result<()>,
) -> Result<Findings, Problem> {
    let path = folder.join(DATABASE);
    if !path.is_file() {
        return Err(Problem::failed(format!("there is no `{DATABASE}` in `{}`", folder.display())));
    }
    let database = Database::open(&path)?;
    let mut salvage = Salvage { folder, database, findings: Findings::default(), each };
    let connection = &salvage.database.connection;
    // One state of the database, even if a server goes on writing.
    let found = connection.execute_batch("BEGIN").and_then(|()| version(connection));
    match found {
        Ok(found) if found > VERSIONS.len() => {
            let sentence = "it was written by a later version of Minewise";
            return Err(Problem::failed(format!("cannot read `{}`: {sentence}", path.display())));
        }
        // A server was killed before it had created the tables.
        Ok(0) => return Ok(salvage.findings),
        Ok(_) => {
            if is_thorough {
                salvage.check_pages();
            }
            salvage.games()?;
            salvage.reviews()?;
            salvage.puzzles()?;
        }
        Err(error) => salvage.damage("database", DATABASE, &error),
    }
    salvage.experiments()?;
    Ok(salvage.findings)
}

/// A database that is only read, and the folder of its copy, if it had to be copied.
struct Database {
    connection: Connection,
    copy: Option<PathBuf>,
}

impl Database {
    /// Opens the database. Where SQLite cannot create the files that it needs beside the database, such as on a
    /// read-only file system, a copy is opened.
    fn open(path: &Path) -> Result<Database, Problem> {
        let cannot = |error: &dyn std::fmt::Display| {
            Problem::failed(format!("cannot read `{}`: {error}", path.display()))
        };
        if let Ok(connection) = read_only(path) {
            return Ok(Database { connection, copy: None });
        }
        let copy = std::env::temp_dir().join(format!("minewise-data-{}", std::process::id()));
        create_folder(&copy).map_err(|error| cannot(&error))?;
        std::fs::copy(path, copy.join(DATABASE)).map_err(|error| cannot(&error))?;
        let log = format!("{DATABASE}-wal");
        // There is no log if the server was stopped in order.
        let _ = std::fs::copy(path.with_file_name(&log), copy.join(&log));
        let connection = Connection::open(copy.join(DATABASE)).map_err(|error| cannot(&error))?;
        Ok(Database { connection, copy: Some(copy) })
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if let Some(copy) = &self.copy {
            let _ = std::fs::remove_dir_all(copy);
        }
    }
}

fn read_only(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    match version(&connection) {
        // A damaged database is read as far as possible; one that cannot be opened is copied.
        Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::CannotOpen) => Err(error),
        Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::ReadOnly) => Err(error),
        _ => Ok(connection),
    }
}

/// A folder being read.
struct Salvage<'s> {
    folder: &'s Path,
    database: Database,
    findings: Findings,
    each: &'s mut dyn FnMut(Value) -> io::Result<()>,
}

impl Salvage<'_> {
    fn damage(&mut self, kind: &'static str, id: &str, error: &dyn std::fmt::Display) {
        self.findings.damaged.push(Damage { kind, id: id.to_owned(), error: error.to_string() });
    }

    /// Passes on what was read, with what is wrong with it.
    fn pass(&mut self, kind: &'static str, id: &str, mut object: Value, error: Option<Problem>) -> Res {
        if let Value::Object(columns) = &mut object {
            columns.remove("rowid");
        }
        object["kind"] = json!(kind);
        if let Some(Problem { error, .. }) = error {
            self.damage(kind, id, &error);
            object["error"] = json!(error);
        }
        (self.each)(object).map_err(|error| Problem::failed(format!("cannot write: {error}")))
    }

    /// Lets SQLite check its pages and indexes.
    fn check_pages(&mut self) {
        let found = self.rows("PRAGMA integrity_check(20)", &[], |row| text(row, 0));
        for wrong in found.0.into_iter().filter(|wrong| wrong != "ok") {
            self.damage("database", DATABASE, &wrong);
        }
        let (orphans, _) = self.rows("PRAGMA foreign_key_check", &[], |row| text(row, 0));
        for table in BTreeSet::from_iter(orphans) {
            self.damage("database", DATABASE, &format!("there are {table} without their game"));
        }
    }

    /// Reads rows as far as possible.
    fn rows<T>(
        &self,
        sql: &str,
        params: &[&str],
        mut read: impl FnMut(&Row<'_>) -> T,
    ) -> (Vec<T>, Option<rusqlite::Error>) {
        let mut found = Vec::new();
        let mut collect = || {
            let mut statement = self.database.connection.prepare_cached(sql)?;
            let mut rows = statement.query(rusqlite::params_from_iter(params))?;
            while let Some(row) = rows.next()? {
                found.push(read(row));
            }
            Ok(())
        };
        let error = collect().err();
        (found, error)
    }

    /// Reads the rows of a table from the first on, and if not all can be read, also from the last on.
    fn table(&mut self, table: &str, key: &str) -> Vec<Value> {
        let columns = if key == "rowid" { "rowid, *" } else { "*" };
        let sql = format!("SELECT {columns} FROM {table} ORDER BY {key}");
        let (mut found, error) = self.rows(&sql, &[], object_of);
        if let Some(error) = error {
            let sql = sql.replace(", at", " DESC, at");
            let (from_last, _) = self.rows(&format!("{sql} DESC"), &[], object_of);
            add_from_last(&mut found, from_last);
            self.damage("database", DATABASE, &format!("not all {table} can be read: {error}"));
        }
        found
    }

    fn games(&mut self) -> Res {
        let rows = self.table("games", "rowid");
        let known = BTreeSet::from_iter(rows.iter().map(|row| name(row, "id")));
        for row in rows {
            self.game(&name(&row, "id"), row)?;
        }
        // Moves whose game cannot be read.
        let (ids, _) = self.rows("SELECT DISTINCT game FROM moves", &[], |row| text(row, 0));
        for id in ids.into_iter().filter(|id| !known.contains(id)) {
            self.game(&id, json!({ "id": id }))?;
        }
        Ok(())
    }

    fn game(&mut self, id: &str, mut object: Value) -> Res {
        let sql = "SELECT * FROM moves WHERE game = ? ORDER BY idx";
        let (mut moves, error) = self.rows(sql, &[id], move_of);
        if error.is_some() {
            let (from_last, _) = self.rows(&format!("{sql} DESC"), &[id], move_of);
            add_from_last(&mut moves, from_last);
        }
        let error = check_game(&self.database.connection, &object).err();
        self.findings.games += 1;
        self.findings.moves += moves.len();
        object["moves"] = Value::Array(moves);
        if let Value::Object(columns) = &mut object {
            // It only repeats what follows from the moves.
            columns.remove("summary");
        }
        self.pass("game", id, object, error)
    }

    fn reviews(&mut self) -> Res {
        for mut object in self.table("reviews", "rowid") {
            let review = name(&object, "review");
            let error = serde_json::from_str::<GameReview>(&review).err();
            if let Ok(parsed) = serde_json::from_str(&review) {
                object["review"] = parsed;
            }
            self.findings.reviews += 1;
            let error = error.map(|error| read::damaged("review", error));
            self.pass("review", &name(&object, "game"), object, error)?;
        }
        Ok(())
    }

    fn puzzles(&mut self) -> Res {
        let sql = format!("{} WHERE game = ? AND at = ?", read::PUZZLES);
        for puzzle in self.table("puzzles", "game, at") {
            let (game, at) = (name(&puzzle, "game"), name(&puzzle, "at"));
            let check = |row: &Row<'_>| read::puzzle_row(row).and_then(|puzzle| check_puzzle(&puzzle));
            let (checked, error) = self.rows(&sql, &[&game, &at], check);
            let error = match (error, checked.into_iter().next()) {
                (None, Some(checked)) => checked.err(),
                (Some(error), _) => Some(read::damaged("puzzle", error)),
                (None, None) => Some(read::damaged("puzzle", "it cannot be found by its game and move")),
            };
            self.findings.puzzles += 1;
            self.pass("puzzle", &format!("{game}/{at}"), puzzle, error)?;
        }
        Ok(())
    }

    /// Reads the experiments of the database, and those of which there is only a folder.
    fn experiments(&mut self) -> Res {
        let rows = self.table("experiments", "rowid");
        let folder = self.folder.join(EXPERIMENTS);
        let known = BTreeSet::from_iter(rows.iter().map(|row| name(row, "id")));
        for row in rows {
            let id = name(&row, "id");
            let error = read_results(&folder.join(&id)).err();
            if error.is_some() && !self.has_experiment(&id) {
                // A server has deleted it since.
                continue;
            }
            self.experiment(&id, row, error)?;
        }
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let id = entry.file_name().to_string_lossy().into_owned();
            if !known.contains(&id) && entry.path().join("manifest.toml").is_file() {
                self.experiment(&id, json!({ "id": id }), None)?;
            }
        }
        Ok(())
    }

    fn experiment(&mut self, id: &str, mut object: Value, error: Option<Problem>) -> Res {
        let manifest = std::fs::read(self.folder.join(EXPERIMENTS).join(id).join("manifest.toml"));
        object["manifest"] = manifest.ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).into();
        self.findings.experiments += 1;
        self.pass("experiment", id, object, error)
    }

    /// Whether the database has an experiment now, not when the reading began.
    fn has_experiment(&self, id: &str) -> bool {
        let now = read_only(&self.folder.join(DATABASE));
        let found = now.and_then(|now| {
            now.query_row("SELECT 1 FROM experiments WHERE id = ?", [id], |_| Ok(())).map(|()| true)
        });
        !matches!(found, Err(rusqlite::Error::QueryReturnedNoRows))
    }
}

type Res = Result<(), Problem>;

/// Checks a game as the server does when it is loaded, and its summary. Finds the row without an index, which may be
/// damaged by itself.
fn check_game(connection: &Connection, columns: &Value) -> Res {
    let cannot = |error| read::damaged("game", format!("its row cannot be read: {error}"));
    let mut statement = connection.prepare_cached("SELECT * FROM games WHERE rowid = ?").map_err(cannot)?;
    let row = statement.query_row([columns["rowid"].as_i64()], |row| Ok(read::game_row(row)));
    let game = replayed(read::with_moves(connection, row.map_err(cannot)??)?)?;
    let Some(summary) = columns["summary"].as_str() else { return Ok(()) };
    if serde_json::from_str::<Game>(summary).ok() != Some(game) {
        return Err(read::damaged("game", "its summary differs from its moves"));
    }
    Ok(())
}

/// Adds the rows that were read backwards from the last one, down to the last of those that were read forwards.
fn add_from_last(rows: &mut Vec<Value>, from_last: Vec<Value>) {
    let last = rows.last().cloned();
    let mut more: Vec<Value> = from_last.into_iter().take_while(|row| Some(row) != last.as_ref()).collect();
    more.reverse();
    rows.append(&mut more);
}

fn text(row: &Row<'_>, column: usize) -> String {
    row.get_ref(column).map_or(String::new(), text_of)
}

/// A row as it is stored.
fn object_of(row: &Row<'_>) -> Value {
    let names: Vec<String> = row.as_ref().column_names().map(str::to_owned).collect();
    let value = |(idx, name)| (name, row.get_ref(idx).map_or(Value::Null, json_value));
    Value::Object(names.into_iter().enumerate().map(value).collect())
}

/// A column as text, as far as it can be read.
fn name(row: &Value, column: &str) -> String {
    match &row[column] {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

/// A move as `[number, kind, cell, page_ms, server_ms]`.
fn move_of(row: &Row<'_>) -> Value {
    let names = ["idx", "kind", "cell", "page_ms", "server_ms"];
    let value = |name| {
        // Before version 2, there was only the time of the page.
        let value = row.get_ref(name).or_else(|error| match name {
            "page_ms" => row.get_ref("elapsed_ms"),
            _ => Err(error),
        });
        value.map_or(Value::Null, json_value)
    };
    Value::Array(names.into_iter().map(value).collect())
}

fn json_value(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => json!(number),
        ValueRef::Real(number) => json!(number),
        ValueRef::Text(_) | ValueRef::Blob(_) => json!(text_of(value)),
    }
}
