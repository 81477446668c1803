//! Mistakes in the words of the command line: one sentence each, which names what to do, with the usage of the command.

use std::error::Error;
use std::ffi::OsString;
use std::fmt;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use minewise::board::excerpt;
use minewise_coach::read_rules;
use minewise_coach::zoo::Suggestion;
use minewise_lab::read_player;

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
    /// Describes an error of clap for these arguments.
    pub(super) fn new(error: &clap::Error, args: &[OsString]) -> UsageError {
        let (command, path) = command_of(args);
        let sentence = sentence(error, &command, &path);
        let usage = command.clone().render_usage().to_string();
        let usage = usage.split_whitespace().collect::<Vec<_>>().join(" ");
        UsageError { sentence, usage, help: format!("{path} --help") }
    }
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl Error for UsageError {}

/// The command that the arguments name, and its path: `minewise lab verify`.
fn command_of(args: &[OsString]) -> (clap::Command, String) {
    let mut command = super::command();
    command.build();
    let (mut at, mut path) = (&command, "minewise".to_owned());
    for arg in args.iter().skip(1).filter_map(|arg| arg.to_str()) {
        match at.find_subcommand(arg) {
            // The help of a command that does not exist is a mistake in the words after `help`.
            Some(_) if arg == "help" => {}
            Some(below) => {
                at = below;
                path = format!("{path} {arg}");
            }
            // Options of the program may come before the command.
            None if arg.starts_with('-') => {}
            None => break,
        }
    }
    (at.clone(), path)
}

/// What is wrong with a command line for this command.
fn sentence(error: &clap::Error, command: &clap::Command, path: &str) -> String {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.as_str(),
        _ => "",
    };
    let (arg, value) = (text(ContextKind::InvalidArg), text(ContextKind::InvalidValue));
    match error.kind() {
        ErrorKind::InvalidSubcommand => no_command(text(ContextKind::InvalidSubcommand), command),
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let names: Vec<&str> = subcommands(command).filter(|name| *name != "help").collect();
            format!("`{path}` needs a command: `{}`", names.join("`, `"))
        }
        ErrorKind::UnknownArgument if arg.starts_with('-') => no_option(arg, command),
        ErrorKind::UnknownArgument => too_many(arg, command, path),
        ErrorKind::InvalidValue if value.is_empty() => format!("a value is missing after `{arg}`"),
        ErrorKind::InvalidValue => {
            let values = strings(error.get(ContextKind::ValidValue));
            let suggestion = Suggestion::new(value, values.iter().map(String::as_str));
            format!("{}: there is no such value; {suggestion}", given(arg, value))
        }
        ErrorKind::ValueValidation => {
            let wrong = error.source().map(ToString::to_string).unwrap_or_default();
            format!("{}: {wrong}", given(arg, value))
        }
        ErrorKind::ArgumentConflict => {
            let others = strings(error.get(ContextKind::PriorArg));
            let others: Vec<&str> = others.iter().map(|other| name(other)).collect();
            match &others[..] {
                [other] if *other == name(arg) => format!("`{other}` can be given only once"),
                _ => format!("`{}` cannot be used together with `{}`", name(arg), others.join("`, `")),
            }
        }
        ErrorKind::MissingRequiredArgument => missing(&strings(error.get(ContextKind::InvalidArg)), command),
        _ => plain(&error.render().to_string()),
    }
}

/// The texts of a value of clap's context.
fn strings(value: Option<&ContextValue>) -> Vec<String> {
    match value {
        Some(ContextValue::Strings(texts)) => texts.clone(),
        Some(ContextValue::String(text)) => vec![text.clone()],
        _ => Vec::new(),
    }
}

/// The name of an argument without its value: `--rules` of `--rules <RULES>`.
fn name(arg: &str) -> &str {
    arg.split([' ', '=']).next().unwrap_or(arg)
}

/// An argument with its value, as it was given: `--rules 9x9`, or only the value if the argument has no name.
fn given(arg: &str, value: &str) -> String {
    let (name, value) = (name(arg), excerpt(value));
    match name.starts_with('-') {
        true if value.is_empty() => format!("`{name}`"),
        true => format!("`{name} {value}`"),
        false => format!("`{value}`"),
    }
}

fn subcommands(command: &clap::Command) -> impl Iterator<Item = &str> {
    command.get_subcommands().map(clap::Command::get_name)
}

/// The sentence for a word where a command is expected. Rules, and a file, are answered by the command that takes them.
fn no_command(word: &str, command: &clap::Command) -> String {
    let shown = excerpt(word);
    if read_rules(word).is_ok() {
        return format!("`{shown}` is no command; did you mean `minewise play --rules {shown}`?");
    }
    if Path::new(word).exists() {
        return format!("`{shown}` is no command; did you mean `minewise analyze {shown}`?");
    }
    let suggestion = Suggestion::new(word, subcommands(command));
    format!("there is no command `{shown}`; {suggestion}")
}

