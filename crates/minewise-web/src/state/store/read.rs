//! Reads rows. What is wrong with a row is said in a sentence, and the other rows are still read.

use minewise::Move;
use minewise_app::{Damaged, GameRow, ListedGame, Problem, Puzzle, Query, Rows, StoredGame, StoredMove};
use minewise_coach::Label;
use rusqlite::types::{FromSql, ValueRef};
use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, params};

/// The rows that can be read, and what is wrong with the others.
pub(crate) type Readable<T> = (Vec<T>, Vec<Damaged>);

/// Loads rows.
pub(super) fn load(connection: &Connection, query: &Query) -> Result<Rows, Problem> {
    Ok(match query {
        Query::Game(id) => Rows::Game(game(connection, id)?),
        Query::HasGame(id) => {
            let found = connection.query_row("SELECT 1 FROM games WHERE id = ?", [id], |_| Ok(())).optional();
            Rows::HasGame(found.map_err(problem)?.is_some())
        }
        Query::NewestGames(most) => {
            let (games, damaged) = games(connection, *most)?;
            Rows::Games(games, damaged)
        }
        Query::Review { game: id, program } => {
            let known = connection
                .query_row(
                    "SELECT review FROM reviews WHERE game = ? AND program = ?",
                    [id.as_str(), program],
                    // A review that cannot be read is made again.
                    |row| Ok(row.get(0).ok()),
                )
                .optional();
            Rows::Review(game(connection, id)?, known.map_err(problem)?.flatten())
        }
        Query::Puzzles { game, most } => {
            let (puzzles, damaged) = puzzles(connection, game.as_deref(), *most)?;
            Rows::Puzzles(puzzles, damaged)
        }
        Query::Puzzle { game, at } => {
            let sql = format!("{PUZZLES} WHERE game = ? AND at = ?");
            let found = connection.query_row(&sql, params![game, at], |row| Ok(puzzle_row(row))).optional();
            Rows::Puzzle(found.map_err(problem)?.transpose()?)
        }
    })
}

/// What is wrong with something that was stored. Not the fault of the request, nor of the server.
pub(crate) fn damaged(what: &str, error: impl std::fmt::Display) -> Problem {
    Problem::no_answer(format!("the {what} is damaged: {error}"))
}

/// What is wrong with a statement.
#[expect(clippy::needless_pass_by_value, reason = "used by name in `map_err`")]
pub(super) fn problem(error: rusqlite::Error) -> Problem {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            damaged("database", format!("{error}; `minewise data check` says what can still be read"))
        }
        _ => Problem::failed(format!("the database failed: {error}")),
    }
}

