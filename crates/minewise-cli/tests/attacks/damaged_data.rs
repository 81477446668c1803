//! Damage hides nothing but what is damaged, and everything else can be saved.

use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use serde_json::{Value, json};

use crate::common::http::empty_folder;
use crate::common::minewise;
use crate::common::victim::Victim;

/// A data folder with games of three moves each, and an experiment. Returns their ids.
fn data_folder(name: &str, n_games: usize) -> (PathBuf, Vec<String>, String) {
    let data = empty_folder(name);
    let server = Victim::start(&data).unwrap();
    let begin = |seed: usize| {
        let asked = json!({ "rules": "9x9/10", "seed": seed.to_string() });
        let id = server.ask("POST", "/api/games", Some(&asked)).1["id"].as_str().unwrap().to_owned();
        for (kind, cell) in [("flag", [8, 8]), ("flag", [8, 8]), ("reveal", [0, 0])] {
            let asked = json!({ "kind": kind, "cell": cell, "elapsed_ms": 0 });
            assert_eq!(server.ask("POST", &format!("/api/games/{id}/moves"), Some(&asked)).0, 200);
        }
        id
    };
    let ids = (0..n_games).map(begin).collect();
    let asked = json!({ "rules": ["9x9/10"], "players": ["exact"], "games": 5, "seed": "1" });
    let (status, experiment) = server.ask("POST", "/api/experiments", Some(&asked));
    assert_eq!(status, 201, "{experiment}");
    (data, ids, experiment["id"].as_str().unwrap().to_owned())
}

fn database(data: &Path) -> Connection {
    Connection::open(data.join("minewise.sqlite")).unwrap()
}

/// The ids in a list, sorted.
fn ids_of(list: &Value) -> Vec<String> {
    let id = |listed: &Value| listed["id"].as_str().unwrap().to_owned();
    let mut ids: Vec<String> = list.as_array().unwrap().iter().map(id).collect();
    ids.sort();
    ids
}

fn sorted(ids: &[String]) -> Vec<String> {
    let mut ids = ids.to_vec();
    ids.sort();
    ids
}

fn check(data: &Path) -> (i32, Value) {
    let ran = minewise(&format!("data check --json --data {}", data.display()), "");
    (ran.code, serde_json::from_str(&ran.stdout).unwrap())
}

