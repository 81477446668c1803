//! Kills, full disks and failing writes at random, against one data folder. Invariants alone decide.
//!
//! Several clients play, flag, chord, fork, import, review and delete, each with games of its own, and remember what was
//! answered. The server is killed, stopped, or started where it can write only a little. After every start, each game
//! must be as it was answered; only a request without an answer may have been done or not. Prints its seed.
//!
//! `MINEWISE_TORTURE_SECONDS` sets its time, `MINEWISE_TORTURE_SEED` its seed. If `MINEWISE_TORTURE_FOLDER` names a
//! folder on a small file system of its own, the data is there, and the disk is filled up from time to time.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use minewise::insight::needs_no_guess;
use minewise::{Census, Layout, Rng, Seed, View};
use serde_json::{Value, json};

use crate::common::http::empty_folder;
use crate::common::minewise;
use crate::common::victim::{Victim, Wire};

const SECONDS: u64 = 60;
const N_CLIENTS: usize = 3;
/// The number of games that each client plays side by side.
const MOST_GAMES: usize = 6;
const RULES: [&str; 4] = ["9x9/10", "12x8/20", "7x5/6:zero", "16x16/40"];

/// A number from the environment.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// What a client knows about a game.
#[derive(Clone, Debug)]
struct Known {
    no_guess: bool,
    /// The cell that was revealed first.
    first: Option<usize>,
    n_moves: u64,
    view: String,
    is_over: bool,
    /// A request that was not answered.
    open: Option<Open>,
}

/// A request that may have been done or not.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Open {
    Delete,
    Reveal(usize),
    OtherMove,
}

/// What a client has done, and what it knows.
struct Player {
    rng: Rng,
    games: BTreeMap<String, Known>,
    deleted: Vec<String>,
}

/// Counts, for the summary.
#[derive(Default)]
struct Counts {
    answered: AtomicUsize,
    not_stored: AtomicUsize,
    finished_no_guess: AtomicUsize,
}

#[test]
fn kills_and_full_disks_lose_nothing() {
    let seed = setting("MINEWISE_TORTURE_SEED", std::process::id().into());
    let until = Instant::now() + Duration::from_secs(setting("MINEWISE_TORTURE_SECONDS", SECONDS));
    let folder = std::env::var_os("MINEWISE_TORTURE_FOLDER").map(PathBuf::from);
    let data = folder.as_ref().map_or_else(|| empty_folder("attack-torture"), |folder| folder.join("data"));
    writeln!(io::stderr(), "torture: MINEWISE_TORTURE_SEED={seed}").unwrap();
    let mut rng = Rng::new(Seed(seed));
    let player = |idx| Player {
        rng: Rng::new(Seed(seed).stream(1 + idx as u64)),
        games: BTreeMap::new(),
        deleted: Vec::new(),
    };
    let mut players: Vec<Player> = (0..N_CLIENTS).map(player).collect();
    let counts = Counts::default();
    let (mut n_kills, mut n_limited, mut n_filled, mut n_checks) = (0, 0, 0, 0);
    while Instant::now() < until {
        let is_limited = rng.below(4) == 0;
        let server = start(&data, is_limited.then_some(&mut rng));
        n_limited += usize::from(is_limited);
        let should_end = AtomicBool::new(false);
        let addr = server.addr.clone();
        std::thread::scope(|scope| {
            let (should_end, addr, counts) = (&should_end, &addr, &counts);
            for player in &mut players {
                scope.spawn(move || player.play(addr, should_end, counts));
            }
            let lifetime = Duration::from_millis(100 + rng.below(1400) as u64);
            if let Some(folder) = folder.as_deref().filter(|_| rng.below(3) == 0) {
                n_filled += 1;
                fill(folder, lifetime);
            } else {
                std::thread::sleep(lifetime);
            }
            if rng.below(8) == 0 {
                n_checks += 1;
                check(&data);
            }
            n_kills += 1;
            // The clients notice a kill by themselves. A server that is stopped first answers what it has begun.
            if rng.below(5) == 0 {
                should_end.store(true, Ordering::Relaxed);
                server.terminate();
            } else {
                drop(server);
            }
            should_end.store(true, Ordering::Relaxed);
        });
        if rng.below(4) == 0 {
            n_checks += 1;
            check(&data);
        }
        let server = start(&data, None);
        let mut client = server.connect().unwrap();
        for player in &mut players {
            player.compare(&mut client);
        }
    }
    check(&data);
    let Counts { answered, not_stored, finished_no_guess } = &counts;
    let line = format!(
        "torture: {answered:?} answers, {not_stored:?} failed writes, {n_kills} ends of the server, {n_limited} starts \
         with a limit, {n_filled} full disks, {n_checks} checks, {finished_no_guess:?} no-guess games finished, 0 lost"
    );
    writeln!(io::stderr(), "{line}").unwrap();
    assert!(answered.load(Ordering::Relaxed) > 100, "{line}");
}

