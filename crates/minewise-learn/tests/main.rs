//! The learners from outside, a module for each subject: one binary, so that they are linked once.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod rules;
mod trains;
