//! Messages in, answers out, with a database in memory.

use minewise_coach::zoo::Zoo;
use minewise_coach::{Fault, Problem};
use serde_json::{Value, json};

use super::{Env, Next, PLAYED_ELSEWHERE, StepInputs};
use crate::games::SharedAnalysis;
use crate::job::Job;
use crate::testing::TestApp;

/// Begins a game, and returns its id.
fn begin(app: &mut TestApp, rules: &str, seed: &str) -> String {
    let game = app.ask(json!({ "new_game": { "rules": rules, "seed": seed } })).unwrap();
    game["id"].as_str().unwrap().to_owned()
}

fn reveal(app: &mut TestApp, id: &str, row: usize, col: usize) -> Result<Value, Problem> {
    let asked = json!({ "kind": "reveal", "cell": [row, col], "elapsed_ms": 5 });
    app.ask(json!({ "move": { "id": id, "asked": asked } }))
}

/// Plays a game on 4x1/2 that is lost with its second reveal.
fn lost_game(app: &mut TestApp) -> String {
    lost_game_of(app, "4x1/2:any")
}

fn lost_game_of(app: &mut TestApp, rules: &str) -> String {
    for seed in 0.. {
        let id = begin(app, rules, &seed.to_string());
        let first = reveal(app, &id, 0, 0).unwrap();
        if first["status"] == "on" && reveal(app, &id, 0, 3).unwrap()["status"] == "lost" {
            return id;
        }
    }
    unreachable!("some seed has a mine at the end only")
}

#[test]
fn a_move_of_a_cached_game_loads_nothing_and_writes_one_row() {
    let mut app = TestApp::new();
    let id = begin(&mut app, "9x9/10", "1");
    let moved = reveal(&mut app, &id, 4, 4).unwrap();
    assert_eq!((moved["n_moves"].clone(), moved["status"].clone()), (json!(1), json!("on")));
    assert_eq!((app.n_loads, app.games[&id].moves.len()), (0, 1));
}

#[test]
fn a_game_continues_where_it_was_in_another_process() {
    let mut app = TestApp::new();
    let id = begin(&mut app, "9x9/10", "1");
    reveal(&mut app, &id, 4, 4).unwrap();
    let shown = app.ask(json!({ "game": { "id": id } })).unwrap();
    let mut other = TestApp::new();
    other.games = app.games.clone();
    assert_eq!(other.ask(json!({ "game": { "id": id } })).unwrap(), shown);
    let (one, same) = (reveal(&mut app, &id, 0, 0).unwrap(), reveal(&mut other, &id, 0, 0).unwrap());
    assert_eq!(one, same);
}

#[test]
fn a_move_that_was_not_written_was_not_played() {
    let mut app = TestApp::new();
    let id = begin(&mut app, "9x9/10", "1");
    app.is_broken = true;
    assert_eq!(reveal(&mut app, &id, 4, 4).unwrap_err().error, "the disk is full");
    app.is_broken = false;
    let shown = app.ask(json!({ "game": { "id": id } })).unwrap();
    assert_eq!(shown["n_moves"], 0);
    assert_eq!(reveal(&mut app, &id, 4, 4).unwrap()["n_moves"], 1);
}

#[test]
fn two_processes_cannot_both_make_the_next_move_of_a_game() {
    let mut app = TestApp::new();
    let id = begin(&mut app, "9x9/10", "1");
    let mut other = TestApp::new();
    other.games = app.games.clone();
    reveal(&mut other, &id, 0, 0).unwrap();
    // The move of the other process reached the database first.
    app.games = other.games.clone();
    assert_eq!(reveal(&mut app, &id, 8, 8).unwrap_err().fault, Fault::Conflict);
    assert_eq!(app.ask(json!({ "game": { "id": id } })).unwrap()["n_moves"], 1);
    assert!(reveal(&mut app, &id, 8, 8).is_ok());
}

