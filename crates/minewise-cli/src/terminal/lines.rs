//! Play without a terminal: reads one command per line, and prints views and sentences.

use std::io::{BufRead, Read, Write};
use std::time::Duration;

use anyhow::Result;
use minewise::board::excerpt;
use minewise::{Cell, Move, Shown};

use super::advisor::Advisor;
use super::look::Glyphs;
use super::saving::Saver;
use super::timed_game::TimedGame;
use super::verbs::{self, Verb};
use super::why::why;
use super::{Clock, Setup, Start, moves, review};
use crate::io::draw::{draw, risk_label};

/// The maximum length of a command.
const MOST_BYTES: u64 = 1000;

/// A game played by commands.
struct Script<'a> {
    timed: TimedGame,
    advisor: Advisor,
    clock: Clock,
    glyphs: Glyphs,
    saver: &'a mut Saver,
    /// Whether the game was resumed. Other games of scripts are not kept: nobody would come back to them.
    is_resumed: bool,
}

/// Reads commands and executes them. With `--watch`, the player plays the game.
pub(super) fn run(
    setup: &Setup,
    timed: TimedGame,
    saver: &mut Saver,
    commands: &mut impl BufRead,
    out: &mut impl Write,
) -> Result<()> {
    let mut script = Script {
        advisor: Advisor::new(&setup.player, &timed),
        timed,
        clock: Clock::start(),
        glyphs: setup.look.glyphs,
        saver,
        is_resumed: matches!(setup.start, Start::Resume { .. }),
    };
    let was_over = if setup.watch.is_some() { script.watch(out)? } else { script.play(commands, out)? };
    script.end(was_over, out)
}

impl Script<'_> {
    /// Executes commands until there are no more. Returns whether the summary was printed.
    fn play(&mut self, commands: &mut impl BufRead, out: &mut impl Write) -> Result<bool> {
        let beginning =
            if self.is_resumed { moves::resuming(&self.timed) } else { moves::beginning(&self.timed) };
        self.print(&format!("{beginning} {}", verbs::commands()), out)?;
        while let Some(line) = read_line(commands)? {
            let command = line.trim();
            if command.is_empty() {
                continue;
            }
            if Verb::of_command(command) == Ok(Verb::Quit) {
                break;
            }
            let message = self.execute(command).unwrap_or_else(|wrong| wrong);
            self.print(&message, out)?;
        }
        Ok(self.timed.game().is_over())
    }

    /// Prints the summary of a game that is not over, and how to resume it if it is kept.
    fn end(&mut self, is_summarised: bool, out: &mut impl Write) -> Result<()> {
        let now = self.clock.now();
        self.timed.pause(now);
        let sentences = self.saver.save(&self.timed, self.is_resumed);
        let summary = if is_summarised { Vec::new() } else { self.timed.summary(now).lines() };
        for line in summary.into_iter().chain(sentences).chain(self.saver.farewell()) {
            writeln!(out, "{}", self.glyphs.text(&line))?;
        }
        Ok(self.saver.finish(&self.timed)?)
    }

    /// Saves the game, and prints the view and a message.
    fn print(&mut self, message: &str, out: &mut impl Write) -> Result<()> {
        let sentences = self.saver.save(&self.timed, self.is_resumed);
        let message = std::iter::once(message).chain(sentences.iter().map(String::as_str));
        let message: Vec<&str> = message.collect();
        writeln!(out, "{}{}\n", self.timed.final_view(), self.glyphs.text(&message.join("\n")))?;
        Ok(out.flush()?)
    }

    /// Executes a command. Returns what to print.
    ///
    /// # Errors
    /// Returns a sentence that says what is wrong with the command.
    fn execute(&mut self, command: &str) -> Result<String, String> {
        let (word, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        let verb = Verb::of_command(word)?;
        let now = self.clock.now();
        if verb.takes_cell() {
            let cell = cell(&self.timed, rest)?;
            return Ok(self.execute_at(verb, cell, now));
        }
        if !rest.is_empty() {
            return Err(format!("`{word}` takes no argument, but found {}.", quoted(rest)));
        }
        Ok(match verb {
            Verb::Undo => {
                let message = moves::undo(&mut self.timed, now);
                self.advisor.restart(&self.timed);
                message
            }
            Verb::Hint => self.hint(),
            Verb::Risks => risks(&self.timed),
            Verb::Summary => self.summary(),
            Verb::Review => review::text(&self.timed),
            Verb::New => self.new_game(),
            Verb::Help => verbs::commands(),
            _ => format!("Mines minus flags: {}.", self.timed.n_mines_left()),
        })
    }

    /// Executes a command that names a cell.
    fn execute_at(&mut self, verb: Verb, cell: Cell, now: Duration) -> String {
        match verb {
            Verb::Flag => moves::make(&mut self.timed, Move::Flag(cell), now),
            Verb::Chord => moves::make(&mut self.timed, Move::Chord(cell), now),
            Verb::Why => why(self.timed.view(), cell),
            _ => moves::make(&mut self.timed, Move::Reveal(cell), now),
        }
    }

    fn summary(&self) -> String {
        self.timed.summary(self.clock.now()).lines().join("\n")
    }

    fn hint(&mut self) -> String {
        if self.timed.game().is_over() {
            return "The game is over.".to_owned();
        }
        self.advisor.advise(&self.timed).message()
    }

    /// Starts a new game with the next seed.
    fn new_game(&mut self) -> String {
        self.timed = self.timed.next(self.timed.rules());
        self.is_resumed = false;
        self.advisor.restart(&self.timed);
        moves::beginning(&self.timed)
    }

    /// Lets the player play the game to its end, or until it gives up. Returns whether the summary was printed.
    fn watch(&mut self, out: &mut impl Write) -> Result<bool> {
        let (player, rules, seed) = (self.advisor.spec(), self.timed.rules(), self.timed.seed());
        self.print(&format!("{player} plays {rules}, seed {seed}."), out)?;
        while !self.timed.game().is_over() {
            let advice = self.advisor.advise(&self.timed);
            let Some(cell) = advice.cell else {
                writeln!(out, "{}", self.glyphs.text(&advice.text))?;
                return Ok(false);
            };
            writeln!(out, "{}", self.glyphs.text(&advice.message()))?;
            if self.timed.view().shown(cell) == Shown::Flag {
                moves::make(&mut self.timed, Move::Flag(cell), self.clock.now());
            }
            let message = moves::make(&mut self.timed, Move::Reveal(cell), self.clock.now());
            self.print(&message, out)?;
        }
        Ok(true)
    }
}

/// The board with the risk of every covered cell.
fn risks(timed: &TimedGame) -> String {
    if timed.game().is_over() {
        return "The game is over.".to_owned();
    }
    let census = match timed.game().position().census() {
        Ok(census) => census,
        Err(error) => return moves::no_risks(&error),
    };
    let mut text = Vec::new();
    draw(&mut text, timed.grid(), None, |cell| risk_label(timed.view(), census, cell))
        .expect("memory can be written");
    format!("{}{}", String::from_utf8_lossy(&text), moves::risks_legend(timed))
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
