//! Analyses of positions and games, shared by all interfaces: the command line, the web app, and Python.
//!
//! - The [`Zoo`](zoo::Zoo) has every player by its name.
//! - An [`Analysis`] describes a view, and a [`CellReport`] one cell of it.
//! - A [`Judge`] computes the chance to win in a view, its [`Outlook`], and rates choices.
//! - A [`Review`] rates each choice of a game.
//! - A [`Sentence`] describes a choice, as data and in English.
//! - [`Luck`] measures how much the numbers of a game helped, compared with their expectation.
//! - [`watch()`] plays a game step by step.
//!
//! All are pure functions, and their results are plain serde types, which all interfaces use as messages.

mod analysis;
mod cell_report;
mod judge;
mod luck;
mod messages;
mod review;
mod watch;
mod words;
pub mod zoo;

pub use analysis::{Analysis, Choice, ConsideredCell, MOST_CELLS_COUNTED, has_a_cell_to_reveal};
pub use cell_report::{CellReport, CellVerdict};
pub use judge::{CellOutlook, ChoiceRating, Judge, Judgement, Label, Outlook, move_risk};
pub use luck::{Adjust, Luck, RevealLuck};
pub use messages::{CellFigures, FigureKind, PlayerNotes, SurvivalChance, ViewFigure};
pub use messages::{
    Clash, Fault, GameStatus, MoveKind, Pair, Problem, WinIs, changes, pair, pairs, read_rules,
};
pub use review::{Moment, Review, TimedMove};
pub use watch::{Step, WatchEnd, WatchStatus, watch};
pub use words::{GuessReason, Sentence, excerpt, grouped, percent};
pub use zoo::PlayerSpec;
