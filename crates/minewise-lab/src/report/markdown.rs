//! A report in Markdown.
//!
//! The report of a study has all tables; its plots are only on the HTML page. A section of a larger document has plots
//! too, as files beside it, and no table wider than a page.

use std::ops::Range;

use super::document::{Block, Document, Table};

/// Returns the document as Markdown.
pub(crate) fn page(document: &Document) -> String {
    let mut text = heading(1, &document.title);
    for block in &document.blocks {
        match block {
            Block::Heading(title) => text += &format!("\n{}", heading(2, title)),
            Block::Table(table) => text += &format!("\n{}", table_markdown(table)),
            Block::Figure { .. } => {}
            _ => text += &simple(block),
        }
    }
    text
}

/// The most letters of a row of a table in a section, with its separators.
pub(crate) const PAGE_WIDTH: usize = 100;

/// Returns the document as a section of a larger document, without links to other pages, and the files of its plots,
/// whose names begin with `name`.
pub(crate) fn section(document: &Document, name: &str) -> (String, Vec<(String, String)>) {
    let mut figures = Vec::new();
    let mut text = heading(2, &document.title);
    for block in &document.blocks {
        match block {
            Block::Heading(title) => text += &format!("\n{}", heading(3, title)),
            Block::Table(table) => narrow_tables(table, "", &mut text),
            Block::Figure { svg, caption } => {
                let file = format!("{name}-{}.svg", figures.len() + 1);
                text += &format!("\n![{}]({file})\n", escaped(caption));
                figures.push((file, svg.clone()));
            }
            Block::Link { .. } => {}
            _ => text += &simple(block),
        }
    }
    (text, figures)
}

fn heading(level: usize, title: &str) -> String {
    format!("{} {}\n", "#".repeat(level), escaped(title))
}

/// Returns a block that is the same in a page and in a section.
fn simple(block: &Block) -> String {
    match block {
        Block::Text(paragraph) => format!("\n{}\n", escaped(paragraph)),
        Block::Warning(paragraph) => format!("\n**{}**\n", escaped(paragraph)),
        Block::List(items) => {
            let items = items.iter().map(|item| format!("- {}\n", escaped(item)));
            format!("\n{}", items.collect::<String>())
        }
        Block::Link { page, text } => format!("\n[{}]({page}.md)\n", escaped(text)),
        Block::Heading(_) | Block::Table(_) | Block::Figure { .. } => String::new(),
    }
}

/// Adds a table, divided into several while it is wider than a page: by its first column, whose values become captions,
/// or into two tables of fewer columns if each row has a value of its own there.
fn narrow_tables(table: &Table, caption: &str, text: &mut String) {
    let mut values: Vec<&String> = Vec::new();
    for row in &table.rows {
        if !values.contains(&&row[0]) {
            values.push(&row[0]);
        }
    }
    let n_figures = table.heads.len() - table.n_word_columns;
    let is_by_columns = table.n_word_columns == 0 || values.len() == table.rows.len();
    if width(table) <= PAGE_WIDTH || (is_by_columns && n_figures < 2) {
        if !caption.is_empty() {
            *text += &format!("\n**{}**\n", escaped(caption));
        }
        *text += &format!("\n{}", table_markdown(table));
        return;
    }
    if is_by_columns {
        let middle = table.n_word_columns + n_figures.div_ceil(2);
        narrow_tables(&columns(table, table.n_word_columns..middle), caption, text);
        narrow_tables(&columns(table, middle..table.heads.len()), caption, text);
        return;
    }
    for value in values {
        let rows = table.rows.iter().filter(|row| row[0] == *value).map(|row| row[1..].to_vec());
        let part = Table {
            heads: table.heads[1..].to_vec(),
            n_word_columns: table.n_word_columns - 1,
            rows: rows.collect(),
        };
        let separator = if caption.is_empty() { "" } else { ", " };
        narrow_tables(&part, &format!("{caption}{separator}{value}"), text);
    }
}

/// Returns a table of the columns of words and some of the columns of figures.
fn columns(table: &Table, figures: Range<usize>) -> Table {
    let n_word_columns = table.n_word_columns;
    let rows =
        table.rows.iter().map(|row| [&row[..n_word_columns], &row[figures.clone()]].concat()).collect();
    let heads = [&table.heads[..n_word_columns], &table.heads[figures.clone()]].concat();
    Table { heads, n_word_columns, rows }
}

/// Returns the letters of the widest row of a table as it is shown, with a separator between two cells.
fn width(table: &Table) -> usize {
    let widest = |idx: usize| {
        let cells = table.rows.iter().map(|row| row[idx].chars().count());
        cells.chain([table.heads[idx].chars().count()]).max().unwrap_or(0)
    };
    (0..table.heads.len()).map(|idx| widest(idx) + " | ".len()).sum::<usize>() + 1
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
pub(crate) fn escaped(text: &str) -> String {
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

    #[test]
    fn a_section_divides_wide_tables_and_has_its_plots_in_files() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let long = "x".repeat(60);
        let rows = vec![row(["9x9/10", &long, "1"]), row(["4x4/3", "y", "2"]), row(["9x9/10", "z", "3"])];
        let table = Table { heads: vec!["rules", "player", "won"], n_word_columns: 2, rows };
        assert!(width(&table) <= PAGE_WIDTH);
        let wide = Table { heads: vec!["rules", "player", "won of all the games it played"], ..table };
        assert!(width(&wide) > PAGE_WIDTH);
        let figure = Block::Figure { svg: "<svg/>".to_owned(), caption: "Wins".to_owned() };
        let blocks = vec![Block::Heading("Part"), Block::Table(wide), figure];
        let (text, figures) = section(&Document { title: "Whole".to_owned(), blocks }, "paper");
        assert!(text.starts_with("## Whole\n\n### Part\n\n**9x9/10**\n\n| player | won of"), "{text}");
        assert!(text.contains("| z | 3 |\n\n**4x4/3**\n\n"), "{text}");
        assert!(text.ends_with("| y | 2 |\n\n![Wins](paper-1.svg)\n"), "{text}");
        assert_eq!(figures, [("paper-1.svg".to_owned(), "<svg/>".to_owned())]);
    }

    #[test]
    fn a_wide_table_with_a_name_per_row_is_divided_into_columns() {
        let (one, other) = ("a figure ".repeat(6), "another one ".repeat(5));
        let row = |name: &str| vec![name.to_owned(), one.clone(), other.clone()];
        let table = Table {
            heads: vec!["name", "first", "second"],
            n_word_columns: 1,
            rows: vec![row("x"), row("y")],
        };
        let mut text = String::new();
        narrow_tables(&table, "", &mut text);
        let heads: Vec<&str> = text.lines().filter(|line| line.starts_with("| name")).collect();
        assert_eq!(heads, ["| name | first |", "| name | second |"]);
        // A single figure that is wider than a page cannot be divided.
        let long =
            Table { heads: vec!["name", "first"], n_word_columns: 1, rows: vec![vec![one.repeat(3); 2]] };
        narrow_tables(&long, "", &mut text);
        assert!(text.ends_with(&table_markdown(&long)), "{text}");
    }
}
