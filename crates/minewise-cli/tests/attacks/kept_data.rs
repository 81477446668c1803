//! What was answered is kept: after a kill, on a full disk, and whatever the clock of the page says.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use minewise::Rng;
use minewise::Seed;
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::common::http::empty_folder;
use crate::common::minewise;
use crate::common::victim::Victim;

fn made(kind: &str, row: usize, col: usize, elapsed_ms: u64) -> Value {
    json!({ "kind": kind, "cell": [row, col], "elapsed_ms": elapsed_ms })
}

/// Begins a game. Returns its path.
fn begin(server: &Victim, rules: &str, seed: u64) -> String {
    let (status, game) =
        server.ask("POST", "/api/games", Some(&json!({ "rules": rules, "seed": seed.to_string() })));
    assert_eq!(status, 201, "{game}");
    format!("/api/games/{}", game["id"].as_str().unwrap())
}

/// Asserts that the database is whole. SQLite itself is asked too, in case our own check is wrong.
#[track_caller]
fn check_whole(data: &Path) {
    let connection = Connection::open(data.join("minewise.sqlite")).unwrap();
    let found: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(found, "ok");
    drop(connection);
    let ran = minewise(&format!("data check --data {}", data.display()), "");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
}

/// Set `MINEWISE_KILLS` for more kills.
#[test]
fn no_answered_move_is_lost_by_a_kill() {
    let n_kills = std::env::var("MINEWISE_KILLS").map_or(16, |text| text.parse().unwrap());
    let data = empty_folder("attack-kills");
    let mut rng = Rng::new(Seed(1));
    let mut server = Victim::start(&data).unwrap();
    let game = begin(&server, "30x16/99", 5);
    let moves = format!("{game}/moves");
    let mut n_answered = 0;
    for _ in 0..n_kills {
        let mut client = server.connect().unwrap();
        let addr = server.addr.clone();
        let lifetime = Duration::from_millis(20 + rng.below(60) as u64);
        let killer = std::thread::spawn(move || {
            std::thread::sleep(lifetime);
            drop(server);
        });
        while let Ok((status, answer)) = client.ask("POST", &moves, Some(&made("flag", 3, 7, 0))) {
            assert_eq!(status, 200, "{addr}: {answer}");
            n_answered += 1;
            assert_eq!(answer["n_moves"], n_answered);
        }
        killer.join().unwrap();
        server = Victim::start(&data).unwrap();
        let (_, state) = server.ask("GET", &game, None);
        let n_kept = state["n_moves"].as_u64().unwrap();
        // The last move may be stored without an answer.
        assert!(n_kept == n_answered || n_kept == n_answered + 1, "{n_answered} answered, {n_kept} kept");
        let is_flagged = state["view"].as_str().unwrap().contains('F');
        assert_eq!(is_flagged, n_kept % 2 == 1);
        n_answered = n_kept;
    }
    drop(server);
    check_whole(&data);
    let line = format!("kills: {n_kills} kills, {n_answered} moves, 0 lost");
    writeln!(std::io::stderr(), "{line}").unwrap();
    assert!(n_answered > n_kills, "{line}");
}

#[test]
fn on_a_full_disk_every_move_is_either_kept_or_refused_with_a_sentence() {
    let data = empty_folder("attack-full");
    drop(Victim::start(&data).unwrap());
    let server = Victim::start_limited(&data, 150 << 10).unwrap();
    let game = begin(&server, "30x16/99", 5);
    let moves = format!("{game}/moves");
    let mut client = server.connect().unwrap();
    let mut n_kept = 0;
    let refused = loop {
        assert!(n_kept < 10_000, "the disk is never full");
        let (status, answer) = client.ask("POST", &moves, Some(&made("flag", 3, 7, 0))).unwrap();
        if status != 200 {
            break (status, answer);
        }
        n_kept += 1;
    };
    assert_eq!(refused.0, 500, "{refused:?}");
    let sentence = refused.1["error"].as_str().unwrap();
    assert!(sentence.starts_with("nothing was stored, because the database failed: "), "{sentence}");
    // Again and again, and nothing changes.
    for _ in 0..5 {
        client.ask("POST", &moves, Some(&made("flag", 3, 7, 0))).unwrap();
        let (status, state) = client.ask("GET", &game, None).unwrap();
        let shown = state["n_moves"].as_u64().unwrap();
        assert!(status == 200 && (shown == n_kept || shown == n_kept + 1), "{state}");
        n_kept = shown;
    }
    drop(server);
    check_whole(&data);
    let server = Victim::start(&data).unwrap();
    assert_eq!(server.ask("GET", &game, None).1["n_moves"], n_kept);
    assert_eq!(server.ask("POST", &moves, Some(&made("flag", 3, 7, 0))).0, 200, "there is room again");
}

