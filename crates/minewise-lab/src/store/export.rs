//! Records as tables for other programs.

use std::collections::BTreeMap;
use std::io::{self, Write};

use minewise_coach::Problem;
use serde_json::{Map, Value};

use super::folder::RECORDS;
use super::journal;
use super::source::Files;

/// The format of exported records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// Comma-separated values with a heading, after RFC 4180. Nested fields are columns such as `tally.wins`.
    Csv,
    /// A JSON object per line, without its checksum.
    Jsonl,
}

/// Writes the records of a study as a table, one row per record.
///
/// # Errors
/// Returns an error if the records cannot be read or are damaged, or `out` cannot be written.
pub fn export(files: &Files<'_>, format: ExportFormat, out: &mut impl Write) -> Result<(), Problem> {
    let records: Vec<Map<String, Value>> = journal::read_all(&files(RECORDS))?;
    let written = match format {
        ExportFormat::Jsonl => records.iter().try_for_each(|record| write_json(record, out)),
        ExportFormat::Csv => write_csv(&records, &[], out),
    };
    written.map_err(|error| Problem::failed(format!("cannot write the records: {error}")))
}

fn write_json(record: &Map<String, Value>, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, record)?;
    writeln!(out)
}

/// Writes records as comma-separated values, with the columns in `first` before the others, which are sorted.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub fn write_csv(records: &[Map<String, Value>], first: &[&str], out: &mut impl Write) -> io::Result<()> {
    let rows: Vec<BTreeMap<String, String>> = records.iter().map(flattened).collect();
    // Records may have different fields, so the heading is known only after all of them.
    let mut columns: Vec<&str> = rows.iter().flat_map(|row| row.keys().map(String::as_str)).collect();
    let rank = |column: &str| first.iter().position(|&known| known == column).unwrap_or(first.len());
    columns.sort_unstable_by_key(|&column| (rank(column), column));
    columns.dedup();
    write_row(columns.iter().copied(), out)?;
    for row in &rows {
        write_row(columns.iter().map(|&column| row.get(column).map_or("", String::as_str)), out)?;
    }
    Ok(())
}

fn write_row<'a>(cells: impl Iterator<Item = &'a str>, out: &mut impl Write) -> io::Result<()> {
    let cells: Vec<String> = cells.map(quoted).collect();
    write!(out, "{}\r\n", cells.join(","))
}

/// Quotes a cell if it has a comma, a quotation mark or a line break.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

/// Returns the fields of a record by their paths. Lists are left as JSON, and `null` is empty.
fn flattened(record: &Map<String, Value>) -> BTreeMap<String, String> {
    let mut cells = BTreeMap::new();
    for (name, value) in record {
        match value {
            Value::Object(fields) => {
                let nested = flattened(fields).into_iter();
                cells.extend(nested.map(|(field, cell)| (format!("{name}.{field}"), cell)));
            }
            Value::Null => _ = cells.insert(name.clone(), String::new()),
            Value::String(text) => _ = cells.insert(name.clone(), text.clone()),
            other => _ = cells.insert(name.clone(), other.to_string()),
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::store::source::Source;

    #[track_caller]
    fn check(format: ExportFormat, expected: &str) {
        let records = [
            json!({ "player": "sat(count=on,regions=split)", "tally": { "wins": 3, "list": [1, 2] } }),
            json!({ "player": "a \"b\"", "model": null, "tally": { "wins": 4 } }),
        ];
        let lines: String = records.iter().map(|record| journal::line(record).unwrap()).collect();
        let mut out = Vec::new();
        export(&|name| Source::bytes(name, Some(lines.as_bytes())), format, &mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn nested_fields_are_columns_and_commas_are_quoted() {
        check(
            ExportFormat::Csv,
            "model,player,tally.list,tally.wins\r\n\
             ,\"sat(count=on,regions=split)\",\"[1,2]\",3\r\n\
             ,\"a \"\"b\"\"\",,4\r\n",
        );
    }

    #[test]
    fn json_lines_have_no_checksum() {
        check(
            ExportFormat::Jsonl,
            "{\"player\":\"sat(count=on,regions=split)\",\"tally\":{\"list\":[1,2],\"wins\":3}}\n\
             {\"model\":null,\"player\":\"a \\\"b\\\"\",\"tally\":{\"wins\":4}}\n",
        );
    }

    #[test]
    fn a_damaged_record_is_refused() {
        let wrong = export(&|name| Source::bytes(name, Some(b"{}\n")), ExportFormat::Csv, &mut Vec::new());
        assert!(wrong.unwrap_err().to_string().contains("line 1"));
    }
}
