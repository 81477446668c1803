//! The beginning of a report as plain text, for a terminal.

use super::document::{Block, Document, Table};

/// Returns the part of a document before its first heading, with aligned columns of tables.
pub(super) fn lead(document: &Document) -> String {
    let is_lead = |block: &&Block| !matches!(block, Block::Heading(_) | Block::Link { .. });
    let parts = document.blocks.iter().take_while(is_lead).filter_map(|block| match block {
        Block::Text(text) | Block::Warning(text) => Some(format!("{text}\n")),
        Block::List(lines) => Some(lines.iter().map(|line| format!("{line}\n")).collect()),
        Block::Table(table) => Some(self::table(table)),
        Block::Figure { .. } | Block::Heading(_) | Block::Link { .. } => None,
    });
    parts.collect::<Vec<String>>().join("\n")
}

fn table(table: &Table) -> String {
    let heads: Vec<String> = table.heads.iter().map(ToString::to_string).collect();
    let rows: Vec<&Vec<String>> = std::iter::once(&heads).chain(&table.rows).collect();
    let width = |idx: usize| rows.iter().map(|row| row[idx].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    let line = |row: &&Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(idx, (cell, &width))| {
            if idx < table.n_word_columns { format!("{cell:width$}") } else { format!("{cell:>width$}") }
        });
        cells.collect::<Vec<String>>().join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_ends_at_the_first_heading_and_its_tables_are_aligned() {
        let table = Table {
            heads: vec!["player", "won"],
            n_word_columns: 1,
            rows: vec![vec!["exact".to_owned(), "1,234".to_owned()], vec!["a".to_owned(), "5".to_owned()]],
        };
        let blocks = vec![
            Block::Text("Two players.".to_owned()),
            Block::Table(table),
            Block::Heading("More"),
            Block::Text("Not shown.".to_owned()),
        ];
        let document = Document { title: "Title".to_owned(), blocks };
        assert_eq!(lead(&document), "Two players.\n\nplayer    won\nexact   1,234\na           5\n");
    }
}
