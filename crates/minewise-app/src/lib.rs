//! The app without a transport, a store or a clock.
//!
//! A [`Message`] comes in. [`App::step`] says what it takes to answer it: rows to load, a [`Job`] to work off, or rows to
//! write and the [`Answer`] to give once they are durable. Whoever runs the app, an HTTP server or a browser, does these
//! things in its own way and asks again with what it gathered. Time and entropy are passed in.

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
pub use app::{App, Env, Finish, Gathered, Next};
pub use games::Counted;
pub use job::{AskedView, Job, Reply, work};
pub use limits::{
    MOST_BYTES, MOST_CASES, MOST_CELLS, MOST_COUNT, MOST_EXPERIMENT_GAMES, MOST_LISTED, read_player,
    read_rules, read_seed,
};
pub use messages::{
    About, AnalyzeAsked, Begin, CaseResult, CellAsked, End, Fork, Game, GameAt, GameReview, Games, Import,
    Limits, Message, MoveAsked, Moved, NewGame, Player, PlayerOption, Players, Puzzle, PuzzleAnswer, Puzzles,
    Reading, ReadingKind, ReviewProgress, ViewAt, WatchAsked,
};
pub use minewise_coach::{Clash, Fault, Problem};
pub use rows::{GameRow, Query, Rows, StoredGame, Write};
