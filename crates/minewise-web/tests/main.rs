//! Tests of the server from outside its crate, one module per subject. They are one binary, so that it is linked only
//! once.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod openapi;
