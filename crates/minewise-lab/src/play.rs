//! Games: who plays what in a plan, how the games end, and how long they take.

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
pub(crate) mod timing;
pub(crate) mod wins;