#[test]
fn a_move_that_is_not_allowed_leaves_the_game_in_the_cache() {
    let mut app = TestApp::new();
    let id = begin(&mut app, "9x9/10", "1");
    reveal(&mut app, &id, 4, 4).unwrap();
    assert_eq!(reveal(&mut app, &id, 4, 4).unwrap_err().fault, Fault::Conflict);
    assert_eq!(reveal(&mut app, &id, 9, 0).unwrap_err().error, "there is no cell 9,0");
    assert!(reveal(&mut app, &id, 0, 0).is_ok());
    assert_eq!(app.n_loads, 0);
}

#[test]
fn a_layout_that_needs_no_guess_is_found_at_the_first_reveal_and_written_with_it() {
    let mut app = TestApp::new();
    let asked = json!({ "new_game": { "rules": "6x6/5", "seed": "3", "no_guess": true } });
    let id = app.ask(asked).unwrap()["id"].as_str().unwrap().to_owned();
    let flag = json!({ "kind": "flag", "cell": [5, 5], "elapsed_ms": 1 });
    app.ask(json!({ "move": { "id": id, "asked": flag } })).unwrap();
    assert!(app.jobs.is_empty());
    assert_eq!(reveal(&mut app, &id, 2, 2).unwrap()["n_moves"], 2);
    assert!(matches!(app.jobs[..], [Job::NoGuess { first: 14, .. }]));
    assert!(app.games[&id].row.layout.is_some());
    let mut other = TestApp::new();
    other.games = app.games.clone();
    assert_eq!(
        other.ask(json!({ "game": { "id": id } })).unwrap(),
        app.ask(json!({ "game": { "id": id } })).unwrap()
    );
}

/// Begins a no-guess game, and returns its id.
fn begin_no_guess(app: &mut TestApp, rules: &str, seed: &str) -> String {
    let asked = json!({ "new_game": { "rules": rules, "seed": seed, "no_guess": true } });
    app.ask(asked).unwrap()["id"].as_str().unwrap().to_owned()
}

#[test]
fn a_first_reveal_that_is_refused_leaves_the_layout_open() {
    let mut app = TestApp::new();
    let id = begin_no_guess(&mut app, "6x6/5", "3");
    let flag = json!({ "kind": "flag", "cell": [5, 5], "elapsed_ms": 1 });
    app.ask(json!({ "move": { "id": id, "asked": flag } })).unwrap();
    assert_eq!(reveal(&mut app, &id, 5, 5).unwrap_err(), Problem::conflict("the cell has a flag"));
    assert_eq!(reveal(&mut app, &id, 9, 9).unwrap_err().fault, Fault::BadInput);
    assert!(app.jobs.is_empty() && app.games[&id].row.layout.is_none());
    assert_eq!(reveal(&mut app, &id, 2, 2).unwrap()["status"], "on");
    assert!(matches!(app.jobs[..], [Job::NoGuess { first: 14, .. }]));
}

#[test]
fn of_two_first_reveals_at_once_the_second_is_refused() {
    let mut app = TestApp::new();
    let id = begin_no_guess(&mut app, "6x6/5", "3");
    let asked = json!({ "kind": "reveal", "cell": [5, 5], "elapsed_ms": 0 });
    let message = serde_json::from_value(json!({ "move": { "id": id, "asked": asked } })).unwrap();
    let env = Env { now_ms: 1, entropy: [0; 2] };
    // The second one gets its layout while the first one is made.
    let Next::Work { job, .. } = app.app.step(&message, &StepInputs::default(), &env).unwrap() else {
        panic!("a layout is needed")
    };
    reveal(&mut app, &id, 0, 0).unwrap();
    let layout = app.games[&id].row.layout.clone();
    let job_result = crate::work(Zoo::shipped(), &job, &mut |_| ()).unwrap().get().to_owned();
    let inputs = StepInputs { rows: None, job_result: Some(job_result) };
    let Err(problem) = app.app.step(&message, &inputs, &env) else { panic!("it is refused") };
    assert_eq!(problem, Problem::conflict(PLAYED_ELSEWHERE));
    let shown = app.ask(json!({ "game": { "id": id } })).unwrap();
    assert_eq!((&shown["n_moves"], &app.games[&id].row.layout), (&json!(1), &layout));
    assert_eq!(app.n_loads, 0, "the game is still cached");
}

