//! What can go wrong with a document, each as a sentence.

use std::fmt;

use super::Format;
use crate::board::rules::mines_in_words;
use crate::board::{LayoutError, ReadError, Rules, RulesError, Topology};

/// Why a document cannot be read or written. Bytes and letters count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormatError {
    /// No format has this name; use one of [`Format::ALL`].
    UnknownFormat {
        /// What stood there.
        text: String,
    },
    /// Not text in UTF-8.
    NotText {
        /// The first byte that is wrong.
        at: usize,
    },
    /// The text is no layout.
    Layout(LayoutError),
    /// The text is no view.
    View(ReadError),
    /// The rules cannot be played.
    Rules(RulesError),
    /// A `.mine` file begins with something else than `WxHxM`.
    NoMineHeader {
        /// What stood there.
        text: String,
    },
    /// A `.mbf` file ends within its header.
    ShortMbf {
        /// How many bytes there are.
        n_bytes: usize,
    },
    /// A `.mbf` file has another length than its number of mines asks for.
    WrongMbfLength {
        /// What the header says.
        n_mines: usize,
        /// How many bytes there are.
        n_bytes: usize,
    },
    /// A mine of a `.mbf` file lies beyond the grid.
    MineOutside {
        /// The byte at which the mine stands.
        at: usize,
        /// Its row.
        row: u8,
        /// Its column.
        col: u8,
    },
    /// A mine of a `.mbf` file was there before.
    MineTwice {
        /// The byte at which it stands again.
        at: usize,
        /// Its row.
        row: u8,
        /// Its column.
        col: u8,
    },
    /// A link lacks a part.
    NoPart {
        /// Which: `b` or `m`.
        part: char,
    },
    /// A link's `b` is no size.
    NotASize {
        /// What stood there.
        text: String,
    },
    /// A link's `m` has not as many letters as the size asks for.
    WrongLetters {
        /// How many it asks for.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A letter of a link's `m` stands for nothing.
    NotADigit {
        /// Where in `m` it stands.
        at: usize,
        /// What stood there.
        text: String,
    },
    /// The last letter of a link's `m` has a mine beyond the last cell.
    MineBehindTheLast,
    /// The format is for layouts only.
    HoldsNoView {
        /// Which format.
        format: Format,
    },
    /// The format is for views only.
    HoldsNoLayout {
        /// Which format.
        format: Format,
    },
    /// The format knows only the square grid.
    HoldsNoTopology {
        /// Which format.
        format: Format,
        /// What it cannot hold.
        topology: Topology,
    },
    /// A side or the number of mines is too large for `.mbf`.
    TooLargeForMbf {
        /// The rules.
        rules: Rules,
    },
}

impl From<LayoutError> for FormatError {
    fn from(error: LayoutError) -> FormatError {
        FormatError::Layout(error)
    }
}

impl From<ReadError> for FormatError {
    fn from(error: ReadError) -> FormatError {
        FormatError::View(error)
    }
}

impl From<RulesError> for FormatError {
    fn from(error: RulesError) -> FormatError {
        FormatError::Rules(error)
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormatError::UnknownFormat { text } => {
                let names = Format::ALL.map(Format::name).join("`, `");
                write!(f, "expected one of the formats `{names}`, found `{text}`")
            }
            FormatError::NotText { at } => write!(f, "byte {at} is not text in UTF-8"),
            FormatError::Layout(error) => error.fmt(f),
            FormatError::View(error) => error.fmt(f),
            FormatError::Rules(error) => error.fmt(f),
            FormatError::NoMineHeader { text } => {
                write!(f, "line 1: expected a header like `9x9x10`, found `{text}`")
            }
            FormatError::ShortMbf { n_bytes } => {
                write!(f, "expected a header of 4 bytes, but the file ends at byte {n_bytes}")
            }
            FormatError::WrongMbfLength { n_mines, n_bytes } => {
                let (expected, mines) = (4 + 2 * n_mines, mines_in_words(*n_mines));
                write!(f, "expected {expected} bytes, as bytes 2 and 3 say {mines}, but found {n_bytes}")
            }
            FormatError::MineOutside { at, row, col } => {
                write!(f, "byte {at}: the mine at {row},{col} lies beyond the grid")
            }
            FormatError::MineTwice { at, row, col } => {
                write!(f, "byte {at}: the mine at {row},{col} was there before")
            }
            FormatError::NoPart { part } => {
                write!(f, "expected a link with `b=…&m=…`, but it has no `{part}=`")
            }
            FormatError::NotASize { text } => {
                let example = "`1`, `2`, `3`, or width and height with as many digits each";
                write!(f, "expected {example} behind `b=`, found `{text}`")
            }
            FormatError::WrongLetters { expected, found } => {
                write!(f, "expected {expected} letters behind `m=`, found {found}")
            }
            FormatError::NotADigit { at, text } => {
                write!(f, "letter {at} behind `m=`: expected one of 0-9 and a-v, found `{text}`")
            }
            FormatError::MineBehindTheLast => {
                f.write_str("the last letter behind `m=` has a mine beyond the last cell")
            }
            FormatError::HoldsNoView { format } => {
                write!(f, "the format `{format}` holds layouts, but this is a view")
            }
            FormatError::HoldsNoLayout { format } => {
                write!(f, "the format `{format}` holds views, but this is a layout")
            }
            FormatError::HoldsNoTopology { format, topology } => {
                write!(f, "the format `{format}` holds square grids only, but this is a `{topology}`")
            }
            FormatError::TooLargeForMbf { rules } => {
                write!(
                    f,
                    "the format `mbf` holds sides up to 255 and at most 65535 mines, but this is {rules}"
                )
            }
        }
    }
}

impl std::error::Error for FormatError {}