/// Starts a server. With a random limit, it cannot write to its files beyond some size, and may fail to start.
fn start(data: &Path, limit: Option<&mut Rng>) -> Victim {
    if let Some(rng) = limit {
        let size = |name: &str| data.join(name).metadata().map_or(0, |file| file.len() as usize);
        let largest = size("minewise.sqlite").max(size("minewise.sqlite-wal"));
        // Often less than there is: the log is written again from its beginning, and would never get larger.
        match Victim::start_limited(data, rng.below(largest + (200 << 10)) as u64) {
            Ok(server) => return server,
            Err(error) => assert_eq!(error.lines().count(), 1, "{error}"),
        }
    }
    Victim::start(data).unwrap()
}

/// Fills up the disk for a while.
fn fill(folder: &Path, time: Duration) {
    let filler = folder.join("filler");
    let mut file = std::fs::File::create(&filler).unwrap();
    for size in [1 << 20, 1 << 12, 1] {
        while file.write_all(&vec![0; size]).is_ok() {}
    }
    std::thread::sleep(time);
    std::fs::remove_file(&filler).unwrap();
}

#[track_caller]
fn check(data: &Path) {
    let ran = minewise(&format!("data check --data {}", data.display()), "");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
}

/// The cells of a view on one line, row by row.
fn cells_of(view: &str) -> Vec<char> {
    view.split_once(' ').unwrap().1.chars().filter(|&letter| letter != '/').collect()
}

/// A view with some cells changed.
fn changed(view: &str, changes: &[Value]) -> String {
    let mut view: View = view.parse().unwrap();
    let width = view.grid().rules().width();
    let mut cells = cells_of(&format!("{view:#}"));
    for change in changes {
        let at = |idx: usize| change[idx].as_u64().unwrap() as usize;
        cells[at(0) * width + at(1)] = change[2].as_str().unwrap().chars().next().unwrap();
    }
    let rows: Vec<String> = cells.chunks(width).map(|row| row.iter().collect()).collect();
    view = format!("{} {}", view.grid().rules(), rows.join("/")).parse().unwrap();
    format!("{view:#}")
}

impl Player {
    /// Plays until the server is gone.
    fn play(&mut self, addr: &str, should_end: &AtomicBool, counts: &Counts) {
        let Ok(mut client) = Wire::connect(addr) else { return };
        while !should_end.load(Ordering::Relaxed) {
            if self.act(&mut client, counts).is_err() {
                return;
            }
        }
    }

    fn pick(&mut self, is_over: bool) -> Option<String> {
        let ids: Vec<&String> =
            self.games.iter().filter(|(_, known)| known.is_over == is_over).map(|(id, _)| id).collect();
        (!ids.is_empty()).then(|| ids[self.rng.below(ids.len())].clone())
    }

    /// Sends one request, and remembers the answer.
    fn act(&mut self, client: &mut Wire, counts: &Counts) -> io::Result<()> {
        if self.games.len() > MOST_GAMES {
            let over = self.pick(true).or_else(|| self.pick(false)).unwrap();
            return self.delete(&over, client, counts);
        }
        let finished = self.pick(true);
        match (self.rng.below(100), finished, self.pick(false)) {
            (0..3, ..) | (_, _, None) => self.begin(client, counts),
            (3..5, ..) => self.import(client, counts),
            (5..8, Some(id), _) => self.fork(&id, client, counts),
            (8..10, Some(id), _) => self.review(&id, client, counts),
            (10..12, ..) => {
                for path in ["/api/games", "/api/puzzles", "/api/experiments"] {
                    let (status, list) = ask(client, counts, "GET", path, None)?;
                    assert_eq!((status, &list["damaged"]), (200, &json!([])), "{path}: {list}");
                }
                Ok(())
            }
            (12, ..) => self.experiment(client, counts),
            (_, _, Some(id)) => self.make_move(&id, client, counts),
        }
    }

