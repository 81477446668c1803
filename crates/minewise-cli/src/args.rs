//! The command line, as clap reads it.

mod usage;

use std::ffi::OsString;

use anyhow::Result;
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser};

use crate::commands::{
    analyze, bench, completions, convert, data, explain, generate, lab, learn, man, optimal, perft, play,
    players, review, serve, tree,
};
use crate::io::output::{ColorWhen, OutputArgs};

pub(crate) use usage::UsageError;

/// What the command line asks for.
pub(crate) enum Mode {
    /// Prints this text.
    Help(String),
    /// Runs this command.
    Run(Command),
    /// Works for a server, which has started this process by `minewise worker`.
    Work,
}

/// Plays, explains and measures Minesweeper. Without a command, serves the web app.
#[derive(Parser)]
#[command(name = "minewise", version = VERSION, after_help = EXAMPLES)]
struct Cli {
    #[command(flatten)]
    output: OutputArgs,
    #[command(subcommand)]
    command: Option<Command>,
}

/// The version, with the commit if the program was built in a git repository.
const VERSION: &str = match option_env!("MINEWISE_VERSION") {
    Some(version) => version,
    None => env!("CARGO_PKG_VERSION"),
};

const EXAMPLES: &str = "\
Examples:
  minewise play --rules expert
  minewise analyze '5x3/2 1..../...../.....'
  minewise explain '7x1/2 01.1...' --cell 0,4
  minewise optimal --rules 4x4/4
  minewise bench --rules beginner --players random,exact --games 1k
  minewise generate --rules beginner --no-guess --seed 1
  minewise serve --port 8080

Rules are beginner, intermediate, expert or WxH/M[:start][@topology], such as 30x16/99, 8x8/10:any or expert:zero.
A view is its rules, then its rows: `.` covered, 0-8 revealed, F flag, * a revealed mine; rows end with a line or a `/`.
Cells are row,column, both counted from 0. Numbers can be written as 10k, 1e6 or 1,000.";

/// The commands, each described by its arguments.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    Analyze(analyze::Args),
    Bench(bench::Args),
    Completions(completions::Args),
    Convert(convert::Args),
    Data(data::Args),
    Explain(explain::Args),
    Generate(generate::Args),
    Lab(lab::Args),
    Learn(learn::Args),
    Man(man::Args),
    Optimal(optimal::Args),
    Perft(perft::Args),
    Play(play::Args),
    Players(players::Args),
    Review(review::Args),
    Serve(serve::Args),
    Tree(tree::Args),
}

/// The commands by what they are for, as the help lists them.
const GROUPS: &[(&str, &[&str])] = &[
    ("Play and learn from it", &["play", "serve", "review"]),
    ("Ask about a position", &["analyze", "explain", "optimal", "tree"]),
    ("Make and convert boards", &["generate", "convert"]),
    ("Measure players", &["players", "bench", "lab", "learn", "perft"]),
    ("Look after the program", &["data", "completions", "man", "help"]),
];

/// Reads the command line of this process, and how the output is to look.
pub(crate) fn read() -> (OutputArgs, Result<Mode>) {
    let args: Vec<OsString> = std::env::args_os().collect();
    let color = color_of(&args);
    let output = OutputArgs { color, ..OutputArgs::default() };
    // No command for people: completions and manual pages would show even a hidden one.
    if args.len() == 2 && args[1] == "worker" {
        return (output, Ok(Mode::Work));
    }
    let parsed = command().try_get_matches_from(&args).and_then(|matches| Cli::from_arg_matches(&matches));
    match parsed {
        Ok(cli) => {
            let serve = || Command::Serve(serve::Args::new());
            (cli.output, Ok(Mode::Run(cli.command.unwrap_or_else(serve))))
        }
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            let text = error.render();
            let text = if color.is_on() { text.ansi().to_string() } else { text.to_string() };
            (output, Ok(Mode::Help(text)))
        }
        Err(error) => (output, Err(UsageError::new(&error, &args).into())),
    }
}

/// The whole command line, with commands in groups.
pub(crate) fn command() -> clap::Command {
    let command = Cli::command();
    // Clap adds `help` only when it parses, so it is not in the list yet.
    let help = ("help".to_owned(), "Prints the help of a command".to_owned());
    let template = grouped_template(&command, GROUPS, &[help]);
    let command = command.help_template(template).mut_subcommand("lab", |lab| {
        let template = grouped_template(&lab, lab::GROUPS, &[]);
        lab.help_template(template)
    });
    reading_negative_numbers(command)
}

