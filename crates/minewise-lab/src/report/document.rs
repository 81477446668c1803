//! A report as paragraphs, tables and figures, before it is written in one form or another.

/// A page.
pub(crate) struct Document {
    pub(crate) title: String,
    pub(crate) blocks: Vec<Block>,
}

/// A part of a page. All texts are plain: whoever writes them escapes them.
pub(crate) enum Block {
    /// A heading.
    Heading(&'static str),
    /// A paragraph.
    Text(String),
    /// A paragraph that must not be overlooked.
    Warning(String),
    /// Sentences, one a line.
    List(Vec<String>),
    /// A table.
    Table(Table),
    /// A drawing, with what it shows.
    Figure { svg: String, caption: String },
    /// Another page beside this one, by its name without ending, and what it has.
    Link { page: &'static str, text: &'static str },
}

impl Block {
    /// A table of these rows.
    pub(crate) fn table(heads: &[&'static str], n_word_columns: usize, rows: Vec<Vec<String>>) -> Block {
        Block::Table(Table { heads: heads.to_vec(), n_word_columns, rows })
    }
}

/// A table. The first columns are words, the others figures.
pub(crate) struct Table {
    pub(crate) heads: Vec<&'static str>,
    pub(crate) n_word_columns: usize,
    /// Invariant: each as long as `heads`.
    pub(crate) rows: Vec<Vec<String>>,
}
