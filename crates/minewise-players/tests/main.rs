//! Tests of the public API of the players, a module for each subject. They are one binary, so the crate is linked once.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod certain;
mod samples;
mod search_bench;
