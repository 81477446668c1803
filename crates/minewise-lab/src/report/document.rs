//! A report as paragraphs, tables and figures, before it is written in one form or another.

/// A page.
pub(super) struct Document {
    pub(super) title: String,
    pub(super) blocks: Vec<Block>,
}

/// A part of a page. All texts are plain: whoever writes them escapes them.
pub(super) enum Block {
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

/// A table. The first columns are words, the others figures.
pub(super) struct Table {
    pub(super) heads: Vec<&'static str>,
    pub(super) n_word_columns: usize,
    /// Invariant: each as long as `heads`.
    pub(super) rows: Vec<Vec<String>>,
}
