//! `oracle`: a player that looks the mines up at a ratio of its moves, and guesses otherwise.
//!
//! The upper line of 001 (§III-A), between its baseline and certainty: it tells how far a player gets that knows so much
//! of the truth, and has no thought for the rest. It needs the layout, which a [`Player`](minewise::Player) never sees,
//! so it is none: it has a trait of its own, a command of its own, and is not ranked among the players.
//!
//! How we read 001: each move is a lookup with the chance `ratio`, independently of all others. A lookup reveals a cell
//! without a mine, a guess any covered cell, each cell as likely. Where the start makes the first reveal safe the mines
//! are dealt after it, so that there is nothing to look up.

use std::fmt;
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use minewise::{Cell, Game, Grid, Layout, Player, Position, Rng, Rules, Seed, Start, Status};
use minewise_coach::excerpt;
use minewise_coach::zoo::Values;
use minewise_players::Random;

use crate::error::Error;
use crate::play::threads::on_threads;
use crate::stats::statistics::wilson;

/// The share of games on 8x8 that an average beginner wins, which 001 (§III-A) takes for its baseline.
pub const BEGINNER_WIN_RATE: f64 = 0.35;

/// Something that chooses cells and sees the mines.
pub trait Seer: Send {
    /// Takes a seat at a new game. Nothing is left of the last one.
    fn start(&mut self, rules: &Rules, seed: Seed);

    /// Chooses the covered cell to reveal next; the layout is none while the mines are not dealt.
    fn choose(&mut self, position: &Position, layout: Option<&Layout>) -> Cell;
}

/// The share of moves that are lookups: from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Ratio(f64);

impl Ratio {
    /// The share as a number.
    pub fn value(self) -> f64 {
        self.0
    }
}

impl FromStr for Ratio {
    type Err = Error;

    fn from_str(text: &str) -> Result<Ratio, Error> {
        let read = Values::Decimal(1).canonical(text).and_then(|canonical| canonical.parse().ok());
        read.map(Ratio).ok_or_else(|| {
            Error::bad_input(format!("expected a ratio, {}, found `{}`", Values::Decimal(1), excerpt(text)))
        })
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Looks the mines up at a ratio of its moves; guesses like `random` otherwise.
#[derive(Clone, Debug)]
pub struct Oracle {
    ratio: Ratio,
    guesser: Random,
    rng: Rng,
    /// The cells without a mine in random order, the next one last; none before the first lookup of a game.
    ///
    /// Invariant: has every one that is covered.
    safe: Option<Vec<Cell>>,
}

impl Oracle {
    /// An oracle that looks up so many of its moves.
    pub fn new(ratio: Ratio) -> Oracle {
        Oracle { ratio, guesser: Random::default(), rng: Rng::new(Seed::default()), safe: None }
    }

    /// A covered cell without a mine, each as likely.
    fn look_up(&mut self, position: &Position, layout: &Layout) -> Cell {
        let rng = &mut self.rng;
        let safe = self.safe.get_or_insert_with(|| {
            let is_safe = |&cell: &Cell| !layout.is_mine(cell);
            let mut cells: Vec<Cell> = position.view().covered().filter(is_safe).collect();
            for last in (1..cells.len()).rev() {
                cells.swap(last, rng.below(last + 1));
            }
            cells
        });
        loop {
            let cell = safe.pop().expect("a game in play has a covered cell without a mine");
            if position.view().is_covered(cell) {
                return cell;
            }
        }
    }
}

impl Seer for Oracle {
    fn start(&mut self, rules: &Rules, seed: Seed) {
        self.guesser.start(rules, seed);
        self.rng = Rng::new(seed.stream(1));
        self.safe = None;
    }

    fn choose(&mut self, position: &Position, layout: Option<&Layout>) -> Cell {
        match layout {
            Some(layout) if self.rng.unit() < self.ratio.0 => self.look_up(position, layout),
            _ => self.guesser.choose(position).cell.expect("`random` never gives up"),
        }
    }
}

/// Games to be played: so many of an oracle under one set of rules, on the layouts of a run with this seed.
#[derive(Clone, Copy, Debug)]
pub struct Peek {
    /// What is played.
    pub rules: Rules,
    /// How many of its moves the oracle looks up.
    pub ratio: Ratio,
    /// How many games.
    pub n_games: u64,
    /// The seed of the first layout; each of the following games has the next one.
    pub seed: Seed,
}

/// What came of the games of an oracle. Depends on what was asked for alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Peeked {
    /// The games.
    pub games: u64,
    /// The games won.
    pub wins: u64,
    /// The cells that the oracle revealed, without those that followed from a 0.
    pub reveals: u64,
    /// The cells without a mine that were revealed at the end of a game.
    pub uncovered: u64,
    /// The cells without a mine that there were.
    pub safe_cells: u64,
}

/// So many games are claimed by a thread at a time.
const N_PER_CLAIM: u64 = 16;

impl Peek {
    /// Plays the games on `n_threads` threads; `progress` is told of games as they end.
    pub fn play(&self, n_threads: usize, progress: &(dyn Fn(u64) + Sync)) -> Peeked {
        let next = AtomicU64::new(0);
        let sum = Mutex::new(Peeked::default());
        let work = || {
            let mut table = Table::new(self.rules, Oracle::new(self.ratio));
            let mut own = Peeked::default();
            loop {
                let first = next.fetch_add(N_PER_CLAIM, Ordering::Relaxed);
                if first >= self.n_games {
                    break;
                }
                let n_games = N_PER_CLAIM.min(self.n_games - first);
                for game in first..first + n_games {
                    own.add(&table.play(Seed(self.seed.0.wrapping_add(game))));
                }
                progress(n_games);
            }
            sum.lock().expect("nobody panics while adding").add(&own);
        };
        let n_claims = usize::try_from(self.n_games.div_ceil(N_PER_CLAIM)).unwrap_or(usize::MAX);
        on_threads(n_threads.min(n_claims), work);
        sum.into_inner().expect("nobody panicked while adding")
    }
}

impl Peeked {
    fn add(&mut self, other: &Peeked) {
        self.games += other.games;
        self.wins += other.wins;
        self.reveals += other.reveals;
        self.uncovered += other.uncovered;
        self.safe_cells += other.safe_cells;
    }