/// The sentence for an argument without a name where none is expected, such as `expert` after `play`.
fn too_many(arg: &str, command: &clap::Command, path: &str) -> String {
    let shown = excerpt(arg);
    let is_meant = |name: &str| match name {
        "rules" => read_rules(arg).is_ok(),
        "player" | "players" => read_player(arg).is_ok(),
        "games" => arg.starts_with(|first: char| first.is_ascii_digit()),
        _ => false,
    };
    let meant = command.get_arguments().filter_map(clap::Arg::get_long).find(|name| is_meant(name));
    let meant = meant.map_or_else(String::new, |name| format!("; did you mean `--{name} {shown}`?"));
    format!("`{shown}` is one argument too many for `{path}`{meant}")
}

fn no_option(option: &str, command: &clap::Command) -> String {
    let shown = excerpt(option);
    let visible = command.get_arguments();
    // The dashes are left out, because they would make any two short names similar.
    let suggestion = Suggestion::new(option.trim_start_matches('-'), visible.filter_map(clap::Arg::get_long));
    format!("there is no option `{shown}`; {}", suggestion.to_string().replace(" `", " `--"))
}

/// The sentence for arguments that are not there, with the help of the first. Of
/// `<--rules <RULES>|--view <VIEW>>`, one is enough.
fn missing(args: &[String], command: &clap::Command) -> String {
    let choice = |arg: &str| {
        let inner =
            arg.strip_prefix('<').and_then(|arg| arg.strip_suffix('>')).filter(|arg| arg.contains('|'));
        inner.map_or_else(|| arg.to_owned(), |inner| inner.replace('|', "` or `"))
    };
    let all: Vec<String> = args.iter().map(|arg| format!("`{}`", choice(arg))).collect();
    let is_it = |arg: &&clap::Arg| args.iter().any(|text| *text == arg.to_string());
    match command.get_arguments().find(is_it).and_then(clap::Arg::get_help) {
        Some(help) if all.len() == 1 => format!("{} is missing: {help}", all[0]),
        _ if all.len() == 1 => format!("{} is missing", all[0]),
        _ => format!("{} are missing", all.join(" and ")),
    }
}

/// Clap's message of several paragraphs as one sentence: the error and its tips, without the usage.
fn plain(rendered: &str) -> String {
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

    fn args(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    #[track_caller]
    fn check(line: &str, expected: &str) {
        let error = super::super::command().try_get_matches_from(args(line)).unwrap_err();
        assert_eq!(UsageError::new(&error, &args(line)).to_string(), expected);
    }

    #[test]
    fn each_mistake_gets_a_sentence_that_says_what_to_do() {
        check("minewise bnech", "there is no command `bnech`; did you mean `bench`?");
        check("minewise 9x9/10", "`9x9/10` is no command; did you mean `minewise play --rules 9x9/10`?");
        check(
            "minewise Cargo.toml",
            "`Cargo.toml` is no command; did you mean `minewise analyze Cargo.toml`?",
        );
        check("minewise data", "`minewise data` needs a command: `check`, `export`");
        check("minewise bench --gmes 3", "there is no option `--gmes`; did you mean `--games`?");
        let known = "`--player`, `--seconds`, `--trust-flags`, `--json`, `--color`, `--quiet`, `--help`";
        check("minewise analyze --cell", &format!("there is no option `--cell`; there are {known}"));
        let too_many = |arg: &str, path: &str| format!("`{arg}` is one argument too many for `{path}`");
        check("minewise players 3", &too_many("3", "minewise players"));
        for (arg, meant) in [("3", "--games 3"), ("expert", "--rules expert"), ("exact", "--players exact")] {
            let expected = format!("{}; did you mean `{meant}`?", too_many(arg, "minewise bench"));
            check(&format!("minewise bench {arg}"), &expected);
        }
        check("minewise bench --games", "a value is missing after `--games <N>`");
        check(
            "minewise bench -r 9",
            "`--rules 9`: expected rules like `9x9/10`, `8x8/10:any` or `expert`, found `9`",
        );
        check("minewise bench --json --format csv", "`--json` cannot be used together with `--format`");
        check("minewise bench -n 1 -n 2", "`--games` can be given only once");
        check(
            "minewise explain",
            "`--cell <ROW,COL>` is missing: The covered cell to explain: row and column, both counted from 0",
        );
        check(
            "minewise completions tcsh",
            "`tcsh`: there is no such value; there are `bash`, `elvish`, `fish`, `powershell`, `zsh`",
        );
        check("minewise optimal", "`--rules <RULES>` or `--view <VIEW>` is missing");
        check("minewise help bnech", "there is no command `bnech`; did you mean `bench`?");
    }

    #[test]
    fn other_messages_of_clap_become_one_sentence() {
        let rendered = "error: something happened\n\n  tip: do this\n\nUsage: minewise bench\n\n\
                        For more information, try '--help'.\n";
        assert_eq!(plain(rendered), "something happened; do this");
    }

    #[test]
    fn a_usage_error_names_the_usage_and_the_help_of_its_command() {
        let line = args("minewise -q lab verify --bad");
        let error = super::super::command().try_get_matches_from(&line).unwrap_err();
        let error = UsageError::new(&error, &line);
        assert_eq!(error.usage, "Usage: minewise lab verify [OPTIONS] <DIR>");
        assert_eq!(error.help, "minewise lab verify --help");
    }
}