    /// Remembers a game that was begun, imported or forked.
    fn remember(&mut self, answer: &Value, first: Option<usize>) {
        let known = Known {
            no_guess: answer["no_guess"].as_bool().unwrap(),
            first,
            n_moves: answer["n_moves"].as_u64().unwrap(),
            view: answer["view"].as_str().unwrap().to_owned(),
            is_over: answer["status"] != "on",
            open: None,
        };
        self.games.insert(answer["id"].as_str().unwrap().to_owned(), known);
    }

    fn begin(&mut self, client: &mut Wire, counts: &Counts) -> io::Result<()> {
        let rules = RULES[self.rng.below(RULES.len())];
        let no_guess = self.rng.below(2) == 0;
        let asked =
            json!({ "rules": rules, "seed": self.rng.below(1 << 20).to_string(), "no_guess": no_guess });
        let (status, answer) = ask(client, counts, "POST", "/api/games", Some(&asked))?;
        if status == 201 {
            self.remember(&answer, None);
        }
        Ok(())
    }

    fn import(&mut self, client: &mut Wire, counts: &Counts) -> io::Result<()> {
        let most = if self.rng.below(10) == 0 { 3000 } else { 20 };
        let n_flags = self.rng.below(most);
        let seed = self.rng.below(1 << 20);
        let transcript = format!("9x9/10 seed {seed}\nr 4,4\n{}", "f 0,0\nf 0,0\n".repeat(n_flags));
        let asked = json!({ "transcript": transcript });
        // The first cell may have revealed the corner, which then has no place for a flag.
        let (status, answer) = ask(client, counts, "POST", "/api/games/import", Some(&asked))?;
        if status == 201 {
            self.remember(&answer, Some(40));
        }
        Ok(())
    }

    fn fork(&mut self, id: &str, client: &mut Wire, counts: &Counts) -> io::Result<()> {
        let known = self.games[id].clone();
        let at = self.rng.below(known.n_moves as usize + 1);
        let (status, answer) =
            ask(client, counts, "POST", &format!("/api/games/{id}/fork"), Some(&json!({ "at": at })))?;
        if status == 201 {
            assert_eq!(answer["n_moves"], at);
            let first = known
                .first
                .filter(|_| answer["view"].as_str().unwrap().contains(|c: char| c.is_ascii_digit()));
            self.remember(&answer, first);
        }
        Ok(())
    }

    fn review(&mut self, id: &str, client: &mut Wire, counts: &Counts) -> io::Result<()> {
        let (status, answer) = ask(client, counts, "GET", &format!("/api/games/{id}/review"), None)?;
        assert_eq!(status, 200, "{answer}");
        Ok(())
    }

    fn experiment(&mut self, client: &mut Wire, counts: &Counts) -> io::Result<()> {
        let asked = json!({ "rules": ["9x9/10"], "players": ["exact"], "games": 3, "seed": "1" });
        let (status, answer) = ask(client, counts, "POST", "/api/experiments", Some(&asked))?;
        if status == 201 {
            let path = format!("/api/experiments/{}", answer["id"].as_str().unwrap());
            ask(client, counts, "DELETE", &path, None)?;
        }
        Ok(())
    }

    fn delete(&mut self, id: &str, client: &mut Wire, counts: &Counts) -> io::Result<()> {
        self.known(id).open = Some(Open::Delete);
        let (status, answer) = ask(client, counts, "DELETE", &format!("/api/games/{id}"), None)?;
        self.known(id).open = None;
        if status == 200 {
            self.games.remove(id);
            self.deleted.push(id.to_owned());
        } else {
            assert_eq!(status, 500, "{answer}");
        }
        Ok(())
    }

    fn known(&mut self, id: &str) -> &mut Known {
        self.games.get_mut(id).unwrap()
    }