#[test]
fn a_move_for_another_state_of_the_game_is_refused() {
    let mut app = TestApp::new();
    let id = begin(&mut app, "9x9/10", "1");
    let flag = |app: &mut TestApp, n_moves: usize| {
        let asked = json!({ "kind": "flag", "cell": [8, 8], "elapsed_ms": 0, "n_moves": n_moves });
        app.ask(json!({ "move": { "id": id, "asked": asked } }))
    };
    assert_eq!(flag(&mut app, 0).unwrap()["n_moves"], 1);
    // Sent again, because the answer was lost: it must not take the flag away.
    assert_eq!(flag(&mut app, 0).unwrap_err(), Problem::conflict(PLAYED_ELSEWHERE));
    assert_eq!(flag(&mut app, 1).unwrap()["n_moves"], 2);
}

#[test]
fn a_damaged_game_is_named_while_the_others_are_listed_and_it_can_be_deleted() {
    let mut app = TestApp::new();
    let ids: Vec<String> = (0..4).map(|seed| begin(&mut app, "9x9/10", &seed.to_string())).collect();
    reveal(&mut app, &ids[2], 0, 0).unwrap();
    app.games.get_mut(&ids[0]).unwrap().row.rules = "9x9/999".to_owned();
    app.games.get_mut(&ids[1]).unwrap().row.layout = Some("3x1/1 *..".to_owned());
    app.games.get_mut(&ids[2]).unwrap().moves[0].made = minewise::Move::Chord(0);
    let mut again = TestApp::new();
    again.games = app.games;
    let listed = again.ask(json!("list_games")).unwrap();
    assert_eq!((listed["games"].as_array().unwrap().len(), &listed["games"][0]["id"]), (1, &json!(ids[3])));
    let damaged = listed["damaged"].as_array().unwrap();
    assert_eq!(damaged.len(), 3);
    assert_eq!(
        (&damaged[0]["id"], &damaged[0]["error"]),
        (
            &json!(ids[2]),
            &json!("the game is damaged: move 0 is not allowed, because only a number can be chorded")
        )
    );
    for id in &ids[..3] {
        let problem = again.ask(json!({ "game": { "id": id } })).unwrap_err();
        assert_eq!(problem.fault, Fault::NoAnswer, "{}", problem.error);
        again.ask(json!({ "remove_game": { "id": id } })).unwrap();
    }
    assert_eq!(again.ask(json!("list_games")).unwrap()["damaged"], json!([]));
}

#[test]
fn a_game_forked_before_its_first_move_keeps_the_layout() {
    let mut app = TestApp::new();
    let id = lost_game_of(&mut app, "4x1/2");
    let layout = app.ask(json!({ "game": { "id": id } })).unwrap()["end"]["layout"].clone();
    let forked = app.ask(json!({ "fork": { "id": id, "asked": { "at": 0 } } })).unwrap();
    let forked = forked["id"].as_str().unwrap();
    // Another first cell would get another layout from the seed.
    assert_eq!(reveal(&mut app, forked, 0, 3).unwrap()["end"]["layout"], layout);
    let transcript = app.ask(json!({ "transcript": { "id": forked } }));
    assert!(transcript.is_err_and(|problem| problem.fault == Fault::NoAnswer));
    // After the same first reveal, seed and moves still say everything.
    let same = app.ask(json!({ "fork": { "id": id, "asked": { "at": 1 } } })).unwrap();
    let same = same["id"].as_str().unwrap();
    assert_eq!(reveal(&mut app, same, 0, 3).unwrap()["end"]["layout"], layout);
    let transcripts = [same, &id].map(|id| app.ask(json!({ "transcript": { "id": id } })).unwrap());
    assert_eq!(transcripts[0], transcripts[1]);
}

#[test]
fn neither_seed_nor_mines_are_revealed_before_the_end() {
    let mut app = TestApp::new();
    let id = begin(&mut app, "9x9/10", "1");
    reveal(&mut app, &id, 4, 4).unwrap();
    assert_eq!(app.ask(json!({ "game": { "id": id } })).unwrap()["end"], Value::Null);
    for (message, error) in [
        (json!({ "transcript": { "id": id } }), "the game is not over, and its seed would reveal the mines"),
        (
            json!({ "fork": { "id": id, "asked": { "at": 1 } } }),
            "the game is not over, and another game with its layout would reveal the mines",
        ),
        (json!({ "review": { "id": id } }), "the game is not over"),
    ] {
        assert_eq!(app.ask(message).unwrap_err(), Problem::conflict(error));
    }
}

