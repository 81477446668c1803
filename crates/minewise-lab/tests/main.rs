//! Integration tests of the lab, one module per subject. A single binary, so that the crate is linked only once.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod committed;
mod luck;
mod papers;
mod playthroughs;
mod published;
mod runs;
mod scores;