    /// The share of games won.
    pub fn win_rate(&self) -> f64 {
        self.wins as f64 / self.games as f64
    }

    /// The 95 % confidence interval of the win rate (Wilson).
    pub fn win_rate_ci95(&self) -> (f64, f64) {
        wilson(self.wins, self.games)
    }

    /// The share of the cells without a mine that were revealed at the end of a game, on average.
    pub fn uncovered_share(&self) -> f64 {
        self.uncovered as f64 / self.safe_cells as f64
    }

    /// Reveals in a game, on average.
    pub fn mean_reveals(&self) -> f64 {
        self.reveals as f64 / self.games as f64
    }
}

/// Where one seer plays one game after the other.
struct Table<S> {
    game: Game,
    seer: S,
}

impl<S: Seer> Table<S> {
    fn new(rules: Rules, seer: S) -> Table<S> {
        Table { game: Game::new(&Grid::new(rules), Seed::default()), seer }
    }

    /// Plays the game that a run would play with this seed.
    fn play(&mut self, layout_seed: Seed) -> Peeked {
        let grid = self.game.view().grid().clone();
        self.game.restart(layout_seed);
        // The stream that players have in a run.
        self.seer.start(grid.rules(), layout_seed.stream(1));
        // Where the first cell has no say the mines are dealt before it, and so the same wherever it is.
        let is_dealt = grid.rules().start() == Start::Any;
        let mut layout = is_dealt.then(|| Layout::generate(&grid, layout_seed, 0));
        while !self.game.is_over() {
            let cell = self.seer.choose(self.game.position(), layout.as_ref());
            self.game.reveal(cell).expect("a seer chooses cells that may be revealed");
            layout.get_or_insert_with(|| Layout::generate(&grid, layout_seed, cell));
        }
        let n_safe = grid.n_cells() - grid.rules().n_mines();
        Peeked {
            games: 1,
            wins: u64::from(self.game.status() == Status::Won),
            reveals: self.game.moves().len() as u64,
            uncovered: (n_safe - self.game.n_left()) as u64,
            safe_cells: n_safe as u64,
        }
    }
}

#[cfg(test)]
mod tests;
