//! `.mbf` and `.abf`: layouts as bytes.
//!
//! One byte for the width, one for the height, two for the number of mines (the high one first), then two for each
//! mine: its column and its row, from 0. Mines are written in ascending order, row by row.

use super::FormatError;
use crate::board::rules::mines_in_words;
use crate::board::{Grid, Layout, Rules, Start, Topology};

/// Whether the header is valid and the length agrees with it.
pub(super) fn is_likely(bytes: &[u8]) -> bool {
    read_header(bytes).is_ok()
}

/// Reads the rules from the header, after checking that the length agrees with it.
fn read_header(bytes: &[u8]) -> Result<Rules, FormatError> {
    let [width, height, high, low, ..] = *bytes else {
        let n_bytes = bytes.len();
        return Err(FormatError::Refused(format!(
            "expected a header of 4 bytes, but the file ends at byte {n_bytes}"
        )));
    };
    let n_mines = usize::from(u16::from_be_bytes([high, low]));
    let (expected, n_bytes) = (4 + 2 * n_mines, bytes.len());
    if n_bytes != expected {
        let mines = mines_in_words(n_mines);
        return Err(FormatError::Refused(format!(
            "expected {expected} bytes, as bytes 2 and 3 say {mines}, but found {n_bytes}"
        )));
    }
    Ok(Rules::new(width.into(), height.into(), n_mines, Start::default(), Topology::default())?)
}

/// Reads a layout. Every mine is checked before the grid is created, which has at most 255 times 255 cells.
pub(super) fn read(bytes: &[u8]) -> Result<Layout, FormatError> {
    let rules = read_header(bytes)?;
    let mut mines = Vec::with_capacity(rules.n_mines());
    for (idx, pair) in bytes[4..].chunks_exact(2).enumerate() {
        let (col, row) = (pair[0], pair[1]);
        if usize::from(col) >= rules.width() || usize::from(row) >= rules.height() {
            let at = 4 + 2 * idx;
            return Err(FormatError::Refused(format!(
                "byte {at}: the mine at {row},{col} lies beyond the grid"
            )));
        }
        mines.push((row, col, idx));
    }
    mines.sort_unstable();
    let again = mines.windows(2).filter(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1));
    if let Some(&(row, col, idx)) = again.map(|pair| &pair[1]).min_by_key(|&&(_, _, idx)| idx) {
        let at = 4 + 2 * idx;
        return Err(FormatError::Refused(format!("byte {at}: the mine at {row},{col} was there before")));
    }
    let cells = mines.iter().map(|&(row, col, _)| usize::from(row) * rules.width() + usize::from(col));
    Ok(Layout::from_mines(&Grid::new(rules), cells)?)
}

/// Writes a layout of a square grid.
pub(super) fn write(layout: &Layout) -> Result<Vec<u8>, FormatError> {
    let rules = *layout.grid().rules();
    let bounds = "sides up to 255 and at most 65535 mines";
    let too_large = |_| FormatError::Refused(format!("the format `mbf` holds {bounds}, but this is {rules}"));
    let width = u8::try_from(rules.width()).map_err(too_large)?;
    let height = u8::try_from(rules.height()).map_err(too_large)?;
    let n_mines = u16::try_from(rules.n_mines()).map_err(too_large)?;
    let mut bytes = vec![width, height];
    bytes.extend(n_mines.to_be_bytes());
    for (row, col) in layout.mines().map(|cell| layout.grid().row_col(cell)) {
        // Both are less than the sides, which fit a byte.
        bytes.extend([col as u8, row as u8]);
    }
    Ok(bytes)
}
