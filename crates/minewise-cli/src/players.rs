//! `minewise players`: who there is.

use std::io::Write;

use anyhow::Result;
use minewise_coach::zoo::PLAYERS;
use serde_json::json;

use crate::print_json;

/// Lists the players, whose idea each is, and how it plays.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Lists the players.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    if args.json {
        let row = |entry: &minewise_coach::zoo::Entry| json!({ "name": entry.name, "source": entry.source, "summary": entry.summary });
        return print_json(out, &json!({ "players": PLAYERS.iter().map(row).collect::<Vec<_>>() }));
    }
    for entry in PLAYERS {
        writeln!(out, "{}  ({})\n    {}", entry.name, entry.source, entry.summary)?;
        for option in entry.options {
            let (name, default, values) = (option.name, option.default, option.values);
            writeln!(out, "    {name}={default}: {} Takes {values}.", option.summary)?;
        }
    }
    Ok(())
}
