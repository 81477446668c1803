#![doc = include_str!("../README.md")]

pub mod board;
pub mod cancel;
pub mod census;
pub mod game;
pub mod insight;
pub mod num;
pub mod perfect;
#[cfg(feature = "serde")]
mod text;

#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub use board::{Cell, Grid, Layout, Rules, Shown, Start, Topology, View};
pub use census::{Census, Verdict};
pub use game::{Choice, Game, Move, Player, Position, Reason, Status, play_out};
pub use insight::Explanation;
pub use num::{Rng, Seed};
pub use perfect::Optimal;

/// Tests the Rust block of the repository's README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