    fn make_move(&mut self, id: &str, client: &mut Wire, counts: &Counts) -> io::Result<()> {
        let (kind, cell) = self.choose(id);
        let known = self.known(id);
        let view: View = known.view.parse().unwrap();
        let (row, col) = view.grid().row_col(cell);
        known.open = Some(if kind == "reveal" { Open::Reveal(cell) } else { Open::OtherMove });
        let asked = json!({ "kind": kind, "cell": [row, col], "elapsed_ms": cell, "n_moves": known.n_moves });
        let (status, answer) = ask(client, counts, "POST", &format!("/api/games/{id}/moves"), Some(&asked))?;
        known.open = None;
        if status != 200 {
            // Not allowed, not stored, or no layout was found.
            assert!([409, 422, 500].contains(&status), "{status} {answer}");
            return Ok(());
        }
        known.n_moves += 1;
        assert_eq!(answer["n_moves"], known.n_moves);
        known.view = changed(&known.view, answer["changed"].as_array().unwrap());
        known.is_over = answer["status"] != "on";
        let is_first = kind == "reveal" && known.first.is_none();
        if is_first {
            known.first = Some(cell);
        }
        if known.no_guess {
            assert!(!(is_first && answer["status"] == "lost"), "{id} was lost by its first reveal");
            if let (Some(layout), Some(first)) = (answer["end"]["layout"].as_str(), known.first) {
                let layout: Layout = layout.parse().unwrap();
                assert!(needs_no_guess(&layout, first), "{layout:#} from cell {first}");
                counts.finished_no_guess.fetch_add(1, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    /// Chooses a move: mostly a safe one, so that games last, but any other too.
    fn choose(&mut self, id: &str) -> (&'static str, usize) {
        let view: View = self.games[id].view.parse().unwrap();
        let any = self.rng.below(view.grid().n_cells());
        match self.rng.below(20) {
            0..4 => ("flag", any),
            4..6 => ("chord", any),
            6 => ("reveal", any),
            _ => {
                let safe = Census::of(&view).map(|census| census.safe().collect::<Vec<_>>());
                let safe = safe.unwrap_or_default();
                let cell = if safe.is_empty() { any } else { safe[self.rng.below(safe.len())] };
                ("reveal", cell)
            }
        }
    }

    /// Compares what was answered with what a new server has.
    fn compare(&mut self, client: &mut Wire) {
        for id in self.deleted.drain(..) {
            let (status, answer) = client.ask("GET", &format!("/api/games/{id}"), None).unwrap();
            assert_eq!(status, 404, "{id} was deleted: {answer}");
        }
        self.games.retain(|id, known| {
            let (status, state) = client.ask("GET", &format!("/api/games/{id}"), None).unwrap();
            let open = known.open.take();
            if status == 404 && open == Some(Open::Delete) {
                return false;
            }
            assert_eq!(status, 200, "{id} {known:?}: {state}");
            let (view, n_moves) = (state["view"].as_str().unwrap(), state["n_moves"].as_u64().unwrap());
            if n_moves == known.n_moves {
                assert_eq!(view, known.view, "{id}");
                return true;
            }
            // The move that was not answered is stored. Nothing that was shown before has changed.
            assert!(
                matches!(open, Some(Open::Reveal(_) | Open::OtherMove)) && n_moves == known.n_moves + 1,
                "{id} {known:?}: {state}"
            );
            let is_same = |(before, after): (char, char)| !before.is_ascii_digit() || before == after;
            assert!(cells_of(&known.view).into_iter().zip(cells_of(view)).all(is_same), "{id}: {view}");
            if let (None, Some(Open::Reveal(cell))) = (known.first, open) {
                known.first = Some(cell);
                assert!(!(known.no_guess && state["status"] == "lost"), "{id} was lost by its first reveal");
            }
            known.n_moves = n_moves;
            known.view = view.to_owned();
            known.is_over = state["status"] != "on";
            true
        });
    }
}

/// Sends a request. The only failure of the server, unless it is being stopped, is a failed write.
fn ask(
    client: &mut Wire,
    counts: &Counts,
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> io::Result<(u16, Value)> {
    let (status, answer) = client.ask(method, path, body)?;
    counts.answered.fetch_add(1, Ordering::Relaxed);
    let error = answer["error"].as_str().unwrap_or_default();
    if status == 503 && error == "the server is being stopped" {
        return Err(io::ErrorKind::ConnectionAborted.into());
    }
    if status >= 500 {
        let is_known = ["nothing was stored, because the database failed: ", "cannot store the experiment: "];
        assert!(is_known.iter().any(|known| error.starts_with(known)), "{path}: {status} {error}");
        counts.not_stored.fetch_add(1, Ordering::Relaxed);
    }
    Ok((status, answer))
}
