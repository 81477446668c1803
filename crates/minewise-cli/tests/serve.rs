//! The web app from outside: a real server, real connections, and kills.

use std::time::{Duration, Instant};

use crate::common::http::{Server, empty_folder};
use serde_json::{Value, json};

fn reveal(row: usize, col: usize) -> Value {
    json!({ "kind": "reveal", "cell": [row, col], "elapsed_ms": 1000 })
}

/// Begins a game. Returns its path.
fn begin(server: &Server, asked: &Value) -> String {
    let game = server.post_ok("/api/games", asked);
    format!("/api/games/{}", game["id"].as_str().unwrap())
}

/// Reveals a safe cell, or the least risky one, until the game is over.
fn play_to_the_end(server: &Server, game: &str) -> Value {
    for _ in 0..1000 {
        let (_, state) = server.get(game);
        if state["status"] != "on" {
            return state;
        }
        let analysis = server.post_ok("/api/analyze", &json!({ "view": state["view"] }));
        let cell = &analysis["choice"]["cell"];
        let asked = json!({ "kind": "reveal", "cell": cell, "elapsed_ms": 2000 });
        server.post_ok(&format!("{game}/moves"), &asked);
    }
    panic!("the game does not end");
}

#[test]
fn a_game_survives_a_kill_of_the_server() {
    let data = empty_folder("serve-kill");
    let server = Server::start(&data);
    let game = begin(&server, &json!({ "rules": "30x16/99", "seed": "42" }));
    let moves = format!("{game}/moves");
    server.post_ok(&moves, &reveal(8, 15));
    std::thread::sleep(Duration::from_millis(30));
    server.post_ok(&moves, &json!({ "kind": "flag", "cell": [0, 0], "elapsed_ms": 25 }));
    let (_, before) = server.get(&game);
    assert_eq!((before["n_moves"].as_u64(), before["page_ms"].as_u64()), (Some(2), Some(25)));
    assert!(before["elapsed_ms"].as_u64().unwrap() >= 30, "{before}");
    // Dropping the server kills it without warning.
    drop(server);
    let server = Server::start(&data);
    assert_eq!(server.get(&game).1, before);
    server.post_ok(&moves, &json!({ "kind": "flag", "cell": [0, 0], "elapsed_ms": 1600 }));
    let end = play_to_the_end(&server, &game);
    assert_eq!(end["end"]["seed"], "42");
    let (_, games) = server.get("/api/games");
    assert_eq!(games["games"].as_array().unwrap().len(), 1);
}

#[test]
fn two_pages_on_one_game_do_not_lose_moves() {
    let server = Server::start(&empty_folder("serve-two"));
    let game = begin(&server, &json!({ "rules": "9x9/10", "seed": "3" }));
    let moves = format!("{game}/moves");
    server.post_ok(&moves, &reveal(0, 0));
    // Each page flags cells of its own, as fast as it can. A move that met another one is made again.
    let flag_all = |cols: std::ops::Range<usize>| {
        let mut page = server.connect();
        for (row, col) in (6..9).flat_map(|row| cols.clone().map(move |col| (row, col))) {
            let flag = json!({ "kind": "flag", "cell": [row, col], "elapsed_ms": 0 });
            loop {
                let (status, answer) = page.ask("POST", &moves, Some(&flag));
                match status {
                    200 => break,
                    _ => assert_eq!(
                        (status, answer["error"].as_str()),
                        (409, Some("the game was played on elsewhere; load it again"))
                    ),
                }
            }
        }
    };
    let covered = |row: usize, col: usize| {
        let view = server.get(&game).1["view"].as_str().unwrap().to_owned();
        view.split(['/', ' ']).skip(2).nth(row).and_then(|row| row.chars().nth(col)) == Some('.')
    };
    assert!((6..9).all(|row| (0..9).all(|col| covered(row, col))), "the cells to flag are covered");
    std::thread::scope(|pages| {
        pages.spawn(|| flag_all(0..4));
        pages.spawn(|| flag_all(4..9));
    });
    let state = server.get(&game).1;
    assert_eq!((&state["n_moves"], state["view"].as_str().unwrap().matches('F').count()), (&json!(28), 27));
}

