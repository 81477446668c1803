//! Whole Expert games: `exact`, `search`, and a least-risk player on `ms_toollib`, on the same layouts.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use minewise::num::wilson;
use minewise::{Cell, Game, Grid, Player, Seed, Status};
use minewise_players::{Exact, Level, Search};
use serde::Serialize;

use crate::stats::Clock;
use crate::toollib::{self, Board};

/// Number of rounds in which the players take turns, so that noise affects all of them alike.
const N_ROUNDS: u64 = 20;

/// Risks below this count as 0.
const ZERO_RISK: f64 = 1e-12;

/// How the peer is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Its marks are kept from move to move, and risks are computed only when no cell is marked as safe.
    KeepMarks,
    /// A new board is marked and the risks are computed at every move.
    Plain,
}

/// The figures of all players.
#[derive(Debug, Serialize)]
pub(crate) struct Comparison {
    rules: String,
    /// `exact` with one player and one game object for all games, as when many games are played: memory and counted
    /// regions are kept from game to game.
    kept: Score,
    /// `exact` with a new player and a new game object for each game.
    fresh: Score,
    /// `search` at its fastest level, and at its default one.
    search_fast: Score,
    search: Score,
    /// The peer as fast as it can be, see [`Mode::KeepMarks`].
    toollib: Score,
    /// The peer as in [`Mode::Plain`].
    toollib_plain: Score,
    /// Games per CPU second of `kept` divided by those of the fastest peer.
    pub(crate) ratio: f64,
    /// Games per CPU second of `kept` divided by those of the plain peer.
    ratio_to_plain: f64,
    /// Games per CPU second of `search`, at either level, divided by those of the plain peer.
    pub(crate) search_fast_ratio: f64,
    pub(crate) search_ratio: f64,
}

/// The result of a player.
#[derive(Debug, Default, Serialize)]
struct Score {
    n_games: u64,
    n_won: u64,
    /// Number of games in which the player had no answer.
    n_stuck: u64,
    win_rate: f64,
    win_rate_ci95: (f64, f64),
    games_per_cpu_second: f64,
    #[serde(skip)]
    spent: Duration,
}

/// Plays the games with seeds from 0 on.
pub(crate) fn compare(n_games: u64, n_peer_games: u64) -> Comparison {
    let clock = Clock::new();
    let grid = Grid::new("expert".parse().expect("rules by name"));
    let mut game = Game::new(&grid, Seed(0));
    let mut player = Exact::default();
    let (mut fast, mut normal) = (Search::new(Level::Fast), Search::new(Level::Normal));
    let [mut fresh, mut kept, mut toollib, mut toollib_plain] = [const { Score::new() }; 4];
    let [mut search_fast, mut search] = [const { Score::new() }; 2];
    for round in 0..N_ROUNDS {
        let seeds = |n_games| (n_games * round / N_ROUNDS..n_games * (round + 1) / N_ROUNDS).map(Seed);
        for seed in seeds(n_games) {
            fresh.add(&clock, || play(&mut Exact::default(), &mut Game::new(&grid, seed), seed));
            kept.add(&clock, || {
                game.restart(seed);
                play(&mut player, &mut game, seed)
            });
            search_fast.add(&clock, || {
                game.restart(seed);
                play(&mut fast, &mut game, seed)
            });
        }
        for seed in seeds(n_peer_games) {
            play_toollib(&clock, Mode::KeepMarks, &grid, seed, &mut toollib);
            play_toollib(&clock, Mode::Plain, &grid, seed, &mut toollib_plain);
            search.add(&clock, || {
                game.restart(seed);
                play(&mut normal, &mut game, seed)
            });
        }
    }
    let scores = [fresh, kept, search_fast, search, toollib, toollib_plain].map(Score::with_rates);
    let [fresh, kept, search_fast, search, toollib, toollib_plain] = scores;
    let fastest = toollib.games_per_cpu_second.max(toollib_plain.games_per_cpu_second);
    let ratio = kept.games_per_cpu_second / fastest;
    let ratio_to_plain = kept.games_per_cpu_second / toollib_plain.games_per_cpu_second;
    Comparison {
        rules: grid.rules().to_string(),
        search_fast_ratio: search_fast.games_per_cpu_second / toollib_plain.games_per_cpu_second,
        search_ratio: search.games_per_cpu_second / toollib_plain.games_per_cpu_second,
        fresh,
        kept,
        search_fast,
        search,
        toollib,
        toollib_plain,
        ratio,
        ratio_to_plain,
    }
}

fn play(player: &mut dyn Player, game: &mut Game, seed: Seed) -> Option<Status> {
    player.start(game.view().grid().rules(), seed);
    while !game.is_over() {
        let cell = player.choose(game.position()).cell?;
        game.reveal(cell).expect("a player chooses a covered cell");
    }
    Some(game.status())
}

