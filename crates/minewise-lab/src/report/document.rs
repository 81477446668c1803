//! A report as paragraphs, tables and figures, independent of the output format.

/// A page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Document {
    pub(crate) title: String,
    pub(crate) blocks: Vec<Block>,
}

/// A part of a page. All texts are plain: the output formats escape them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    /// A heading.
    Heading(&'static str),
    /// A paragraph.
    Text(String),
    /// A paragraph that must not be overlooked.
    Warning(String),
    /// A list of sentences.
    List(Vec<String>),
    /// A table.
    Table(Table),
    /// A drawing and its caption.
    Figure { svg: String, caption: String },
    /// A link to another page of the report: its file name without extension, and the text of the link.
    Link { page: &'static str, text: &'static str },
}

impl Block {
    /// Creates a table of these rows.
    pub(crate) fn table(heads: &[&'static str], n_word_columns: usize, rows: Vec<Vec<String>>) -> Block {
        Block::Table(Table { heads: heads.to_vec(), n_word_columns, rows })
    }
}

/// A table. The first columns are words and aligned to the left, the others are figures and aligned to the right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) heads: Vec<&'static str>,
    pub(crate) n_word_columns: usize,
    /// Invariant: each row is as long as `heads`.
    pub(crate) rows: Vec<Vec<String>>,
}