#[test]
fn a_review_is_made_once_and_its_mistakes_become_puzzles() {
    let mut app = TestApp::new();
    let id = lost_game(&mut app);
    let review = app.ask(json!({ "review": { "id": id } })).unwrap();
    assert_eq!((review["game"].clone(), review["status"].clone()), (json!(id), json!("lost")));
    assert_eq!(review["moments"].as_array().unwrap().len(), 2);
    let n_jobs = app.jobs.len();
    assert_eq!(app.ask(json!({ "review": { "id": id } })).unwrap(), review);
    assert_eq!(app.jobs.len(), n_jobs, "a stored review is not made again");
    let is_mistake =
        |moment: &&Value| ["missed", "mistake", "blunder"].contains(&moment["label"].as_str().unwrap());
    let n_mistakes = review["moments"].as_array().unwrap().iter().filter(is_mistake).count();
    assert_eq!(app.puzzles.len(), n_mistakes);
}

#[test]
fn a_puzzle_is_solved_by_a_choice_that_is_not_a_mistake() {
    let mut app = TestApp::new();
    let id = begin(&mut app, "7x1/2", "1");
    app.puzzles.push(crate::Puzzle {
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
        let judged = app.ask(message).unwrap();
        (judged["label"].as_str().unwrap().to_owned(), app.puzzles[0].solved)
    };
    assert_eq!(answer(6), ("missed".to_owned(), false));
    assert_eq!(answer(4), ("certain".to_owned(), true));
}

#[test]
fn a_game_forks_only_at_moves_that_it_has() {
    let mut app = TestApp::new();
    let id = lost_game(&mut app);
    let fork = |app: &mut TestApp, at: usize| app.ask(json!({ "fork": { "id": id, "asked": { "at": at } } }));
    let forked = fork(&mut app, 1).unwrap();
    assert_eq!((forked["from"].clone(), forked["n_moves"].clone()), (json!(id), json!(1)));
    assert_eq!(fork(&mut app, 3).unwrap_err(), Problem::bad_input("the game has only 2 moves"));
}

#[test]
fn invalid_requests_for_long_jobs_are_refused_at_once() {
    let mut app = TestApp::new();
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
            Some("a grid may have at most 10000 cells here, but 200x200/1 has 40000"),
        ),
        (json!({ "game": { "id": "none" } }), Some("there is no such game")),
    ] {
        let problem = app.ask(message.clone()).unwrap_err();
        assert!(error.is_none_or(|error| problem.error == error), "{message}: {}", problem.error);
    }
    assert!(app.jobs.is_empty());
    let cell = json!({ "cell": { "view": "3x1/1 .1.", "cell": [0, 1] } });
    assert_eq!(app.ask(cell).unwrap_err(), Problem::conflict("0,1 is already revealed"));
    let bad = app.ask(analyze("3x1/1 .9.", "exact")).unwrap_err();
    assert_eq!(bad.fault, Fault::BadInput);
}

#[test]
fn numbers_that_clash_are_named() {
    let mut app = TestApp::new();
    let problem = app.ask(json!({ "analyze": { "view": "4x1/1 1..1" } })).unwrap_err();
    assert_eq!(problem.fault, Fault::NoAnswer);
    assert!(problem.clash.is_some(), "{problem:?}");
}

/// Returns the reference to a game after `n_moves` moves, for a question about its view.
fn about(id: &str, n_moves: usize) -> Value {
    json!({ "id": id, "n_moves": n_moves })
}

/// Returns the shared analyses of the jobs so far, and clears the list of jobs.
fn shared_analyses(app: &mut TestApp) -> Vec<SharedAnalysis> {
    let asked = |job: Job| match job {
        Job::Analyze { asked, .. } | Job::Cell { asked, .. } => asked.analysis,
        _ => None,
    };
    app.jobs.drain(..).filter_map(asked).collect()
}