/// Reads rows until `most` of them are read, or the table ends. Rows that cannot be read are named by `id`.
fn rows<T>(
    mut rows: rusqlite::Rows<'_>,
    most: usize,
    id: impl Fn(&Row<'_>) -> String,
    mut read: impl FnMut(&Row<'_>) -> Result<T, Problem>,
) -> Readable<T> {
    let (mut found, mut damaged) = (Vec::new(), Vec::new());
    while found.len() < most && damaged.len() < most {
        match rows.next() {
            Ok(Some(row)) => match read(row) {
                Ok(read) => found.push(read),
                Err(Problem { error, .. }) => damaged.push(Damaged { id: id(row), error }),
            },
            Ok(None) => break,
            // The rest of the table cannot be read.
            Err(error) => {
                damaged.push(Damaged { id: String::new(), error: problem(error).error });
                break;
            }
        }
    }
    (found, damaged)
}

/// The newest games, and those that cannot be read.
fn games(connection: &Connection, most: usize) -> Result<Readable<ListedGame>, Problem> {
    let sql = "SELECT * FROM games ORDER BY created DESC, rowid DESC";
    let mut statement = connection.prepare_cached(sql).map_err(problem)?;
    let id = |row: &Row<'_>| row.get_ref("id").map_or(String::new(), text_of);
    let read = |row: &Row<'_>| match row.get::<_, Option<String>>("summary") {
        Ok(Some(summary)) => Ok(ListedGame::Summary(summary)),
        _ => with_moves(connection, game_row(row)?).map(ListedGame::Stored),
    };
    Ok(rows(statement.query([]).map_err(problem)?, most, id, read))
}

/// A value as text, as far as it can be read.
pub(crate) fn text_of(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => String::new(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => String::from_utf8_lossy(bytes).into_owned(),
    }
}

/// Loads a game and its moves.
pub(crate) fn game(connection: &Connection, id: &str) -> Result<Option<StoredGame>, Problem> {
    let mut statement = connection.prepare_cached("SELECT * FROM games WHERE id = ?").map_err(problem)?;
    let found = statement.query_row([id], |row| Ok(game_row(row))).optional().map_err(problem)?;
    found.map(|row| with_moves(connection, row?)).transpose()
}

pub(crate) fn with_moves(connection: &Connection, row: GameRow) -> Result<StoredGame, Problem> {
    let (moves, error) = moves(connection, &row.id);
    error.map_or(Ok(StoredGame { row, moves }), Err)
}

/// The moves of a game up to the first that cannot be read, and what is wrong with that one.
pub(crate) fn moves(connection: &Connection, game: &str) -> (Vec<StoredMove>, Option<Problem>) {
    let mut moves = Vec::new();
    let read = |moves: &mut Vec<StoredMove>| {
        let prepare = |times: &str| {
            connection.prepare_cached(&format!(
                "SELECT idx, kind, cell, {times} FROM moves WHERE game = ? ORDER BY idx"
            ))
        };
        // Before version 2, there was only the time of the page.
        let statement = prepare("page_ms, server_ms").or_else(|_| prepare("elapsed_ms, NULL"));
        let mut statement = statement.map_err(problem)?;
        let mut rows = statement.query([game]).map_err(problem)?;
        while let Some(row) = rows.next().map_err(problem)? {
            let made = move_row(row, moves.len())
                .map_err(|error| damaged("game", format!("move {} {error}", moves.len())))?;
            moves.push(made);
        }
        Ok(())
    };
    let error = read(&mut moves).err();
    (moves, error)
}

/// Reads the move with this number, or says what is wrong with it. Columns are found by their places, because there may
/// be very many moves.
fn move_row(row: &Row<'_>, idx: usize) -> Result<StoredMove, &'static str> {
    if row.get(0) != Ok(idx) {
        return Err("is missing");
    }
    let cell = row.get(2).map_err(|_| "has a bad `cell`")?;
    let letter = row.get_ref(1).ok().and_then(|letter| letter.as_str().ok());
    Ok(StoredMove {
        made: letter.and_then(|letter| Move::of_letter(letter, cell)).ok_or("has a bad `kind`")?,
        page_ms: row.get(3).map_err(|_| "has a bad `page_ms`")?,
        server_ms: row.get(4).map_err(|_| "has a bad `server_ms`")?,
    })
}

/// Reads a column, or says that it is wrong.
fn column<T: FromSql>(row: &Row<'_>, what: &str, name: &str) -> Result<T, Problem> {
    row.get(name).map_err(|_| damaged(what, format!("its `{name}` cannot be read")))
}

pub(crate) fn game_row(row: &Row<'_>) -> Result<GameRow, Problem> {
    Ok(GameRow {
        id: column(row, "game", "id")?,
        created: column(row, "game", "created")?,
        rules: column(row, "game", "rules")?,
        seed: column(row, "game", "seed")?,
        no_guess: column(row, "game", "no_guess")?,
        layout: column(row, "game", "layout")?,
        origin: column(row, "game", "origin")?,
    })
}

/// The query for puzzles, without its condition.
pub(crate) const PUZZLES: &str = "SELECT game, at, rules, view, label, lost, solved
                                  FROM puzzles LEFT JOIN games ON games.id = game";

fn puzzles(connection: &Connection, game: Option<&str>, most: usize) -> Result<Readable<Puzzle>, Problem> {
    let sql = format!("{PUZZLES} WHERE ?1 IS NULL OR game = ?1 ORDER BY puzzles.created DESC, game, at");
    let mut statement = connection.prepare_cached(&sql).map_err(problem)?;
    let found = statement.query([game]).map_err(problem)?;
    Ok(rows(found, most, puzzle_id, puzzle_row))
}

pub(crate) fn puzzle_id(row: &Row<'_>) -> String {
    let part = |name| row.get_ref(name).map_or(String::new(), text_of);
    format!("{}/{}", part("game"), part("at"))
}

pub(crate) fn puzzle_row(row: &Row<'_>) -> Result<Puzzle, Problem> {
    let label: String = column(row, "puzzle", "label")?;
    Ok(Puzzle {
        game: column(row, "puzzle", "game")?,
        at: column(row, "puzzle", "at")?,
        rules: column(row, "puzzle", "rules")?,
        view: column(row, "puzzle", "view")?,
        label: serde_json::from_value::<Label>(label.into())
            .map_err(|_| damaged("puzzle", "its `label` cannot be read"))?,
        lost: column(row, "puzzle", "lost")?,
        solved: column(row, "puzzle", "solved")?,
    })
}

/// All experiments with the time of their creation, newest first, and those that cannot be read.
pub(crate) fn experiments(connection: &Connection) -> Result<Readable<(String, u64)>, Problem> {
    let sql = "SELECT id, created FROM experiments ORDER BY created DESC, rowid DESC";
    let mut statement = connection.prepare_cached(sql).map_err(problem)?;
    let id = |row: &Row<'_>| row.get_ref("id").map_or(String::new(), text_of);
    let read = |row: &Row<'_>| Ok((column(row, "experiment", "id")?, column(row, "experiment", "created")?));
    Ok(rows(statement.query([]).map_err(problem)?, usize::MAX, id, read))
}
