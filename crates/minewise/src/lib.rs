//! Minesweeper's rules, views and games, and the exact census of what a view can hide.
//!
//! Rules, written as text, are laid out as a [`Grid`]; a seed makes a [`Layout`] of it; a [`Game`] plays it and shows
//! a [`View`]; the [`Census`] counts every layout that fits a view. Nothing here does I/O, reads a clock, starts a
//! thread or holds global state: all chance comes from a [`Seed`].
//!
//! In reading order, a folder each:
//!
//! - `board`: rules, grids, layouts and views, with their notation and the formats of other programs;
//! - `game`: a layout being played, and what a player is and is shown;
//! - `census`: exact counts of the layouts that fit a view, and the risks that follow;
//! - `perfect`: the exact value of small boards and endgames under perfect play;
//! - `insight`: why a cell is safe or a mine, and what a layout measures and asks for;
//! - `num`: whole numbers of any size, chance from a seed, hashes, and how sure a rate is.
//!
//! [`testing`] makes random views for tests.
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

mod board;
pub use board::{
    Cell, Document, Format, FormatError, Grid, Layout, LayoutError, MAX_CELLS, MAX_NEIGHBOURS, ReadError,
    Rules, RulesError, Shown, Start, Step, Topology, View, blocks, excerpt,
};

mod game;
pub use game::conformance;
pub use game::{
    Branch, Candidate, Choice, Counting, Game, Move, MoveError, Player, Position, Reason, Searching, Status,
    Transcript, TranscriptError, Tree, WinChance, reveals,
};

mod census;
pub use census::brute;
pub use census::{
    Census, CensusError, Clash, Counter, DEFAULT_WORK, Group, Outcomes, Prospector, Prospects, Sampler,
    Settled, Verdict,
};

mod perfect;
pub use perfect::{
    CellValue, Limits, Opening, OpeningSolver, Openings, Optimal, OptimalError, PerftError, perft,
};

mod insight;
pub use insight::{
    Difficulty, Explanation, MAX_PROVEN_CELLS, Measure, NoGuess, NoGuessError, generate_no_guess,
    needs_no_guess,
};

mod num;
pub use num::{Natural, Rng, Seed, Z_95, fnv1a, wilson};

pub mod testing;
