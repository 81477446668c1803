use std::net::{Ipv4Addr, SocketAddr};

use minewise::Move;
use minewise_app::{Fault, GameRow, ListedGame, Puzzle};
use minewise_coach::Label;

use super::*;
use crate::state::folder::{UNFINISHED, create_folder};
use crate::testing::Folder;

const ADDR: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 6463);

fn open(folder: &Folder) -> Store {
    Store::open(folder.path(), ADDR).unwrap()
}

fn new_game(stored: StoredGame) -> Write {
    Write::Game { stored, summary: None }
}

fn stored(id: &str, moves: &[Move]) -> StoredGame {
    let row = GameRow {
        id: id.to_owned(),
        created: 1,
        rules: "9x9/10".to_owned(),
        seed: "7".to_owned(),
        no_guess: false,
        layout: None,
        origin: None,
    };
    let timed =
        |(idx, &made)| StoredMove { made, page_ms: 10 * idx as u64, server_ms: Some(1000 + idx as u64) };
    StoredGame { row, moves: moves.iter().enumerate().map(timed).collect() }
}

fn game_of(store: &Store, id: &str) -> Option<StoredGame> {
    match store.load(&Query::Game(id.to_owned())).unwrap() {
        Rows::Game(game) => game,
        rows => panic!("asked for a game, got {rows:?}"),
    }
}

fn puzzle(game: &str, at: usize, label: Label) -> Puzzle {
    let view = "3x1/1 .1.".to_owned();
    let rules = "9x9/10".to_owned();
    Puzzle { game: game.to_owned(), at, rules, view, label, lost: 0.25, solved: false }
}

fn puzzles_of(store: &Store) -> Vec<Puzzle> {
    match store.load(&Query::Puzzles { game: None, most: 10 }).unwrap() {
        Rows::Puzzles(puzzles, damaged) if damaged.is_empty() => puzzles,
        rows => panic!("asked for puzzles, got {rows:?}"),
    }
}

#[test]
fn written_rows_are_there_when_the_store_is_opened_again() {
    let folder = Folder::new("store-again");
    let game = stored("a", &[Move::Reveal(40), Move::Flag(3), Move::Chord(41)]);
    let store = open(&folder);
    store.write(&[new_game(game.clone())]).unwrap();
    let made = StoredMove { made: Move::Reveal(80), page_ms: 99, server_ms: None };
    store.write(&[Write::Move { game: "a".to_owned(), idx: 3, made, summary: None }]).unwrap();
    drop(store);
    let again = game_of(&open(&folder), "a").unwrap();
    assert_eq!(again.row, game.row);
    assert_eq!(again.moves, [game.moves, vec![made]].concat());
}

#[test]
fn the_rows_of_one_answer_are_written_all_or_none() {
    let folder = Folder::new("store-atomic");
    let store = open(&folder);
    store.write(&[new_game(stored("a", &[Move::Reveal(1)]))]).unwrap();
    let layout = Write::Layout { game: "a".to_owned(), layout: "x".to_owned() };
    let made = StoredMove { made: Move::Reveal(2), page_ms: 0, server_ms: None };
    let next = |idx| Write::Move { game: "a".to_owned(), idx, made, summary: None };
    let problem = store.write(&[layout.clone(), next(0)]).unwrap_err();
    assert_eq!(problem, Problem::conflict(PLAYED_ELSEWHERE));
    assert_eq!(game_of(&store, "a").unwrap(), stored("a", &[Move::Reveal(1)]));
    store.write(&[layout]).unwrap();
    // A move that comes with another layout was chosen for that one, and must not be made on this one.
    let other = Write::Layout { game: "a".to_owned(), layout: "y".to_owned() };
    assert_eq!(store.write(&[other, next(1)]).unwrap_err(), Problem::conflict(PLAYED_ELSEWHERE));
    assert_eq!(game_of(&store, "a").unwrap().moves.len(), 1);
    assert_eq!(game_of(&store, "a").unwrap().row.layout.as_deref(), Some("x"), "the first layout stays");
}

