//! The server from outside its crate, a module for each subject: one binary, so that it is linked once.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod openapi;
