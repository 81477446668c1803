//! The app without a transport, a database or a clock.
//!
//! The caller, an HTTP server or a browser, receives a [`Message`] and calls [`App::step`]. It returns what is needed
//! to answer the message: rows to load, a [`Job`] to run, or rows to write and the [`Answer`] to send once they are
//! durable. The caller does this in its own way, and calls `step` again with the results. Time and entropy are passed
//! in.

mod answer;
mod app;
mod games;
mod job;
mod limits;
mod messages;
mod rows;
#[cfg(test)]
mod testing;

pub use answer::{Answer, Content};
pub use app::{App, Env, Finish, Next, PLAYED_ELSEWHERE, StepInputs, check_puzzle};
pub use games::{SharedAnalysis, replayed, summary_of};
pub use job::{Job, Reply, ViewRequest, work};
pub use limits::{
    MOST_BYTES, MOST_CASES, MOST_CELLS, MOST_COUNT, MOST_EXPERIMENT_GAMES, MOST_LISTED, read_player,
    read_rules, read_seed,
};
pub use messages::{
    About, AnalyzeRequest, CaseResult, CellRequest, Damaged, Fork, Game, GameAt, GameEnd, GameReview, Games,
    Import, Limits, Message, MoveRequest, MoveResult, NewGame, Player, PlayerOption, Players, Puzzle,
    PuzzleAnswer, Puzzles, Reading, ReadingKind, ReviewProgress, ViewAt, WatchBegin, WatchRequest,
};
pub use minewise_coach::{Clash, Fault, Problem};
pub use rows::{GameRow, ListedGame, Query, Rows, StoredGame, StoredMove, Write};
