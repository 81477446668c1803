//! Play without a terminal: a command a line in, views and sentences out.

use std::io::{BufRead, Read, Write};
use std::time::Duration;

use anyhow::Result;
use minewise::{Cell, Move, Shown};

use super::advisor::Advisor;
use super::table::Table;
use super::why::why;
use super::{Args, Clock, referee};

const COMMANDS: &str =
    "Commands: r ROW,COL reveals, f flags, c chords, u undoes, hint, why ROW,COL, view, quit.";

/// No command is longer.
const MOST_BYTES: u64 = 1000;

/// Reads commands and plays them; with `--watch` the player plays by itself.
pub(super) fn run(args: &Args, commands: &mut impl BufRead, out: &mut impl Write) -> Result<()> {
    let clock = Clock::start();
    let mut table = Table::new(args.rules, args.seed());
    let mut advisor = Advisor::new(&args.player, &table);
    if args.watch {
        return watch(&mut table, &mut advisor, &clock, out);
    }
    say(&table, &format!("A new game of {}, seed {}. {COMMANDS}", table.rules(), table.seed()), out)?;
    while let Some(line) = read_line(commands)? {
        let command = line.trim();
        if command.is_empty() {
            continue;
        }
        if matches!(command, "quit" | "q") {
            break;
        }
        let told = obey(&mut table, &mut advisor, command, clock.now());
        say(&table, &told, out)?;
    }
    if !table.game().is_over() {
        writeln!(out, "{}", table.summary(clock.now()).lines().join("\n"))?;
    }
    Ok(())
}

/// Shows the view and says a sentence.
fn say(table: &Table, told: &str, out: &mut impl Write) -> Result<()> {
    writeln!(out, "{}{told}\n", table.final_view())?;
    Ok(out.flush()?)
}

/// Does what a command says, or says what is wrong with it.
fn obey(table: &mut Table, advisor: &mut Advisor, command: &str, now: Duration) -> String {
    let (verb, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
    match verb {
        "r" | "f" | "c" | "why" => match cell(table, rest) {
            Ok(cell) => obey_at(table, verb, cell, now),
            Err(complaint) => complaint,
        },
        "u" | "hint" | "view" | "help" | "quit" if !rest.is_empty() => {
            format!("`{verb}` stands alone, without {}.", shown(rest))
        }
        "u" => {
            let told = referee::undo(table, now);
            advisor.restart(table);
            told
        }
        "hint" => hint(table, advisor),
        "view" => format!("The mines less the flags are {}.", table.n_mines_left()),
        "help" => COMMANDS.to_owned(),
        _ => format!("There is no command {}. {COMMANDS}", shown(verb)),
    }
}

/// Does what a command says of a cell.
fn obey_at(table: &mut Table, verb: &str, cell: Cell, now: Duration) -> String {
    match verb {
        "f" => referee::make(table, Move::Flag(cell), now),
        "c" => referee::make(table, Move::Chord(cell), now),
        "why" => why(table.view(), cell),
        _ => referee::make(table, Move::Reveal(cell), now),
    }
}

fn hint(table: &Table, advisor: &mut Advisor) -> String {
    if table.game().is_over() {
        return "The game is over.".to_owned();
    }
    let advice = advisor.advise(table);
    format!("{} {}", advice.text, advice.candidates).trim_end().to_owned()
}

/// Reads `row,col`.
fn cell(table: &Table, text: &str) -> Result<Cell, String> {
    let number = |digits: &str| digits.trim().parse::<usize>().ok();
    let (row, col) =
        text.split_once(',').and_then(|(row, col)| Some((number(row)?, number(col)?))).ok_or_else(|| {
            let found = if text.is_empty() { "nothing".to_owned() } else { shown(text) };
            format!("Expected a cell like `2,3`, found {found}.")
        })?;
    let rules = table.rules();
    table.grid().cell(row, col).ok_or_else(|| {
        format!("There is no cell {row},{col}: the last is {},{}.", rules.height() - 1, rules.width() - 1)
    })
}

/// The beginning of what somebody typed, without what could play tricks on a terminal.
fn shown(text: &str) -> String {
    const MOST: usize = 24;
    let more = if text.chars().nth(MOST).is_some() { "…" } else { "" };
    let text: String = text.chars().take(MOST).flat_map(char::escape_debug).collect();
    format!("`{text}{more}`")
}

/// Reads a line; of one that is too long, only the beginning.
fn read_line(from: &mut impl BufRead) -> Result<Option<String>> {
    let mut line = Vec::new();
    from.by_ref().take(MOST_BYTES).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if !line.ends_with(b"\n") {
        from.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}

/// The player plays to the end.
fn watch(table: &mut Table, advisor: &mut Advisor, clock: &Clock, out: &mut impl Write) -> Result<()> {
    say(table, &format!("{} plays {}, seed {}.", advisor.spec(), table.rules(), table.seed()), out)?;
    while !table.game().is_over() {
        let advice = advisor.advise(table);
        let Some(cell) = advice.cell else {
            writeln!(out, "{}\n{}", advice.text, table.summary(clock.now()).lines().join("\n"))?;
            break;
        };
        debug_assert_ne!(table.view().shown(cell), Shown::Flag, "nobody has put a flag");
        writeln!(out, "{}", format!("{} {}", advice.text, advice.candidates).trim_end())?;
        let told = referee::make(table, Move::Reveal(cell), clock.now());
        say(table, &told, out)?;
    }
    Ok(())
}
