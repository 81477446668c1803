//! Code that the commands share: reading input, reporting problems, and writing answers.

pub(crate) mod cell_name;
pub(crate) mod draw;
pub(crate) mod input;
pub(crate) mod number;
pub(crate) mod options;
pub(crate) mod outcomes;
pub(crate) mod output;
pub(crate) mod progress;
pub(crate) mod refusal;
pub(crate) mod review_text;
pub(crate) mod table;
pub(crate) mod thinking;
pub(crate) mod words;

use std::io::{self, Write};

use anyhow::Result;
use minewise::Rules;
use minewise_coach::PlayerSpec;

/// Says on standard error that a player was not taught some rules, if that is so.
pub(crate) fn warn_if_not_taught(player: &PlayerSpec, rules: &Rules) {
    if let Some(warning) = player.not_taught(rules) {
        output::warn(&warning);
    }
}

/// Prints a JSON document on one line.
pub(crate) fn print_json(out: &mut impl Write, document: &impl serde::Serialize) -> Result<()> {
    serde_json::to_writer(&mut *out, document).map_err(io::Error::from)?;
    Ok(writeln!(out)?)
}
