//! A report in Markdown. It has all tables; plots are only on the HTML page.

use super::document::{Block, Document, Table};

/// Returns the document as Markdown.
pub(super) fn page(document: &Document) -> String {
    let mut text = format!("# {}\n", escaped(&document.title));
    for block in &document.blocks {
        match block {
            Block::Heading(heading) => text += &format!("\n## {}\n", escaped(heading)),
            Block::Text(paragraph) => text += &format!("\n{}\n", escaped(paragraph)),
            Block::Warning(paragraph) => text += &format!("\n**{}**\n", escaped(paragraph)),
            Block::List(items) => {
                text.push('\n');
                items.iter().for_each(|item| text += &format!("- {}\n", escaped(item)));
            }
            Block::Table(table) => text += &format!("\n{}", table_markdown(table)),
            Block::Figure { .. } => {}
            Block::Link { page, text: about } => text += &format!("\n[{}]({page}.md)\n", escaped(about)),
        }
    }
    text
}

fn table_markdown(table: &Table) -> String {
    let row =
        |cells: &mut dyn Iterator<Item = String>| format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "));
    let mut text = row(&mut table.heads.iter().map(|head| escaped(head)));
    let rule = |idx: usize| if idx < table.n_word_columns { "---" } else { "---:" }.to_owned();
    text += &row(&mut (0..table.heads.len()).map(rule));
    table.rows.iter().for_each(|cells| text += &row(&mut cells.iter().map(|cell| escaped(cell))));
    text
}

/// Escapes a text for Markdown, and puts it on one line.
fn escaped(text: &str) -> String {
    let mut res = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            // Only what could be an entity is escaped: authors of a paper are easier to read with a plain "&".
            '&' if letters.peek().is_some_and(|next| !next.is_whitespace()) => res += "&amp;",
            '<' => res += "&lt;",
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' => res.extend(['\\', letter]),
            _ if letter.is_control() => res.push(' '),
            _ => res.push(letter),
        }
    }
    res
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_in_a_text_is_escaped() {
        assert_eq!(escaped("a|b <i>*x*</i>\n& _y_ &lt;"), "a\\|b &lt;i>\\*x\\*&lt;/i> & \\_y\\_ &amp;lt;");
    }

    #[test]
    fn tables_align_figures_to_the_right() {
        let rows = vec![vec!["a|b".to_owned(), "1".to_owned()]];
        let table = Table { heads: vec!["name", "count"], n_word_columns: 1, rows };
        assert_eq!(table_markdown(&table), "| name | count |\n| --- | ---: |\n| a\\|b | 1 |\n");
    }
}
