//! Those who see the mines, and where they play.

use std::fmt;
use std::str::FromStr;

use minewise::{Cell, Game, Grid, Layout, Player, Position, Rng, Rules, Seed, Start, Status};
use minewise_coach::zoo::Values;
use minewise_coach::{Problem, excerpt};
use minewise_players::Random;

use super::Peeked;

/// Something that chooses cells and sees the mines.
pub trait Seer: Send {
    /// Takes a seat at a new game. Nothing is left of the last one.
    fn start(&mut self, rules: &Rules, seed: Seed);

    /// Chooses the covered cell to reveal next; the layout is `None` while the mines are not dealt.
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

/// Looks the mines up at a ratio of its moves; guesses like `random` otherwise.
#[derive(Clone, Debug)]
pub struct Oracle {
    ratio: Ratio,
    guesser: Random,
    rng: Rng,
    /// The cells without a mine in random order, the next one last; `None` before the first lookup of a game.
    ///
    /// Invariant: has every one that is covered.
    safe: Option<Vec<Cell>>,
}

impl Oracle {
    /// An oracle that looks up so many of its moves.
    pub fn new(ratio: Ratio) -> Oracle {
        Oracle { ratio, guesser: Random::default(), rng: Rng::new(Seed::default()), safe: None }
    }

    /// A covered cell without a mine, all equally likely.
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

/// Where one seer plays one game after the other.
pub(super) struct SeerTable<S> {
    pub(super) game: Game,
    pub(super) seer: S,
}

impl<S: Seer> SeerTable<S> {
    pub(super) fn new(rules: Rules, seer: S) -> SeerTable<S> {
        SeerTable { game: Game::new(&Grid::new(rules), Seed::default()), seer }
    }

    /// Plays the game that a run would play with this seed.
    pub(super) fn play(&mut self, layout_seed: Seed) -> Peeked {
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
