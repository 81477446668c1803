//! Messages in, answers out, over a store in memory.

use minewise_coach::zoo::Zoo;
use minewise_coach::{Fault, Problem};
use serde_json::{Value, json};

use crate::games::Counted;
use crate::job::Job;
use crate::testing::Door;

/// Begins a game; its id.
fn begin(door: &mut Door, rules: &str, seed: &str) -> String {
    let game = door.ask(json!({ "new_game": { "rules": rules, "seed": seed } })).unwrap();
    game["id"].as_str().unwrap().to_owned()
}

fn reveal(door: &mut Door, id: &str, row: usize, col: usize) -> Result<Value, Problem> {
    let asked = json!({ "kind": "reveal", "cell": [row, col], "elapsed_ms": 5 });
    door.ask(json!({ "move": { "id": id, "asked": asked } }))
}

/// Plays a game on 3x1/1 that is lost with its second reveal.
fn lost_game(door: &mut Door) -> String {
    for seed in 0.. {
        let id = begin(door, "4x1/2:any", &seed.to_string());
        let first = reveal(door, &id, 0, 0).unwrap();
        if first["status"] == "on" && reveal(door, &id, 0, 3).unwrap()["status"] == "lost" {
            return id;
        }
    }
    unreachable!("some seed has a mine at the end only")
}

#[test]
fn a_move_of_a_game_at_hand_loads_nothing_and_writes_one_row() {
    let mut door = Door::new();
    let id = begin(&mut door, "9x9/10", "1");
    let moved = reveal(&mut door, &id, 4, 4).unwrap();
    assert_eq!((moved["n_moves"].clone(), moved["status"].clone()), (json!(1), json!("on")));
    assert_eq!((door.n_loads, door.games[&id].moves.len()), (0, 1));
}

#[test]
fn a_game_goes_on_where_it_was_whoever_has_it_at_hand() {
    let mut door = Door::new();
    let id = begin(&mut door, "9x9/10", "1");
    reveal(&mut door, &id, 4, 4).unwrap();
    let shown = door.ask(json!({ "game": { "id": id } })).unwrap();
    let mut other = Door::new();
    other.games = door.games.clone();
    assert_eq!(other.ask(json!({ "game": { "id": id } })).unwrap(), shown);
    let (one, same) = (reveal(&mut door, &id, 0, 0).unwrap(), reveal(&mut other, &id, 0, 0).unwrap());
    assert_eq!(one, same);
}

#[test]
fn what_is_not_durable_was_not_played() {
    let mut door = Door::new();
    let id = begin(&mut door, "9x9/10", "1");
    door.is_broken = true;
    assert_eq!(reveal(&mut door, &id, 4, 4).unwrap_err().error, "the disk is full");
    door.is_broken = false;
    let shown = door.ask(json!({ "game": { "id": id } })).unwrap();
    assert_eq!(shown["n_moves"], 0);
    assert_eq!(reveal(&mut door, &id, 4, 4).unwrap()["n_moves"], 1);
}

#[test]
fn two_who_play_the_same_game_do_not_both_make_its_next_move() {
    let mut door = Door::new();
    let id = begin(&mut door, "9x9/10", "1");
    let mut other = Door::new();
    other.games = door.games.clone();
    reveal(&mut other, &id, 0, 0).unwrap();
    // The other's move reached the store first.
    door.games = other.games.clone();
    assert_eq!(reveal(&mut door, &id, 8, 8).unwrap_err().fault, Fault::Conflict);
    assert_eq!(door.ask(json!({ "game": { "id": id } })).unwrap()["n_moves"], 1);
    assert!(reveal(&mut door, &id, 8, 8).is_ok());
}

#[test]
fn a_move_that_is_not_allowed_leaves_the_game_at_hand() {
    let mut door = Door::new();
    let id = begin(&mut door, "9x9/10", "1");
    reveal(&mut door, &id, 4, 4).unwrap();
    assert_eq!(reveal(&mut door, &id, 4, 4).unwrap_err().fault, Fault::Conflict);
    assert_eq!(reveal(&mut door, &id, 9, 0).unwrap_err().error, "there is no cell 9,0");
    assert!(reveal(&mut door, &id, 0, 0).is_ok());
    assert_eq!(door.n_loads, 0);
}

#[test]
fn a_layout_that_needs_no_guess_is_found_at_the_first_reveal_and_written_with_it() {
    let mut door = Door::new();
    let asked = json!({ "new_game": { "rules": "6x6/5", "seed": "3", "no_guess": true } });
    let id = door.ask(asked).unwrap()["id"].as_str().unwrap().to_owned();
    let flag = json!({ "kind": "flag", "cell": [5, 5], "elapsed_ms": 1 });
    door.ask(json!({ "move": { "id": id, "asked": flag } })).unwrap();
    assert!(door.jobs.is_empty());
    assert_eq!(reveal(&mut door, &id, 2, 2).unwrap()["n_moves"], 2);
    assert!(matches!(door.jobs[..], [Job::NoGuess { first: 14, .. }]));
    assert!(door.games[&id].row.layout.is_some());
    let mut other = Door::new();
    other.games = door.games.clone();
    assert_eq!(
        other.ask(json!({ "game": { "id": id } })).unwrap(),
        door.ask(json!({ "game": { "id": id } })).unwrap()
    );
}

