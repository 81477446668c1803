//! Reads and writes views and layouts: the part that both notations share.

use std::fmt;

use crate::board::rules::{count, excerpt};
use crate::board::{Cell, Grid, Rules, RulesError, Start, Topology};

/// The set of letters that a text uses for cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Letters {
    /// The letters of our notation.
    Ours,
    /// The letters of `.mine` files, selected by a header `WxHxM`.
    Mine,
}

/// Writes the rules and then the cells, one row per line, or all on one line in the alternate form.
pub(crate) fn write(f: &mut fmt::Formatter<'_>, grid: &Grid, letter: impl Fn(Cell) -> char) -> fmt::Result {
    let (before_row, after_last) = if f.alternate() { ('/', "") } else { ('\n', "\n") };
    write!(f, "{}", grid.rules())?;
    for row in 0..grid.rules().height() {
        let separator = if f.alternate() && row == 0 { ' ' } else { before_row };
        let width = grid.rules().width();
        let cells: String = (row * width..(row + 1) * width).map(&letter).collect();
        write!(f, "{separator}{cells}")?;
    }
    f.write_str(after_last)
}

/// Reads rules and cells. Memory is allocated only for cells that the text has, whatever its header says.
pub(crate) fn read<T>(
    text: &str,
    mut cell: impl FnMut(Letters, char) -> Option<T>,
) -> Result<(Rules, Vec<T>), ReadError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(ReadError::Empty);
    }
    let header_end = text.find(char::is_whitespace).unwrap_or(text.len());
    let (header, rest) = text.split_at(header_end);
    let (rules, letters) = read_header(header)?;
    let on_one_line = rest.lines().next().is_some_and(|line| !line.trim().is_empty());
    let (width, height) = (rules.width(), rules.height());
    let mut cells = Vec::new();
    let mut n_rows = 0;
    let rows = rest.split(if on_one_line { '/' } else { '\n' });
    for row in rows.skip(usize::from(!on_one_line)) {
        if n_rows < height {
            read_row(row, (n_rows, width), &mut cells, |letter| cell(letters, letter))?;
        }
        n_rows += 1;
    }
    if n_rows != height {
        return Err(ReadError::WrongRows { expected: height, found: n_rows });
    }
    Ok((rules, cells))
}

fn read_header(header: &str) -> Result<(Rules, Letters), ReadError> {
    let sides: Vec<&str> = header.splitn(4, 'x').collect();
    if let [width, height, n_mines] = sides[..]
        && let (Some(width), Some(height), Some(n_mines)) = (count(width), count(height), count(n_mines))
    {
        let rules = Rules::new(width, height, n_mines, Start::default(), Topology::default())?;
        return Ok((rules, Letters::Mine));
    }
    match header.parse() {
        Ok(rules) => Ok((rules, Letters::Ours)),
        Err(RulesError::Malformed { text }) => Err(ReadError::NoHeader { text }),
        Err(error) => Err(error.into()),
    }
}

fn read_row<T>(
    text: &str,
    (row, width): (usize, usize),
    cells: &mut Vec<T>,
    mut cell: impl FnMut(char) -> Option<T>,
) -> Result<(), ReadError> {
    let mut col = 0;
    for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
        if col == width {
            return Err(ReadError::LongRow { row, expected: width });
        }
        let read = cell(letter);
        cells.push(read.ok_or_else(|| ReadError::NotACell {
            row,
            col,
            text: excerpt(letter.encode_utf8(&mut [0; 4])),
        })?);
        col += 1;
    }
    if col < width {
        return Err(ReadError::ShortRow { row, expected: width, found: col });
    }
    Ok(())
}

/// Splits a text into views: blocks separated by blank lines, or single lines that each hold a whole view. Each is
/// returned with the number of its first line, from 1.
///
/// # Examples
/// ```
/// let text = "2x1/1\n1.\n\n3x1/1 1../\n3x1/1 .1.\n";
/// let lines: Vec<usize> = minewise::board::blocks(text).map(|(line, _)| line).collect();
/// assert_eq!(lines, [1, 4, 5]);
/// ```
pub fn blocks(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = text;
    let mut line = 1;
    std::iter::from_fn(move || {
        loop {
            let end = rest.find('\n').map_or(rest.len(), |newline| newline + 1);
            let blank = rest[..end].trim().is_empty();
            if rest.is_empty() {
                return None;
            }
            if !blank {
                break;
            }
            rest = &rest[end..];
            line += 1;
        }
        let (block, after) = rest.split_at(block_length(rest));
        let first_line = line;
        line += block.matches('\n').count();
        rest = after;
        Some((first_line, block))
    })
}

/// The length in bytes of the view at the beginning of `text`: up to a blank line, or one line if that holds all of it.
fn block_length(text: &str) -> usize {
    let mut length = 0;
    for (idx, line) in text.split_inclusive('\n').enumerate() {
        if line.trim().is_empty() {
            break;
        }
        length += line.len();
        let on_one_line = line.split_whitespace().nth(1).is_some();
        if idx == 0 && on_one_line && !looks_like_a_row(line) {
            break;
        }
    }
    length
}

/// Whether a line could be a row of cells rather than a header followed by its rows.
fn looks_like_a_row(line: &str) -> bool {
    line.split_whitespace().next().is_some_and(|word| word.len() == 1)
}

/// Why a view or a layout cannot be read. Rows and columns count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadError {
    /// There is no text.
    Empty,
    /// The first word is not a header.
    NoHeader {
        /// The text found instead.
        text: String,
    },
    /// The header's rules cannot be played.
    Rules(RulesError),
    /// A row is too short.
    ShortRow {
        /// The row.
        row: usize,
        /// The number of cells according to the header.
        expected: usize,
        /// The number found.
        found: usize,
    },
    /// A row is too long.
    LongRow {
        /// The row.
        row: usize,
        /// The number of cells according to the header.
        expected: usize,
    },
    /// There are more or fewer rows than the header says.
    WrongRows {
        /// The number according to the header.
        expected: usize,
        /// The number found.
        found: usize,
    },
    /// A letter that has no meaning.
    NotACell {
        /// Its row.
        row: usize,
        /// Its column.
        col: usize,
        /// The text found instead.
        text: String,
    },
}

impl From<RulesError> for ReadError {
    fn from(error: RulesError) -> ReadError {
        ReadError::Rules(error)
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Empty => {
                f.write_str("expected a view: a header like `9x9/10`, then the rows, but found nothing")
            }
            ReadError::NoHeader { text } => write!(f, "expected a header like `9x9/10`, found `{text}`"),
            ReadError::Rules(error) => error.fmt(f),
            ReadError::ShortRow { row, expected, found } => {
                write!(f, "row {row} has {found} cells, expected {expected}")
            }
            ReadError::LongRow { row, expected } => write!(f, "row {row} has more than {expected} cells"),
            ReadError::WrongRows { expected, found } => write!(f, "expected {expected} rows, found {found}"),
            ReadError::NotACell { row, col, text } => {
                write!(
                    f,
                    "row {row}, column {col}: `{text}` is not a cell; cells are `.`, `0` to `8`, `F` and `*`"
                )
            }
        }
    }
}

/// The message already contains that of the underlying error, which programs can get by `source`.
impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ReadError::Rules(error) => Some(error),
            _ => None,
        }
    }
}
