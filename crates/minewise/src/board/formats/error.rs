//! The errors of reading and writing documents.

use std::fmt;

use super::Format;
use crate::board::{LayoutError, ReadError, RulesError, Topology};

/// Why a document cannot be read or written. Bytes and letters count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormatError {
    /// No format has this name; use one of [`Format::ALL`].
    UnknownFormat {
        /// The text found instead.
        text: String,
    },
    /// The bytes are not text in UTF-8.
    NotText {
        /// The index of the first invalid byte.
        at: usize,
    },
    /// The text is not a layout.
    Layout(LayoutError),
    /// The text is not a view.
    View(ReadError),
    /// The rules cannot be played.
    Rules(RulesError),
    /// The bytes are damaged, or the format cannot hold the document; the sentence says why.
    Refused(String),
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
    /// The format can hold square grids only.
    HoldsNoTopology {
        /// Which format.
        format: Format,
        /// The topology that it cannot hold.
        topology: Topology,
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
            FormatError::Refused(sentence) => f.write_str(sentence),
            FormatError::HoldsNoView { format } => {
                write!(f, "the format `{format}` holds layouts, but this is a view")
            }
            FormatError::HoldsNoLayout { format } => {
                write!(f, "the format `{format}` holds views, but this is a layout")
            }
            FormatError::HoldsNoTopology { format, topology } => {
                write!(f, "the format `{format}` holds square grids only, but this is a `{topology}`")
            }
        }
    }
}

/// The message already contains that of the underlying error, which programs can get by `source`.
impl std::error::Error for FormatError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            FormatError::Layout(error) => Some(error),
            FormatError::View(error) => Some(error),
            FormatError::Rules(error) => Some(error),
            _ => None,
        }
    }
}
