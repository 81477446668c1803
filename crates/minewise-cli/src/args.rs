//! The command line, as clap reads it.

use anyhow::Result;
use clap::Parser;
use clap::error::ErrorKind;
use minewise_coach::Problem;

use crate::commands::{
    analyze, bench, convert, data, explain, generate, lab, learn, optimal, perft, play, players, serve, tree,
    worker,
};

/// What the command line asks for.
pub(crate) enum Mode {
    /// Prints this text.
    Help(String),
    /// Runs this command.
    Run(Command),
}

/// Plays, explains and measures Minesweeper. Without a command, serves the web app.
#[derive(Parser)]
#[command(name = "minewise", version, disable_help_subcommand = true, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  echo '5x3/2 1..../...../.....' | minewise analyze
  echo '7x1/2 01.1...' | minewise explain --cell 0,4
  minewise bench --rules beginner,expert --players random,exact --games 1000 --seed 1
  minewise generate --rules expert --no-guess --seed 1
  minewise lab run classic
  minewise optimal --rules 4x4/4
  minewise play --rules expert
  minewise serve --addr 127.0.0.1:8080

Rules are WxH/M[:start][@topology], such as 30x16/99, 8x8/10:any or expert:zero.
A view is its rules, then one line per row: `.` covered, 0-8 revealed, F flag, * a revealed mine.
Cells are row,column, both counted from 0.";

/// The commands, each described by its arguments.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    Analyze(analyze::Args),
    Bench(bench::Args),
    Convert(convert::Args),
    Data(data::Args),
    Explain(explain::Args),
    Generate(generate::Args),
    Lab(lab::Args),
    Learn(learn::Args),
    Optimal(optimal::Args),
    Perft(perft::Args),
    Play(play::Args),
    Players(players::Args),
    Serve(serve::Args),
    Tree(tree::Args),
    #[command(hide = true)]
    Worker(worker::Args),
}

/// Reads the command line of this process.
pub(crate) fn read() -> Result<Mode> {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            return Ok(Mode::Help(error.render().to_string()));
        }
        Err(error) => return Err(Problem::bad_input(sentence(&error.render().to_string())).into()),
    };
    Ok(match cli.command {
        Some(command) => Mode::Run(command),
        None => Mode::Run(Command::Serve(serve::Args::new())),
    })
}

/// Turns clap's message of several paragraphs into one sentence: the error and its tips, without the usage.
fn sentence(rendered: &str) -> String {
    let is_kept = |text: &&str| !text.starts_with("Usage:") && !text.starts_with("For more information");
    let parts: Vec<String> = rendered
        .split("\n\n")
        .map(str::trim)
        .filter(is_kept)
        .map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
        .map(|text| {
            ["error: ", "tip: "].iter().find_map(|word| text.strip_prefix(word)).unwrap_or(&text).to_owned()
        })
        .collect();
    parts.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_message_of_clap_becomes_one_sentence() {
        let rendered = "error: unexpected argument '--gmes' found\n\n  tip: a similar argument exists: '--games'\n\n\
                        Usage: minewise bench\n\nFor more information, try '--help'.\n";
        let expected = "unexpected argument '--gmes' found; a similar argument exists: '--games'";
        assert_eq!(sentence(rendered), expected);
    }
}