#[test]
fn the_seed_and_the_mines_are_revealed_only_at_the_end() {
    let server = Server::start(&empty_folder("serve-seed"));
    let seed = "1234567890123456789";
    let game = begin(&server, &json!({ "rules": "9x9/10", "seed": seed }));
    let moved = server.post_ok(&format!("{game}/moves"), &reveal(4, 4));
    let (_, state) = server.get(&game);
    let (status, transcript) = server.get(&format!("{game}/transcript"));
    assert_eq!(status, 409, "{transcript}");
    // A second game of the same layout is refused too: it could be lost on purpose.
    let (status, fork) = server.post(&format!("{game}/fork"), &json!({ "at": 1 }));
    assert_eq!(status, 409, "{fork}");
    for answer in [&moved, &state, &transcript, &fork, &server.get("/api/games").1] {
        assert!(!answer.to_string().contains(seed), "{answer}");
    }
    assert_eq!((&state["end"], &moved["end"]), (&Value::Null, &Value::Null));
    let end = play_to_the_end(&server, &game);
    assert_eq!(end["end"]["seed"], seed);
    let (status, transcript) = server.get(&format!("{game}/transcript"));
    assert_eq!(status, 200);
    let text = transcript.as_str().unwrap();
    assert!(text.starts_with(&format!("9x9/10 seed {seed}\nr 4,4\n")), "{text}");
    // The same game can be imported from its transcript.
    let again = server.post_ok("/api/games/import", &json!({ "transcript": text }));
    assert_eq!((&again["view"], &again["end"]), (&end["view"], &end["end"]));
}

#[test]
fn a_review_adds_up_and_its_mistakes_become_puzzles() {
    let server = Server::start(&empty_folder("serve-review"));
    // The first reveal leaves certain cells. Other cells are then tried until one hits a mine.
    let game = begin(&server, &json!({ "rules": "9x9/10", "seed": "5" }));
    let moves = format!("{game}/moves");
    server.post_ok(&moves, &reveal(0, 0));
    let mut cells = (0..81).map(|idx| (idx / 9, idx % 9)).rev();
    let end = loop {
        let (row, col) = cells.next().unwrap();
        server.post(&moves, &reveal(row, col));
        let (_, state) = server.get(&game);
        if state["status"] != "on" {
            break state;
        }
    };
    assert_eq!(end["status"], "lost");
    let events = server.events(&format!("{game}/review"));
    let (kind, review) = events.last().unwrap();
    assert_eq!(kind, "review", "{review}");
    let number = |value: &Value| value.as_f64().unwrap();
    let sum = number(&review["start"]) + number(&review["luck"]) - number(&review["lost"]);
    assert!(sum.abs() < 1e-9, "a lost game is worth 0, but this adds up to {sum}");
    let moments = review["moments"].as_array().unwrap();
    let labels: Vec<&str> = moments.iter().map(|moment| moment["label"].as_str().unwrap()).collect();
    assert_eq!(labels[0], "opening");
    let (_, puzzles) = server.get("/api/puzzles");
    let puzzles = puzzles["puzzles"].as_array().unwrap();
    let is_mistake = |label: &&&str| ["missed", "inaccuracy", "mistake", "blunder"].contains(label);
    assert_eq!(puzzles.len(), labels.iter().filter(is_mistake).count());
    assert!(!puzzles.is_empty(), "{labels:?}");
    // The best cell solves the puzzle, and that is stored. The review, requested again, is the same.
    let path = format!("/api/puzzles/{}/{}", puzzles[0]["game"].as_str().unwrap(), puzzles[0]["at"]);
    let analysis = server.post_ok("/api/analyze", &json!({ "view": puzzles[0]["view"], "player": "search" }));
    let judged = server.post_ok(&path, &json!({ "cell": analysis["choice"]["cell"] }));
    assert_eq!(judged["solved"], true, "{judged}");
    assert_eq!(server.get("/api/puzzles").1["puzzles"][0]["solved"], true);
    assert_eq!(server.events(&format!("{game}/review")).last().unwrap().1, *review);
    // Playing on from before the mistake is a game of its own.
    let at = &puzzles[0]["at"];
    let fork = server.post_ok(&format!("{game}/fork"), &json!({ "at": at }));
    assert_eq!((&fork["view"], &fork["status"]), (&puzzles[0]["view"], &json!("on")));
    assert_eq!(server.get(&format!("{game}/views/{at}")).1["view"], puzzles[0]["view"]);
}

#[test]
fn a_layout_that_needs_no_guess_is_won_by_certain_cells_alone() {
    let server = Server::start(&empty_folder("serve-no-guess"));
    let game = begin(&server, &json!({ "rules": "16x16/40", "seed": "9", "no_guess": true }));
    server.post_ok(&format!("{game}/moves"), &reveal(7, 7));
    for _ in 0..300 {
        let (_, state) = server.get(&game);
        if state["status"] == "won" {
            return;
        }
        let analysis = server.post_ok("/api/analyze", &json!({ "view": state["view"] }));
        let safe = analysis["safe"].as_array().unwrap();
        let asked = json!({ "kind": "reveal", "cell": safe[0], "elapsed_ms": 0 });
        server.post_ok(&format!("{game}/moves"), &asked);
    }
    panic!("the game does not end");
}