/// Plays a game with `ms_toollib`. Converting the view to its format is not timed.
fn play_toollib(clock: &Clock, mode: Mode, grid: &Arc<Grid>, seed: Seed, score: &mut Score) {
    let mut game = Game::new(grid, seed);
    let mut board = toollib::board(game.view());
    let mut cells = vec![0];
    score.n_games += 1;
    loop {
        score.spent += clock.time(|| reveal_all(&mut game, &cells));
        if game.is_over() {
            break;
        }
        match mode {
            Mode::KeepMarks => toollib::update(&mut board, game.view()),
            Mode::Plain => board = toollib::board(game.view()),
        }
        score.spent += clock.time(|| cells = least_risk(mode, &mut board, grid.rules().n_mines() as f64));
        if cells.is_empty() {
            score.n_stuck += 1;
            break;
        }
    }
    score.n_won += u64::from(game.status() == Status::Won);
}

/// Reveals cells, except those that were revealed by an earlier one; stops when the game is over.
fn reveal_all(game: &mut Game, cells: &[Cell]) {
    for &cell in cells {
        if !game.is_over() && game.view().is_covered(cell) {
            game.reveal(cell).expect("a covered cell of a game that is on");
        }
    }
}

/// Returns all cells that are certainly safe, else one of the least risk. Empty if `ms_toollib` has no answer.
fn least_risk(mode: Mode, board: &mut Board, n_mines: f64) -> Vec<Cell> {
    let answer = catch_unwind(AssertUnwindSafe(|| {
        toollib::mark(board)?;
        let mut safe = toollib::marked_safe(board);
        if mode == Mode::KeepMarks && !safe.is_empty() {
            return Some(safe);
        }
        let risks = toollib::enumerate(board, n_mines).or_else(|| toollib::search(board, n_mines))?;
        let other = toollib::first_other(board, &risks).map(|cell| (cell, risks.1));
        let candidates = || risks.0.iter().copied().chain(other);
        safe.extend(candidates().filter(|&(_, risk)| risk < ZERO_RISK).map(|(cell, _)| cell));
        if !safe.is_empty() {
            return Some(safe);
        }
        let least = candidates().min_by(|(_, one), (_, other)| one.total_cmp(other));
        least.map(|(cell, _)| vec![cell])
    }));
    answer.ok().flatten().unwrap_or_default()
}

impl Score {
    const fn new() -> Score {
        Score {
            n_games: 0,
            n_won: 0,
            n_stuck: 0,
            win_rate: 0.0,
            win_rate_ci95: (0.0, 1.0),
            games_per_cpu_second: 0.0,
            spent: Duration::ZERO,
        }
    }

    /// Adds a game, which ends without a status if the player had no answer.
    fn add(&mut self, clock: &Clock, play: impl FnOnce() -> Option<Status>) {
        let mut status = None;
        self.spent += clock.time(|| status = play());
        self.n_games += 1;
        self.n_won += u64::from(status == Some(Status::Won));
        self.n_stuck += u64::from(status.is_none());
    }

    /// The score with its rates, once all games are played.
    fn with_rates(self) -> Score {
        Score {
            win_rate: self.n_won as f64 / self.n_games as f64,
            win_rate_ci95: wilson(self.n_won, self.n_games),
            games_per_cpu_second: self.n_games as f64 / self.spent.as_secs_f64(),
            ..self
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<13} {:<21} {:>6} {:>9}  {:>6}  95 % interval",
            "games", "player", "games", "per CPU s", "won %"
        )?;
        let rows = [
            ("exact", &self.kept),
            ("exact, fresh", &self.fresh),
            ("search(level=fast)", &self.search_fast),
            ("search", &self.search),
            ("ms_toollib", &self.toollib),
            ("ms_toollib, plain", &self.toollib_plain),
        ];
        for (name, score) in rows {
            let Score { n_games, n_stuck, games_per_cpu_second: speed, .. } = score;
            let [rate, least, most] =
                [score.win_rate, score.win_rate_ci95.0, score.win_rate_ci95.1].map(|rate| 100.0 * rate);
            let rules = &self.rules;
            write!(f, "{rules:<13} {name:<21} {n_games:>6} {speed:>9.1}  {rate:>6.2}  {least:.2}–{most:.2}")?;
            writeln!(f, "{}", if *n_stuck > 0 { format!(", stuck in {n_stuck}") } else { String::new() })?;
        }
        writeln!(f, "exact plays {:.2} games for one of ms_toollib, plain", self.ratio_to_plain)
    }
}
