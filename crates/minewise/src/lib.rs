//! Minesweeper's rules, views and games, and the exact census of what a view can hide.
//!
//! Rules, written as text, are laid out as a [`Grid`]; a seed makes a [`Layout`] of it; a [`Game`] plays it and shows
//! a [`View`]; the [`Census`] counts every layout that fits a view. Nothing here does I/O, reads a clock, starts a
//! thread or holds global state: all chance comes from a [`Seed`].
//!
//! # Examples
//! ```
//! use minewise::{Game, Grid, Seed};
//! let grid = Grid::new("9x9/10".parse()?);
//! let mut game = Game::new(&grid, Seed(1));
//! game.reveal(0)?;
//! let census = game.position().census()?;
//! println!("{}{} layouts fit, {} cells are safe", game.view(), census.layouts(), census.safe().count());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod atlas;
mod cells;
mod census;
pub mod conformance;
mod difficulty;
mod explain;
mod formats;
mod game;
mod grid;
mod layout;
mod measure;
mod natural;
mod no_guess;
mod notation;
mod optimal;
mod perft;
mod player;
mod position;
mod reveals;
mod rng;
mod rules;
mod symmetry;
pub mod testing;
mod topology;
mod transcript;
mod tree;
mod view;

pub use census::brute;
pub use census::{
    Census, CensusError, Clash, Counter, DEFAULT_WORK, Group, Outcomes, Prospector, Prospects, Sampler,
    Verdict,
};
pub use difficulty::Difficulty;
pub use explain::Explanation;
pub use formats::{Document, Format, FormatError};
pub use game::{Game, Move, MoveError, Status};
pub use grid::{Cell, Grid};
pub use layout::{Layout, LayoutError};
pub use measure::Measure;
pub use natural::Natural;
pub use no_guess::{MAX_PROVEN_CELLS, NoGuess, NoGuessError, generate_no_guess, needs_no_guess};
pub use notation::{ReadError, blocks};
pub use optimal::{CellValue, Limits, Opening, OpeningSolver, Openings, Optimal, OptimalError};
pub use perft::{PerftError, perft};
pub use player::{Candidate, Choice, Player, Reason, WinChance};
pub use position::Position;
pub use reveals::reveals;
pub use rng::{Rng, Seed};
pub use rules::{MAX_CELLS, Rules, RulesError, Start};
pub use topology::{MAX_NEIGHBOURS, Step, Topology};
pub use transcript::{Transcript, TranscriptError};
pub use tree::{Branch, Tree};
pub use view::{Shown, View};
