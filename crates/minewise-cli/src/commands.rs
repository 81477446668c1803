//! The commands, one file each: its arguments, what it does, and what it prints.

pub(crate) mod analyze;
pub(crate) mod bench;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod data;
pub(crate) mod explain;
pub(crate) mod generate;
pub(crate) mod lab;
pub(crate) mod learn;
pub(crate) mod man;
pub(crate) mod optimal;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod players;
pub(crate) mod review;
pub(crate) mod serve;
pub(crate) mod tree;
