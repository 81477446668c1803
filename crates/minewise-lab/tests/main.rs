//! The lab from outside, a module for each subject: one binary, so that it is linked once.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod committed;
mod luck;
mod papers;
mod playthroughs;
mod runs;
mod scores;