#[test]
fn neither_seed_nor_mines_are_told_before_the_end() {
    let mut door = Door::new();
    let id = begin(&mut door, "9x9/10", "1");
    reveal(&mut door, &id, 4, 4).unwrap();
    assert_eq!(door.ask(json!({ "game": { "id": id } })).unwrap()["end"], Value::Null);
    for (message, error) in [
        (
            json!({ "transcript": { "id": id } }),
            "the game is not over, and its seed would tell where the mines are",
        ),
        (
            json!({ "fork": { "id": id, "asked": { "at": 1 } } }),
            "the game is not over, and another of its layout would tell the mines",
        ),
        (json!({ "review": { "id": id } }), "the game is not over"),
    ] {
        assert_eq!(door.ask(message).unwrap_err(), Problem::conflict(error));
    }
}

#[test]
fn a_review_is_made_once_and_its_mistakes_become_puzzles() {
    let mut door = Door::new();
    let id = lost_game(&mut door);
    let review = door.ask(json!({ "review": { "id": id } })).unwrap();
    assert_eq!((review["game"].clone(), review["status"].clone()), (json!(id), json!("lost")));
    assert_eq!(review["moments"].as_array().unwrap().len(), 2);
    let n_jobs = door.jobs.len();
    assert_eq!(door.ask(json!({ "review": { "id": id } })).unwrap(), review);
    assert_eq!(door.jobs.len(), n_jobs, "what is known is not worked out again");
    let is_mistake =
        |moment: &&Value| ["missed", "mistake", "blunder"].contains(&moment["label"].as_str().unwrap());
    let n_mistakes = review["moments"].as_array().unwrap().iter().filter(is_mistake).count();
    assert_eq!(door.puzzles.len(), n_mistakes);
}

#[test]
fn a_puzzle_is_solved_by_a_choice_that_is_no_mistake() {
    let mut door = Door::new();
    let id = begin(&mut door, "7x1/2", "1");
    door.puzzles.push(crate::Puzzle {
        game: id.clone(),
        at: 3,
        rules: "7x1/2".to_owned(),
        view: "7x1/2 01.1...".to_owned(),
        label: minewise_coach::Label::Missed,
        lost: 0.5,
        solved: false,
    });
    let mut answer = |col: usize| {
        let message = json!({ "answer_puzzle": { "game": id, "at": 3, "asked": { "cell": [0, col] } } });
        let judged = door.ask(message).unwrap();
        (judged["label"].as_str().unwrap().to_owned(), door.puzzles[0].solved)
    };
    assert_eq!(answer(6), ("missed".to_owned(), false));
    assert_eq!(answer(4), ("certain".to_owned(), true));
}

#[test]
fn a_game_forks_only_at_moves_that_it_has() {
    let mut door = Door::new();
    let id = lost_game(&mut door);
    let fork = |door: &mut Door, at: usize| door.ask(json!({ "fork": { "id": id, "asked": { "at": at } } }));
    let forked = fork(&mut door, 1).unwrap();
    assert_eq!((forked["from"].clone(), forked["n_moves"].clone()), (json!(id), json!(1)));
    assert_eq!(fork(&mut door, 3).unwrap_err(), Problem::bad_input("the game has only 2 moves"));
}

#[test]
fn what_makes_no_sense_is_refused_before_anybody_works_long_on_it() {
    let mut door = Door::new();
    let analyze = |view: &str, player: &str| json!({ "analyze": { "view": view, "player": player } });
    for (message, error) in [
        (analyze("3x1/1 .9.", "search"), None),
        (analyze("3x1/1 .1.", "nobody"), None),
        (
            analyze("3x1/1 .1.", "cnn(model=/etc/passwd)"),
            Some("the option `model` takes one of `shipped` here"),
        ),
        (
            json!({ "watch": { "rules": "200x200/1", "player": "exact" } }),
            Some("a grid may have at most 10000 cells here, and 200x200/1 has 40000"),
        ),
        (json!({ "game": { "id": "none" } }), Some("there is no such game")),
    ] {
        let problem = door.ask(message.clone()).unwrap_err();
        assert!(error.is_none_or(|error| problem.error == error), "{message}: {}", problem.error);
    }
    assert!(door.jobs.is_empty());
    let cell = json!({ "cell": { "view": "3x1/1 .1.", "cell": [0, 1] } });
    assert_eq!(door.ask(cell).unwrap_err(), Problem::conflict("0,1 is revealed already"));
    let bad = door.ask(analyze("3x1/1 .9.", "exact")).unwrap_err();
    assert_eq!(bad.fault, Fault::BadInput);
}

