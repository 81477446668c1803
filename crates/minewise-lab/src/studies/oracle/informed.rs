//! Players that see the mines.

use std::fmt;
use std::str::FromStr;

use minewise::{Cell, Game, Grid, Layout, Player, Position, Rng, Rules, Seed, Start, Status};
use minewise_coach::zoo::Values;
use minewise_coach::{Problem, excerpt};
use minewise_players::Random;

use super::OracleTally;

/// A player that sees the mines.
pub trait InformedPlayer: Send {
    /// Starts a new game, and forgets the last one.
    fn start(&mut self, rules: &Rules, seed: Seed);

    /// Chooses the covered cell to reveal next. The layout is `None` until the mines are placed.
    fn choose(&mut self, position: &Position, layout: Option<&Layout>) -> Cell;
}

/// The share of moves that are lookups: from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Ratio(f64);

impl Ratio {
    /// Returns the share as a number.
    pub fn value(self) -> f64 {
        self.0
    }
}

impl FromStr for Ratio {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Ratio, Problem> {
        let read = Values::Decimal(1).canonical(text).and_then(|canonical| canonical.parse().ok());
        read.map(Ratio).ok_or_else(|| {
            Problem::bad_input(format!("expected a ratio, {}, found `{}`", Values::Decimal(1), excerpt(text)))
        })
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A player that looks up the mines for a share of its moves, and guesses like `random` otherwise.
#[derive(Clone, Debug)]
pub struct Oracle {
    ratio: Ratio,
    guesser: Random,
    rng: Rng,
    /// The cells without a mine in random order, the next one last; `None` before the first lookup of a game.
    ///
    /// Invariant: contains every covered cell without a mine.
    safe: Option<Vec<Cell>>,
}

impl Oracle {
    /// Creates an oracle that looks up this share of its moves.
    pub fn new(ratio: Ratio) -> Oracle {
        Oracle { ratio, guesser: Random::default(), rng: Rng::new(Seed::default()), safe: None }
    }

    /// Returns a covered cell without a mine, all equally likely.
    fn look_up(&mut self, position: &Position, layout: &Layout) -> Cell {
        let rng = &mut self.rng;
        let safe = self.safe.get_or_insert_with(|| {
            let is_safe = |&cell: &Cell| !layout.is_mine(cell);
            let mut cells: Vec<Cell> = position.view().covered().filter(is_safe).collect();
            // A Fisher–Yates shuffle with our own generator, so that it gives the same order on every platform.
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

impl InformedPlayer for Oracle {
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

/// Plays the games of one informed player, one after the other.
pub(super) struct InformedArena<S> {
    pub(super) game: Game,
    pub(super) player: S,
}

impl<S: InformedPlayer> InformedArena<S> {
    pub(super) fn new(rules: Rules, player: S) -> InformedArena<S> {
        InformedArena { game: Game::new(&Grid::new(rules), Seed::default()), player }
    }

    /// Plays the game that a run plays with this seed.
    pub(super) fn play(&mut self, layout_seed: Seed) -> OracleTally {
        let grid = self.game.view().grid().clone();
        self.game.restart(layout_seed);
        // The stream that players use in a run.
        self.player.start(grid.rules(), layout_seed.stream(1));
        // Under `any` the layout does not depend on the first cell, so any cell gives it.
        let is_dealt = grid.rules().start() == Start::Any;
        let mut layout = is_dealt.then(|| Layout::generate(&grid, layout_seed, 0));
        while !self.game.is_over() {
            let cell = self.player.choose(self.game.position(), layout.as_ref());
            self.game.reveal(cell).expect("an informed player chooses cells that may be revealed");
            layout.get_or_insert_with(|| Layout::generate(&grid, layout_seed, cell));
        }
        let n_safe = grid.n_cells() - grid.rules().n_mines();
        OracleTally {
            games: 1,
            wins: u64::from(self.game.status() == Status::Won),
            reveals: self.game.moves().len() as u64,
            uncovered: (n_safe - self.game.n_left()) as u64,
            safe_cells: n_safe as u64,
        }
    }
}
