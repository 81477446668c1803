//! What is asked about a position or a game, answered once for every door: the command line, the web page, Python.
//!
//! The [`Zoo`](zoo::Zoo) has every player by its name. An [`Analysis`] takes a view apart, a [`CellReport`] a cell of it;
//! a [`Judge`] says what a view is worth, its [`Outlook`], and how good a choice was, a [`Review`] how good each choice of a
//! game; a [`Sentence`] is what there is to say of a choice, as data and in English; [`Luck`] is what the numbers of a game were worth beyond what was to be expected; [`watch()`]
//! plays a game step by step. All are pure functions, and their answers are plain serde types: the messages of every door.

mod analysis;
mod cell_report;
mod judge;
mod luck;
mod messages;
mod review;
mod watch;
mod words;
pub mod zoo;

pub use analysis::{Analysis, Choice, Considered, MOST_CELLS_COUNTED, has_a_cell_to_reveal};
pub use cell_report::{CellReport, CellVerdict};
pub use judge::{Judge, Judged, Judgement, Label, Outlook, Worth, move_risk};
pub use luck::{Adjust, Luck, LuckOfReveals};
pub use messages::{Clash, Fault, Kind, Pair, Problem, Standing, WinIs, changes, pair, pairs};
pub use review::{Moment, Review, TimedMove};
pub use watch::{Step, WatchEnd, WatchStatus, watch};
pub use words::{Sentence, Why, excerpt, grouped, percent};
pub use zoo::PlayerSpec;