#[test]
fn numbers_that_clash_are_named() {
    let mut door = Door::new();
    let problem = door.ask(json!({ "analyze": { "view": "4x1/1 1..1" } })).unwrap_err();
    assert_eq!(problem.fault, Fault::NoAnswer);
    assert!(problem.clash.is_some(), "{problem:?}");
}

/// A question about the view of a game after so many moves.
fn about(id: &str, n_moves: usize) -> Value {
    json!({ "id": id, "n_moves": n_moves })
}

/// What the jobs so far were asked about, which are then forgotten.
fn counted(door: &mut Door) -> Vec<Counted> {
    let asked = |job: Job| match job {
        Job::Analyze { asked, .. } | Job::Cell { asked, .. } => asked.counted,
        _ => None,
    };
    door.jobs.drain(..).filter_map(asked).collect()
}

#[test]
fn coach_hover_and_hint_share_one_count_of_a_view() {
    let mut door = Door::new();
    let id = begin(&mut door, "9x9/10", "1");
    reveal(&mut door, &id, 4, 4).unwrap();
    for n_moves in 1..4 {
        let view = door.ask(json!({ "game": { "id": id } })).unwrap()["view"].clone();
        for question in [
            json!({ "analyze": {} }),
            json!({ "analyze": { "player": "search(level=fast)" } }),
            json!({ "cell": { "cell": [0, 0] } }),
            json!({ "cell": { "cell": [0, 1] } }),
        ] {
            let mut ask = |key: &str, what: Value| {
                let mut question = question.clone();
                question.as_object_mut().unwrap().values_mut().for_each(|asked| asked[key] = what.clone());
                door.ask(question)
            };
            assert_eq!(ask("game", about(&id, n_moves)), ask("view", view.clone()));
        }
        let shared = counted(&mut door);
        assert_eq!(shared.len(), 4);
        assert!(shared.iter().all(|counted| counted.is_same(&shared[0])), "one count for one view");
        let flag = json!({ "kind": "flag", "cell": [8, n_moves], "elapsed_ms": 9 });
        door.ask(json!({ "move": { "id": id, "asked": flag } })).unwrap();
    }
    assert_eq!(door.n_loads, 0);
}

#[test]
fn a_late_question_is_answered_about_its_own_view_or_not_at_all() {
    let mut door = Door::new();
    let id = begin(&mut door, "9x9/10", "1");
    reveal(&mut door, &id, 4, 4).unwrap();
    let question = |n_moves: usize| json!({ "analyze": { "game": about(&id, n_moves) } });
    let before = door.ask(question(1)).unwrap();
    let held = door.jobs.last().unwrap().clone();
    let best = &before["outlook"]["best"]["cell"];
    let (row, col) = (best[0].as_u64().unwrap() as usize, best[1].as_u64().unwrap() as usize);
    assert_eq!(reveal(&mut door, &id, row, col).unwrap()["n_moves"], 2);
    let late = door.ask(question(1)).unwrap_err();
    assert_eq!(
        late,
        Problem::conflict("this asks about the game after 1 moves, and it has 2; load it again")
    );
    assert_ne!(door.ask(question(2)).unwrap(), before);
    // A job that was handed out before the move still has the view that it was asked about.
    let answer = crate::work(Zoo::shipped(), &held, &mut |_| ()).unwrap();
    assert_eq!(serde_json::from_str::<Value>(answer.get()).unwrap(), before);
}

#[test]
fn a_question_is_about_a_view_or_a_game_that_there_is() {
    let mut door = Door::new();
    let id = begin(&mut door, "9x9/10", "1");
    let game = about(&id, 0);
    for (asked, error) in [
        (json!({}), "a question is about a `view` or about a `game`"),
        (json!({ "game": game, "view": "3x1/1 .1." }), "a question is about a `view` or about a `game`"),
        (
            json!({ "game": game, "trust_flags": true }),
            "flags can be taken for mines in a `view`, not in a `game`",
        ),
        (json!({ "game": about("none", 0) }), "there is no such game"),
    ] {
        assert_eq!(door.ask(json!({ "analyze": asked })).unwrap_err().error, error);
    }
    // One that is not at hand is counted from its rows.
    let mut other = Door::new();
    other.games = door.games.clone();
    let question = json!({ "analyze": { "game": game } });
    assert_eq!(other.ask(question.clone()), door.ask(question));
}

/// Games beyond those at hand are replayed from their rows.
#[test]
fn any_number_of_games_can_be_played_side_by_side() {
    let mut door = Door::new();
    let ids: Vec<String> = (0..100).map(|seed| begin(&mut door, "9x9/10", &seed.to_string())).collect();
    for id in &ids {
        assert_eq!(reveal(&mut door, id, 4, 4).unwrap()["n_moves"], 1);
    }
    let listed = door.ask(json!("list_games")).unwrap();
    assert_eq!(listed["games"].as_array().unwrap().len(), 100);
}
