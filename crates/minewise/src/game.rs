//! A layout being played, exactly by the rules, and the players who play it.
//!
//! A [`Player`] is shown a [`Position`] and chooses a cell; [`play_out`] plays a whole game by it. Some players can also
//! show the [`Tree`] that they searched. A [`Transcript`] is a game as text, and [`reveals`] lists the cells that a game
//! uncovered, one by one.

mod play;
mod player;
mod position;
mod reveals;
mod transcript;
mod tree;

use std::fmt;
use std::sync::Arc;

use crate::board::{Cell, Grid, Layout, Shown, View};
use crate::num::Seed;

pub use play::play_out;
pub use player::{Candidate, Choice, Counting, Player, Reason, Searching, WinChance};
pub use position::Position;
pub use reveals::reveals;
pub use transcript::{Transcript, TranscriptError};
pub use tree::{Branch, Tree};

/// Whether a game is on, won or lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Status {
    /// Some cell without a mine is still covered, and no mine was hit.
    On,
    /// Every cell without a mine is revealed.
    Won,
    /// A mine was hit.
    Lost,
}

/// A single move of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Move {
    /// Reveals a covered cell.
    Reveal(Cell),
    /// Puts a flag on a covered cell, or takes it away.
    Flag(Cell),
    /// Reveals all neighbours of a number that has its flags.
    Chord(Cell),
}

impl Move {
    /// The move that a letter stands for, at a cell: `r`eveal, `f`lag or `c`hord. `None` for any other letter.
    ///
    /// # Examples
    /// ```
    /// use minewise::Move;
    /// assert_eq!(Move::of_letter("f", 7), Some(Move::Flag(7)));
    /// assert_eq!(Move::Flag(7).letter(), "f");
    /// assert_eq!(Move::of_letter("F", 7), None);
    /// ```
    pub fn of_letter(letter: &str, cell: Cell) -> Option<Move> {
        [Move::Reveal(cell), Move::Flag(cell), Move::Chord(cell)]
            .into_iter()
            .find(|made| made.letter() == letter)
    }

    /// The letter that stands for what it does, in transcripts and wherever moves are kept.
    pub fn letter(self) -> &'static str {
        match self {
            Move::Reveal(_) => "r",
            Move::Flag(_) => "f",
            Move::Chord(_) => "c",
        }
    }

    /// The cell that it is about.
    pub fn cell(self) -> Cell {
        let (Move::Reveal(cell) | Move::Flag(cell) | Move::Chord(cell)) = self;
        cell
    }
}

/// A layout being played.
///
/// The layout is fixed by the first reveal (see [`Layout::generate`]), or beforehand.
///
/// # Examples
/// ```
/// use minewise::{Game, Grid, Layout, Status};
/// let layout: Layout = "4x1/1 ...*".parse()?;
/// let mut game = Game::with_layout(&layout);
/// game.reveal(0).expect("a covered cell");
/// assert_eq!(format!("{:#}", game.view()), "4x1/1 001.");
/// assert_eq!(game.status(), Status::Won);
/// # Ok::<(), minewise::board::LayoutError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    layout: Option<Layout>,
    seed: Seed,
    status: Status,
    /// The number of cells without a mine that are still covered.
    n_left: usize,
    moves: Vec<Move>,
    /// Cells whose neighbours are still to be revealed; empty between moves, kept for its memory.
    cascade: Vec<u32>,
}

impl Game {
    /// Creates a game whose layout comes from `seed` and the first cell.
    pub fn new(grid: &Arc<Grid>, seed: Seed) -> Game {
        Game::begin(grid, seed, None)
    }

    /// Creates a game of a given layout, whether or not the start of the rules would allow it.
    pub fn with_layout(layout: &Layout) -> Game {
        Game::begin(layout.grid(), Seed::default(), Some(layout.clone()))
    }

    fn begin(grid: &Arc<Grid>, seed: Seed, layout: Option<Layout>) -> Game {
        Game {
            position: Position::new(View::new(grid)),
            layout,
            seed,
            status: Status::On,
            n_left: grid.n_cells() - grid.rules().n_mines(),
            moves: Vec::new(),
            cascade: Vec::new(),
        }
    }

    /// Starts the game of another seed on the same grid, reusing memory and cached counts.
    pub fn restart(&mut self, seed: Seed) {
        self.n_left = self.view().grid().n_cells() - self.view().grid().rules().n_mines();
        self.position.cover_all();
        (self.layout, self.seed, self.status) = (None, seed, Status::On);
        self.moves.clear();
    }

    /// What the player is shown.
    pub fn view(&self) -> &View {
        self.position.view()
    }

    /// What the player is shown, with its census.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whether the game is on, won or lost.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Whether the game is won or lost.
    pub fn is_over(&self) -> bool {
        self.status != Status::On
    }

    /// The number of cells without a mine that are still covered.
    pub fn n_left(&self) -> usize {
        self.n_left
    }

    /// Where the mines are, once the game is over.
    pub fn layout(&self) -> Option<&Layout> {
        self.layout.as_ref().filter(|_| self.is_over())
    }

    /// The moves made so far, those without effect left out.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Makes a move.
    ///
    /// # Errors
    /// When the rules do not allow it; the game is as it was.
    pub fn make(&mut self, made: Move) -> Result<Status, MoveError> {
        match made {
            Move::Reveal(cell) => self.reveal(cell),
            Move::Flag(cell) => self.flag(cell),
            Move::Chord(cell) => self.chord(cell),
        }
    }

