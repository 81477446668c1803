//! The command line, as clap reads it.

use std::ffi::OsString;
use std::fmt;

use anyhow::Result;
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser};

use crate::commands::{
    analyze, bench, completions, convert, data, explain, generate, lab, learn, man, optimal, perft, play,
    players, review, serve, tree, worker,
};
use crate::io::output::{ColorWhen, OutputArgs};

/// What the command line asks for.
pub(crate) enum Mode {
    /// Prints this text.
    Help(String),
    /// Runs this command.
    Run(Command),
}

/// Plays, explains and measures Minesweeper. Without a command, serves the web app.
#[derive(Parser)]
#[command(name = "minewise", version, after_help = EXAMPLES)]
struct Cli {
    #[command(flatten)]
    output: OutputArgs,
    #[command(subcommand)]
    command: Option<Command>,
}

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
    #[command(hide = true)]
    Worker(worker::Args),
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
    command.help_template(template).mut_subcommand("lab", |lab| {
        let template = grouped_template(&lab, lab::GROUPS, &[]);
        lab.help_template(template)
    })
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

/// A command line that cannot be parsed.
#[derive(Debug)]
pub(crate) struct UsageError {
    /// What is wrong, in one sentence.
    pub(crate) sentence: String,
    /// `Usage: minewise bench [OPTIONS]`.
    pub(crate) usage: String,
    /// `minewise bench --help`.
    pub(crate) help: String,
}

impl UsageError {
    fn new(error: &clap::Error, args: &[OsString]) -> UsageError {
        let (usage, help) = usage_at(args);
        UsageError { sentence: sentence(&error.render().to_string()), usage, help }
    }
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl std::error::Error for UsageError {}

/// The usage of the command that the arguments name, and how to get its help.
fn usage_at(args: &[OsString]) -> (String, String) {
    let mut command = command();
    command.build();
    let (mut at, mut path) = (&mut command, "minewise".to_owned());
    for arg in args.iter().skip(1) {
        let Some(name) = arg.to_str().filter(|name| at.find_subcommand(name).is_some() && *name != "help")
        else {
            // Options of the program may come before the command.
            if arg.to_str().is_some_and(|arg| arg.starts_with('-')) {
                continue;
            }
            break;
        };
        at = at.find_subcommand_mut(name).expect("it was found a line ago");
        path = format!("{path} {name}");
    }
    let usage = at.render_usage().to_string().split_whitespace().collect::<Vec<_>>().join(" ");
    (usage, format!("{path} --help"))
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

    /// A command and all commands below it, each with its path such as `lab run`, without hidden ones.
    fn all_commands(command: &clap::Command, path: &str, found: &mut Vec<(String, clap::Command)>) {
        for below in
            command.get_subcommands().filter(|below| !below.is_hide_set() && below.get_name() != "help")
        {
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
            let visible = command.get_subcommands().filter(|below| !below.is_hide_set());
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
    fn a_message_of_clap_becomes_one_sentence() {
        let rendered = "error: unexpected argument '--gmes' found\n\n  tip: a similar argument exists: '--games'\n\n\
                        Usage: minewise bench\n\nFor more information, try '--help'.\n";
        let expected = "unexpected argument '--gmes' found; a similar argument exists: '--games'";
        assert_eq!(sentence(rendered), expected);
    }

    #[test]
    fn a_usage_error_names_the_usage_and_the_help_of_its_command() {
        let args: Vec<OsString> = ["minewise", "-q", "lab", "verify", "--bad"].map(OsString::from).to_vec();
        let (usage, help) = usage_at(&args);
        assert_eq!(usage, "Usage: minewise lab verify [OPTIONS] <DIR>");
        assert_eq!(help, "minewise lab verify --help");
    }

    #[test]
    fn the_colour_is_known_before_the_rest() {
        let args = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
        assert_eq!(color_of(&args("minewise bench --color never --bad")), ColorWhen::Never);
        assert_eq!(color_of(&args("minewise --color=always help")), ColorWhen::Always);
        assert_eq!(color_of(&args("minewise players")), ColorWhen::Auto);
    }
}