#[test]
fn a_folder_that_cannot_be_written_gets_a_sentence() {
    let data = empty_folder("attack-read-only");
    std::fs::write(data.join("file"), "").unwrap();
    let mut folders = vec![data.join("file").join("data")];
    if Path::new("/proc/self").exists() {
        folders.push("/proc/minewise".into());
    }
    for folder in folders {
        let error = Victim::start(&folder).map(drop).unwrap_err();
        assert!(error.starts_with("minewise: cannot create the folder `"), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    // Full from the start.
    let error = Victim::start_limited(&data.join("new"), 1 << 10).map(drop).unwrap_err();
    assert_eq!(error.lines().count(), 1, "{error}");
}

#[test]
fn the_clock_of_the_server_makes_the_result() {
    let data = empty_folder("attack-clock");
    let server = Victim::start(&data).unwrap();
    let game = begin(&server, "9x9/10", 1);
    let moves = format!("{game}/moves");
    let began = Instant::now();
    let claims = [u64::MAX, 0, 5, 1 << 62, 1_000_000_000_000, 3];
    let mut last = (0, 0);
    for claimed in claims {
        std::thread::sleep(Duration::from_millis(15));
        let (status, answer) = server.ask("POST", &moves, Some(&made("flag", 8, 8, claimed)));
        assert_eq!(status, 200, "{answer}");
        let elapsed_ms = answer["elapsed_ms"].as_u64().unwrap();
        assert!(u128::from(elapsed_ms) <= began.elapsed().as_millis(), "{answer}");
        let times = (elapsed_ms, answer["page_ms"].as_u64().unwrap());
        assert!(times.0 >= last.0 && times.1 >= last.1 && times.1 <= times.0, "{last:?}, then {times:?}");
        last = times;
    }
    assert!(last.0 >= 60, "{last:?}");
    drop(server);
    let server = Victim::start(&data).unwrap();
    let (_, state) = server.ask("GET", &game, None);
    assert_eq!((state["elapsed_ms"].as_u64(), state["page_ms"].as_u64()), (Some(last.0), Some(last.1)));
    // A clock that was set back, or far ahead, breaks nothing.
    drop(server);
    let connection = Connection::open(data.join("minewise.sqlite")).unwrap();
    connection.execute("UPDATE moves SET server_ms = server_ms + 1000000000 WHERE idx = 5", []).unwrap();
    drop(connection);
    let server = Victim::start(&data).unwrap();
    let (status, answer) = server.ask("POST", &moves, Some(&made("flag", 8, 8, 3)));
    assert_eq!(status, 200, "{answer}");
    assert!(answer["elapsed_ms"].as_u64().unwrap() >= 1_000_000_000, "{answer}");
}

#[test]
#[cfg(unix)]
fn other_users_cannot_read_the_data() {
    use std::os::unix::fs::PermissionsExt;
    let data = empty_folder("attack-private");
    std::fs::set_permissions(&data, std::fs::Permissions::from_mode(0o755)).unwrap();
    drop(Victim::start(&data).unwrap());
    for entry in std::fs::read_dir(&data).unwrap() {
        std::fs::set_permissions(entry.unwrap().path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    let server = Victim::start(&data).unwrap();
    begin(&server, "9x9/10", 1);
    let paths = std::fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().path()).chain([data.clone()]);
    for path in paths {
        let mode = path.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{} has mode {mode:o}", path.display());
    }
}

#[test]
fn a_fork_before_the_first_move_has_the_same_layout() {
    let server = Victim::start(&empty_folder("attack-fork")).unwrap();
    let game = begin(&server, "9x9/35", 3);
    let reveal_all = |game: &str, cells: &mut dyn Iterator<Item = usize>| {
        for cell in cells {
            let asked = made("reveal", cell / 9, cell % 9, 0);
            let (_, answer) = server.ask("POST", &format!("{game}/moves"), Some(&asked));
            if !answer["end"].is_null() {
                return answer["end"]["layout"].clone();
            }
        }
        panic!("the game does not end");
    };
    let layout = reveal_all(&game, &mut (0..81));
    let mine = layout.as_str().unwrap().split_once(' ').unwrap().1.replace('/', "").find('*').unwrap();
    let (status, fork) = server.ask("POST", &format!("{game}/fork"), Some(&json!({ "at": 0 })));
    assert_eq!((status, &fork["n_moves"]), (201, &json!(0)));
    let fork = format!("/api/games/{}", fork["id"].as_str().unwrap());
    // A new game would move the mine away from the first cell.
    assert_eq!(reveal_all(&fork, &mut [mine].into_iter()), layout);
}

/// The number of long games; 20 take too long to import for a test.
const N_LONG: usize = 10;

#[test]
fn a_list_of_long_games_is_quick() {
    let server = Victim::start(&empty_folder("attack-long-list")).unwrap();
    let transcript = format!("9x9/10 seed 1\n{}", "f 0,0\n".repeat(140_000));
    for _ in 0..N_LONG {
        let (status, game) =
            server.ask("POST", "/api/games/import", Some(&json!({ "transcript": transcript })));
        assert_eq!((status, &game["n_moves"]), (201, &json!(140_000)));
    }
    let mut client = server.connect().unwrap();
    let mut list = || {
        let began = Instant::now();
        let (status, games) = client.ask("GET", "/api/games", None).unwrap();
        assert_eq!((status, games["games"].as_array().unwrap().len()), (200, N_LONG));
        assert_eq!(games["games"][0]["n_moves"], 140_000);
        began.elapsed()
    };
    // The best of several, because other tests may be running.
    let best = (0..5).map(|_| list()).min().unwrap();
    assert!(best < Duration::from_millis(100), "{best:?}");
}

#[test]
fn the_seed_of_a_terminal_game_does_not_follow_from_the_clock() {
    let by_clock = |_| {
        let ran = minewise("play", "f 0,0\nquit\n");
        let last = ran.stdout.lines().last().unwrap();
        assert!(last.starts_with("Play it again: minewise play --rules 9x9/10 --seed "), "{last}");
        let seed: u64 = last.rsplit(' ').next().unwrap().parse().unwrap();
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_micros() as u64;
        (now % 1_000_000_000).abs_diff(seed) < 10_000_000
    };
    assert!(!(0..3).all(by_clock), "the seeds are the microseconds of the clock");
}