fn export(data: &Path) -> Vec<Value> {
    let ran = minewise(&format!("data export --data {}", data.display()), "");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn lists_show_the_rest_and_name_what_is_damaged() {
    let (data, ids, experiment) = data_folder("attack-damaged-rows", 7);
    let first = |idx: usize| &ids[idx];
    let sql = format!(
        "UPDATE games SET rules = 'nonsense' WHERE id = '{}';
         UPDATE games SET created = 'yesterday' WHERE id = '{}';
         UPDATE moves SET kind = 'x' WHERE game = '{}' AND idx = 1;
         DELETE FROM moves WHERE game = '{}' AND idx = 1;
         UPDATE games SET seed = -1 WHERE id = '{}';
         INSERT INTO puzzles VALUES ('{}', 1, 5, 'no view', 'mistake', 0.5, 0);
         INSERT INTO experiments VALUES ('gone', 7);",
        first(0),
        first(1),
        first(2),
        first(3),
        first(4),
        first(5),
    );
    database(&data).execute_batch(&sql).unwrap();
    let server = Victim::start(&data).unwrap();
    let (status, games) = server.ask("GET", "/api/games", None);
    assert_eq!(status, 200, "{games}");
    assert_eq!(ids_of(&games["games"]), sorted(&ids[5..]));
    assert_eq!(ids_of(&games["damaged"]), sorted(&ids[..5]));
    for id in &ids[..5] {
        for path in ["", "/transcript", "/views/0", "/review"] {
            let (status, answer) = server.ask("GET", &format!("/api/games/{id}{path}"), None);
            assert_eq!(status, 422, "{path}: {answer}");
            assert!(answer["error"].as_str().unwrap().starts_with("the game is damaged: "), "{answer}");
        }
        let asked = json!({ "kind": "flag", "cell": [8, 8], "elapsed_ms": 0 });
        assert_eq!(server.ask("POST", &format!("/api/games/{id}/moves"), Some(&asked)).0, 422);
    }
    let (_, missing) = server.ask("GET", &format!("/api/games/{}", ids[3]), None);
    assert_eq!(missing["error"], "the game is damaged: move 1 is missing");
    let (status, puzzles) = server.ask("GET", "/api/puzzles", None);
    assert_eq!((status, ids_of(&puzzles["damaged"])), (200, vec![format!("{}/1", ids[5])]));
    let (status, experiments) = server.ask("GET", "/api/experiments", None);
    assert_eq!((status, ids_of(&experiments["experiments"])), (200, vec![experiment]));
    assert_eq!(ids_of(&experiments["damaged"]), ["gone"]);
    // All of it is found while the server runs, and can be deleted.
    let (code, found) = check(&data);
    assert_eq!((code, found["damaged"].as_array().unwrap().len()), (1, 7), "{found}");
    for id in &ids[..5] {
        assert_eq!(server.ask("DELETE", &format!("/api/games/{id}"), None).0, 200);
    }
    assert_eq!(server.ask("DELETE", "/api/experiments/gone", None).0, 200);
    assert_eq!(server.ask("DELETE", &format!("/api/games/{}", ids[5]), None).0, 200);
    let (code, found) = check(&data);
    assert_eq!((code, &found["damaged"]), (0, &json!([])));
}

#[test]
fn an_export_of_torn_pages_has_all_that_can_be_read() {
    let (data, ids, _) = data_folder("attack-torn", 120);
    let path = data.join("minewise.sqlite");
    // Everything into the database itself, and then one page after the other is overwritten.
    let connection = database(&data);
    connection.pragma_update(None, "wal_checkpoint", "TRUNCATE").unwrap();
    // From the root page of a table, nothing of it can be found.
    let mut statement =
        connection.prepare("SELECT rootpage FROM sqlite_schema WHERE name IN ('games', 'moves')").unwrap();
    let roots: Vec<u64> = statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    drop(statement);
    let size: u64 = connection.query_row("PRAGMA page_size", [], |row| row.get(0)).unwrap();
    let n_pages: u64 = connection.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
    drop(connection);
    let whole = export(&data);
    let is_game = |object: &&Value| object["kind"] == "game";
    assert_eq!(
        (whole.iter().filter(is_game).count(), whole.last().unwrap()["kind"].as_str()),
        (120, Some("end"))
    );
    assert_eq!(whole.last().unwrap()["damaged"], json!([]));
    let bytes = std::fs::read(&path).unwrap();
    let mut n_saved = Vec::new();
    for torn in (2..n_pages).filter(|&torn| !roots.contains(&(torn + 1))) {
        std::fs::write(&path, &bytes).unwrap();
        let mut file = std::fs::File::options().write(true).open(&path).unwrap();
        file.seek(SeekFrom::Start(torn * size)).unwrap();
        file.write_all(&vec![0xa5; size as usize]).unwrap();
        drop(file);
        let damaged = std::fs::read(&path).unwrap();
        let (code, found) = check(&data);
        let lines = export(&data);
        assert_eq!(std::fs::read(&path).unwrap(), damaged, "nothing was changed");
        let end = lines.last().unwrap();
        assert_eq!((code, end["kind"].as_str()), (1, Some("end")), "page {torn}: {found}");
        assert!(
            !end["damaged"].as_array().unwrap().is_empty()
                || !found["damaged"].as_array().unwrap().is_empty()
        );
        let complete = lines
            .iter()
            .filter(is_game)
            .filter(|game| game.get("error").is_none() && game["moves"].as_array().unwrap().len() == 3);
        n_saved.push(complete.count());
    }
    let fewest = n_saved.iter().min().unwrap();
    assert!(*fewest >= 20, "of {} games: {n_saved:?}", ids.len());
}

#[test]
fn what_is_no_database_gets_a_sentence() {
    let data = empty_folder("attack-no-database");
    let check = |data: &Path| minewise(&format!("data check --data {}", data.display()), "");
    let ran = check(&data);
    assert_eq!((ran.code, ran.stderr.lines().count()), (1, 1), "{}", ran.stderr);
    assert!(ran.stderr.contains("there is no `minewise.sqlite` in "), "{}", ran.stderr);
    std::fs::write(data.join("minewise.sqlite"), vec![7; 10_000]).unwrap();
    let ran = check(&data);
    assert_eq!((ran.code, ran.stderr.lines().count()), (1, 1), "{}", ran.stderr);
    assert!(ran.stdout.contains("file is not a database"), "{}", ran.stdout);
    let error = Victim::start(&data).map(drop).unwrap_err();
    assert_eq!(error.lines().count(), 1, "{error}");
    assert_eq!(std::fs::read(data.join("minewise.sqlite")).unwrap(), vec![7; 10_000], "it is left alone");
}