    /// Reveals a covered cell without a flag. A revealed 0 reveals its neighbours, flagged ones excepted.
    ///
    /// # Errors
    /// When the game is over, the cell is revealed, flagged or beyond the grid, or the game cannot begin there.
    pub fn reveal(&mut self, cell: Cell) -> Result<Status, MoveError> {
        self.check_on(cell)?;
        match self.view().shown(cell) {
            Shown::Flag => return Err(MoveError::Flagged),
            Shown::Covered => {}
            Shown::Number(_) | Shown::Mine => return Err(MoveError::Revealed),
        }
        if self.layout.is_none() {
            let grid = self.view().grid();
            if !grid.can_start_at(cell) {
                return Err(MoveError::NoRoomForZero);
            }
            self.layout = Some(Layout::generate(grid, self.seed, cell));
        }
        self.moves.push(Move::Reveal(cell));
        self.uncover(cell);
        Ok(self.status)
    }

    /// Puts a flag on a covered cell, or takes it away.
    ///
    /// # Errors
    /// When the game is over, or the cell is revealed or beyond the grid.
    pub fn flag(&mut self, cell: Cell) -> Result<Status, MoveError> {
        self.check_on(cell)?;
        let shown = match self.view().shown(cell) {
            Shown::Covered => Shown::Flag,
            Shown::Flag => Shown::Covered,
            Shown::Number(_) | Shown::Mine => return Err(MoveError::Revealed),
        };
        self.position.flag(cell, shown);
        self.moves.push(Move::Flag(cell));
        Ok(self.status)
    }

    /// Reveals all neighbours without a flag of a number that has exactly as many flags around it.
    ///
    /// # Errors
    /// When the game is over, the cell shows no number, or its flags are more or fewer than it says.
    pub fn chord(&mut self, cell: Cell) -> Result<Status, MoveError> {
        self.check_on(cell)?;
        let Shown::Number(number) = self.view().shown(cell) else {
            return Err(MoveError::NotANumber);
        };
        let grid = Arc::clone(self.view().grid());
        let n_flags = grid.neighbours(cell).filter(|&near| self.view().shown(near) == Shown::Flag).count();
        if n_flags != usize::from(number) {
            return Err(MoveError::WrongFlags { number, n_flags });
        }
        self.moves.push(Move::Chord(cell));
        for near in grid.neighbours(cell) {
            if self.view().shown(near) == Shown::Covered {
                self.uncover(near);
            }
        }
        Ok(self.status)
    }

    fn check_on(&self, cell: Cell) -> Result<(), MoveError> {
        if self.is_over() {
            return Err(MoveError::Over);
        }
        if cell >= self.view().grid().n_cells() {
            return Err(MoveError::NoSuchCell);
        }
        Ok(())
    }

    /// Shows a covered cell and, if it is a 0, all that follows from it.
    fn uncover(&mut self, cell: Cell) {
        let layout = self.layout.as_ref().expect("a game has its layout from the first reveal on");
        if layout.is_mine(cell) {
            self.position.reveal(cell, Shown::Mine);
            self.status = Status::Lost;
            return;
        }
        let grid = layout.grid();
        self.position.reveal(cell, Shown::Number(layout.number(cell)));
        self.n_left -= 1;
        self.cascade.push(cell as u32);
        while let Some(cell) = self.cascade.pop() {
            if self.position.view().shown(cell as Cell) != Shown::Number(0) {
                continue;
            }
            for near in grid.neighbours(cell as Cell) {
                if self.position.view().shown(near) == Shown::Covered {
                    self.position.reveal(near, Shown::Number(layout.number(near)));
                    self.n_left -= 1;
                    self.cascade.push(near as u32);
                }
            }
        }
        if self.n_left == 0 && self.status == Status::On {
            self.status = Status::Won;
        }
    }
}

/// Why a move is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveError {
    /// The game is won or lost.
    Over,
    /// The cell is beyond the grid.
    NoSuchCell,
    /// The cell is revealed already.
    Revealed,
    /// The cell has a flag; take it away first.
    Flagged,
    /// Start `zero` leaves no room for the mines when the game begins here; begin elsewhere.
    NoRoomForZero,
    /// Only a number can be chorded.
    NotANumber,
    /// A chord needs as many flags as the number says.
    WrongFlags {
        /// What the cell shows.
        number: u8,
        /// The flags around it.
        n_flags: usize,
    },
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Over => f.write_str("the game is over"),
            MoveError::NoSuchCell => f.write_str("there is no such cell"),
            MoveError::Revealed => f.write_str("the cell is revealed already"),
            MoveError::Flagged => f.write_str("the cell has a flag"),
            MoveError::NoRoomForZero => {
                f.write_str("the start `zero` leaves no room for all mines when the game begins here")
            }
            MoveError::NotANumber => f.write_str("only a number can be chorded"),
            MoveError::WrongFlags { number, n_flags } => {
                let flags = if *number == 1 { "flag" } else { "flags" };
                write!(f, "a chord on {number} needs {number} {flags} around it, but there are {n_flags}")
            }
        }
    }
}

impl std::error::Error for MoveError {}
