//! Links of the ZiNi calculators (PTTACGfans, LlamaSweeper): layouts as the two parts of a query, `b=…&m=…`.
//!
//! `b` is the size: `1` is 9x9, `2` is 16x16, `3` is 30x16; any other size is the width followed by the height, with
//! the same number of digits. `m` has a letter (`0`–`9`, then `a`–`v`) for every five cells, row by row, with the first
//! cell as the most significant bit. The last letter is padded with zeros. Other parts of a link are ignored, and `m`
//! may have capital letters.

use super::FormatError;
use crate::board::rules::{count, excerpt};
use crate::board::{Grid, Layout, Rules, RulesError, Start, Topology};

/// The sizes that have a name.
const NAMED: [(&str, (usize, usize)); 3] = [("1", (9, 9)), ("2", (16, 16)), ("3", (30, 16))];
const DIGITS: &[u8; 32] = b"0123456789abcdefghijklmnopqrstuv";
/// The number of cells that a letter encodes.
const PER_LETTER: usize = 5;

/// Whether a text is a single word that has both parts of the query.
pub(super) fn is_likely(text: &str) -> bool {
    !text.contains(char::is_whitespace) && part(text, 'b').is_some() && part(text, 'm').is_some()
}

/// The value of `name=` in a link or a query.
fn part(text: &str, name: char) -> Option<&str> {
    let parts = text.split(['?', '&', '#']);
    parts
        .filter_map(|part| part.split_once('='))
        .find(|(key, _)| key.chars().eq([name]))
        .map(|(_, value)| value)
}

/// Reads a layout. The number of letters is checked before they are decoded.
pub(super) fn read(text: &str) -> Result<Layout, FormatError> {
    let text = text.trim();
    let required = |name: char| {
        part(text, name).ok_or_else(|| {
            FormatError::Refused(format!("expected a link with `b=…&m=…`, but it has no `{name}=`"))
        })
    };
    let (size, letters) = (required('b')?, required('m')?);
    let (width, height) = read_size(size).ok_or_else(|| {
        let example = "`1`, `2`, `3`, or width and height with as many digits each";
        FormatError::Refused(format!("expected {example} behind `b=`, found `{}`", excerpt(size)))
    })?;
    // The number of mines is not known yet, but the size can be checked with 0 mines.
    let n_cells = match Rules::new(width, height, 0, Start::default(), Topology::default()) {
        Ok(rules) => rules.n_cells(),
        Err(error) => return Err(error.into()),
    };
    let (expected, found) = (n_cells.div_ceil(PER_LETTER), letters.chars().count());
    if expected != found {
        return Err(FormatError::Refused(format!("expected {expected} letters behind `m=`, found {found}")));
    }
    let mines = read_mines(letters)?;
    if mines.last().is_some_and(|&last| last >= n_cells) {
        return Err(FormatError::Refused(
            "the last letter behind `m=` has a mine beyond the last cell".to_owned(),
        ));
    }
    if mines.len() == n_cells {
        return Err(RulesError::TooManyMines { n_mines: n_cells, n_cells }.into());
    }
    let rules = Rules::new(width, height, mines.len(), Start::default(), Topology::default())?;
    Ok(Layout::from_mines(&Grid::new(rules), mines)?)
}

fn read_size(text: &str) -> Option<(usize, usize)> {
    if let Some((_, size)) = NAMED.iter().find(|(name, _)| *name == text) {
        return Some(*size);
    }
    let (width, height) = text.split_at_checked(text.len() / 2).filter(|_| text.len().is_multiple_of(2))?;
    Some((count(width)?, count(height)?))
}

/// Decodes the positions of the mines, in ascending order.
fn read_mines(letters: &str) -> Result<Vec<usize>, FormatError> {
    let mut mines = Vec::new();
    for (at, letter) in letters.chars().enumerate() {
        let digit = letter.to_digit(32).ok_or_else(|| {
            let found = excerpt(letter.encode_utf8(&mut [0; 4]));
            FormatError::Refused(format!(
                "letter {at} behind `m=`: expected one of 0-9 and a-v, found `{found}`"
            ))
        })?;
        let is_mine = |place: &usize| digit >> (PER_LETTER - 1 - place) & 1 == 1;
        mines.extend((0..PER_LETTER).filter(is_mine).map(|place| PER_LETTER * at + place));
    }
    Ok(mines)
}

/// Writes a layout of a square grid as a query on one line.
pub(super) fn write(layout: &Layout) -> String {
    let (width, height) = (layout.grid().rules().width(), layout.grid().rules().height());
    let n_digits = width.max(height).to_string().len();
    let size = match NAMED.iter().find(|(_, size)| *size == (width, height)) {
        Some((name, _)) => (*name).to_owned(),
        None => format!("{width:0n_digits$}{height:0n_digits$}"),
    };
    let mut digits = vec![0; layout.grid().n_cells().div_ceil(PER_LETTER)];
    for cell in layout.mines() {
        digits[cell / PER_LETTER] |= 1 << (PER_LETTER - 1 - cell % PER_LETTER);
    }
    let letters: String = digits.into_iter().map(|digit: usize| char::from(DIGITS[digit])).collect();
    format!("b={size}&m={letters}\n")
}
