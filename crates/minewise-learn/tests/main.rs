//! Tests of the learners' public interface, one module per subject, in one binary so that the crate is linked only
//! once.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod rules;
mod trains;
