//! Tables for documents and for spreadsheets.

use std::io::{self, Write};

use anyhow::Result;
use minewise_coach::Problem;
use serde::Serialize;
use serde_json::Value;

/// Writes rows as a Markdown table. The first `n_words` columns are words; the others are numbers, to the right.
pub(crate) fn write_markdown(
    out: &mut impl Write,
    heads: &[&str],
    n_words: usize,
    rows: &[Vec<String>],
) -> io::Result<()> {
    write_markdown_row(out, heads)?;
    let side = |idx| if idx < n_words { "---" } else { "---:" };
    write_markdown_row(out, &(0..heads.len()).map(side).collect::<Vec<_>>())?;
    rows.iter().try_for_each(|row| write_markdown_row(out, row))
}

fn write_markdown_row(out: &mut impl Write, cells: &[impl AsRef<str>]) -> io::Result<()> {
    let cells: Vec<String> = cells.iter().map(|cell| cell.as_ref().replace('|', "\\|")).collect();
    writeln!(out, "| {} |", cells.join(" | "))
}

/// Writes documents as comma-separated values: a column for each field of their JSON, those in `first` before the
/// others.
pub(crate) fn write_csv(out: &mut impl Write, documents: &[impl Serialize], first: &[&str]) -> Result<()> {
    let mut rows = Vec::new();
    for document in documents {
        if let Value::Object(fields) = serde_json::to_value(document)? {
            rows.push(fields);
        }
    }
    minewise_lab::write_csv(&rows, first, out).map_err(|error| {
        // The reader of a pipe may close it, which is not a failure.
        if error.kind() == io::ErrorKind::BrokenPipe { error.into() } else { Problem::failed(error).into() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_markdown_table_aligns_numbers_to_the_right() {
        let mut out = Vec::new();
        write_markdown(&mut out, &["name", "n"], 1, &[vec!["a|b".to_owned(), "7".to_owned()]]).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "| name | n |\n| --- | ---: |\n| a\\|b | 7 |\n");
    }

    #[test]
    fn values_are_separated_by_commas_and_quoted_where_they_have_one() {
        let rows = [serde_json::json!({ "b": 0.5, "name": "x,y", "a": null })];
        let mut out = Vec::new();
        write_csv(&mut out, &rows, &["name"]).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "name,a,b\r\n\"x,y\",,0.5\r\n");
    }
}