#[test]
fn a_player_can_be_watched_to_the_end() {
    let server = Server::start(&empty_folder("serve-watch"));
    for player in ["search", "sat(count=off)"] {
        let events = server.events(&format!("/api/watch?rules=8x6/9&seed=4&player={player}"));
        let kinds: Vec<&str> = events.iter().map(|(kind, _)| kind.as_str()).collect();
        assert_eq!((kinds[0], kinds[kinds.len() - 1]), ("begin", "end"), "{events:?}");
        assert!(kinds[1..kinds.len() - 1].iter().all(|&kind| kind == "step") && kinds.len() > 3);
        let (_, step) = &events[1];
        assert!(step["choice"]["text"].as_str().unwrap().contains(" reveals "), "{step}");
        let end = &events[events.len() - 1].1;
        assert!(["won", "lost", "stuck"].contains(&end["status"].as_str().unwrap()), "{end}");
        assert_eq!(end["layout"].as_str().unwrap().matches('*').count(), 9);
    }
}

#[test]
fn an_experiment_is_stopped_and_resumed() {
    let server = Server::start(&empty_folder("serve-experiment"));
    let asked = json!({ "rules": ["9x9/10", "16x16/40"], "players": ["exact", "random"], "games": 2000, "seed": "1" });
    let experiment = server.post_ok("/api/experiments", &asked);
    assert_eq!((&experiment["played"], &experiment["total"]), (&json!(0), &json!(8000)));
    let path = format!("/api/experiments/{}", experiment["id"].as_str().unwrap());
    // A client that listens and then disconnects stops it.
    let mut client = server.connect();
    client.send("GET", &format!("{path}/run"), &[], b"");
    assert_eq!(client.head().0, 200);
    std::thread::sleep(Duration::from_millis(700));
    drop(client);
    let until = Instant::now() + Duration::from_secs(10);
    let kept = loop {
        std::thread::sleep(Duration::from_millis(300));
        let played = server.get("/api/experiments").1["experiments"][0]["played"].as_u64().unwrap();
        std::thread::sleep(Duration::from_millis(500));
        let later = server.get("/api/experiments").1["experiments"][0]["played"].as_u64().unwrap();
        if played == later {
            break played;
        }
        assert!(Instant::now() < until, "the experiment does not stop");
    };
    assert!(kept < 8000);
    let events = server.events(&format!("{path}/run"));
    let (kind, done) = events.last().unwrap();
    assert_eq!((kind.as_str(), &done["played"]), ("done", &json!(8000)), "{done}");
    let (_, first) = &events[0];
    assert!(first["played"].as_u64().unwrap() >= kept, "{first}");
    let exact = &done["results"][0];
    assert!(exact["win_rate"].as_f64().unwrap() > 0.8, "{exact}");
    let (status, report) = server.get(&format!("{path}/report"));
    assert_eq!(status, 200);
    assert!(report.as_str().unwrap().contains("<svg"));
    assert_eq!(server.connect().ask("DELETE", &path, None).0, 200);
    assert_eq!(server.get("/api/experiments").1["experiments"], json!([]));
}

#[test]
fn reports_are_made_from_the_embedded_records() {
    let server = Server::start(&empty_folder("serve-reports"));
    let (_, listed) = server.get("/api/reports");
    let reports = listed["reports"].as_array().unwrap();
    assert!(reports.len() >= 29, "{}", reports.len());
    for report in reports {
        let (name, title) = (report["name"].as_str().unwrap(), report["title"].as_str().unwrap());
        let (status, page) = server.get(&format!("/reports/{name}"));
        let page = page.as_str().unwrap();
        assert_eq!(status, 200, "{name}: {page}");
        let title = title.replace('&', "&amp;");
        assert!(page.contains(&format!("<title>{title}</title>")) && page.contains("<p>"), "{name}");
        assert_eq!(
            server.get(&format!("/reports/{name}")).1.as_str(),
            Some(page),
            "the second request gets the same page"
        );
    }
    assert_eq!(server.get("/reports/none").0, 404);
    assert_eq!(server.get("/reports/..%2Frecord").0, 404);
}