#[test]
fn coach_hover_and_hint_share_one_analysis_of_a_view() {
    let mut app = TestApp::new();
    let id = begin(&mut app, "9x9/10", "1");
    reveal(&mut app, &id, 4, 4).unwrap();
    for n_moves in 1..4 {
        let view = app.ask(json!({ "game": { "id": id } })).unwrap()["view"].clone();
        for question in [
            json!({ "analyze": {} }),
            json!({ "analyze": { "player": "search(level=fast)" } }),
            json!({ "cell": { "cell": [0, 0] } }),
            json!({ "cell": { "cell": [0, 1] } }),
        ] {
            let mut ask = |key: &str, what: Value| {
                let mut question = question.clone();
                question.as_object_mut().unwrap().values_mut().for_each(|asked| asked[key] = what.clone());
                app.ask(question)
            };
            assert_eq!(ask("game", about(&id, n_moves)), ask("view", view.clone()));
        }
        let shared = shared_analyses(&mut app);
        assert_eq!(shared.len(), 4);
        assert!(shared.iter().all(|analysis| analysis.is_same(&shared[0])), "one analysis for one view");
        let flag = json!({ "kind": "flag", "cell": [8, n_moves], "elapsed_ms": 9 });
        app.ask(json!({ "move": { "id": id, "asked": flag } })).unwrap();
    }
    assert_eq!(app.n_loads, 0);
}

#[test]
fn a_question_that_a_move_overtakes_is_answered_about_its_own_view() {
    let mut app = TestApp::new();
    let id = begin(&mut app, "9x9/10", "1");
    reveal(&mut app, &id, 4, 4).unwrap();
    let question = |n_moves: usize| json!({ "analyze": { "game": about(&id, n_moves) } });
    let before = app.ask(question(1)).unwrap();
    let held = app.jobs.last().unwrap().clone();
    let best = &before["outlook"]["best"]["cell"];
    let (row, col) = (best[0].as_u64().unwrap() as usize, best[1].as_u64().unwrap() as usize);
    assert_eq!(reveal(&mut app, &id, row, col).unwrap()["n_moves"], 2);
    assert_eq!(app.ask(question(1)).unwrap(), before);
    assert_ne!(app.ask(question(2)).unwrap(), before);
    assert_eq!(app.ask(question(3)).unwrap_err(), Problem::bad_input("the game has only 2 moves"));
    // A job that was created before the move still has the view that the question was about.
    let answer = crate::work(Zoo::shipped(), &held, &mut |_| ()).unwrap();
    assert_eq!(serde_json::from_str::<Value>(answer.get()).unwrap(), before);
}

#[test]
fn a_question_needs_a_view_or_an_existing_game() {
    let mut app = TestApp::new();
    let id = begin(&mut app, "9x9/10", "1");
    let game = about(&id, 0);
    for (asked, error) in [
        (json!({}), "a question needs either a `view` or a `game`"),
        (json!({ "game": game, "view": "3x1/1 .1." }), "a question needs either a `view` or a `game`"),
        (
            json!({ "game": game, "trust_flags": true }),
            "flags can be treated as mines in a `view`, not in a `game`",
        ),
        (json!({ "game": about("none", 0) }), "there is no such game"),
    ] {
        assert_eq!(app.ask(json!({ "analyze": asked })).unwrap_err().error, error);
    }
    // A game that is not cached is loaded from its rows.
    let mut other = TestApp::new();
    other.games = app.games.clone();
    let question = json!({ "analyze": { "game": game } });
    assert_eq!(other.ask(question.clone()), app.ask(question));
}

/// Games that no longer fit into the cache are replayed from their rows.
#[test]
fn any_number_of_games_can_be_played_side_by_side() {
    let mut app = TestApp::new();
    let ids: Vec<String> = (0..100).map(|seed| begin(&mut app, "9x9/10", &seed.to_string())).collect();
    for id in &ids {
        assert_eq!(reveal(&mut app, id, 4, 4).unwrap()["n_moves"], 1);
    }
    let listed = app.ask(json!("list_games")).unwrap();
    assert_eq!(listed["games"].as_array().unwrap().len(), 100);
}
