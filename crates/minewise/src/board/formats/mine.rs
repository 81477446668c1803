//! `.mine`: views as text.
//!
//! A header `WxHxM`, then one row per line: `0`–`8` revealed, `H` covered, `F` flag, `?` a mine shown after a loss (`M`
//! is read too). Reading accepts the same variations as our own notation.

use std::fmt::Write;

use super::FormatError;
use crate::board::rules::{count, excerpt};
use crate::board::{Shown, View};

/// Whether a word has the form `WxHxM`.
pub(super) fn is_header(word: &str) -> bool {
    let mut parts = word.splitn(4, 'x');
    parts.by_ref().take(3).filter(|part| count(part).is_some()).count() == 3 && parts.next().is_none()
}

/// Reads a view.
pub(super) fn read(text: &str) -> Result<View, FormatError> {
    let header = text.split_whitespace().next().unwrap_or_default();
    if !is_header(header) {
        let sentence = format!("line 1: expected a header like `9x9x10`, found `{}`", excerpt(header));
        return Err(FormatError::Refused(sentence));
    }
    Ok(text.parse()?)
}

/// Writes a view of a square grid.
pub(super) fn write(view: &View) -> String {
    let rules = view.grid().rules();
    let mut text = String::new();
    writeln!(text, "{}x{}x{}", rules.width(), rules.height(), rules.n_mines())
        .expect("writing to a string cannot fail");
    for row in 0..rules.height() {
        let cells = row * rules.width()..(row + 1) * rules.width();
        text.extend(cells.map(|cell| match view.shown(cell) {
            Shown::Covered => 'H',
            Shown::Flag => 'F',
            Shown::Number(number) => char::from(b'0' + number),
            Shown::Mine => '?',
        }));
        text.push('\n');
    }
    text
}
