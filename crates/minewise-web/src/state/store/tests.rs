use minewise::Move;

use super::*;
use crate::testing::Folder;

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
    let timed = |(idx, &made)| TimedMove { made, elapsed_ms: 10 * idx as u64 };
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
        Rows::Puzzles(puzzles) => puzzles,
        rows => panic!("asked for puzzles, got {rows:?}"),
    }
}

#[test]
fn written_rows_are_there_when_the_store_is_opened_again() {
    let folder = Folder::new("store-again");
    let game = stored("a", &[Move::Reveal(40), Move::Flag(3), Move::Chord(41)]);
    let store = Store::open(folder.path()).unwrap();
    store.write(&[Write::Game(game.clone())]).unwrap();
    let made = TimedMove { made: Move::Reveal(80), elapsed_ms: 99 };
    store.write(&[Write::Move { game: "a".to_owned(), idx: 3, made }]).unwrap();
    drop(store);
    let again = game_of(&Store::open(folder.path()).unwrap(), "a").unwrap();
    assert_eq!(again.row, game.row);
    assert_eq!(again.moves, [game.moves, vec![made]].concat());
}

#[test]
fn the_rows_of_one_answer_are_written_all_or_none() {
    let folder = Folder::new("store-atomic");
    let store = Store::open(folder.path()).unwrap();
    store.write(&[Write::Game(stored("a", &[Move::Reveal(1)]))]).unwrap();
    let layout = Write::Layout { game: "a".to_owned(), layout: "x".to_owned() };
    let made = TimedMove { made: Move::Reveal(2), elapsed_ms: 0 };
    let taken = Write::Move { game: "a".to_owned(), idx: 0, made };
    let problem = store.write(&[layout.clone(), taken]).unwrap_err();
    assert_eq!(problem.error, "the game was played on elsewhere; load it again");
    assert_eq!(game_of(&store, "a").unwrap(), stored("a", &[Move::Reveal(1)]));
    store.write(&[layout]).unwrap();
    store.write(&[Write::Layout { game: "a".to_owned(), layout: "y".to_owned() }]).unwrap();
    assert_eq!(game_of(&store, "a").unwrap().row.layout.as_deref(), Some("x"), "the first layout stays");
}

#[test]
fn a_solved_puzzle_stays_solved_when_its_game_is_reviewed_again() {
    let folder = Folder::new("store-puzzles");
    let store = Store::open(folder.path()).unwrap();
    store.write(&[Write::Game(stored("a", &[]))]).unwrap();
    let write = |label| Write::Puzzle { puzzle: puzzle("a", 4, label), created: 5 };
    store.write(&[write(Label::Mistake)]).unwrap();
    store.write(&[Write::Solved { game: "a".to_owned(), at: 4 }]).unwrap();
    store.write(&[write(Label::Blunder)]).unwrap();
    assert_eq!(puzzles_of(&store), [Puzzle { solved: true, ..puzzle("a", 4, Label::Blunder) }]);
}

#[test]
fn removing_a_game_removes_everything_that_belongs_to_it() {
    let folder = Folder::new("store-removed");
    let store = Store::open(folder.path()).unwrap();
    store.write(&[Write::Game(stored("a", &[Move::Reveal(1)])), Write::Game(stored("b", &[]))]).unwrap();
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
    let store = Store::open(folder.path()).unwrap();
    for (id, created) in [("a", 3), ("b", 9), ("c", 3)] {
        let game = stored(id, &[]);
        store
            .write(&[Write::Game(StoredGame { row: GameRow { created, ..game.row }, moves: vec![] })])
            .unwrap();
    }
    let Rows::Games(games) = store.load(&Query::NewestGames(2)).unwrap() else { panic!("no games") };
    assert_eq!(games.iter().map(|game| game.row.id.as_str()).collect::<Vec<_>>(), ["b", "c"]);
}

#[test]
fn a_move_of_an_unknown_kind_is_an_error() {
    let folder = Folder::new("store-damaged");
    let store = Store::open(folder.path()).unwrap();
    store.write(&[Write::Game(stored("a", &[Move::Reveal(1)]))]).unwrap();
    store.connection().execute("UPDATE moves SET kind = 'x'", []).unwrap();
    let problem = store.load(&Query::Game("a".to_owned())).unwrap_err();
    assert!(problem.error.starts_with("the database failed: "), "{}", problem.error);
}

#[test]
fn a_database_of_a_later_version_is_not_opened() {
    let folder = Folder::new("store-later");
    let store = Store::open(folder.path()).unwrap();
    store.connection().pragma_update(None, "user_version", VERSIONS.len() + 1).unwrap();
    drop(store);
    let Err(error) = Store::open(folder.path()) else { panic!("it was opened") };
    assert!(error.ends_with("it was written by a later version of Minewise"), "{error}");
}
