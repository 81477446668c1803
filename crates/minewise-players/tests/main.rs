//! The players from outside, a module for each subject: one binary, so that they are linked once.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod certain;
mod samples;
mod search_bench;
