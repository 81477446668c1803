//! A layout that needs no guess.

use minewise::{Grid, NoGuessError, Rules, Seed, generate_no_guess};
use serde_json::Value;

use super::{Failure, answer};

/// So many layouts are tried.
const MOST_TRIES: u64 = 1_000_000;

pub(super) fn find(rules: &str, seed: u64, first: usize) -> Result<Value, Failure> {
    let rules: Rules = rules.parse().map_err(Failure::said)?;
    match generate_no_guess(&Grid::new(rules), Seed(seed), first, MOST_TRIES) {
        Ok(found) => answer(format!("{:#}", found.layout)),
        Err(error @ NoGuessError::NotFound { .. }) => {
            Err(Failure::Said(format!("{error}; try fewer mines, or begin elsewhere")))
        }
        Err(error) => Err(Failure::said(error)),
    }
}
