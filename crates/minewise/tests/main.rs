//! Tests of the public interface, with a module for each subject. They are one binary, so that the crate is linked
//! once.

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
