//! A report as one self-contained HTML page: no script, no font, no other file.

use super::document::{Block, Document, Table};
use crate::plot;

/// Returns the document as an HTML page.
pub(super) fn page(document: &Document) -> String {
    let title = escaped(&document.title);
    let mut body = format!("<h1>{title}</h1>\n");
    for block in &document.blocks {
        body += &match block {
            Block::Heading(heading) => format!("<h2>{}</h2>\n", escaped(heading)),
            Block::Text(paragraph) => format!("<p>{}</p>\n", escaped(paragraph)),
            Block::Warning(paragraph) => format!("<p class=\"warning\">{}</p>\n", escaped(paragraph)),
            Block::List(items) => {
                let items = items.iter().map(|item| format!("<li>{}</li>\n", escaped(item)));
                format!("<ul>\n{}</ul>\n", items.collect::<String>())
            }
            Block::Table(table) => table_html(table),
            Block::Figure { svg, caption } => {
                let caption = escaped(caption);
                format!(
                    "<figure><div class=\"wide\">\n{svg}</div><figcaption>{caption}</figcaption></figure>\n"
                )
            }
            Block::Link { page, text } => format!("<p><a href=\"{page}.html\">{}</a></p>\n", escaped(text)),
        };
    }
    let dark = plot::style();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}@media (prefers-color-scheme: dark) {{\n{DARK_STYLE}{dark}\n}}\n</style>\n</head>\n\
         <body>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )
}

const STYLE: &str = "\
:root { color-scheme: light dark; --ink: #1f2933; --muted: #616e7c; --ruled: #dde2e7; --ground: #ffffff; --raised: #f5f7f9; --warning: #fff3d6; --link: #0064a0; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 76rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 1rem; text-wrap: balance; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .75rem; }
p, li { max-width: 44rem; overflow-wrap: anywhere; }
a { color: var(--link); }
.warning { background: var(--warning); padding: .75rem 1rem; border-radius: .5rem; font-weight: 600; }
.wide { overflow-x: auto; }
figure { margin: 1rem 0; }
figure svg { display: block; width: 100%; min-width: 30rem; max-width: 47.5rem; height: auto; }
figcaption { color: var(--muted); font-size: .875rem; margin-top: .25rem; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { padding: .35rem .7rem; border-bottom: 1px solid var(--ruled); text-align: right; white-space: nowrap; }
th { color: var(--muted); font-weight: 600; background: var(--raised); }
th.word, td.word { text-align: left; }
tbody tr:hover { background: var(--raised); }
";

const DARK_STYLE: &str = "\
:root { --ink: #e6e9ec; --muted: #9aa5b1; --ruled: #323c47; --ground: #14191f; --raised: #1c232b; --warning: #4a3a10; --link: #5ab4f0; }
";

fn table_html(table: &Table) -> String {
    let cell = |tag: &str, idx: usize, text: &str| {
        let class = if idx < table.n_word_columns { " class=\"word\"" } else { "" };
        format!("<{tag}{class}>{}</{tag}>", escaped(text))
    };
    let row = |tag: &str, cells: &mut dyn Iterator<Item = &str>| {
        let cells = cells.enumerate().map(|(idx, text)| cell(tag, idx, text));
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    let head = row("th", &mut table.heads.iter().copied());
    let rows: String =
        table.rows.iter().map(|cells| row("td", &mut cells.iter().map(String::as_str))).collect();
    format!("<div class=\"wide\"><table>\n<thead>\n{head}</thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n")
}

/// Escapes a text for HTML.
fn escaped(text: &str) -> String {
    let mut res = String::new();
    for letter in text.chars() {
        match letter {
            '&' => res += "&amp;",
            '<' => res += "&lt;",
            '>' => res += "&gt;",
            '"' => res += "&quot;",
            '\'' => res += "&#39;",
            _ => res.push(letter),
        }
    }
    res
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_escaped() {
        let bad = || "<script>alert(\"1\" & '2')</script>".to_owned();
        let table = Table { heads: vec!["<th>"], n_word_columns: 1, rows: vec![vec![bad()]] };
        let blocks = vec![
            Block::Text(bad()),
            Block::Warning(bad()),
            Block::List(vec![bad()]),
            Block::Table(table),
            Block::Figure { svg: String::new(), caption: bad() },
        ];
        let html = page(&Document { title: bad(), blocks });
        assert!(!html.contains("<script") && !html.contains("<th>&"), "{html}");
        let expected = "&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;";
        // The title is in the head and on the page.
        assert_eq!(html.matches(expected).count(), 7);
    }

    #[test]
    fn a_page_needs_nothing_else() {
        let html = page(&Document { title: String::new(), blocks: Vec::new() });
        for outside in ["<script", "<link", "src=", "@import", "url(", "http:", "https:"] {
            assert!(!html.contains(outside), "{outside}");
        }
    }
}
