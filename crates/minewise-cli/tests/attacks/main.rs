//! Attacks on the program, each named after what it guards: most of them broke something once.
//!
//! They have a binary of their own and so do not run beside the other tests, because some of them measure how long others have to
//! wait. Set `MINEWISE_ATTACKED` to the path of another build to attack that one, such as one from before a mend.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[allow(dead_code, reason = "the other tests use all of it")]
#[path = "../common/mod.rs"]
mod common;

mod damaged_data;
mod foreign_pages;
mod kept_data;
#[cfg(unix)]
mod long_work;
#[cfg(target_os = "linux")]
mod memory;
#[cfg(target_os = "linux")]
mod mutated_command_lines;
mod mutated_requests;
mod no_guess;
mod other_addresses;
#[cfg(unix)]
mod slow_clients;
#[cfg(unix)]
mod torture;
#[cfg(target_os = "linux")]
mod waiting_work;
