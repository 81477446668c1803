//! `minewise players`: lists the players.

use std::io::Write;

use anyhow::Result;
use clap::builder::styling::Style;
use minewise_coach::zoo::{Entry, OptionEntry, Zoo};
use serde_json::{Value, json};

use crate::io::options::{FormatArgs, TableFormat};
use crate::io::output::paint;
use crate::io::print_json;
use crate::io::table::{write_csv, write_markdown};

/// Lists the players: the source of each, how it plays, and its options.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  minewise players
  minewise players --format markdown")]
pub(crate) struct Args {
    #[command(flatten)]
    answer: FormatArgs,
}

/// Lists the players.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let zoo = Zoo::shipped();
    match args.answer.format() {
        TableFormat::Json => {
            print_json(out, &json!({ "players": zoo.entries().map(document).collect::<Vec<_>>() }))
        }
        TableFormat::Csv => write_csv(out, &zoo.entries().map(document).collect::<Vec<_>>(), &["name"]),
        TableFormat::Markdown => {
            let row = |entry: &Entry| {
                let option = |option: &OptionEntry| format!("`{}={}`", option.name, option.default);
                let options: Vec<String> = entry.options().iter().map(option).collect();
                let name = format!("`{}`", entry.name());
                vec![name, entry.source().to_owned(), entry.summary().to_owned(), options.join(", ")]
            };
            let heads = ["player", "source", "how it plays", "options and defaults"];
            Ok(write_markdown(out, &heads, heads.len(), &zoo.entries().map(row).collect::<Vec<_>>())?)
        }
        TableFormat::Table => zoo.entries().try_for_each(|entry| write_text(out, entry)),
    }
}

/// A player in JSON.
fn document(entry: &Entry) -> Value {
    let option = |option: &OptionEntry| {
        let OptionEntry { name, default, values, summary } = option;
        json!({ "name": name, "default": default, "values": values.to_string(), "summary": summary })
    };
    let options: Vec<Value> = entry.options().iter().map(option).collect();
    json!({ "name": entry.name(), "source": entry.source(), "summary": entry.summary(), "options": options })
}

fn write_text(out: &mut impl Write, entry: &Entry) -> Result<()> {
    let name = paint(entry.name(), Style::new().bold());
    writeln!(out, "{name}  ({})\n    {}", entry.source(), entry.summary())?;
    for OptionEntry { name, default, values, summary } in entry.options() {
        writeln!(out, "    {name}={default}: {summary} Takes {values}.")?;
    }
    Ok(())
}
