//! The core from outside, a module for each subject: one binary, so that it is linked once.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod census;
mod difficulty;
mod explain;
mod formats;
mod game;
mod golden;
mod laws;
mod measure;
mod no_guess;
