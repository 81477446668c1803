//! Tests of the program from outside, one module per subject. They are one binary, so that it is linked only once.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod bad_input;
mod common;
mod compare;
#[cfg(unix)]
mod documents;
mod doors;
#[cfg(unix)]
mod install;
mod json;
mod lab;
mod layouts;
mod learn;
mod learners;
mod licences;
mod lines;
mod mio;
mod parts;
mod people;
mod prose;
mod referee;
mod report;
mod serve;
mod studies;
mod survey;
#[cfg(unix)]
mod terminal;
mod tidy;
mod tree;
