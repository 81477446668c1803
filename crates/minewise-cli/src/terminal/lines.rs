//! Play without a terminal: reads one command per line, and prints views and sentences.

use std::io::{BufRead, Read, Write};
use std::time::Duration;

use anyhow::Result;
use minewise::board::excerpt;
use minewise::{Cell, Move, Shown};

use super::advisor::Advisor;
use super::timed_game::TimedGame;
use super::why::why;
use super::{Clock, Setup, moves};

const COMMANDS: &str = "Commands: r ROW,COL reveals, f ROW,COL flags, c ROW,COL chords, u undoes, hint, why ROW,COL, view, quit.";

/// The maximum length of a command.
const MOST_BYTES: u64 = 1000;

/// Reads commands and executes them. With `--watch`, the player plays the game.
pub(super) fn run(setup: &Setup, commands: &mut impl BufRead, out: &mut impl Write) -> Result<()> {
    let clock = Clock::start();
    let mut timed = TimedGame::new(setup.rules, setup.seed);
    let mut advisor = Advisor::new(&setup.player, &timed);
    if setup.watch {
        return watch(&mut timed, &mut advisor, &clock, out);
    }
    print(&timed, &format!("A new game of {}, seed {}. {COMMANDS}", timed.rules(), timed.seed()), out)?;
    while let Some(line) = read_line(commands)? {
        let command = line.trim();
        if command.is_empty() {
            continue;
        }
        if matches!(command, "quit" | "q") {
            break;
        }
        let message = execute(&mut timed, &mut advisor, command, clock.now());
        print(&timed, &message, out)?;
    }
    if !timed.game().is_over() {
        writeln!(out, "{}", timed.summary(clock.now()).lines().join("\n"))?;
    }
    Ok(())
}

/// Prints the view and a message.
fn print(timed: &TimedGame, message: &str, out: &mut impl Write) -> Result<()> {
    writeln!(out, "{}{message}\n", timed.final_view())?;
    Ok(out.flush()?)
}

/// Executes a command. Returns what to print: the result, or what is wrong with the command.
fn execute(timed: &mut TimedGame, advisor: &mut Advisor, command: &str, now: Duration) -> String {
    let (verb, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
    match verb {
        "r" | "f" | "c" | "why" => match cell(timed, rest) {
            Ok(cell) => execute_at(timed, verb, cell, now),
            Err(message) => message,
        },
        "u" | "hint" | "view" | "help" | "quit" if !rest.is_empty() => {
            format!("`{verb}` takes no argument, but found {}.", quoted(rest))
        }
        "u" => {
            let message = moves::undo(timed, now);
            advisor.restart(timed);
            message
        }
        "hint" => hint(timed, advisor),
        "view" => format!("Mines minus flags: {}.", timed.n_mines_left()),
        "help" => COMMANDS.to_owned(),
        _ => format!("There is no command {}. {COMMANDS}", quoted(verb)),
    }
}

/// Executes a command that names a cell.
fn execute_at(timed: &mut TimedGame, verb: &str, cell: Cell, now: Duration) -> String {
    match verb {
        "f" => moves::make(timed, Move::Flag(cell), now),
        "c" => moves::make(timed, Move::Chord(cell), now),
        "why" => why(timed.view(), cell),
        _ => moves::make(timed, Move::Reveal(cell), now),
    }
}

fn hint(timed: &TimedGame, advisor: &mut Advisor) -> String {
    if timed.game().is_over() {
        return "The game is over.".to_owned();
    }
    let advice = advisor.advise(timed);
    format!("{} {}", advice.text, advice.candidates).trim_end().to_owned()
}

/// Reads `row,col`.
fn cell(timed: &TimedGame, text: &str) -> Result<Cell, String> {
    let number = |digits: &str| digits.trim().parse::<usize>().ok();
    let (row, col) =
        text.split_once(',').and_then(|(row, col)| Some((number(row)?, number(col)?))).ok_or_else(|| {
            let found = if text.is_empty() { "nothing".to_owned() } else { quoted(text) };
            format!("Expected a cell like `2,3`, found {found}.")
        })?;
    let rules = timed.rules();
    timed.grid().cell(row, col).ok_or_else(|| {
        format!("There is no cell {row},{col}: the last is {},{}.", rules.height() - 1, rules.width() - 1)
    })
}

/// Quotes the beginning of a text from outside, without control characters.
fn quoted(text: &str) -> String {
    format!("`{}`", excerpt(text))
}

/// Reads a line. Of a line that is too long, only the beginning is returned.
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

/// Lets the player play the game to its end.
fn watch(timed: &mut TimedGame, advisor: &mut Advisor, clock: &Clock, out: &mut impl Write) -> Result<()> {
    print(timed, &format!("{} plays {}, seed {}.", advisor.spec(), timed.rules(), timed.seed()), out)?;
    while !timed.game().is_over() {
        let advice = advisor.advise(timed);
        let Some(cell) = advice.cell else {
            writeln!(out, "{}\n{}", advice.text, timed.summary(clock.now()).lines().join("\n"))?;
            break;
        };
        debug_assert_ne!(timed.view().shown(cell), Shown::Flag, "a watched game has no flags");
        writeln!(out, "{}", format!("{} {}", advice.text, advice.candidates).trim_end())?;
        let message = moves::make(timed, Move::Reveal(cell), clock.now());
        print(timed, &message, out)?;
    }
    Ok(())
}