#[test]
fn a_solved_puzzle_stays_solved_when_its_game_is_reviewed_again() {
    let folder = Folder::new("store-puzzles");
    let store = open(&folder);
    store.write(&[new_game(stored("a", &[]))]).unwrap();
    let write = |label| Write::Puzzle { puzzle: puzzle("a", 4, label), created: 5 };
    store.write(&[write(Label::Mistake)]).unwrap();
    store.write(&[Write::Solved { game: "a".to_owned(), at: 4 }]).unwrap();
    store.write(&[write(Label::Blunder)]).unwrap();
    assert_eq!(puzzles_of(&store), [Puzzle { solved: true, ..puzzle("a", 4, Label::Blunder) }]);
}

#[test]
fn removing_a_game_removes_everything_that_belongs_to_it() {
    let folder = Folder::new("store-removed");
    let store = open(&folder);
    store.write(&[new_game(stored("a", &[Move::Reveal(1)])), new_game(stored("b", &[]))]).unwrap();
    let review = Write::Review { game: "a".to_owned(), program: "1", review: "{}".to_owned() };
    store.write(&[review, Write::Puzzle { puzzle: puzzle("a", 0, Label::Missed), created: 1 }]).unwrap();
    store.write(&[Write::RemoveGame("a".to_owned())]).unwrap();
    assert_eq!((game_of(&store, "a"), puzzles_of(&store)), (None, Vec::new()));
    let query = Query::Review { game: "a".to_owned(), program: "1" };
    assert_eq!(store.load(&query).unwrap(), Rows::Review(None, None));
    assert!(game_of(&store, "b").is_some());
}

#[test]
fn the_newest_games_come_first_and_no_more_than_asked_for() {
    let folder = Folder::new("store-newest");
    let store = open(&folder);
    for (id, created) in [("a", 3), ("b", 9), ("c", 3)] {
        let game = stored(id, &[]);
        store.write(&[new_game(StoredGame { row: GameRow { created, ..game.row }, moves: vec![] })]).unwrap();
    }
    assert_eq!(listed(&store, 2), (vec!["b".to_owned(), "c".to_owned()], Vec::new()));
}

/// The ids of the listed games, and of the damaged ones.
fn listed(store: &Store, most: usize) -> (Vec<String>, Vec<String>) {
    let Rows::Games(games, damaged) = store.load(&Query::NewestGames(most)).unwrap() else {
        panic!("no games")
    };
    let id = |game| match game {
        ListedGame::Stored(stored) => stored.row.id,
        ListedGame::Summary(summary) => summary,
    };
    (games.into_iter().map(id).collect(), damaged.into_iter().map(|damaged| damaged.id).collect())
}

#[test]
fn damaged_rows_are_named_and_the_others_are_listed() {
    let folder = Folder::new("store-damaged");
    let store = open(&folder);
    let moves = [Move::Reveal(1), Move::Flag(2), Move::Flag(3)];
    for id in ["a", "b", "c", "d", "e", "f"] {
        store.write(&[new_game(stored(id, &moves))]).unwrap();
    }
    let damage = "
        UPDATE moves SET kind = 'x' WHERE game = 'a' AND idx = 1;
        DELETE FROM moves WHERE game = 'b' AND idx = 1;
        UPDATE moves SET cell = -5 WHERE game = 'c' AND idx = 2;
        UPDATE games SET created = 'yesterday' WHERE id = 'd';
        UPDATE games SET seed = x'ff00' WHERE id = 'e';
    ";
    store.connection().execute_batch(damage).unwrap();
    for (id, error) in [
        ("a", "move 1 has a bad `kind`"),
        ("b", "move 1 is missing"),
        ("c", "move 2 has a bad `cell`"),
        ("d", "its `created` cannot be read"),
        ("e", "its `seed` cannot be read"),
    ] {
        let problem = store.load(&Query::Game(id.to_owned())).unwrap_err();
        assert_eq!(
            (problem.fault, problem.error),
            (Fault::NoAnswer, format!("the game is damaged: {error}"))
        );
        assert_eq!(store.load(&Query::HasGame(id.to_owned())).unwrap(), Rows::HasGame(true));
    }
    let (ids, mut damaged) = listed(&store, 10);
    damaged.sort();
    assert_eq!((ids, damaged), (vec!["f".to_owned()], ["a", "b", "c", "d", "e"].map(str::to_owned).to_vec()));
}

