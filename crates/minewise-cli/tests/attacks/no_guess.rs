//! A no-guess game keeps its promise, whatever happens before its first reveal.

use minewise::Layout;
use minewise::insight::needs_no_guess;
use serde_json::{Value, json};

use crate::common::http::empty_folder;
use crate::common::minewise;
use crate::common::victim::Victim;

fn made(kind: &str, row: usize, col: usize) -> Value {
    json!({ "kind": kind, "cell": [row, col], "elapsed_ms": 0 })
}

/// Begins a no-guess game. Returns its path.
fn begin(server: &Victim, rules: &str, seed: usize) -> String {
    let asked = json!({ "rules": rules, "seed": seed.to_string(), "no_guess": true });
    let (status, game) = server.ask("POST", "/api/games", Some(&asked));
    assert_eq!(status, 201, "{game}");
    format!("/api/games/{}", game["id"].as_str().unwrap())
}

#[test]
fn a_refused_first_reveal_does_not_choose_the_layout() {
    let server = Victim::start(&empty_folder("attack-refused")).unwrap();
    let mut n_lost = 0;
    for seed in 0..30 {
        let moves = begin(&server, "9x9/20", seed) + "/moves";
        assert_eq!(server.ask("POST", &moves, Some(&made("flag", 0, 0))).0, 200);
        // The cell has a flag, so this is refused.
        assert_eq!(server.ask("POST", &moves, Some(&made("reveal", 0, 0))).0, 409);
        let (status, first) = server.ask("POST", &moves, Some(&made("reveal", 8, 8)));
        assert_eq!(status, 200, "{first}");
        n_lost += usize::from(first["status"] == "lost");
    }
    assert_eq!(n_lost, 0, "of 30 first reveals");
}

#[test]
fn two_first_reveals_at_once_never_hit_a_mine() {
    let server = Victim::start(&empty_folder("attack-two-first")).unwrap();
    let (mut one, mut other) = (server.connect().unwrap(), server.connect().unwrap());
    let mut n_lost = 0;
    for seed in 0..20 {
        // A layout that takes a while, so that both wait for theirs at the same time.
        let game = begin(&server, "16x16/48", seed);
        let moves = format!("{game}/moves");
        // As the page does, both say that they have seen no move. Without that, one that reaches the server after the
        // other was stored would be a second reveal like any other.
        let first = |row, col| {
            let mut asked = made("reveal", row, col);
            asked["n_moves"] = json!(0);
            asked
        };
        one.send("POST", &moves, Some(&first(0, 0))).unwrap();
        other.send("POST", &moves, Some(&first(15, 15))).unwrap();
        let answers = [one.answer().unwrap(), other.answer().unwrap()];
        for (status, answer) in &answers {
            assert!(*status == 200 || *status == 409, "{status} {answer}");
            n_lost += usize::from(answer["status"] == "lost");
        }
        assert_eq!(answers.iter().filter(|(status, _)| *status == 200).count(), 1, "{answers:?}");
    }
    assert_eq!(n_lost, 0, "of 20 games");
}

#[test]
fn the_layout_needs_no_guess_from_the_cell_that_was_revealed_first() {
    let server = Victim::start(&empty_folder("attack-layout")).unwrap();
    for seed in 0..5 {
        let game = begin(&server, "8x6/8", seed);
        let moves = format!("{game}/moves");
        server.ask("POST", &moves, Some(&made("flag", 0, 0)));
        server.ask("POST", &moves, Some(&made("reveal", 0, 0)));
        server.ask("POST", &moves, Some(&made("reveal", 5, 7)));
        let cells = (0..48).map(|cell| (cell / 8, cell % 8));
        for (row, col) in cells {
            server.ask("POST", &moves, Some(&made("reveal", row, col)));
        }
        let (_, end) = server.ask("GET", &game, None);
        let layout: Layout = end["end"]["layout"].as_str().unwrap().parse().unwrap();
        assert!(needs_no_guess(&layout, 47), "{layout:#}");
    }
}

#[test]
fn a_second_server_is_kept_off_the_data() {
    let data = empty_folder("attack-second");
    let server = Victim::start(&data).unwrap();
    let second = Victim::start(&data).map(drop).unwrap_err();
    let holder = format!("is in use by process {} at http://{}", server.id(), server.addr);
    assert!(second.starts_with("minewise: ") && second.contains(&holder), "{second}");
    assert_eq!(second.lines().count(), 1, "{second}");
    // Reading is allowed.
    let ran = minewise(&format!("data check --data {}", data.display()), "");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    // A kill frees the folder.
    drop(server);
    drop(Victim::start(&data).unwrap());
}