/// The child processes of a process.
#[cfg(target_os = "linux")]
fn children(parent: u32) -> Vec<u32> {
    let path = format!("/proc/{parent}/task");
    let tasks = std::fs::read_dir(path).unwrap().map(|task| task.unwrap().path().join("children"));
    tasks
        .filter_map(|file| std::fs::read_to_string(file).ok())
        .flat_map(|text| text.split_whitespace().map(|pid| pid.parse().unwrap()).collect::<Vec<u32>>())
        .collect()
}

#[test]
#[cfg(target_os = "linux")]
fn long_work_ends_when_the_client_disconnects() {
    let server = Server::start(&empty_folder("serve-cancel"));
    let rows = vec![".".repeat(30); 16].join("/");
    let view = format!("30x16/99 1{}", &rows[1..]);
    let body = json!({ "view": view, "player": "bssuct(sims=1000000)" }).to_string();
    let begin = || {
        let mut client = server.connect();
        client.send("POST", "/api/analyze", &[("content-type", "application/json")], body.as_bytes());
        client
    };
    let wait_until = |n_children: usize| {
        let until = Instant::now() + Duration::from_secs(10);
        while children(server.child.id()).len() != n_children {
            assert!(Instant::now() < until, "{:?}", children(server.child.id()));
            std::thread::yield_now();
        }
    };
    // Many times in quick succession: a client may disconnect before the worker has even got its job.
    for _ in 0..20 {
        let client = begin();
        wait_until(1);
        drop(client);
        wait_until(0);
    }
    // A worker whose server is killed during a job ends as well.
    let _client = begin();
    wait_until(1);
    let worker = children(server.child.id())[0];
    drop(server);
    let until = Instant::now() + Duration::from_secs(10);
    let is_alive = || {
        let stat = std::fs::read_to_string(format!("/proc/{worker}/stat")).unwrap_or_default();
        !stat.is_empty() && !stat.contains(") Z")
    };
    while is_alive() {
        assert!(Instant::now() < until, "the worker does not end");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_clash_is_reported_with_its_numbers() {
    let server = Server::start(&empty_folder("serve-clash"));
    let (status, answer) = server.post("/api/analyze", &json!({ "view": "4x2/2 .3../...." }));
    assert_eq!((status, &answer["clash"]["numbers"]), (422, &json!([[0, 1]])), "{answer}");
    assert!(answer["error"].as_str().unwrap().contains("0,1"));
}

#[test]
fn an_address_in_use_gets_a_sentence() {
    let data = empty_folder("serve-taken");
    let server = Server::start(&data);
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_minewise"))
        .args(["serve", "--addr", &server.addr, "--data"])
        .arg(&data)
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), error.lines().count()), (Some(1), 1), "{error}");
    assert!(error.contains("is already in use"), "{error}");
}

#[test]
fn without_a_command_the_app_is_served_at_the_default_address() {
    let home = empty_folder("serve-alone");
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_minewise"))
        .env("HOME", &home)
        .env("XDG_DATA_HOME", home.join("data"))
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(child.stdout.take().unwrap()), &mut line)
        .unwrap();
    if line.is_empty() {
        // Another Minewise is running on this machine.
        let output = child.wait_with_output().unwrap();
        let refusal = String::from_utf8(output.stderr).unwrap();
        assert!(refusal.starts_with("minewise: 127.0.0.1:6463 is already in use"), "{refusal}");
        return;
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(line.starts_with("Minewise is running at http://127.0.0.1:6463 "), "{line}");
    assert!(home.join("data/minewise/minewise.sqlite").exists());
}

#[test]
fn the_page_is_small_and_served_at_every_address_of_it() {
    let server = Server::start(&empty_folder("serve-page"));
    let (status, index) = server.get("/");
    let index = index.as_str().unwrap().to_owned();
    assert!(status == 200 && index.contains("<div id=\"app\">"), "{index}");
    let mut n_bytes = index.len();
    for part in index.split(['"']).filter(|part| part.starts_with("/assets/") || *part == "/icon.svg") {
        let mut client = server.connect();
        client.send("GET", part, &[], b"");
        let (status, body) = client.answer();
        assert_eq!(status, 200, "{part}");
        n_bytes += body.len();
    }
    assert!(n_bytes > 20_000 && n_bytes < 300_000, "{n_bytes}");
    for path in ["/analyse", "/review/abc", "/zoo"] {
        assert_eq!(server.get(path).1.as_str(), Some(index.as_str()));
    }
    assert_eq!(server.get("/assets/none.js").0, 404);
}