#[test]
fn a_second_server_is_kept_off_the_folder_and_learns_who_has_it() {
    let folder = Folder::new("store-locked");
    let store = open(&folder);
    let Err(error) = Store::open(folder.path(), ADDR) else { panic!("it was opened twice") };
    let holder = format!("is in use by process {} at http://127.0.0.1:6463; ", std::process::id());
    assert!(error.contains(&holder), "{error}");
    drop(store);
    open(&folder);
}

#[test]
#[cfg(unix)]
fn only_the_owner_can_read_the_data_even_if_it_was_open_to_others() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("store-private");
    let mode = |name: &str| folder.path().join(name).metadata().unwrap().permissions().mode() & 0o777;
    drop(open(&folder));
    create_folder(&folder.path().join(UNFINISHED)).unwrap();
    for name in ["", "experiments", UNFINISHED, "minewise.sqlite", "minewise.lock"] {
        let open_to_all = std::fs::Permissions::from_mode(if name.contains('.') { 0o644 } else { 0o755 });
        std::fs::set_permissions(folder.path().join(name), open_to_all).unwrap();
    }
    let store = open(&folder);
    store.write(&[new_game(stored("a", &[]))]).unwrap();
    assert_eq!((mode(""), mode("experiments"), mode(UNFINISHED)), (0o700, 0o700, 0o700));
    for name in ["minewise.sqlite", "minewise.sqlite-wal", "minewise.sqlite-shm", "minewise.lock"] {
        assert_eq!(mode(name), 0o600, "{name}");
    }
    drop(store);
    // A folder with other things in it may be shared.
    std::fs::write(folder.path().join("thesis.txt"), "").unwrap();
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    drop(open(&folder));
    assert_eq!((mode(""), mode("thesis.txt")), (0o755, 0o644));
}

#[test]
fn an_older_database_is_copied_aside_before_it_is_updated() {
    let folder = Folder::new("store-older");
    let path = folder.path().join(DATABASE);
    let old = Connection::open(&path).unwrap();
    old.pragma_update(None, "journal_mode", "WAL").unwrap();
    old.execute_batch(VERSIONS[0]).unwrap();
    old.pragma_update(None, "user_version", 1).unwrap();
    old.execute_batch(
        "INSERT INTO games VALUES ('a', 1, '9x9/10', '7', 0, NULL, NULL), ('b', 2, '9x9/10', '7', 0, NULL, NULL);
         INSERT INTO moves VALUES ('a', 0, 'f', 40, 1500);
         WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1999)
         INSERT INTO moves SELECT 'b', i, 'f', 40, i FROM n;",
    )
    .unwrap();
    // Not closed: everything is still in the write-ahead log.
    let store = open(&folder);
    let made = StoredMove { made: Move::Flag(40), page_ms: 1500, server_ms: None };
    assert_eq!(game_of(&store, "a").unwrap().moves, [made]);
    let Rows::Games(games, _) = store.load(&Query::NewestGames(9)).unwrap() else { panic!("no games") };
    assert!(matches!(&games[..], [ListedGame::Summary(_), ListedGame::Stored(_)]), "{games:?}");
    drop((store, old));
    drop(open(&folder));
    let copy = folder.path().join("minewise.sqlite.before-version-2");
    let copy = Connection::open(copy).unwrap();
    let n_moves: usize = copy.query_row("SELECT count(elapsed_ms) FROM moves", [], |row| row.get(0)).unwrap();
    assert_eq!((n_moves, schema::version(&copy).unwrap()), (2001, 1));
    assert!(!folder.path().join("minewise.sqlite.before-version-2-2").exists());
}

#[test]
fn a_database_of_a_later_version_is_not_opened() {
    let folder = Folder::new("store-later");
    let store = open(&folder);
    store.connection().pragma_update(None, "user_version", VERSIONS.len() + 1).unwrap();
    drop(store);
    let Err(error) = Store::open(folder.path(), ADDR) else { panic!("it was opened") };
    assert!(error.ends_with("it was written by a later version of Minewise"), "{error}");
}