/// Lets `--games -5` be a bad number rather than an unknown option `-5`, in all commands.
fn reading_negative_numbers(command: clap::Command) -> clap::Command {
    let reading =
        |arg: clap::Arg| if arg.get_action().takes_values() { arg.allow_negative_numbers(true) } else { arg };
    command.mut_args(reading).mut_subcommands(reading_negative_numbers)
}

/// A template for the help of a command that lists its subcommands in groups, which clap cannot do by itself.
fn grouped_template(
    command: &clap::Command,
    groups: &[(&str, &[&str])],
    more: &[(String, String)],
) -> String {
    let about = |command: &clap::Command| {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        (command.get_name().to_owned(), about)
    };
    let known: Vec<(String, String)> =
        command.get_subcommands().map(about).chain(more.iter().cloned()).collect();
    let width = known.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let mut text = "{about-with-newline}\n{usage-heading} {usage}\n".to_owned();
    for (title, names) in groups {
        text += &format!("\n{title}:\n");
        for name in *names {
            let about = known.iter().find(|(known, _)| known == name).map_or("", |(_, about)| about);
            text += &format!("  {name:width$}  {about}\n");
        }
    }
    text + "\nOptions:\n{options}{after-help}"
}

/// The value of `--color`, which must be known before the command line is parsed: its errors and its help have colours
/// too.
fn color_of(args: &[OsString]) -> ColorWhen {
    let texts: Vec<&str> = args.iter().filter_map(|arg| arg.to_str()).collect();
    let after = texts.windows(2).find(|pair| pair[0] == "--color").map(|pair| pair[1]);
    match after.or_else(|| texts.iter().find_map(|text| text.strip_prefix("--color="))) {
        Some("always") => ColorWhen::Always,
        Some("never") => ColorWhen::Never,
        _ => ColorWhen::Auto,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A command and all commands below it, each with its path such as `lab run`.
    fn all_commands(command: &clap::Command, path: &str, found: &mut Vec<(String, clap::Command)>) {
        for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
            let path = format!("{path} {}", below.get_name()).trim().to_owned();
            all_commands(below, &path, found);
            found.push((path, below.clone()));
        }
    }

    #[test]
    fn the_command_line_is_well_formed() {
        command().debug_assert();
    }

    #[test]
    fn every_command_is_in_one_group() {
        let lab = command().find_subcommand("lab").unwrap().clone();
        for (command, groups, more) in [(command(), GROUPS, &["help"][..]), (lab, lab::GROUPS, &[])] {
            let mut listed: Vec<&str> = groups.iter().flat_map(|(_, names)| *names).copied().collect();
            let visible = command.get_subcommands();
            let mut known: Vec<&str> =
                visible.map(clap::Command::get_name).chain(more.iter().copied()).collect();
            listed.sort_unstable();
            known.sort_unstable();
            assert_eq!(listed, known);
        }
    }

    #[test]
    fn every_help_has_an_example_and_short_flags_for_common_options() {
        let mut commands = Vec::new();
        all_commands(&command(), "", &mut commands);
        assert!(commands.len() > 40, "{}", commands.len());
        for (path, command) in commands {
            let has_subcommands = command.has_subcommands();
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let example = format!("minewise {path}");
            assert!(help.contains(&example) || has_subcommands, "the help of `{path}` has no example");
            let example_lines = help.lines().filter(|line| line.starts_with("  minewise"));
            for line in example_lines {
                assert!(line.chars().count() <= 98, "`{line}` would be broken into two lines");
            }
            for line in help.lines().filter(|line| line.chars().count() > 98) {
                assert!(
                    line.ends_with('.'),
                    "`{path}`: `{line}` would be broken into a full and a short line"
                );
            }
            for (long, short) in
                [("rules", 'r'), ("players", 'p'), ("player", 'p'), ("games", 'n'), ("seed", 's')]
            {
                if let Some(arg) = command.get_arguments().find(|arg| arg.get_long() == Some(long)) {
                    assert_eq!(arg.get_short(), Some(short), "{path} --{long}");
                }
            }
        }
    }

    #[test]
    fn the_colour_is_known_before_the_rest() {
        let args = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
        assert_eq!(color_of(&args("minewise bench --color never --bad")), ColorWhen::Never);
        assert_eq!(color_of(&args("minewise --color=always help")), ColorWhen::Always);
        assert_eq!(color_of(&args("minewise players")), ColorWhen::Auto);
    }
}
