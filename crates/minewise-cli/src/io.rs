//! Code that the commands share: reading input, reporting problems, and writing answers.

pub(crate) mod cell_name;
pub(crate) mod draw;
pub(crate) mod input;
pub(crate) mod options;
pub(crate) mod outcomes;
pub(crate) mod progress;
pub(crate) mod refusal;
pub(crate) mod thinking;
pub(crate) mod words;

use std::io::{self, Write};

use anyhow::Result;

/// Prints a JSON document on one line.
pub(crate) fn print_json(out: &mut impl Write, document: &impl serde::Serialize) -> Result<()> {
    serde_json::to_writer(&mut *out, document).map_err(io::Error::from)?;
    Ok(writeln!(out)?)
}
