//! `minewise players`: lists the players.

use std::io::Write;

use anyhow::Result;
use minewise_coach::zoo::{Entry, OptionEntry, Zoo};
use serde_json::json;

use crate::io::options::JsonArg;
use crate::io::print_json;

/// Lists the players: the source of each, how it plays, and its options.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    answer: JsonArg,
}

/// Lists the players.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let zoo = Zoo::shipped();
    if args.answer.json {
        let row = |entry: &Entry| json!({ "name": entry.name(), "source": entry.source(), "summary": entry.summary() });
        return print_json(out, &json!({ "players": zoo.entries().map(row).collect::<Vec<_>>() }));
    }
    for entry in zoo.entries() {
        writeln!(out, "{}  ({})\n    {}", entry.name(), entry.source(), entry.summary())?;
        for OptionEntry { name, default, values, summary } in entry.options() {
            writeln!(out, "    {name}={default}: {summary} Takes {values}.")?;
        }
    }
    Ok(())
}
