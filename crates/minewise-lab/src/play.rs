//! Plays games: which player plays which rules in a plan, how each game ends, and how long it takes.

pub(crate) mod arena;
#[cfg(feature = "host")]
pub(crate) mod bench;
pub(crate) mod chunk;
pub(crate) mod manifest;
pub(crate) mod plan;
pub(crate) mod record;
pub(crate) mod tally;
#[cfg(feature = "host")]
pub(crate) mod threads;
pub(crate) mod times;
pub(crate) mod timing;
pub(crate) mod wins;
